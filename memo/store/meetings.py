"""Meetings with their attendees, facts and rejected items, as a capture writes and reads them (meetings.sql)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Literal

import psycopg
from psycopg.types.json import Jsonb
from pydantic import Field

from memo.errors import NotFound
from memo.models import (
    ActionItemOut,
    CheckedAction,
    CheckedDecision,
    Coverage,
    DecisionOut,
    Evidence,
    Model,
    Named,
    Rejected,
    Turn,
)
from memo.store.provenance import Provenance
from memo.store.queries import Connection, Q

_log = logging.getLogger(__name__)

SHOWN_DECISIONS = ("active", "superseded")
SHOWN_ACTION_ITEMS = ("open", "done", "cancelled")


class NewMeeting(Model):
    """A meeting about to be stored."""

    capture_id: int | None
    title: str
    held_on: date | None
    summary: str
    topics: tuple[str, ...]
    outcomes: tuple[str, ...]
    transcript: str
    turns: tuple[Turn, ...]
    format: str
    extractor: str
    model: str
    coverage: Coverage
    client_id: int | None
    project_id: int | None
    audience: tuple[str, ...] | None


class MeetingHead(Model):
    """A meeting without its transcript."""

    id: int
    capture_id: int | None
    title: str
    held_on: date | None
    summary: str
    topics: list[str]
    outcomes: list[str]
    format: str | None
    extractor: str | None
    model: str | None
    coverage: Coverage | None
    client_id: int | None
    project_id: int | None
    status: str


class StoredTranscript(Model):
    """The text that offsets point into, with its turns: `text[turn.start:turn.end] == turn.text`."""

    meeting_id: int
    title: str
    held_on: date | None
    format: str | None
    text: str
    turns: tuple[Turn, ...]


class RejectedRow(Rejected):
    """A rejected item with its id."""

    id: int


class TakenItem(Model):
    """A rejected item that a person has just accepted."""

    id: int
    meeting_id: int
    kind: Literal["decision", "action_item", "summary", "outcome"]
    text: str
    quote: str
    detail: dict[str, str | None] = Field(default_factory=dict)


def insert_meeting(conn: Connection, meeting: NewMeeting, source: Provenance) -> int:
    """Store a meeting; its id."""
    meeting_id: int = Q["insert_meeting"].value(
        conn,
        **meeting.model_dump(exclude={"topics", "outcomes", "turns", "coverage", "audience"}),
        topics=list(meeting.topics),
        outcomes=list(meeting.outcomes),
        # The words of a turn are in the transcript already: storing its place is enough.
        turns=Jsonb([turn.model_dump(exclude={"text"}) for turn in meeting.turns]),
        coverage=Jsonb(meeting.coverage.model_dump(mode="json")),
        audience=None if meeting.audience is None else list(meeting.audience),
        **source.columns(),
    )
    return meeting_id


def insert_attendees(conn: Connection, meeting_id: int, names: Iterable[str]) -> None:
    """Store who was there, in this order."""
    Q["insert_attendees"].run(conn, meeting_id=meeting_id, names=list(names))


def insert_decision(conn: Connection, meeting_id: int, decision: CheckedDecision, source: Provenance) -> int:
    """Store a proven decision with its makers; its id."""
    return add_decision(
        conn,
        meeting_id,
        source,
        description=decision.description,
        reasoning=decision.reasoning,
        decided_by=decision.decided_by,
        evidence=decision.evidence,
    )


def add_decision(
    conn: Connection,
    meeting_id: int,
    source: Provenance,
    *,
    description: str,
    reasoning: str | None = None,
    decided_by: Iterable[str] = (),
    evidence: Evidence | None = None,
) -> int:
    """Store a decision; without `evidence` only a person may have added it (`source`), or the database refuses."""
    decision_id = Q["insert_decision"].value(
        conn,
        meeting_id=meeting_id,
        description=description,
        reasoning=reasoning,
        **_place(evidence),
        **source.columns(),
    )
    if decision_id is None:
        raise NotFound
    names = list(decided_by)
    if names:
        Q["insert_decision_makers"].run(conn, decision_id=decision_id, names=names)
    return int(decision_id)


def insert_action_item(conn: Connection, meeting_id: int, item: CheckedAction, source: Provenance) -> int:
    """Store a proven action item; its id."""
    return add_action_item(
        conn,
        meeting_id,
        source,
        description=item.description,
        assignee=item.assignee,
        due_text=item.due_text,
        due_on=item.due_on,
        evidence=item.evidence,
    )


def add_action_item(
    conn: Connection,
    meeting_id: int,
    source: Provenance,
    *,
    description: str,
    assignee: str | None = None,
    due_text: str | None = None,
    due_on: date | None = None,
    evidence: Evidence | None = None,
) -> int:
    """Store an action item; without `evidence` only a person may have added it (`source`), or the database refuses."""
    item_id = Q["insert_action_item"].value(
        conn,
        meeting_id=meeting_id,
        description=description,
        assignee_name=assignee,
        due_text=due_text,
        due_on=due_on,
        **_place(evidence),
        **source.columns(),
    )
    if item_id is None:
        raise NotFound
    return int(item_id)


def attempt(conn: Connection, insert: Callable[[], int]) -> int | None:
    """What `insert` gives, or None, with nothing done, when PostgreSQL cannot hold the row."""
    try:
        with conn.transaction():
            return insert()
    except (psycopg.DataError, psycopg.errors.CheckViolation, UnicodeEncodeError) as exc:
        _log.warning("a fact cannot be stored: %s", type(exc).__name__)
        return None


def _place(evidence: Evidence | None) -> dict[str, object]:
    if evidence is None:
        return {"quote": None, "turn": None, "quote_start": None, "quote_end": None}
    return {
        "quote": evidence.quote,
        "turn": evidence.turn,
        "quote_start": evidence.start,
        "quote_end": evidence.end,
    }


def insert_rejected(conn: Connection, meeting_id: int, items: Iterable[Rejected]) -> None:
    """Keep what was not believed, with the reasons."""
    batch = [
        {"meeting_id": meeting_id, **item.model_dump(exclude={"detail"}), "detail": Jsonb(item.detail)}
        for item in items
    ]
    if batch:
        Q["insert_rejected"].run_many(conn, batch)


def named_client(conn: Connection, name: str) -> int:
    """The id of the client of that name, made when there is none."""
    client_id = Q["named_client"].value(conn, name=name)
    if client_id is None:  # made by somebody else while this statement waited: the next one sees it
        client_id = Q["named_client"].value(conn, name=name)
    return int(client_id)


def named_project(conn: Connection, name: str, client_id: int | None) -> tuple[int, int | None]:
    """The project of that name and its client, made for `client_id` when there is none."""
    params = {"name": name, "client_id": client_id}
    rows = Q["named_project"].rows(conn, **params) or Q["named_project"].rows(conn, **params)
    return int(rows[0]["id"]), rows[0]["client_id"]


def client_names(conn: Connection) -> list[Named]:
    """Every client."""
    return Q["client_names"].all(conn, Named)


def project_names(conn: Connection) -> list[Named]:
    """Every project."""
    return [Named(id=row["id"], name=row["name"]) for row in Q["project_names"].rows(conn)]


def meeting_head(conn: Connection, meeting_id: int) -> MeetingHead:
    """A meeting without its transcript; raises `NotFound`."""
    return Q["meeting_head"].one(conn, MeetingHead, id=meeting_id)


def meeting_transcript(conn: Connection, meeting_id: int) -> StoredTranscript:
    """The stored transcript; raises `NotFound`."""
    rows = Q["meeting_transcript"].rows(conn, id=meeting_id)
    if not rows:
        raise NotFound
    row = rows[0]
    text = row["text"]
    turns = tuple(Turn(**turn, text=text[turn["start"] : turn["end"]]) for turn in row.pop("turns"))
    return StoredTranscript(**row, turns=turns)


def meeting_attendees(conn: Connection, meeting_id: int) -> list[str]:
    """Who was there, under the names the team knows them by; nobody twice."""
    return list(dict.fromkeys(Q["meeting_attendees"].values(conn, meeting_id=meeting_id)))


def meeting_decisions(
    conn: Connection, meeting_id: int, statuses: Sequence[str] = SHOWN_DECISIONS
) -> list[DecisionOut]:
    """A meeting's decisions in the order they were made."""
    return Q["meeting_decisions"].all(conn, DecisionOut, meeting_id=meeting_id, statuses=list(statuses))


