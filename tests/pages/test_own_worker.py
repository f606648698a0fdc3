"""Pages served without a worker, as `streamlit run app.py` does."""

from __future__ import annotations

import time

import streamlit as st

from memo.service import Memo
from memo.ui.worker import ensure_worker
from tests.pages.meetings import STANDUP


def test_without_a_worker_the_pages_start_one(memo: Memo) -> None:
    received = memo.receive(STANDUP, "weekly.txt")
    assert not memo.worker_alive()
    try:
        ensure_worker(memo)
        until = time.monotonic() + 30
        while memo.capture_progress(received.capture_id).state != "stored" and time.monotonic() < until:
            time.sleep(0.1)
        assert memo.capture_progress(received.capture_id).state == "stored"
        assert memo.worker_alive()
    finally:
        st.cache_resource.clear()
