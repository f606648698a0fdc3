"""The view of what was handed in: progress while it is read, then the record, or what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from memo.errors import NotFound
from memo.models import CaptureProgress
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.progress import UNDER_WAY, draw_recent, draw_trouble, show, under_way, watch
from memo.ui.record import draw_next_steps, draw_record
from memo.ui.worker import ensure_worker

_ACCEPTED = "capture_accepted"


def asked_for() -> list[int]:
    """The captures that the address names: `?capture=7` or `?capture=7,8`."""
    return [int(part) for part in st.query_params.get("capture", "").split(",") if part.strip().isdecimal()]


def draw_captures(memo: Memo, capture_ids: Sequence[int]) -> None:
    """Draw the captures that the address names."""
    st.button("Hand in another", icon=":material/add:", type="tertiary", on_click=show, args=([],))
    with reporting():
        captures = _found(memo, capture_ids)
        if under_way(captures):
            ensure_worker(memo)
            watch(memo, capture_ids)
            return
        for capture in captures:
            draw_trouble(memo, capture)
        read = [capture for capture in captures if capture.state not in UNDER_WAY and capture.meeting_id is not None]
        if len(captures) == 1 and read:
            _draw_one(memo, captures[0].capture_id)
            return
        draw_recent(memo, read)


def _found(memo: Memo, capture_ids: Sequence[int]) -> list[CaptureProgress]:
    try:
        return [memo.capture_progress(capture_id) for capture_id in capture_ids]
    except NotFound as exc:
        raise NotFound("Nothing was handed in under this number: it was forgotten, or you may not see it.") from exc


def _draw_one(memo: Memo, capture_id: int) -> None:
    record = memo.capture_record(capture_id)
    if sentence := st.session_state.pop(_ACCEPTED, None):
        st.toast(sentence, icon=":material/check:")
    draw_record(memo, record, accepted=_accepted)
    draw_next_steps(record)


def _accepted(sentence: str) -> None:
    """Say that an item was accepted, after the record is read again with it."""
    st.session_state[_ACCEPTED] = sentence
    st.rerun()
