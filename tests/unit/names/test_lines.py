"""One JSON line in, one out."""

from __future__ import annotations

import json

import pytest

from memo.errors import InputError
from memo.names.lines import score_line


def test_a_line_is_answered_in_the_agreed_form() -> None:
    line = {"mention": "Sam", "type": "person", "candidates": ["Sam Rivera", "Sam Chen"], "meeting": ["Sam Chen"]}
    found = score_line(line)
    assert json.loads(json.dumps(found)) == {
        "mention": "Sam",
        "band": "auto",
        "confidence": 0.95,
        "candidate": "Sam Chen",
        "candidates": ["Sam Chen", "Sam Rivera"],
        "why": "only Sam in this meeting",
    }


def test_a_question_names_no_candidate() -> None:
    found = score_line({"mention": "Sam", "type": "person", "candidates": ["Sam Rivera"], "meeting": []})
    assert (found["band"], found["candidate"], found["candidates"]) == ("ask", None, ["Sam Rivera"])


def test_meeting_names_need_not_be_repeated_among_the_candidates() -> None:
    found = score_line({"mention": "Sam", "candidates": ["Priya Patel"], "meeting": ["Sam Rivera", "Priya Patel"]})
    assert found["candidate"] == "Sam Rivera"


def test_a_meeting_name_in_other_writing_is_the_known_one() -> None:
    found = score_line({"mention": "Sam", "candidates": ["Sam Rivera", "Sam Chen"], "meeting": ["Rivera, Sam (Guest)"]})
    assert found["candidate"] == "Sam Rivera"


def test_a_meeting_name_that_is_only_a_first_name_proves_nothing() -> None:
    found = score_line({"mention": "Sam", "candidates": ["Sam Rivera", "Sam Chen"], "meeting": ["Sam"]})
    assert (found["band"], set(found["candidates"])) == ("ask", {"Sam Rivera", "Sam Chen"})


@pytest.mark.parametrize("meeting", [[], ["Sam Rivera"], ["sam rivera", "Sam Rivera"]])
def test_the_same_candidate_twice_is_a_question(meeting: list[str]) -> None:
    line = {"mention": "Sam Rivera", "type": "person", "candidates": ["Sam Rivera", "Sam Rivera"], "meeting": meeting}
    assert score_line(line)["band"] == "ask"


def test_a_name_among_candidates_and_meeting_is_one() -> None:
    line = {"mention": "Sam Rivera", "type": "person", "candidates": ["Sam Rivera"], "meeting": ["Sam Rivera"]}
    assert score_line(line)["band"] == "auto"


def test_names_come_back_as_they_were_given() -> None:
    found = score_line({"mention": "acme", "type": "client", "candidates": [" ACME,  Inc. "]})
    assert found["candidate"] == " ACME,  Inc. "


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({}, "mention"),
        ({"mention": "Sam", "type": "dog"}, "type"),
        ({"mention": "Sam", "candidates": "x"}, "candidates"),
    ],
)
def test_a_wrong_line_says_which_field(line: dict[str, object], field: str) -> None:
    with pytest.raises(InputError, match=field):
        score_line(line)
