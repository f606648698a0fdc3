"""What has to reach Slack, queued in the transaction that makes it true. One function per query of outbox.sql."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from memo.models import Model
from memo.store.queries import Connection, Q


class DueMessage(Model):
    """A message that is ours to send; `posted` of its parts are out already, the first as `sent_as` in `channel`."""

    id: int
    kind: str
    payload: dict[str, Any]
    meeting_id: int | None
    attempts: int
    channel: str | None
    sent_as: str | None
    posted: int


class FailedMessage(Model):
    """A message that did not get through; without `failed_at` it is tried again at `next_try_at`."""

    id: int
    kind: str
    meeting_id: int | None
    meeting: str | None
    attempts: int
    error: str
    failed_at: datetime | None
    next_try_at: datetime
    created_at: datetime


class MeetingPlace(Model):
    """Whom a meeting concerns; `audience` None is the whole team."""

    status: str
    audience: list[str] | None
    client: str | None
    project: str | None


def insert_message(
    conn: Connection, *, kind: str, dedup_key: str, payload: Mapping[str, object], meeting_id: int | None
) -> bool:
    """Queue a message; False when the same `dedup_key` was queued before."""
    return bool(
        Q["insert_message"].run(
            conn, kind=kind, dedup_key=dedup_key, payload=Jsonb(dict(payload)), meeting_id=meeting_id
        )
    )


def claim_message(conn: Connection, kinds: Collection[str], lease: float) -> DueMessage | None:
    """The message of these kinds that is due first, ours for `lease` seconds; None when none is due."""
    return Q["claim_message"].maybe(conn, DueMessage, kinds=list(kinds), lease=lease)


def message_posted(conn: Connection, message_id: int, *, channel: str, sent_as: str, lease: float) -> None:
    """One more of its parts is out, the first as `sent_as`; it stays ours for `lease` seconds."""
    Q["message_posted"].run(conn, id=message_id, channel=channel, sent_as=sent_as, lease=lease)


def message_sent(conn: Connection, message_id: int) -> None:
    """All of it is out, or there is nobody to tell."""
    Q["message_sent"].run(conn, id=message_id)


def put_message_off(conn: Connection, message_id: int, seconds: float, error: str, *, uncounted: bool = False) -> None:
    """Try again in `seconds`; `uncounted` when Slack only asked to wait."""
    Q["put_message_off"].run(conn, id=message_id, seconds=seconds, error=error, uncounted=uncounted)


def message_failed(conn: Connection, message_id: int, error: str) -> None:
    """Give up until a person asks again."""
    Q["message_failed"].run(conn, id=message_id, error=error)


def retry_message(conn: Connection, message_id: int) -> bool:
    """Whether a message that had been given up is due again."""
    return bool(Q["retry_message"].run(conn, id=message_id))


def outbox_failures(conn: Connection, limit: int) -> list[FailedMessage]:
    """Messages that did not get through, the newest first."""
    return Q["outbox_failures"].all(conn, FailedMessage, limit=limit)


def meeting_place(conn: Connection, meeting_id: int) -> MeetingPlace:
    """Whom a meeting concerns; raises `NotFound`."""
    return Q["meeting_place"].one(conn, MeetingPlace, meeting_id=meeting_id)
