"""What was decided about names on this page: the line that says so, and the way to take it back."""

from __future__ import annotations

import streamlit as st

from memo.models import NameReceipt
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.name_words import receipt_sentence
from memo.ui.plain import plain
from memo.ui.words import long_date

RESULT, REFUSED = "resolve_result", "resolve_refused"
SHOWN = 10


def keep(*receipts: NameReceipt, refused: tuple[str, ...] = ()) -> None:
    """Show these receipts at the top of the page from the next run on, which begins at once."""
    st.session_state[RESULT] = receipts
    st.session_state[REFUSED] = refused
    st.rerun()


def draw_result(memo: Memo) -> None:
    """Draw what was just decided, each with its undo."""
    for receipt in st.session_state.get(RESULT, ()):
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


def _undo_button(memo: Memo, receipt: NameReceipt, key: str) -> None:
    if st.button("Undo", key=f"{key}-{receipt.receipt_id}", icon=":material/undo:"):
        with reporting():
            keep(memo.undo_name(receipt.receipt_id))
