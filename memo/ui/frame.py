"""The frame that every page draws first, and the one place where errors become sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from memo.errors import MemoError
from memo.service import Memo
from memo.settings import Settings, load_settings
from memo.ui.heap import settle
from memo.ui.plain import plain
from memo.ui.sign_in import draw_who, whoever_asks

PAGES = (
    ("app.py", "Home", ":material/home:"),
    ("pages/1_Capture.py", "Capture", ":material/upload_file:"),
    ("pages/2_Ask.py", "Ask", ":material/forum:"),
    ("pages/3_Resolve.py", "Resolve", ":material/badge:"),
    ("pages/4_Facts.py", "Facts", ":material/fact_check:"),
    ("pages/5_Activity.py", "Activity", ":material/monitoring:"),
)

# A name of an icon or an emoji would be fetched from a server of its own.
ICON = Path(__file__).with_name("icon.svg")
WORDMARK = Path(__file__).with_name("wordmark.svg")


@st.cache_resource(show_spinner=False, on_release=Memo.close)
def memory() -> Memo:
    """The memory of the machine's owner, opened once: what a page shows is asked of `start_page`'s."""
    return Memo.open()


@st.cache_resource(show_spinner="Opening the memory ...")
def _memory_in_view() -> Memo:
    return memory()


@st.cache_resource(show_spinner=False)
def shared_settings() -> Settings:
    """The settings of this process, read once."""
    return load_settings()


def start_page(title: str, *, wide: bool = False, heading: bool = True) -> Memo:
    """Draw the page's frame; the memory as the person at the browser may see it.

    A page that draws a heading of its own asks for none. Stops the script, with the reason on the page, when the memory
    cannot be opened, or for somebody who is not let in: before anything is asked of the memory.
    """
    settle()
    st.set_page_config(
        page_title="Memo" if title == "Memo" else f"{title} · Memo",
        page_icon=ICON,
        layout="wide" if wide else "centered",
    )
    if not st.query_params:
        # The link to the page that is open already leaves what its address said in the browser's bar.
        st.query_params.clear()
    try:
        memo = whoever_asks(shared_settings(), _memory_in_view)
    except MemoError as exc:
        _draw_pages()
        st.title(title, anchor=False)
        show_error(exc)
        st.stop()
    _draw_pages()
    with st.sidebar:
        draw_who(memo)
    if heading:
        st.title(title, anchor=False)
    return memo


def _draw_pages() -> None:
    st.logo(WORDMARK, size="large", icon_image=ICON)
    with st.sidebar:
        for path, label, icon in PAGES:
            st.page_link(path, label=label, icon=icon)


def stop_unless(memo: Memo, method: str, why: str) -> None:
    """Stop the script with a sentence on the page when whoever looks at it may not do what it is for."""
    if not memo.may(method):
        st.info(why, icon=":material/lock:")
        st.stop()


def show_error(error: MemoError) -> None:
    """Say what happened; when trying again can help, say that too."""
    again = " You can try again." if error.retryable else ""
    st.error(plain(error.message) + again, icon=":material/error:")


@contextmanager
def reporting(heading: str | None = None) -> Iterator[None]:
    """Show a `MemoError` as a sentence on the page; everything else is a bug and stays one.

    `heading` is for a page whose own would have been of what could not be read.
    """
    try:
        yield
    except MemoError as exc:
        if heading is not None:
            st.title(heading, anchor=False)
        show_error(exc)
