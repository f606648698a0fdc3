"""Which questions ask what somebody has to do, and who that is."""

from __future__ import annotations

import pytest

from memo.retrieval.to_do import to_do


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what does Jonah have to do?", "Jonah"),
        ("What does Jonah Weiss still need to do by Friday?", "Jonah Weiss"),
        ("what has Ines got to do?", "Ines"),
        ("what should Priya do?", "Priya"),
        ("what is Sam working on?", "Sam"),
        ("what's on Jonah's plate?", "Jonah"),
        ("which tasks does Sam Rivera have?", "Sam Rivera"),
        ("what is still open for Jonah this week?", "Jonah"),
        ("tell me what Jonah has to do", "Jonah"),
        ("what Sam still needs to do", "Sam"),
        ("does Jonah have anything to do?", "Jonah"),
        ("is there anything Priya has to do?", "Priya"),
        ("list Jonah's open items", "Jonah"),
        ("show me everything Jonah owes us", "Jonah"),
        ("what do we have to do?", None),
        ("what do I still have to do this week?", None),
        ("who has to do what?", None),
        ("what has to be done by Friday?", None),
        ("what is left to do?", None),
    ],
)
def test_what_somebody_has_to_do_is_asked(question: str, name: str | None) -> None:
    asked = to_do(question)
    assert asked is not None
    assert asked.name == name


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("what do I have to do?", True),
        ("What do I still have to do this week?", True),
        ("what am I supposed to do?", True),
        ("what is due for me this week?", True),
        ("what's on my plate?", True),
        ("my open tasks", True),
        ("Which of my action items are overdue?", True),
        ("do I have anything to do?", True),
        ("what do we have to do?", False),
        ("what does Jonah have to do?", False),
        ("who has to do what?", False),
    ],
)
def test_what_the_one_who_asks_has_to_do_is_asked(question: str, own: bool) -> None:
    asked = to_do(question)
    assert asked is not None
    assert asked.own is own


@pytest.mark.parametrize(
    "question",
    [
        "what happened to my task queue?",
        "what do I have to do to deploy the queue?",
        "what does Sam have to do with the queue?",
        "what do we have to do to deploy the queue?",
        "what does the PDF export do?",
        "what will the release do?",
        "what should we do about hosting?",
        "what do we do when it rains?",
        "what did Jonah decide?",
        "when is the layout due?",
        "why did we drop RabbitMQ?",
    ],
)
def test_what_asks_something_else_is_no_list(question: str) -> None:
    assert to_do(question) is None
