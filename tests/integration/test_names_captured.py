"""Names from the transcript to the answer and back, through the service: captured, confirmed, captured anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memo.models import FactFilter
from memo.service import Memo

SYNC = b"""Title: Harbour sync
Date: 2026-03-02

Ana Costa: Good morning everybody, let us go through the migration.
Sam Rivera: The test system has been ready since last Monday.
Sam Okafor: And the customer has signed off on the new timetable.
Ana Costa: Agreed. Sam will write up the migration steps by Thursday, and then we read them together.
Ana Costa: Decision: we move the queue into Postgres, because one system is enough.
"""


@pytest.fixture
def memo(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memo]:
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("MEMO_EMBEDDER", "off")
    with Memo.open() as opened:
        yield opened


def sam(memo: Memo) -> int:
    return next(person.id for person in memo.people() if person.name == "Sam Okafor")


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_confirmed_name_outlives_a_new_reading(memo: Memo, everywhere: bool) -> None:
    first = memo.capture(SYNC, "sync.txt")
    (waiting,) = memo.pending_names()
    assert (waiting.mention, waiting.meeting_id, waiting.action_items) == ("Sam", first.meeting_id, 1)
    assert waiting.quote is not None
    assert waiting.quote.startswith("Sam will write up the migration steps")
    memo.confirm_name("Sam", "person", sam(memo), meeting_id=None if everywhere else first.meeting_id)
    again = memo.capture(SYNC, "sync.txt", replace=True)
    assert again.meeting_id != first.meeting_id
    assert [item.assignee for item in again.action_items] == ["Sam Okafor"]
    assert memo.pending_names() == []


def test_the_filter_by_person_finds_what_was_confirmed_and_no_more_after_undo(memo: Memo) -> None:
    memo.capture(SYNC, "sync.txt")
    wanted = FactFilter(person_id=sam(memo), fact_types=("action_item",))
    assert memo.facts(wanted).facts == ()
    receipt = memo.confirm_name("Sam", "person", sam(memo))
    assert [fact.people for fact in memo.facts(wanted).facts] == [("Sam Okafor",)]
    assert "Sam Okafor" in memo.ask("What does Sam Okafor have to do?").answer
    memo.undo_name(receipt.receipt_id)
    assert memo.facts(wanted).facts == ()


def test_none_of_these_outlives_a_new_reading(memo: Memo) -> None:
    first = memo.capture(SYNC, "sync.txt")
    memo.dismiss_name("Sam", "person", meeting_id=first.meeting_id)
    again = memo.capture(SYNC, "sync.txt", replace=True)
    assert [(item.assignee, item.assignee_pending) for item in again.action_items] == [("Sam", False)]
    assert memo.pending_names() == []
