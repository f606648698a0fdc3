"""What the home page shows, and whether anybody works in the background. One function per query of home.sql."""

from __future__ import annotations

from datetime import date
from typing import Final, Literal

from memo.models import CaptureProgress, Model
from memo.store.queries import Connection, Q

ActionStatus = Literal["open", "done", "cancelled"]

COUNTED: Final = 10_000
"""Everything but names is counted up to this."""


class HomeCounts(Model):
    """Numbers for the home page; `anything` is whether anything was ever handed in or imported.

    `decided` has a day since then; `undated` has none and was captured since then. A number above `COUNTED` stands for
    any that is.
    """

    open: int
    overdue: int
    decided: int
    undated: int
    names: int
    anything: bool


class OpenItem(Model):
    """An action item that is open, with the turn in which it was taken on."""

    id: int
    description: str
    assignee: str | None
    assignee_pending: bool
    due_on: date | None
    due_text: str | None
    meeting_id: int | None
    meeting: str | None
    turn: int | None


def home_counts(conn: Connection, today: date, since: date) -> HomeCounts:
    """What is open, overdue on `today`, decided since `since`, and waiting."""
    return Q["home_counts"].one(conn, HomeCounts, today=today, since=since, most=COUNTED + 1)


def undated_decisions(conn: Connection, since: date, limit: int) -> list[int]:
    """The ids of decisions without a day that were captured since `since`, the newest first."""
    return [row["id"] for row in Q["undated_decisions"].rows(conn, since=since, limit=limit)]


def open_items(conn: Connection, limit: int) -> list[OpenItem]:
    """The open action items that are due first; those without a day come last."""
    return Q["open_items"].all(conn, OpenItem, limit=limit)


def captures_to_watch(conn: Connection, limit: int) -> list[CaptureProgress]:
    """The newest captures that are not wholly read; their cost is not looked up."""
    return Q["captures_to_watch"].all(conn, CaptureProgress, limit=limit)


def set_action_status(conn: Connection, item_id: int, status: ActionStatus, *, reason: str, edited_by: str) -> bool:
    """Whether the action item's status changed; False when it was that already, or there is no such item."""
    done = Q["set_action_status"].value(conn, id=item_id, status=status, reason=reason, edited_by=edited_by)
    return done is not None


def workers_alive(conn: Connection, seconds: float) -> int:
    """How many background workers gave a sign of life within `seconds`."""
    alive: int = Q["workers_alive"].value(conn, seconds=seconds)
    return alive
