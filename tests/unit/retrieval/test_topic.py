"""What a question is about, and the occasion it names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo.retrieval.topic import names_a_topic, negates, points, without_occasion


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did we say about buttons when discussing the remote?", "What did we say about buttons?"),
        ("Why did Marketing want rubber, when they were talking about the case?", "Why did Marketing want rubber?"),
        ("What did Ana decide on the price as she presented the budget", "What did Ana decide on the price?"),
        ("Who had the pager while the team reviewed the outage?", "Who had the pager?"),
        ("What was the price of LCD when briefly mentioning screens?", "What was the price of LCD?"),
    ],
)
def test_an_occasion_is_left_out(question: str, asked: str) -> None:
    assert without_occasion(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide when discussing hosting?",
        "What did Ana think when discussing hosting?",
        "Why did the Project Manager agree with Marketing when discussing the shape?",
        "When did we discuss hosting?",
        "What should be done while the server is down?",
        "Who supports Ana when she is ill?",
        "Which file is used as presented data?",
        "What did buttons cost when presented with rubber?",
        "Which laptop do we use when presenting to clients?",
        "What is the policy when a customer comments on a ticket?",
        "Who was paged when the server addresses run out?",
        "Which requirements have been flagged as not addressed by Acme?",
        "What was decided about hosting? When we talked about the price, who objected?",
        "What was said about hosting when discussing the price, and which vendor was taken?",
        "What happened when we talked to Northwind?",
        "",
        "?",
    ],
)
def test_what_is_all_there_is_stays(question: str) -> None:
    assert without_occasion(question) == question


@pytest.mark.parametrize("filling", [", ", " ", "\t\n,", "when we ", ", when"])
def test_a_long_question_is_read_in_no_time(filling: str) -> None:
    assert without_occasion(f"What was it{filling * 2_000}") == f"What was it{filling * 2_000}"


@pytest.mark.parametrize(
    ("text", "pointing"),
    [
        ("What is still to be decided?", True),
        ("what do we have to decide", True),
        ("what did the client decide", True),
        ("what did he decide", True),
        ("what has been decided so far", False),
        ("what did the team decide", False),
        ("what did we agree", False),
    ],
)
def test_what_is_not_named_or_is_still_to_come_is_pointed_at(text: str, pointing: bool) -> None:
    assert points(text) is pointing


@given(st.text(max_size=300))
def test_of_any_text_only_a_passage_is_left_out(text: str) -> None:
    rest = without_occasion(text)
    assert len(rest) <= len(text)
    assert rest == text or names_a_topic(rest)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What was agreed?", False),
        ("what did the team say so far", False),
        ("what was decided about it", False),
        ("What did we decide about Go?", True),
        ("What did WHO decide?", True),
        ("What did I decide?", False),
        ("WHAT DID WE DECIDE?", False),
        ("hosting", True),
        ("", False),
        ("Q3", True),
    ],
)
def test_a_topic_is_a_word_that_says_something(text: str, topic: bool) -> None:
    assert names_a_topic(text) is topic


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("What was not decided?", True),
        ("what didn't we agree on", True),
        ("what did nobody decide", True),
        ("decisions without Priya", True),
        ("everything except hosting", True),
        ("What was decided?", False),
        ("what did Notting decide", False),
    ],
)
def test_a_question_for_what_was_not_so_is_known(text: str, negated: bool) -> None:
    assert negates(text) is negated
