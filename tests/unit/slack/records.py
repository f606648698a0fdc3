"""Records, names and answers to draw."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from memo.models import (
    ActionItemOut,
    Answer,
    Candidate,
    CaptureRecord,
    Citation,
    DecisionOut,
    Fact,
    PendingName,
    Searched,
)

DAY = date(2026, 3, 4)
HOSTILE = "<!channel> & <@U1> <http://evil.example|click> *x*"
INERT = "&lt;!channel&gt; &amp; &lt;@U1&gt; &lt;http://evil.example|click&gt; *x*"


def decision(number: int, description: str | None = None, **more: Any) -> DecisionOut:
    said = {
        "description": description or f"We take supplier {number}",
        "reasoning": "it is near",
        "decided_by": ["Ana"],
    }
    return DecisionOut.model_validate({"id": number, "quote": "q", "turn": 0, "start": 0, "end": 1, **said, **more})


def item(number: int, description: str | None = None, **more: Any) -> ActionItemOut:
    said = {
        "description": description or f"Write part {number}",
        "assignee": "Ben Ode",
        "assignee_pending": False,
        "due_on": date(2026, 3, 6),
        "due_text": "by Friday",
    }
    return ActionItemOut.model_validate({"id": number, "quote": "q", "turn": 0, "start": 0, "end": 1, **said, **more})


def record(**values: Any) -> CaptureRecord:
    said: dict[str, Any] = {
        "state": "stored",
        "capture_id": 1,
        "meeting_id": 7,
        "title": "Weekly sync",
        "held_on": DAY,
        "summary": "What was said.",
        "attendees": ["Ana Costa", "Ben Ode"],
        "topics": ["suppliers"],
        "outcomes": ["a supplier"],
        "decisions": [decision(1)],
        "action_items": [item(1)],
        "rejected": [],
        "coverage": None,
        "model": "m",
        "cost_microdollars": 1,
    }
    return CaptureRecord.model_validate({**said, **values})


def pending(mention: str = "Sam", *candidates: str, scope: str = "meeting", **more: Any) -> PendingName:
    known = [
        Candidate(id=n, name=name, confidence=0.6, why="the first name fits") for n, name in enumerate(candidates, 1)
    ]
    said: dict[str, Any] = {
        "mention": mention,
        "type": "person",
        "meeting_id": 7,
        "meeting": "Weekly sync",
        "happened_on": DAY,
        "quote": "Sam will write it",
        "action_items": 1,
        "decisions": 0,
        "candidates": tuple(known),
        "scope": scope,
    }
    return PendingName.model_validate({**said, **more})


def answer(text: str = "We use Postgres [1].", citations: int = 1, **more: Any) -> Answer:
    said: dict[str, Any] = {
        "answer": text,
        "abstained": False,
        "citations": [
            Citation(
                n=n,
                fact_type="decision",
                fact_id=n,
                text=f"We use Postgres {n}",
                meeting_id=7,
                meeting="Weekly sync",
                happened_on=DAY,
                quote="q",
                turn=1,
            )
            for n in range(1, citations + 1)
        ],
        "near_misses": [],
        "searched": Searched(facts=3, meetings=1),
        "filters": {},
        "model": "m",
        "cost_microdollars": 1,
    }
    return Answer.model_validate({**said, **more})


def digest(text: str) -> Fact:
    return Fact(
        fact_type="pulse_summary",
        fact_id=1,
        text=text,
        source_type="pulse",
        source_id="pulse:2026-03-04",
        happened_on=DAY,
        captured_at=datetime(2026, 3, 4, 18, tzinfo=UTC),
        status="active",
    )
