"""The measure itself: what counts as found, once each, and with which figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memo.extraction import OfflineExtractor
from memo.models import CheckedAction, CheckedDecision, Evidence
from tests.quality.data import Gold, Meeting, meetings, transcript, word_f1
from tests.quality.items import Score, count, matches, measure

TEXT = "\n".join(f"Speaker{n % 3}: this is line number {n}" for n in range(60))


def _meeting() -> Meeting:
    return Meeting("set", "m", "M", None, transcript(TEXT), (), (), {})


def _found(turn: int, text: str, *by: str) -> CheckedDecision:
    span = _meeting().transcript.turns[turn]
    return CheckedDecision(
        description=text,
        decided_by=by,
        evidence=Evidence(quote=span.text, turn=turn, start=span.start, end=span.end),
    )


def test_turns_are_the_lines_of_the_record() -> None:
    read = transcript("Ann: hello\nno label here\nBob: a: b")
    assert [(t.index, t.speaker, t.text) for t in read.turns] == [
        (0, "Ann", "hello"),
        (1, None, "no label here"),
        (2, "Bob", "a: b"),
    ]
    assert all(read.text[t.start : t.end] == t.text for t in read.turns)
    assert read.people == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("turn", "gold", "found"),
    [
        (10, Gold("other words entirely", evidence=(13,)), True),
        (10, Gold("other words entirely", evidence=(14,)), False),
        (10, Gold("other words entirely", at=35), True),
        (10, Gold("other words entirely", at=36), False),
        (10, Gold("other words entirely", at=9), False),
        (10, Gold("adopt postgres storage"), True),
        (10, Gold("other words entirely"), False),
    ],
)
def test_an_item_matches_by_place_or_by_words(turn: int, gold: Gold, found: bool) -> None:
    assert bool(matches(_meeting(), [_found(turn, "Adopt Postgres storage")], [gold])) is found


def test_each_item_matches_once() -> None:
    gold = [Gold("adopt postgres", at=12), Gold("drop mongo", at=12)]
    found = [_found(10, "Drop mongo"), _found(11, "Drop mongo"), _found(11, "Adopt postgres")]
    pairs = matches(_meeting(), found, gold)
    assert {(f.description, g.text) for f, g in pairs} == {
        ("Drop mongo", "drop mongo"),
        ("Adopt postgres", "adopt postgres"),
    }


def test_figures_follow_from_the_counts() -> None:
    score = Score()
    gold = [Gold("adopt postgres", evidence=(10, 20), voters=("Ann", "Bob")), Gold("never found", evidence=(50,))]
    count(score, _meeting(), [_found(10, "Adopt postgres", "Ann", "Eve"), _found(30, "Something else")], gold)
    figures = score.figures()
    assert (figures["precision"], figures["recall"], figures["f1"]) == (0.5, 0.5, 0.5)
    assert figures["utterance_f1"] == round(2 / 5, 3)
    assert (figures["name_precision"], figures["name_recall"]) == (0.5, 0.5)
    assert Score().figures()["f1"] is None


def test_an_owner_is_measured_only_where_there_is_one_to_find() -> None:
    score = Score()
    span = _meeting().transcript.turns[3]
    evidence = Evidence(quote=span.text, turn=3, start=span.start, end=span.end)
    item = CheckedAction(description="call the vendor", assignee="Ann Lee", evidence=evidence)
    count(score, _meeting(), [item], [Gold("call the vendor", assignee="Ann")])
    count(score, _meeting(), [item], [Gold("call the vendor")])
    assert (score.names_found, score.names_gold, score.names_matched) == (1, 1, 1)


def test_a_set_is_read_and_measured(tmp_path: Path) -> None:
    record = {
        "meeting_id": "m1",
        "title": "One",
        "date": "2026-03-04",
        "transcript": "Ann: Okay, let's go with Postgres for the storage.\nBob: I'll call the vendor by Friday.",
        "decisions": ["Postgres is used for storage"],
        "decision_refs": [{"evidence": [0]}],
        "actions": [{"text": "Bob calls the vendor", "assignee": "Bob", "due": None}],
        "action_refs": [{"at": 2}],
    }
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps(record) + "\n" + json.dumps({"meeting_id": "q", "questions": []}) + "\n")
    assert [meeting.meeting_id for meeting in meetings(path)] == ["m1"]
    result = measure(path, OfflineExtractor(), None)
    assert [result.scores[kind].figures()["f1"] for kind in ("decisions", "actions")] == [1.0, 1.0]
    assert (result.quotes, result.quotes_verbatim) == (2, 2)


def test_words_agree_by_stem() -> None:
    assert word_f1("migrating the invoices", "migrate invoices") == 1.0
    assert word_f1("one thing", "another matter") == 0.0
