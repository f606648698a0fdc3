"""What takes a decision's place: said beside the decision, settled by a person, or chosen by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import streamlit as st

from memo.models import Fact, FactFilter, ScoredFact
from memo.service import Memo
from memo.ui.fact_parts import fact_link
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import clipped, long_date

if TYPE_CHECKING:
    from memo.store.stories import Successor

FOUND: Final = 8
"""Decisions to choose from."""
TEXT_CHARS: Final = 160


def draw_successors(memo: Memo, successors: Sequence[Successor]) -> None:
    """Draw which later decision takes the place of one; what rules propose is asked about."""
    for one in successors:
        with st.container(key=f"successor-{one.link_id}", gap="xsmall"):
            st.markdown(f":material/history: {_said(one)}")
            with st.container(horizontal=True, vertical_alignment="center"):
                fact_link("decision", one.successor_id, "Open the later one")
                if memo.may("decide_link"):
                    _draw_verdict(memo, one)


def _said(one: Successor) -> str:
    told = f"“{plain(clipped(one.text, TEXT_CHARS))}”"
    day = f", {long_date(one.happened_on)}" if one.happened_on else ""
    if one.state == "confirmed":
        return f":gray[Reversed by] {told}:gray[{day}]"
    return f":orange[Reversed by] {told}:gray[{day}] :orange[(proposed by rules, not confirmed)]"


def _draw_verdict(memo: Memo, one: Successor) -> None:
    yes = one.state == "proposed" and st.button(
        "Yes, reversed", key=f"confirm-{one.link_id}", icon=":material/check:", type="tertiary"
    )
    label = "No, it holds" if one.state == "proposed" else "It still holds"
    no = st.button(label, key=f"reject-{one.link_id}", icon=":material/close:", type="tertiary")
    if yes or no:
        with reporting():
            memo.decide_link(one.link_id, "confirmed" if yes else "rejected")
            st.rerun()


def choose_successor(memo: Memo, fact: Fact) -> bool:
    """Draw the choice of the decision that takes the place of `fact`; whether one was chosen and kept."""
    st.markdown(f"**{plain(clipped(fact.text, 200))}**")
    st.markdown("It will be left out of answers about what holds now.")
    words = st.text_input("Words of the later decision", key="successor_words", placeholder="Search decisions")
    with reporting():
        found = _found(memo, fact, words.strip() or fact.text)
        chosen = st.radio(
            "Which decision takes its place?",
            list(found),
            index=None,
            format_func=lambda key: plain(clipped(found[key].text, TEXT_CHARS)),
            captions=[_where(other) for other in found.values()],
            key="successor_chosen",
        )
        if not found:
            st.markdown("No other decision is found by these words.")
        elif words.strip() and not any("words" in other.matched for other in found.values()):
            st.caption("No decision has these words; these come nearest in meaning.")
        if st.button("Take its place", type="primary", disabled=not found):
            if chosen is None:
                st.warning("Choose a decision first.", icon=":material/check_circle:")
                return False
            memo.supersede(fact.fact_id, chosen)
            return True
    return False


def _found(memo: Memo, fact: Fact, query: str) -> dict[int, ScoredFact]:
    near = memo.search(query, FactFilter(fact_types=("decision",)), limit=FOUND + 1, rerank=False)
    return {other.fact_id: other for other in near if other.fact_id != fact.fact_id}


def _where(other: Fact) -> str:
    return plain(" · ".join(filter(None, (other.meeting, long_date(other.happened_on)))))
