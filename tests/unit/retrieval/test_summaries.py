"""Summaries of meetings among their own facts."""

from __future__ import annotations

import pytest

from memo.extraction.offline import LABEL
from memo.models import FactType
from memo.retrieval.candidates import Candidate
from memo.retrieval.rank import Ranked
from memo.retrieval.summaries import labels_off, own_facts_first, without_label, without_retold
from memo.store.search import Found
from tests.unit.retrieval.facts import NO_MONGO, POSTGRES, fact

BY_RULES = f"{LABEL} Decided: we use Postgres."


def ranked(score: float, fact_type: FactType, fact_id: int, meeting_id: int | None, text: str = "x") -> Ranked:
    found = Found(fact_type, fact_id, text, meeting_id, None, None)
    return Ranked(Candidate(found, score, ("words",)), score)


@pytest.mark.parametrize(
    ("text", "own", "order"),
    [
        ("We met.", 0.8, ["decision", "meeting", "action_item"]),
        ("We met.", 0.3, ["meeting", "decision", "action_item"]),
        (BY_RULES, 0.3, ["decision", "meeting", "action_item"]),
        (BY_RULES, 0.05, ["meeting", "decision", "action_item"]),
    ],
)
def test_a_summary_comes_after_the_facts_of_its_meeting_that_match(text: str, own: float, order: list[str]) -> None:
    results = [
        ranked(0.9, "meeting", 7, 7, text),
        ranked(own, "decision", 1, 7),
        ranked(0.04, "action_item", 2, 7),
    ]
    moved = own_facts_first(results)
    assert [one.candidate.found.fact_type for one in moved] == order
    assert [one.score for one in moved] == sorted((one.score for one in moved), reverse=True)


def test_a_summary_stays_before_facts_of_other_meetings() -> None:
    results = [ranked(0.9, "meeting", 7, 7, BY_RULES), ranked(0.8, "decision", 1, 8), ranked(0.8, "decision", 2, None)]
    assert own_facts_first(results) == results


def test_how_a_summary_was_made_is_not_what_it_says() -> None:
    summary = fact(BY_RULES, "meeting", 7, meeting_id=7)
    assert [one.text for one in labels_off([summary, POSTGRES])] == ["Decided: we use Postgres.", POSTGRES.text]
    assert without_label(LABEL) == LABEL


def test_a_summary_by_rules_is_left_out_beside_its_own_facts() -> None:
    summary = fact(BY_RULES, "meeting", 7, meeting_id=7)
    written = fact("We met and chose Postgres.", "meeting", 7, meeting_id=7)
    assert without_retold([summary, POSTGRES]) == [POSTGRES]
    assert without_retold([written, POSTGRES]) == [written, POSTGRES]
    assert without_retold([summary, NO_MONGO]) == [summary, NO_MONGO]
