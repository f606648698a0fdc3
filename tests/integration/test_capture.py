"""Handing in a transcript: kept first, read once, stored whole, and read back as its record."""

from __future__ import annotations

from memo.capture.record import capture_record, meeting_record, transcript
from memo.capture.work import capture
from memo.models import LOCAL_USER
from memo.store.pool import Database
from tests.integration.capturing import STANDUP, tools


def test_a_transcript_becomes_a_meeting_with_proven_facts(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    assert record.state == "stored"
    assert record.title == "Platform weekly"
    assert str(record.held_on) == "2026-03-02"
    assert record.attendees == ["Ana Costa", "Ben Ode", "Cleo Park"]
    assert [d.description for d in record.decisions]
    text = transcript(db, LOCAL_USER, record.meeting_id or 0).text
    for fact in (*record.decisions, *record.action_items):
        assert text[fact.start : fact.end] == fact.quote
    assert record == capture_record(db, LOCAL_USER, record.capture_id or 0)
    assert record == meeting_record(db, LOCAL_USER, record.meeting_id or 0)
