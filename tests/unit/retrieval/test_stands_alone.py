"""Which questions need the one before them, and which only look so."""

from __future__ import annotations

import pytest

from memo.retrieval.follow_up import by_rule
from memo.retrieval.stands_alone import depends
from memo.store.answers import AskedBefore

NEED_IT = (
    "and who owns that?",
    "why?",
    "Why not?",
    "when?",
    "since when?",
    "what about Tomas?",
    "How about the spring release?",
    "and Tomas?",
    "and for Northwind?",
    "who decided it?",
    "who decided?",
    "who decided that yesterday?",
    "did we agree to that?",
    "did Sam agree to that?",
    "why did the team choose it?",
    "when does Jonah finish it?",
    "what does he have to do?",
    "who told them?",
    "what is the deadline?",
    "who is the owner?",
    "is it still open?",
    "why did that happen?",
    "who made this decision?",
    "what happened?",
    "who else was there?",
    "same for Acme?",
    "but why?",
    "so what did they say?",
    "what did we choose instead?",
)
STAND_ALONE = (
    "what does Sam have to do?",
    "is there a decision about phone numbers?",
    "are there any open tasks for Jonah?",
    "did we agree that phone numbers stay off the list?",
    "who is Tomas?",
    "why did we drop RabbitMQ?",
    "when is the spring release?",
    "who said that the harbour masters print the list?",
    "what is overdue?",
    "what is due this week?",
    "which tasks that are open belong to Priya?",
    "what was in the meeting that discussed hosting?",
    "what do we do when it is raining at the harbour?",
    "is it true that the release moves to March?",
    "how long does it take to deploy the queue?",
    "what did Tomas say about his dashboard?",
    "does the export have its own flag?",
    "did we test the queue before we shipped it?",
    "what is the decision about the seat map?",
    "So why did we drop RabbitMQ?",
    "and what did we decide about the export?",
    "who reviews the migration steps?",
    "what did we decide this month about hosting?",
    "list decisions",
    "is there anything that is overdue?",
    "Who owns the PDF export?",
    "Which database do we use?",
    "did Maya decide that the seat map waits?",
)


@pytest.mark.parametrize("question", NEED_IT)
def test_what_points_back_needs_what_was_said(question: str) -> None:
    assert depends(question)


@pytest.mark.parametrize("question", STAND_ALONE)
def test_what_has_its_own_subject_stands_alone(question: str) -> None:
    assert not depends(question)


def test_only_what_needs_it_is_put_to_the_last_question() -> None:
    before = [AskedBefore(question="why did we drop RabbitMQ?", asked=None, answer="It fell over.")]
    assert by_rule("who decided it?", before) == "who decided it? (about: why did we drop RabbitMQ?)"
    assert by_rule("what does Sam have to do?", before) is None
    assert by_rule("who decided it?", []) is None


def test_what_says_nothing_by_itself_is_not_what_the_next_is_about() -> None:
    first = "why did we drop RabbitMQ?"
    second = AskedBefore(
        question="and who decided that?", asked=f"and who decided that? (about: {first})", answer="Ana."
    )
    assert by_rule("when was it?", [second]) == f"when was it? (about: {first})"
    redis = AskedBefore(question="what about Redis?", asked=f"what about Redis? (about: {first})", answer="No.")
    assert by_rule("and what did I decide?", [redis]) is None
    assert by_rule("what did I decide about it?", [redis]) is not None
    assert by_rule("when was it?", [redis]) == f"when was it? (about: what about Redis? (about: {first}))"
