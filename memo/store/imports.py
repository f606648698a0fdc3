"""Facts from elsewhere: finding what they name, telling what is new, writing them in batches."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

import psycopg
from psycopg.types.json import Jsonb

from memo.errors import ProvenanceViolation
from memo.models import FactType, Principal
from memo.store.pool import Connection
from memo.store.queries import Q

Rows = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class FoundMeeting:
    """A meeting of a wanted title; `key` is the title in lower case, `last_turn` -1 when it has no facts yet."""

    id: int
    key: str
    held_on: date | None
    summary: str
    source_type: str
    last_turn: int


@dataclass(frozen=True)
class ImportedFact:
    """What tells an imported fact from another."""

    fact_type: FactType
    fact_id: int
    source_id: str
    text: str
    meeting_id: int | None
    client_id: int | None
    project_id: int | None
    title: str | None

    @property
    def owner(self) -> tuple[int | str | None, ...]:
        """What the fact belongs to; a meeting is told by its title, a digest by its day."""
        return (self.meeting_id, self.client_id, self.project_id, self.title)


_FIND = {"client": "find_clients", "project": "find_projects"}


def find_named(conn: Connection, kind: Literal["client", "project"], names: Sequence[str]) -> dict[str, int]:
    """Ids by lower-case name."""
    rows = Q[_FIND[kind]].rows(conn, keys=sorted({name.lower() for name in names}))
    return {row["key"]: row["id"] for row in rows}


def add_clients(conn: Connection, names: Sequence[str]) -> None:
    """Add clients by name; those that exist stay as they are."""
    Q["add_clients"].run(conn, names=list(names))


def add_projects(conn: Connection, names: Sequence[str], client_ids: Sequence[int | None]) -> None:
    """Add projects by name, each with the client beside it; those that exist stay as they are."""
    Q["add_projects"].run(conn, names=list(names), client_ids=list(client_ids))


def find_meetings(conn: Connection, titles: Sequence[str]) -> list[FoundMeeting]:
    """The meetings of these titles, newest first."""
    return Q["find_meetings"].all(conn, FoundMeeting, keys=sorted({title.lower() for title in titles}))


def add_meetings(conn: Connection, who: Principal, rows: Rows) -> list[int]:
    """Write meetings; their ids in the order of `rows`."""
    return Q["add_meetings"].values(conn, rows=_numbered(rows), **_provenance(who))


def set_meeting_summary(conn: Connection, meeting_id: int, summary: str, source_id: str) -> None:
    """Give a meeting that has no summary one."""
    Q["set_meeting_summary"].run(conn, meeting_id=meeting_id, summary=summary, source_id=source_id)


def imported_facts(conn: Connection, source_ids: Sequence[str]) -> list[ImportedFact]:
    """What was imported before from these sources."""
    return Q["imported_facts"].all(conn, ImportedFact, source_ids=sorted(set(source_ids)))


def update_imported_text(conn: Connection, fact_type: FactType, fact_id: int, text: str) -> None:
    """Change what an imported fact says."""
    Q["update_imported_text"].run(conn, fact_type=fact_type, fact_id=fact_id, text=text)


def import_decisions(conn: Connection, who: Principal, rows: Rows) -> None:
    """Write decisions; `decided_by` of a row is a list of (name, person id or None)."""
    ids = Q["decision_ids"].values(conn, count=len(rows))
    numbered = [{"id": fact_id} | row for fact_id, row in zip(ids, rows, strict=True)]
    Q["import_decisions"].run(conn, rows=_numbered(numbered), **_provenance(who))
    makers = [(row["id"], name, person) for row in numbered for name, person in row["decided_by"]]
    if makers:
        decisions, names, people = (list(column) for column in zip(*makers, strict=True))
        Q["import_decision_makers"].run(conn, decision_ids=decisions, names=names, person_ids=people)


def import_action_items(conn: Connection, who: Principal, rows: Rows) -> None:
    """Write action items."""
    Q["import_action_items"].run(conn, rows=_numbered(rows), **_provenance(who))


def import_client_contexts(conn: Connection, who: Principal, rows: Rows) -> None:
    """Write notes about clients."""
    Q["import_client_contexts"].run(conn, rows=_numbered(rows), **_provenance(who))


def import_project_contexts(conn: Connection, who: Principal, rows: Rows) -> None:
    """Write notes about projects."""
    Q["import_project_contexts"].run(conn, rows=_numbered(rows), **_provenance(who))


def import_pulse_summaries(conn: Connection, who: Principal, rows: Rows) -> None:
    """Write daily digests."""
    Q["import_pulse_summaries"].run(conn, rows=_numbered(rows), **_provenance(who))


IMPORT: dict[FactType, Callable[[Connection, Principal, Rows], object]] = {
    "decision": import_decisions,
    "action_item": import_action_items,
    "meeting": add_meetings,
    "client_context": import_client_contexts,
    "project_context": import_project_contexts,
    "pulse_summary": import_pulse_summaries,
}
"""Who writes facts of which type."""


def import_rows(conn: Connection, who: Principal, fact_type: FactType, rows: Rows) -> list[tuple[int, str]]:
    """Write `rows` of one type; those that the database refuses are found by halving and come back as (index, why)."""
    if not rows:
        return []
    try:
        with conn.transaction():
            IMPORT[fact_type](conn, who, rows)
    except (psycopg.DataError, psycopg.IntegrityError) as exc:
        if len(rows) == 1:
            return [(0, exc.diag.message_primary or "the database refused it")]
        middle = len(rows) // 2
        first = import_rows(conn, who, fact_type, rows[:middle])
        second = import_rows(conn, who, fact_type, rows[middle:])
        return first + [(index + middle, why) for index, why in second]
    return []


def _numbered(rows: Rows) -> Jsonb:
    """The rows as JSON that PostgreSQL reads back in order."""
    return Jsonb([{"line": number} | row for number, row in enumerate(rows)], dumps=_dumps)


def _dumps(value: object) -> str:
    return json.dumps(value, default=date.isoformat)


def _provenance(who: Principal) -> dict[str, object]:
    """By whom a fact came; raises `ProvenanceViolation` when nobody can be named."""
    if who.member_id is None and not who.agent:
        raise ProvenanceViolation
    return {"user_id": who.member_id, "agent": who.agent}
