"""The places where names stand: attendees, decision makers, assignees. One function per query of name_rows.sql."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Literal

from memo.models import Model
from memo.store.queries import Connection, Q

Source = Literal["attendee", "decision_maker", "action_item"]


class Attendee(Model):
    """A name in a meeting's list of those present."""

    id: int
    meeting_id: int
    name: str
    person_id: int | None
    pending: bool


class NameRow(Model):
    """One place where a name stands: an attendee, a decision maker or the assignee of an action item."""

    source: Source
    id: int
    name: str
    meeting_id: int | None
    decision_id: int | None
    person_id: int | None = None
    pending: bool = False


class WaitingName(NameRow):
    """A name that waits, with the project it was said in."""

    project_id: int | None


class WaitingRow(NameRow):
    """A name that waits, with the words around it."""

    meeting: str | None
    happened_on: date | None
    project_id: int | None
    project: str | None
    text: str | None
    quote: str | None
    turn: int | None
    start: int | None
    end: int | None


class PersonRow(NameRow):
    """A place where somebody is named; `current` is False in an earlier reading of a meeting."""

    meeting: str | None
    happened_on: date | None
    current: bool


def attendees_of(conn: Connection, meeting_ids: Collection[int]) -> list[Attendee]:
    """Who is listed in these meetings."""
    return Q["attendees_of"].all(conn, Attendee, meeting_ids=list(meeting_ids))


def unsettled_rows(conn: Connection, meeting_id: int) -> list[NameRow]:
    """The names in a meeting that stand for nobody and do not wait."""
    return Q["unsettled_rows"].all(conn, NameRow, meeting_id=meeting_id)


def waiting_rows(conn: Connection) -> list[WaitingRow]:
    """Every name that waits, with the words around it."""
    return Q["waiting_rows"].all(conn, WaitingRow)


def waiting_names(conn: Connection) -> list[WaitingName]:
    """Every name that waits."""
    return Q["waiting_names"].all(conn, WaitingName)


def rows_of_person(conn: Connection, person_id: int) -> list[PersonRow]:
    """Every place where a person is named."""
    return Q["rows_of_person"].all(conn, PersonRow, person_id=person_id)


def rows_by_id(
    conn: Connection, *, attendees: Sequence[int], decision_makers: Sequence[int], action_items: Sequence[int]
) -> list[NameRow]:
    """How these rows stand now."""
    return Q["rows_by_id"].all(
        conn,
        NameRow,
        attendees=list(attendees),
        decision_makers=list(decision_makers),
        action_items=list(action_items),
    )


def hold_rows(conn: Connection, rows: Sequence[NameRow]) -> list[NameRow]:
    """The same rows as they stand now, held until this transaction ends.

    What is held are the meetings, decisions and action items they belong to: the search index of a decision is made
    from all its makers, so that two transactions that each change one of them must not overlap.
    """
    ids = {source: sorted(row.id for row in rows if row.source == source) for source in _SET}
    Q["hold_meetings"].rows(conn, ids=sorted({row.meeting_id for row in rows if row.source == "attendee"}))  # type: ignore[type-var]
    Q["hold_decisions"].rows(conn, ids=sorted({row.decision_id for row in rows if row.decision_id is not None}))
    Q["hold_action_items"].rows(conn, ids=ids["action_item"])
    return rows_by_id(
        conn,
        attendees=ids["attendee"],
        decision_makers=ids["decision_maker"],
        action_items=ids["action_item"],
    )


_SET: dict[Source, str] = {
    "attendee": "set_attendees",
    "decision_maker": "set_decision_makers",
    "action_item": "set_assignees",
}


def set_rows(conn: Connection, rows: Iterable[NameRow]) -> None:
    """Write whom each row stands for (`person_id`) and whether it waits (`pending`)."""
    by_source: dict[Source, list[NameRow]] = {}
    for row in rows:
        by_source.setdefault(row.source, []).append(row)
    for source, name in _SET.items():
        mine = sorted(by_source.get(source, []), key=lambda row: row.id)
        if mine:
            Q[name].run(
                conn,
                ids=[row.id for row in mine],
                person_ids=[row.person_id for row in mine],
                pending=[row.pending for row in mine],
            )
