"""Decisions, action items, receipts, dates and money in words."""

from __future__ import annotations

from datetime import date

import pytest

from memo.models import ActionItemOut, CostEstimate, Coverage, Gap
from memo.ui.lines import decision_markdown, item_markdown, says
from memo.ui.receipt import estimate_line, missing
from memo.ui.record_text import due
from memo.ui.words import clipped, listed, money, short_date, up_to


def test_a_reason_that_the_decision_gives_itself_is_not_said_twice() -> None:
    assert "Why" not in decision_markdown("We use Postgres, because the team runs it.", "The team runs it")
    assert "*Why: The team runs it*" in decision_markdown("We use Postgres.", "The team runs it")


@pytest.mark.parametrize(
    ("description", "assignee", "pending", "told"),
    [
        ("Ben Ode will write it.", "Ben Ode", False, "**Ben Ode** will write it\\."),
        ("Ben Odessa will write it.", "Ben Ode", False, "**Ben Ode**: Ben Odessa will write it\\."),
        ("write it", "Sam", True, "**Sam** :orange[(who is that?)]: write it"),
        ("Sam: write it", "Sam", True, "**Sam** :orange[(who is that?)]\\: write it"),
        ("write it", None, False, "**Nobody yet**: write it"),
    ],
)
def test_an_owner_is_named_once(description: str, assignee: str | None, pending: bool, told: str) -> None:
    assert item_markdown(description, assignee, pending=pending) == told


def test_an_empty_reason_is_in_every_sentence() -> None:
    assert says("We stop.", "we stop")
    assert not says("We stop.", "because")


def _item(**values: object) -> ActionItemOut:
    fields = {
        "id": 1,
        "description": "x",
        "assignee": None,
        "assignee_pending": False,
        "due_on": None,
        "due_text": None,
    }
    return ActionItemOut.model_validate({**fields, "quote": "x", "turn": 0, "start": 0, "end": 1, **values})


def test_due_dates_keep_the_words_that_were_said() -> None:
    today = date(2026, 3, 2)
    assert due(_item(due_on=date(2026, 3, 6), due_text="by Friday"), today) == "due Fri 6 Mar (“by Friday”)"
    assert due(_item(due_on=date(2026, 2, 27)), today) == "due Fri 27 Feb, overdue"
    assert due(_item(due_text="soon"), today) == "due “soon”"
    assert due(_item(), today) == "no day named"


def test_the_cost_is_said_before_the_click() -> None:
    paid = CostEstimate(
        model="claude", chars=18_420, turns=214, parts=2, input_tokens=9_000, output_tokens=900, microdollars=21_000
    )
    assert estimate_line(paid) == "18,420 characters, 214 turns in 2 parts · about $0.02 with claude"
    unknown = paid.model_copy(update={"microdollars": None, "parts": 1})
    assert estimate_line(unknown) == "18,420 characters, 214 turns · price not known with claude"
    free = paid.model_copy(update={"input_tokens": 0, "microdollars": 0, "parts": 1})
    assert estimate_line(free) == "18,420 characters, 214 turns · found by rules (no model), free"


def test_what_could_not_be_read_is_said() -> None:
    gap = Gap(part=1, start=34_000, end=51_000, why="The model did not answer in time.")
    coverage = Coverage(chars=90_000, chars_read=73_000, turns=10, parts=3, parts_failed=1, gaps=(gap,))
    assert missing(coverage) == (
        "1 part of 3 could not be read:\ncharacters 34,000 to 51,000: The model did not answer in time."
    )


def test_small_words() -> None:
    assert [money(cost) for cost in (None, 0, 500, 21_000)] == [
        "price not known",
        "nothing",
        "less than $0.01",
        "$0.02",
    ]
    assert listed(["Ada", "Bob", "Cleo"]) == "Ada, Bob and Cleo"
    assert short_date(date(2025, 3, 6), date(2026, 1, 1)) == "Thu 6 Mar 2025"
    assert clipped("one two three", 9) == "one …"
    assert clipped("x" * 50, 10) == "xxxxxxxx …"


@pytest.mark.parametrize(
    ("number", "most", "more", "told"),
    [
        (0, None, False, "0"),
        (1204, None, False, "1,204"),
        (10_000, 10_000, False, "10,000"),
        (10_001, 10_000, False, "10,000+"),
        (37, None, True, "37+"),
        (0, None, True, ""),
    ],
)
def test_a_number_that_was_not_counted_to_its_end_says_so(number: int, most: int | None, more: bool, told: str) -> None:
    assert up_to(number, most, more=more) == told
