"""Activity: what is not searchable yet, calls, cost, versions and limits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import streamlit as st

from memo.models import ModelRun
from memo.service import Memo
from memo.store import runs
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
    assert "$1.23 in the last 30 days. The price of 1 call is not known." in told
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
