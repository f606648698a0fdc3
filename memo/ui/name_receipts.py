"""What was decided about names on this page: the line that says so, and the way to take it back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from memo.errors import MemoError
from memo.models import NameReceipt
from memo.service import Memo
from memo.ui.frame import show_error
from memo.ui.name_words import receipt_sentence
from memo.ui.plain import plain
from memo.ui.words import long_date

RESULT, REFUSED, ERROR, NEWS = "resolve_result", "resolve_refused", "resolve_error", "resolve_news"
SHOWN = 10


@contextmanager
def deciding(place: str) -> Iterator[None]:
    """For the callback of a button: what goes wrong is shown at `place`, or on top when that is no longer drawn.

    A callback, because the name may be settled by somebody else, and its form gone, when the answer comes in.
    """
    st.session_state.update({RESULT: (), REFUSED: (), ERROR: None})
    try:
        yield
    except MemoError as exc:
        st.session_state[ERROR] = (place, exc)


def keep(*receipts: NameReceipt, refused: tuple[str, ...] = ()) -> None:
    """Show these receipts at the top of the page."""
    st.session_state.update({RESULT: receipts, REFUSED: refused, NEWS: True})


@contextmanager
def decisions(memo: Memo) -> Iterator[None]:
    """Draw what was just decided above what is drawn in the block; an error nobody drew there stands above as well."""
    top = st.container()
    with top:
        _draw_result(memo)
    yield
    place, _ = st.session_state.get(ERROR) or ("", None)
    with top:
        draw_error(place)


def draw_error(place: str) -> None:
    """Draw, once, what went wrong at `place`."""
    at, error = st.session_state.get(ERROR) or (None, None)
    if at == place and error is not None:
        st.session_state[ERROR] = None
        show_error(error)


def _draw_result(memo: Memo) -> None:
    news = st.session_state.pop(NEWS, False)
    for receipt in st.session_state.get(RESULT, ()):
        if news:
            st.toast(receipt_sentence(receipt))
        with st.container(
            border=True, horizontal=True, vertical_alignment="center", key=f"result-{receipt.receipt_id}"
        ):
            st.markdown(receipt_sentence(receipt))
            if not receipt.undone:
                _undo_button(memo, receipt, "undo-now")
    for sentence in st.session_state.get(REFUSED, ()):
        st.warning(plain(sentence), icon=":material/info:")


def draw_earlier(memo: Memo) -> None:
    """Draw the newest decisions, folded."""
    receipts = memo.name_receipts(SHOWN)
    if not receipts:
        return
    with st.expander("Decided lately", icon=":material/history:", key="decided-lately"):
        for receipt in receipts:
            with st.container(horizontal=True, vertical_alignment="center"):
                day = long_date(receipt.done_at.date() if receipt.done_at else None)
                st.markdown(f"{receipt_sentence(receipt)}\\\n:small[:gray[{plain(receipt.done_by)}, {day}]]")
                if not receipt.undone:
                    _undo_button(memo, receipt, "undo-earlier")


def _undo_button(memo: Memo, receipt: NameReceipt, place: str) -> None:
    key = f"{place}-{receipt.receipt_id}"
    st.button("Undo", key=key, icon=":material/undo:", on_click=_undo, args=(memo, receipt.receipt_id, key))
    draw_error(key)


def _undo(memo: Memo, receipt_id: int, place: str) -> None:
    with deciding(place):
        keep(memo.undo_name(receipt_id))
