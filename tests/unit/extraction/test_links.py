"""Which action item carries out which decision, and when a decision takes another's place."""

from __future__ import annotations

import pytest

from memo.extraction.links import Earlier, implementing, reverses, superseding
from memo.models import CheckedAction, CheckedDecision, Evidence

RABBIT = Earlier(1, "We run RabbitMQ for the notification queue.")
PIER = Earlier(2, "We paint the pier green in spring.")


def decision(text: str, turn: int = 0, quote: str | None = None) -> CheckedDecision:
    return CheckedDecision(description=text, evidence=Evidence(quote=quote or text, turn=turn, start=0, end=9))


def item(text: str, turn: int, assignee: str | None = None) -> CheckedAction:
    evidence = Evidence(quote=text, turn=turn, start=0, end=9)
    return CheckedAction(description=text, assignee=assignee, evidence=evidence)


EXPORT = decision("We go with the PDF passenger list.", 10)
QUEUE = decision("The notification queue moves into Postgres.", 14)


@pytest.mark.parametrize(
    ("text", "turn", "to"),
    [
        ("Ines sends a layout of the passenger list.", 11, [7]),
        ("Ines sends a layout of the passenger list.", 15, [7]),  # two words in common, five turns later
        ("Ines sends a list.", 12, [7]),
        ("Ines sends a list.", 15, []),  # one word in common is too little that far away
        ("Ines sends a layout of the passenger list.", 17, []),  # too far
        ("Ines sends a layout of the passenger list.", 9, []),  # before it was decided
        ("Ines waters the flowers.", 11, []),
        ("Tomas writes the steps for the notification queue in Postgres.", 15, [8]),
    ],
)
def test_an_item_carries_out_what_was_decided_just_before(text: str, turn: int, to: list[int]) -> None:
    links = implementing([(7, EXPORT), (8, QUEUE)], [(3, item(text, turn))])
    assert [(link.kind, link.from_id, link.to_id) for link in links] == [("implements", 3, one) for one in to]


def test_the_owners_name_is_no_word_in_common() -> None:
    decided = decision("Rivera leads the audit.", 1)
    assert implementing([(7, decided)], [(3, item("Sam Rivera calls the bank.", 2, "Sam Rivera"))]) == []


def test_a_reversal_in_words_takes_the_place_of_what_it_names() -> None:
    new = decision("We reverse that: the notification queue moves to Postgres instead of RabbitMQ.")
    link = superseding(9, new, [PIER, RABBIT])
    assert link is not None
    assert (link.kind, link.from_id, link.to_id) == ("supersedes", 9, 1)


@pytest.mark.parametrize(
    "text",
    [
        "The notification queue runs on RabbitMQ and Postgres.",  # nothing is reversed
        "We are reversing the truck into the yard.",  # nothing that was decided is named
        "We scrap the pier.",  # one word is too little
    ],
)
def test_without_a_reversal_or_what_it_names_nothing_is_proposed(text: str) -> None:
    assert superseding(9, decision(text), [PIER, RABBIT]) is None


@pytest.mark.parametrize(
    ("text", "says_so"),
    [
        ("We changed our minds about the pier.", True),
        ("We no longer print lists.", True),
        ("We are going back on the October decision.", True),
        ("Let's move away from RabbitMQ.", True),
        ("We keep the scrapbook.", False),
        ("We reserve the room.", False),
        ("We switch the lights on.", False),
    ],
)
def test_what_says_that_something_is_reversed(text: str, says_so: bool) -> None:
    assert reverses(decision(text)) is says_so
