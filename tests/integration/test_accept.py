"""Accepting what code did not believe: a fact on a person's word, once."""

from __future__ import annotations

from datetime import date

import pytest

from memo.capture.accept import accept_rejected
from memo.capture.record import meeting_record
from memo.capture.work import capture
from memo.errors import NotFound
from memo.models import LOCAL_USER, Rejected
from memo.store import meetings
from memo.store.pool import Database
from tests.integration.capturing import STANDUP, tools


def reject(db: Database, kind: str, text: str, quote: str = "", **detail: str | None) -> tuple[int, int]:
    """A meeting with one more rejected item; meeting and item."""
    record = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    with db.write(LOCAL_USER) as conn:
        item = Rejected.model_validate({"kind": kind, "text": text, "quote": quote, "why": "a test", "detail": detail})
        meetings.insert_rejected(conn, record.meeting_id or 0, [item])
        return record.meeting_id or 0, max(row.id for row in meetings.meeting_rejected(conn, record.meeting_id or 0))


def test_an_action_item_finds_its_words_and_its_day(db: Database) -> None:
    meeting_id, item = reject(
        db,
        "action_item",
        "Order ten laptops",
        "i will order the NEW laptops",
        assignee="Cleo Park",
        due_text="by Friday",
    )
    accepted = accept_rejected(db, LOCAL_USER, item)
    assert (accepted.fact_type, accepted.quote) == ("action_item", "I will order the new laptops")
    record = meeting_record(db, LOCAL_USER, meeting_id)
    made = next(one for one in record.action_items if one.id == accepted.fact_id)
    assert (made.assignee, made.due_text, made.due_on) == ("Cleo Park", "by Friday", date(2026, 3, 6))
    assert item not in [row.id for row in record.rejected if isinstance(row, meetings.RejectedRow)]
    with db.read(LOCAL_USER) as conn:
        row = conn.execute("SELECT source_type, source_id FROM action_items WHERE id = %s", (made.id,)).fetchone()
    assert row == {"source_type": "edit", "source_id": f"rejected:{item}"}
    with pytest.raises(NotFound):
        accept_rejected(db, LOCAL_USER, item)


def test_a_decision_without_words_is_accepted_without_a_quote(db: Database) -> None:
    meeting_id, item = reject(
        db, "decision", "Hire a designer", "never said", decided_by="Ana Costa, Ben Ode", reasoning="growth"
    )
    accepted = accept_rejected(db, LOCAL_USER, item)
    assert accepted.quote is None
    with db.read(LOCAL_USER) as conn:
        row = conn.execute(
            "SELECT description, reasoning, quote FROM decisions WHERE id = %s", (accepted.fact_id,)
        ).fetchone()
        makers = conn.execute(
            "SELECT name FROM decision_makers WHERE decision_id = %s ORDER BY id", (accepted.fact_id,)
        ).fetchall()
    assert row == {"description": "Hire a designer", "reasoning": "growth", "quote": None}
    assert [maker["name"] for maker in makers] == ["Ana Costa", "Ben Ode"]
    assert meeting_id == accepted.meeting_id


def test_outcomes_and_sentences_of_the_summary_go_back_into_the_meeting(db: Database) -> None:
    meeting_id, outcome = reject(db, "outcome", "Everybody was content")
    accept_rejected(db, LOCAL_USER, outcome)
    assert "Everybody was content" in meeting_record(db, LOCAL_USER, meeting_id).outcomes
    _, sentence = reject(db, "summary", "It rained.")
    accept_rejected(db, LOCAL_USER, sentence)
    assert meeting_record(db, LOCAL_USER, meeting_id).summary.endswith("It rained.")
