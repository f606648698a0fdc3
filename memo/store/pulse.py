"""What happened on a day, and the digest that is kept of it. One function per query of pulse.sql.

Everything read here is what the whole team may see: a digest is shown to everybody.
"""

from __future__ import annotations

from datetime import date, datetime

from memo.models import Model
from memo.store.provenance import Provenance
from memo.store.queries import Connection, Q


class DayDecision(Model):
    """A decision as a digest tells it."""

    description: str
    reasoning: str | None
    meeting: str | None
    people: str | None


class DayItem(Model):
    """An action item as a digest tells it."""

    description: str
    people: str | None
    due_on: date | None
    due_text: str | None
    meeting: str | None


class StoredPulse(Model):
    """A digest that is kept; `edited` by a person since it was made."""

    id: int
    day: date
    text: str
    captured_at: datetime
    triggered_by_user_id: int | None
    triggered_by_agent: str | None
    status: str
    source_type: str
    source_id: str
    edited: bool


def day_decisions(conn: Connection, day: date, timezone: str) -> list[DayDecision]:
    """What was decided on a day, or learned on it of an earlier one."""
    return Q["day_decisions"].all(conn, DayDecision, day=day, timezone=timezone)


def day_opened(conn: Connection, day: date, timezone: str) -> list[DayItem]:
    """Action items taken on a day, or learned of on it."""
    return Q["day_opened"].all(conn, DayItem, day=day, timezone=timezone)


def day_closed(conn: Connection, day: date, timezone: str) -> list[DayItem]:
    """Action items done or cancelled on a day."""
    return Q["day_closed"].all(conn, DayItem, day=day, timezone=timezone)


def day_overdue(conn: Connection, day: date) -> list[DayItem]:
    """Open action items whose day has passed, the longest overdue first."""
    return Q["day_overdue"].all(conn, DayItem, day=day)


def names_that_wait(conn: Connection) -> list[str]:
    """Names that wait for a person, the most used first."""
    return Q["names_that_wait"].values(conn)


def stored_pulse(conn: Connection, day: date) -> StoredPulse | None:
    """The digest kept for a day."""
    return Q["stored_pulse"].maybe(conn, StoredPulse, day=day)


def known_before(conn: Connection, moment: datetime) -> bool:
    """Whether anything was remembered before `moment`."""
    return bool(Q["known_before"].value(conn, moment=moment))


def retire_pulse(conn: Connection, pulse_id: int) -> None:
    """Take a digest out of every search; it stays as history."""
    Q["retire_pulse"].run(conn, id=pulse_id)


def insert_pulse(conn: Connection, day: date, text: str, source: Provenance) -> int | None:
    """Keep a digest; None when the day has one."""
    pulse_id: int | None = Q["insert_pulse"].value(conn, day=day, text=text, **source.columns())
    return pulse_id