def meeting_action_items(
    conn: Connection, meeting_id: int, statuses: Sequence[str] = SHOWN_ACTION_ITEMS
) -> list[ActionItemOut]:
    """A meeting's action items in the order they were taken."""
    return Q["meeting_action_items"].all(conn, ActionItemOut, meeting_id=meeting_id, statuses=list(statuses))


def meeting_rejected(conn: Connection, meeting_id: int) -> list[RejectedRow]:
    """What was not believed, nor accepted by a person since."""
    return Q["meeting_rejected"].all(conn, RejectedRow, meeting_id=meeting_id)


def take_rejected(conn: Connection, rejected_id: int, accepted_by: str) -> TakenItem:
    """Mark a rejected item as accepted; raises `NotFound` when there is none that waits."""
    return Q["take_rejected"].one(conn, TakenItem, id=rejected_id, accepted_by=accepted_by)


def set_accepted(conn: Connection, rejected_id: int, fact_id: int) -> None:
    """Say which fact an accepted item became."""
    Q["set_accepted"].run(conn, id=rejected_id, accepted_as=fact_id)


def add_outcome(conn: Connection, meeting_id: int, text: str) -> None:
    """One more outcome."""
    Q["add_outcome"].run(conn, id=meeting_id, text=text)


def add_to_summary(conn: Connection, meeting_id: int, text: str) -> None:
    """One more sentence of the summary."""
    Q["add_to_summary"].run(conn, id=meeting_id, text=text)
