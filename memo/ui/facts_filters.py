"""The filters of the Facts page: the address is the truth, the widgets show it and write to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import streamlit as st

from memo.models import FACT_TYPES
from memo.service import Memo
from memo.ui.facts_view import MAX_TEXT_CHARS, STATUSES, FactsView, view_of
from memo.ui.plain import plain
from memo.ui.words import SOURCE_LABELS, clipped, long_date, up_to

COUNTED: Final = 1_000
"""Facts of a source are counted up to this many, so that the page is drawn as quickly in a large memory."""
_KEY: Final = "facts_{}"
_CHIP_NAMES: Final = {"since": "Since", "until": "Until", "status": "Status", "text": "Words"}


class Choices:
    """What there is to choose from, by id."""

    def __init__(self, memo: Memo) -> None:
        self.client = {one.id: one.name for one in memo.clients()}
        self.project = {one.id: one.name for one in memo.projects()}
        self.person = {one.id: one.name for one in memo.people()}
        self.meeting = {
            one.id: f"{clipped(one.title, 60)} · {long_date(one.held_on)}" for one in memo.newest_meetings()
        }


def current() -> FactsView:
    """The view that the address asks for."""
    return view_of({name: st.query_params.get_all(name) for name in st.query_params})


def go(view: FactsView) -> None:
    """Have the page show a view."""
    st.query_params.from_dict(view.address())


def draw_sources(memo: Memo, view: FactsView) -> None:
    """Draw the six sources with how many facts of each pass the other filters; none chosen is all of them."""
    counts = memo.fact_counts_up_to(view.having(types=()).filter, COUNTED)
    with st.container(horizontal=True, key="sources"):
        for kind in FACT_TYPES:
            _bind(f"source_{kind}", kind in view.types)
            st.checkbox(
                f"{SOURCE_LABELS[kind]} {up_to(counts[kind].facts, more=counts[kind].more)}".rstrip(),
                key=_KEY.format(f"source_{kind}"),
                on_change=_choose_sources,
                width="content",
            )


def draw_filters(view: FactsView, choices: Choices) -> None:
    """Draw the box for words, and behind a mark the other filters."""
    _bind("text", view.text)
    st.text_input(
        "Words",
        max_chars=MAX_TEXT_CHARS,
        placeholder="Words that the facts hold",
        key=_KEY.format("text"),
        on_change=_choose,
        args=("text",),
        label_visibility="collapsed",
        icon=":material/search:",
    )
    with st.expander("More filters", icon=":material/tune:", type="compact"):
        left, right = st.columns(2)
        with left:
            _select("Client", "client", view.client, choices.client)
            _select("Person", "person", view.person, choices.person)
            _day("Since", "since", view.since)
        with right:
            _select("Project", "project", view.project, choices.project)
            _select("Meeting", "meeting", view.meeting, choices.meeting)
            _day("Until", "until", view.until)
        _bind("status", view.status)
        st.selectbox(
            "Status",
            STATUSES,
            index=None,
            format_func=lambda status: "marked as wrong" if status == "wrong" else status,
            placeholder="All but superseded and marked as wrong",
            key=_KEY.format("status"),
            on_change=_choose,
            args=("status",),
        )


def draw_chips(view: FactsView, choices: Choices) -> None:
    """Draw each filter that is set as a chip that takes it away."""
    chips = dict(_chips(view, choices))
    if not chips and not view.ignored:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="chips"):
        for name, told in chips.items():
            st.button(
                plain(told),
                key=f"chip-{name}",
                icon=":material/close:",
                icon_position="right",
                help="Take this filter away",
                on_click=go,
                args=(view.having(**{name: "" if name == "text" else None}),),
            )
        if len(chips) > 1:
            st.button("Clear all", type="tertiary", on_click=go, args=(FactsView(types=view.types, table=view.table),))
    if view.ignored:
        st.caption(
            f":material/info: {plain('The address says something that is no filter: ' + ', '.join(view.ignored))}"
        )


def _chips(view: FactsView, choices: Choices) -> Sequence[tuple[str, str]]:
    found = []
    for name in ("client", "project", "person", "meeting"):
        value = getattr(view, name)
        if value is not None:
            known: dict[int, str] = getattr(choices, name)
            found.append((name, f"{name.capitalize()}: {known.get(value, 'not known')}"))
    for name, label in _CHIP_NAMES.items():
        value = getattr(view, name)
        if value:
            found.append((name, f"{label}: {long_date(value) if isinstance(value, date) else clipped(value, 40)}"))
    return found


def _select(label: str, name: str, value: int | None, known: dict[int, str]) -> None:
    options = list(known)
    if value is not None and value not in known:
        options.append(value)
    _bind(name, value)
    st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda one: known.get(one, "not among the newest"),
        placeholder="Any",
        key=_KEY.format(name),
        on_change=_choose,
        args=(name,),
    )


def _day(label: str, name: str, value: date | None) -> None:
    _bind(name, value)
    st.date_input(label, key=_KEY.format(name), on_change=_choose, args=(name,), format="YYYY-MM-DD")


def _bind(name: str, value: Any) -> None:
    """Let a widget show what the address says."""
    st.session_state[_KEY.format(name)] = value


def _choose(name: str) -> None:
    """Write what a widget was set to into the address."""
    value = st.session_state[_KEY.format(name)]
    if name == "text":
        value = value.strip()
    go(current().having(**{name: value}))


def _choose_sources() -> None:
    """Write the sources that are ticked into the address."""
    ticked = tuple(kind for kind in FACT_TYPES if st.session_state[_KEY.format(f"source_{kind}")])
    go(current().having(types=ticked))
