"""Captures under way: how far each has come, and what a person can do when it did not end well."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from memo.models import CaptureProgress, CaptureState
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import count, moment, money

UNDER_WAY: tuple[CaptureState, ...] = ("received", "extracting")
SECONDS = 1.0
"""Between two looks at what is under way."""
CAPTURE_PAGE = "pages/1_Capture.py"

STATE_WORDS: dict[CaptureState, str] = {
    "received": "waits to be read",
    "extracting": "being read",
    "stored": "read",
    "partial": "partly read",
    "failed_retryable": "not read yet",
    "failed_final": "not read",
}


def under_way(captures: Sequence[CaptureProgress]) -> bool:
    """Whether any of `captures` is waiting or being read."""
    return any(capture.state in UNDER_WAY for capture in captures)


@st.fragment(run_every=SECONDS)
def watch(memo: Memo, capture_ids: Sequence[int]) -> None:
    """Draw how far captures have come, again and again; the whole page runs once more when all have ended."""
    with reporting():
        captures = [memo.capture_progress(capture_id) for capture_id in capture_ids]
        for capture in captures:
            draw_progress(capture)
        st.caption("You can close this page: the reading goes on, and is found again below or on the home page.")
        if not under_way(captures):
            st.rerun()


def draw_progress(capture: CaptureProgress) -> None:
    """Draw how far one capture has come, or how it ended."""
    name = plain(name_of(capture))
    if capture.state == "received":
        st.progress(0.0, text=f"{name} waits to be read")
    elif capture.state == "extracting":
        st.progress(capture.parts_done / max(capture.parts, 1), text=f"{name}: {plain(_how_far(capture))}")
    else:
        st.progress(1.0, text=f"{name} is {STATE_WORDS[capture.state]}")


def draw_trouble(memo: Memo, capture: CaptureProgress) -> None:
    """Draw why a capture was not, or not wholly, read, with a button to try again; nothing for one that was read."""
    name = plain(name_of(capture))
    if capture.state == "partial":
        st.warning(f"{name}: a part of it could not be read.", icon=":material/warning:")
        _draw_retry(memo, capture, "Read the missing part")
    elif capture.state in ("failed_retryable", "failed_final"):
        reason = plain(capture.error or "the reason was not kept")
        st.error(f"{name} was not read: {reason}", icon=":material/error:")
        st.caption(f"It is kept, and nothing of it is lost. Tried {count(capture.attempts, 'time')}.")
        _draw_retry(memo, capture, "Try again")


def draw_recent(memo: Memo, captures: Sequence[CaptureProgress], *, here: bool = True) -> None:
    """Draw captures, each with the way to its own view: a button `here` on the Capture page, elsewhere a link."""
    for capture in captures:
        with st.container(key=f"recent-{capture.capture_id}", gap=None):
            st.markdown(_row(memo, capture))
            if here:
                st.button(
                    "Open",
                    key=f"open-{capture.capture_id}",
                    icon=":material/description:",
                    type="tertiary",
                    on_click=show,
                    args=([capture.capture_id],),
                )
            else:
                capture_link(capture, "Open")


def _row(memo: Memo, capture: CaptureProgress) -> str:
    told = [STATE_WORDS[capture.state]]
    if capture.state in ("stored", "partial"):
        told.append(count(capture.facts, "fact"))
    if capture.cost_microdollars:
        told.append(money(capture.cost_microdollars))
    told.append(f"handed in {moment(capture.received_at, memo.settings.timezone)}")
    trouble = f"\\\n:small[:red[{plain(capture.error)}]]" if capture.error else ""
    return f"**{plain(name_of(capture))}**\\\n:small[:gray[{plain(' · '.join(told))}]]{trouble}"


def show(capture_ids: Sequence[int]) -> None:
    """Have the Capture page show these captures; none: the ways to hand something in."""
    if capture_ids:
        st.query_params["capture"] = ",".join(map(str, capture_ids))
    else:
        st.query_params.pop("capture", None)


def capture_link(capture: CaptureProgress, label: str) -> None:
    """A link from another page to a capture's own view; `label` has to be inert already."""
    st.page_link(
        CAPTURE_PAGE, label=label, icon=":material/description:", query_params={"capture": str(capture.capture_id)}
    )


def name_of(capture: CaptureProgress) -> str:
    """The title of a capture, else its file's name."""
    return capture.title or capture.file_name or "Pasted text"


def _how_far(capture: CaptureProgress) -> str:
    if not capture.parts:
        return "being read"
    part = min(capture.parts_done + 1, capture.parts)
    told = [f"reading part {part} of {capture.parts}", f"{count(capture.facts, 'fact')} so far"]
    if capture.cost_microdollars:
        told.append(money(capture.cost_microdollars))
    return " · ".join(told)


def _draw_retry(memo: Memo, capture: CaptureProgress, label: str) -> None:
    if st.button(label, key=f"retry-{capture.capture_id}", icon=":material/refresh:"):
        with reporting():
            memo.retry_capture(capture.capture_id)
            st.rerun()
