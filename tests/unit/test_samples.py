"""The sample meeting shows what Memo does: decisions with reasons, a reversal, owners, dates and an unclear name."""

from __future__ import annotations

from datetime import date

import pytest

from memo.extraction import OfflineExtractor, extract
from memo.models import Extraction, Transcript
from memo.samples import sample
from memo.transcripts import read


@pytest.fixture(scope="module")
def transcript() -> Transcript:
    name, data = sample()
    return read(data, name)


@pytest.fixture(scope="module")
def found(transcript: Transcript) -> Extraction:
    return extract(transcript, title=transcript.title, held_on=transcript.held_on, extractor=OfflineExtractor())


def test_it_says_what_meeting_it_was(transcript: Transcript) -> None:
    assert (transcript.title, transcript.held_on) == ("Weekly product sync", date(2026, 11, 18))
    assert len(transcript.turns) > 80
    assert {"Sam Rivera", "Sam Whitlock"} <= set(transcript.people)
    assert not transcript.warnings


def test_a_decision_reverses_an_earlier_one_and_says_why(found: Extraction) -> None:
    reversal = next(d for d in found.decisions if "reversing" in d.description)
    assert "Postgres instead of RabbitMQ" in reversal.description
    assert "forty messages a minute" in (reversal.reasoning or "").lower()
    assert sum(bool(d.reasoning) for d in found.decisions) >= 4


def test_the_decision_of_october_is_left_to_a_person(found: Extraction) -> None:
    assert not any("RabbitMQ for the" in d.description for d in found.decisions)
    (left,) = found.rejected
    assert left.text.startswith("As you remember, in October we decided to run RabbitMQ")


def test_action_items_have_owners_and_days(found: Extraction) -> None:
    due = {item.assignee: item.due_on for item in found.action_items if item.due_on}
    assert due["Ines Ferreira"] == date(2026, 11, 20)
    assert due["Jonah Weiss"] is not None
    assert due["Sam"] == date(2026, 11, 19)
    assert due["Tomas Okafor"] == date(2026, 11, 30)


def test_every_quote_is_in_the_transcript(transcript: Transcript, found: Extraction) -> None:
    for item in (*found.decisions, *found.action_items):
        assert transcript.text[item.evidence.start : item.evidence.end] == item.evidence.quote
