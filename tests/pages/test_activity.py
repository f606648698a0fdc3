"""Activity: what is not searchable yet, calls, cost, versions and limits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import streamlit as st

from memo.models import ModelRun
from memo.service import Memo
from memo.store import outbox, runs
from memo.ui.plain import plain
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP

PAGE = "5_Activity.py"


def _run(cost: int | None, outcome: str = "ok", error: str | None = None) -> ModelRun:
    return ModelRun(
        trigger_detail="memo_capture",
        model="claude-sonnet-5-5",
        started_at=datetime.now(UTC),
        latency_ms=1234,
        input_tokens=1000,
        output_tokens=200,
        cost_microdollars=cost,
        outcome=outcome,
        error_class=error,
    )


def test_nothing_was_done_yet(open_page: Open) -> None:
    told = text_of(open_page(PAGE))
    for words in ("There are no facts yet.", "No model was called", "Nothing was handed in yet.", "There was none."):
        assert words in told


def test_calls_and_their_cost_are_told(open_page: Open, memo: Memo) -> None:
    with memo.db.write(memo.who) as conn:
        runs.insert_run(conn, _run(1_230_000))
        runs.insert_run(conn, _run(None, "failed", "ModelTimeout"))
    at = open_page(PAGE)
    told = text_of(at)
    assert "Spent in the last 30 days: $1.23. The price of 1 call is not known." in told
    assert "The newest 2 calls, 1 of which failed." in told
    calls = at.dataframe[0].value
    assert list(calls["Cost"]) == ["not known", "$1.2300"]
    assert list(calls["For"]) == ["reading a transcript"] * 2


def test_facts_without_vectors_get_them(open_page: Open, memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    memo.capture(STANDUP, "weekly.txt")
    assert "by words only" in text_of(open_page(PAGE))
    monkeypatch.setenv("MEMO_EMBEDDER", "bundled")
    st.cache_resource.clear()  # the pages open the memory anew
    at = open_page(PAGE)
    assert "not searchable by meaning yet" in text_of(at)
    button(at, "Make them searchable").click().run()
    assert not at.exception
    assert "can be found by meaning now" in text_of(at)


def test_a_rerun_writes_nothing(open_page: Open, memo: Memo, forbid_writes: Callable[[], None]) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE)
    forbid_writes()
    before = text_of(at)
    assert not at.run().exception
    assert text_of(at) == before


def test_what_slack_did_not_take_is_told_and_sent_again(open_page: Open, memo: Memo) -> None:
    assert "Messages Slack did not take" not in text_of(open_page(PAGE))
    with memo.db.write(memo.who) as conn:
        outbox.insert_message(conn, kind="pulse_stored", dedup_key="pulse:1", payload={}, meeting_id=None)
        message = outbox.claim_message(conn, ["pulse_stored"], 60)
        assert message is not None
        outbox.message_failed(conn, message.id, "Slack says channel_not_found: [look](http://evil.example).")
    at = open_page(PAGE)
    told = text_of(at)
    assert "The digest of the day" in told
    assert "channel_not_found" in told
    button(at, "Send again").click().run()
    (waiting,) = memo.outbox_failures()
    assert waiting.failed_at is None
    assert "Given up" not in text_of(at)
    assert "Tried again on" in text_of(at)


def test_the_page_says_who_can_reach_it(open_page: Open) -> None:
    told = open_page(PAGE).table[-1].value
    (who,) = told[told["What"] == "Who may see this"]["Is"]
    assert who == plain("this machine only; there is no sign-in")
