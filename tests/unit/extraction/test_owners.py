"""Who takes a task or is given it - and who is only talked about."""

from __future__ import annotations

import pytest

from memo.extraction.owners import is_given, named_in, same_person


@pytest.mark.parametrize(
    "text",
    [
        "Bob, can you send it?",
        "Can you send it, Bob?",
        "Bob will send it.",
        "Bob to send it",
        "bob: send it",
        "- [ ] Bob: send it",
        "- Bob - send it",
        "ACTION: Bob to send it",
        "#action bob send it",
        "@bob please send it",
        "Let's have Bob send it.",
        "Send it (Bob)",
        "Send it (@bob)",
        "Send it - Bob",
        "| Bob | send it |",
        "Bob and Alice will send it",
        "Assigned to Bob",
        "Owner: Bob",
        "Bob should probably send it. Bob needs to send it.",
        "Bob is going to send it",
        "Bob'll send it",
        "Bob Diaz will send it",
        "Bob agreed to send it",
        "Could Bob send it?",
    ],
)
def test_a_task_is_given(text: str) -> None:
    assert is_given("Bob", text)


@pytest.mark.parametrize(
    "text",
    [
        "I'll send it to Bob.",
        "Thanks Bob, I'll send it.",
        "I sent it to Bob and he liked it.",
        "Bob liked the old logo.",
        "That was Bob's idea.",
        "As Bob said, we are late.",
        "I'll ask Bob to look at it",
        "Remind Bob to send it",
        "Bobby will send it",
        "Tell Bob we are late.",
        "Nobody will send it",
    ],
)
def test_being_talked_about_gives_nobody_a_task(text: str) -> None:
    assert not is_given("Bob", text)


@pytest.mark.parametrize(
    ("mention", "name", "same"),
    [
        ("Bob", "Bob Diaz", True),
        ("Bob Diaz", "bob", True),
        ("diaz, bob", "Bob Diaz", True),
        ("oleg_nenashev", "oleg-nenashev", True),
        ("Bob Diaz", "Bob Miller", False),
        ("Christina Lee", "Christine Lee", False),
        ("Daniel", "Daniela Kim", False),
        ("", "Bob", False),
    ],
)
def test_who_may_be_the_same(mention: str, name: str, same: bool) -> None:
    assert same_person(mention, name) is same


def test_a_first_name_stands_for_the_full_one_unless_two_people_have_it() -> None:
    people = ["Bob Diaz", "Sam Rivera", "Sam Chen", "Will Smith"]
    assert named_in("Bob and Sam will talk", people) == ["Bob Diaz"]
    assert named_in("Rivera said no", people) == ["Sam Rivera"]
    assert named_in("we will see", people) == []
