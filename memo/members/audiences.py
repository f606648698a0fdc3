"""Whom a meeting is for: the choices at capture, and another choice afterwards."""

from __future__ import annotations

from collections.abc import Collection

from memo.capture.receive import checked_audience
from memo.errors import Conflict, NotAllowed
from memo.models import LOCAL_USER, Model, Principal
from memo.store import audiences as store
from memo.store import forget, members
from memo.store.audiences import MeetingAudience
from memo.store.pool import Connection, Database, retrying
from memo.store.scope import EVERYTHING, audience

MEMBER = "member:"
GROUP = "group:"
SECONDS = 30.0
"""How long one statement may run: each fact of a long meeting is written anew."""


class AudienceChoice(Model):
    """Somebody whom a meeting can be for; `audience` None is the whole team, `people` are the names of few."""

    label: str
    audience: tuple[str, ...] | None
    people: tuple[str, ...] = ()


class AudienceChanged(Model):
    """Who sees a meeting now, and what of it others had and have no more."""

    meeting_id: int
    audience: tuple[str, ...] | None
    answers: int = 0
    digests: int = 0
    messages: int = 0


def audiences(db: Database, who: Principal, present: Collection[str] = ()) -> list[AudienceChoice]:
    """Whom `who` can choose, the whole team first; `present` are the names of those who were in the meeting."""
    with db.read(who) as conn:
        choices = [AudienceChoice(label="Whole team", audience=None)]
        if who.member_id is not None:
            choices.append(AudienceChoice(label="Only me", audience=(f"{MEMBER}{who.member_id}",)))
            choices += _present(conn, who.member_id, present)
        own = members.known_groups(conn) if audience(who) == EVERYTHING else who.audience
    choices += [
        AudienceChoice(label=f"Group {group.removeprefix(GROUP)}", audience=(group,))
        for group in sorted(own)
        if group.startswith(GROUP)
    ]
    return choices


def _present(conn: Connection, member_id: int, names: Collection[str]) -> list[AudienceChoice]:
    """The members among those present, whoever asks included; nothing when that is nobody else."""
    found = members.members_called(conn, names) if names else []
    others = [member for member in found if member.id != member_id]
    if not others:
        return []
    groups = {f"{MEMBER}{member_id}", *(f"{MEMBER}{member.id}" for member in others)}
    people = ("you", *(member.name for member in others))
    return [AudienceChoice(label="Those present", audience=tuple(sorted(groups)), people=people)]


def meeting_audience(db: Database, who: Principal, meeting_id: int) -> AudienceChoice:
    """Who sees a meeting; raises `NotFound` for one that `who` does not see."""
    with db.read(who) as conn:
        now = store.meeting_audience(conn, meeting_id)
        if now.audience is None:
            return AudienceChoice(label="Whole team", audience=None)
        ids = [int(number) for group in now.audience if (number := group.removeprefix(MEMBER)).isdecimal()]
        named = {member.id: member.name for member in members.member_names(conn, ids)}
    groups = [group.replace(GROUP, "group ", 1) for group in now.audience if not group.startswith(MEMBER)]
    people = ["you" if member_id == who.member_id else named.get(member_id, "a former member") for member_id in ids]
    return AudienceChoice(label="Restricted", audience=now.audience, people=(*groups, *people))


def set_audience(db: Database, who: Principal, meeting_id: int, groups: tuple[str, ...] | None) -> AudienceChanged:
    """Have a meeting, its facts, its file and its earlier readings seen by `groups` alone; None is the whole team.

    Answers and digests that tell it go when it is restricted, whoever asked, and what waits for Slack is not sent.
    Raises `NotFound`, `NotAllowed` for who neither handed it in nor is an administrator, `InputError` for an audience
    without `who`, and `Conflict` while it is being read, or when the same words are kept for these people already.
    """
    wanted = checked_audience(who, groups)
    with db.read(who) as conn:
        _check_owner(who, store.meeting_audience(conn, meeting_id))

    def work() -> AudienceChanged:
        # Other people's answers go as well, so this runs for everybody.
        with db.write(LOCAL_USER, timeout=SECONDS) as conn:
            return _set(conn, meeting_id, wanted)

    try:
        return retrying(work)
    except Conflict as exc:
        if "captures_" in exc.message:
            raise Conflict("The same words are kept for these people already.") from exc
        raise


def _check_owner(who: Principal, meeting: MeetingAudience) -> None:
    if who.role == "admin" or (who.member_id is not None and who.member_id == meeting.uploader):
        return
    raise NotAllowed("Only who handed a meeting in, or an administrator, may change who sees it.")


def _set(conn: Connection, meeting_id: int, wanted: tuple[str, ...] | None) -> AudienceChanged:
    meetings, captures = forget.linked(conn, meeting_id)
    if "extracting" in store.hold_captures(conn, captures):
        raise Conflict("The meeting is being read just now: try again when that is done.")
    store.set_audience(conn, meetings, captures, wanted)
    if wanted is None:
        return AudienceChanged(meeting_id=meeting_id, audience=None)
    return AudienceChanged(
        meeting_id=meeting_id,
        audience=wanted,
        answers=forget.delete_answers_telling(conn, meetings),
        digests=forget.delete_digests_telling(conn, meetings),
        messages=store.delete_unsent_messages(conn, meetings),
    )
