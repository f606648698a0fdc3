"""What Memo was asked in Slack, whose turn a channel is, and who a user is. One function per query of slack.sql."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from psycopg.types.json import Jsonb

from memo.models import Model, Role
from memo.store.queries import Connection, Q


class DueEvent(Model):
    """Something asked that is ours to do; `reply_ts` is the message that an earlier try has posted."""

    id: int
    event: dict[str, Any]
    wants_file: bool
    reply_ts: str | None
    attempts: int


class SlackMember(Model):
    """The member behind a Slack user."""

    member_id: int
    name: str
    role: Role
    groups: list[str]


class MemberToLink(Model):
    """A member, and the person that he or she is, if that is known."""

    id: int
    name: str
    email: str
    person_id: int | None


def keep_event(conn: Connection, key: str, event: Mapping[str, object], *, wants_file: bool, wait: float = 0) -> bool:
    """Keep what was asked, due in `wait` seconds; False when it is kept already."""
    kept = Q["keep_event"].value(conn, key=key, event=Jsonb(dict(event)), wants_file=wants_file, wait=wait)
    return kept is not None


def claim_event(conn: Connection, lease: float) -> DueEvent | None:
    """What is due first, ours for `lease` seconds; None when nothing is."""
    return Q["claim_event"].maybe(conn, DueEvent, lease=lease)


def renew_events(conn: Connection, ids: Collection[int], lease: float) -> None:
    """What is being worked on stays ours for `lease` seconds."""
    Q["renew_events"].run(conn, ids=list(ids), lease=lease)


def event_replied(conn: Connection, event_id: int, reply_ts: str) -> None:
    """Remember the message that tells how it goes."""
    Q["event_replied"].run(conn, id=event_id, reply_ts=reply_ts)


def event_done(conn: Connection, event_id: int, *, wants_file: bool, error: str | None = None) -> bool:
    """Forget what was asked; False when a file that it lacked has come in meanwhile: there is more to do."""
    return bool(Q["event_done"].run(conn, id=event_id, wants_file=wants_file, error=error))


def put_event_off(conn: Connection, event_id: int, seconds: float, error: str | None) -> None:
    """Try again in `seconds`."""
    Q["put_event_off"].run(conn, id=event_id, seconds=seconds, error=error)


def forget_events(conn: Connection, days: float) -> int:
    """Forget the keys of what has been over for `days`."""
    return Q["forget_events"].run(conn, days=days)


def take_turn(conn: Connection, channel: str, lease: float) -> bool:
    """Whether `channel` is ours to write to, for `lease` seconds at most."""
    return Q["take_turn"].value(conn, channel=channel, lease=lease) is not None


def turn_wait(conn: Connection, channel: str) -> float:
    """The seconds until a channel may be free."""
    return float(Q["turn_wait"].value(conn, channel=channel) or 0.0)


def end_turn(conn: Connection, channel: str, rest: float) -> None:
    """A channel that was ours rests for so many seconds."""
    Q["end_turn"].run(conn, channel=channel, rest=rest)


def slack_member(conn: Connection, user_id: str) -> SlackMember | None:
    """The member behind a Slack user, or None."""
    return Q["slack_member"].maybe(conn, SlackMember, user_id=user_id)


def has_members(conn: Connection) -> bool:
    """Whether people sign in here at all."""
    return bool(Q["has_members"].value(conn))


def member_to_link(conn: Connection, email: str) -> MemberToLink | None:
    """The member who signs in with an address, held."""
    return Q["member_to_link"].maybe(conn, MemberToLink, email=email)


def person_to_link(conn: Connection, member: MemberToLink) -> int | None:
    """The person that a member is, by address or by a name that only one has."""
    person_id: int | None = Q["person_to_link"].value(conn, email=member.email, name=member.name)
    return person_id


def link_slack_user(conn: Connection, user_id: str, *, member_id: int, person_id: int) -> None:
    """From now on a Slack user is this person, and this person that member."""
    Q["unlink_slack_user"].run(conn, user_id=user_id)
    Q["link_slack_user"].run(conn, user_id=user_id, person_id=person_id)
    Q["link_member"].run(conn, id=member_id, person_id=person_id)
