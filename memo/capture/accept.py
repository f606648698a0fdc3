"""A person accepts what code did not believe: it becomes a fact on that person's word."""

from __future__ import annotations

from typing import Literal

from memo.extraction.dates import resolve_due
from memo.extraction.quotes import Spoken, find_quote
from memo.models import Evidence, Model, Principal, Transcript
from memo.names.resolve import resolve_meeting
from memo.store import meetings
from memo.store.meetings import StoredTranscript, TakenItem
from memo.store.pool import Connection, Database
from memo.store.provenance import Provenance
from memo.store.scope import asker


class Accepted(Model):
    """What an accepted item became: a fact of its own, or part of its meeting (summary and outcomes)."""

    rejected_id: int
    fact_type: Literal["decision", "action_item", "meeting"]
    fact_id: int
    meeting_id: int
    text: str
    quote: str | None


def accept_rejected(db: Database, who: Principal, rejected_id: int) -> Accepted:
    """Make a rejected item a fact that `who` vouches for; with the words that were said, when they can be found.

    Raises `NotFound` when there is none, or somebody has accepted it already.
    """
    with db.write(who) as conn:
        item = meetings.take_rejected(conn, rejected_id, asker(who))
        stored = meetings.meeting_transcript(conn, item.meeting_id)
        evidence = _evidence(stored, item.quote)
        source = Provenance.of(who, "edit", f"rejected:{item.id}")
        match item.kind:
            case "decision":
                fact_type, fact_id = "decision", _decision(conn, item, evidence, source)
            case "action_item":
                fact_type, fact_id = "action_item", _action_item(conn, item, evidence, source, stored)
            case "outcome":
                meetings.add_outcome(conn, item.meeting_id, item.text)
                fact_type, fact_id = "meeting", item.meeting_id
            case "summary":
                meetings.add_to_summary(conn, item.meeting_id, item.text)
                fact_type, fact_id = "meeting", item.meeting_id
        meetings.set_accepted(conn, item.id, fact_id)
        resolve_meeting(conn, who, item.meeting_id)
    return Accepted(
        rejected_id=item.id,
        fact_type=fact_type,
        fact_id=fact_id,
        meeting_id=item.meeting_id,
        text=item.text,
        quote=evidence.quote if evidence else None,
    )


def _decision(conn: Connection, item: TakenItem, evidence: Evidence | None, source: Provenance) -> int:
    makers = [name.strip() for name in (item.detail.get("decided_by") or "").split(",")]
    return meetings.add_decision(
        conn,
        item.meeting_id,
        source,
        description=item.text,
        reasoning=item.detail.get("reasoning"),
        decided_by=list(filter(None, makers)),
        evidence=evidence,
    )


def _action_item(
    conn: Connection, item: TakenItem, evidence: Evidence | None, source: Provenance, stored: StoredTranscript
) -> int:
    due_text = item.detail.get("due_text")
    return meetings.add_action_item(
        conn,
        item.meeting_id,
        source,
        description=item.text,
        assignee=item.detail.get("assignee"),
        due_text=due_text,
        due_on=resolve_due(due_text, stored.held_on) if due_text else None,
        evidence=evidence,
    )


def _evidence(stored: StoredTranscript, quote: str) -> Evidence | None:
    if not quote or not stored.turns:
        return None
    transcript = Transcript(text=stored.text, format=stored.format or "", format_label="", turns=stored.turns)
    spoken = Spoken(transcript)
    found = find_quote(quote, spoken, spoken.stretch(0, len(stored.text)))
    return spoken.evidence(found[0]) if found else None
