"""Home: what was decided, what is open, what waits."""

from __future__ import annotations

from collections.abc import Callable

from memo.models import FactFilter
from memo.service import Memo
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP


def test_an_empty_memory_offers_the_sample(open_page: Open) -> None:
    at = open_page()
    assert "It holds nothing yet" in text_of(at)
    button(at, "Try the sample meeting").click()
    assert not at.run().exception


def test_decisions_and_open_items_are_shown(open_page: Open, memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    told = text_of(open_page())
    assert "Postgres for the event store" in told
    assert "Platform weekly · 2 March 2026" in told
    assert "Open (2, " in told
    assert "overdue since Fri 6 Mar" in told


def test_a_decision_without_a_day_counts_as_decided_when_it_was_captured(open_page: Open, memo: Memo) -> None:
    old = [
        {"fact_type": "decision", "text": f"We keep supplier {n}.", "happened_on": f"2025-01-{n + 1:02}"}
        for n in range(8)
    ]
    memo.import_facts([*old, {"fact_type": "decision", "text": "We paint the door.", "source_id": "undated"}])
    memo.capture(STANDUP.replace(b"Date: 2026-03-02", b""), "weekly.txt")
    told = text_of(open_page())
    assert told.index("Postgres for the event store") < told.index("We keep supplier 7.")
    assert "1 decision without a day, captured in the last 30 days" in told
    assert "paint the door" not in told


def test_done_is_kept_and_undone(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page()
    plan = next(item for item in record.action_items if "migration" in item.description)
    at.button(key=f"done-{plan.id}").click().run()
    assert not at.exception
    assert "Open (1" in text_of(at)
    assert memo.fact("action_item", plan.id).status == "done"
    button(at, "Undo").click().run()
    assert memo.fact("action_item", plan.id).status == "open"
    assert "Open (2" in text_of(at)


def test_a_question_leads_to_the_page_that_answers(open_page: Open, memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page()
    at.text_input(key="home_question").set_value("Why Postgres?")
    button(at, "Ask").click().run()
    assert not at.exception
    (kept,) = memo.answers()
    assert kept.question == "Why Postgres?"


def test_a_capture_that_failed_waits_for_somebody(open_page: Open, memo: Memo) -> None:
    received = memo.receive(STANDUP, "weekly.txt")
    with memo.db.write(memo.who) as conn:
        conn.execute("UPDATE captures SET state = 'failed_final', last_error = 'The model refused.'")
    at = open_page()
    assert "weekly.txt was not read: The model refused." in text_of(at)
    button(at, "Try again").click().run()
    assert memo.capture_progress(received.capture_id).state == "received"


def test_a_rerun_writes_nothing(open_page: Open, memo: Memo, forbid_writes: Callable[[], None]) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page()
    forbid_writes()
    before = text_of(at)
    assert not at.run().exception
    assert text_of(at) == before
    assert memo.facts(FactFilter(fact_types=("decision",))).facts
