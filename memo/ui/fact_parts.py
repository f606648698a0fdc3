"""Parts that every page with facts shares: the link to a fact's own view, and the mark that opens its quote."""

from __future__ import annotations

from typing import Final

import streamlit as st

from memo.models import Fact, FactType
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.transcript import excerpt
from memo.ui.words import clipped

FACT_PAGE: Final = "pages/8_Fact.py"
QUOTE_CHARS: Final = 70
"""Characters of a quote on the mark that opens it."""


def fact_link(fact_type: FactType, fact_id: int, label: str = "Open this fact") -> None:
    """A link to a fact's own view; `label` has to be inert already, and short: what is too long is cut off."""
    st.page_link(
        FACT_PAGE,
        label=label,
        icon=":material/arrow_forward:",
        query_params={"type": fact_type, "id": str(fact_id)},
    )


def quote_mark(memo: Memo, fact_type: FactType, fact_id: int, quote: str, *, key: str) -> None:
    """A mark with the beginning of a quote; opened, the quote in its transcript. Nothing is read before that."""
    opened = st.expander(
        plain(f"“{clipped(quote, QUOTE_CHARS)}”"),
        key=f"quote-{key}",
        icon=":material/format_quote:",
        type="compact",
        on_change="rerun",
    )
    if opened.open:
        with opened, reporting():
            draw_quote(memo, memo.fact(fact_type, fact_id))


def draw_quote(memo: Memo, fact: Fact) -> None:
    """Draw a fact's quote where it was said; without a transcript, the quote alone."""
    if fact.meeting_id is not None and fact.quote_start is not None and fact.quote_end is not None:
        excerpt(memo, fact.meeting_id, fact.quote_start, fact.quote_end, turn=fact.turn)
    elif fact.quote:
        st.markdown(f"“{plain(fact.quote)}”")
        st.caption("There is no transcript: this fact was brought in from elsewhere, or the words were not found.")
    else:
        st.caption("No words are kept with this fact.")
