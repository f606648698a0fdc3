"""The rest of the Facts page: the list with its pages, the chart, and ways to take the selection elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import pandas as pd
import streamlit as st

from memo.export import Format
from memo.models import FactPage
from memo.service import Memo
from memo.ui import gate
from memo.ui.facts_filters import go
from memo.ui.facts_list import draw_cards, draw_table
from memo.ui.facts_view import FactsView
from memo.ui.files import EXPORTED, LABELS, MIMES
from memo.ui.frame import reporting
from memo.ui.given import use_sample
from memo.ui.words import SOURCE_LABELS, count, long_date

PAGE: Final = 25
"""Facts on a page."""


def draw_list(memo: Memo, view: FactsView) -> None:
    """Draw one page of the facts that pass, and the ways to the pages beside it."""
    page = memo.facts(view.filter, limit=PAGE, after=view.after)
    if not page.facts:
        _draw_empty(memo, view)
        return
    _draw_switch(view)
    if view.table:
        draw_table(page.facts)
    else:
        draw_cards(memo, page.facts)
    _draw_pages(memo, view, page)


def draw_elsewhere(memo: Memo, view: FactsView) -> None:
    """Draw the chart and what takes the selection elsewhere; each is made only when asked for."""
    with st.container(horizontal=True, key="elsewhere"):
        with st.popover("Link to this view", icon=":material/link:"):
            st.code(_link(view), language=None, wrap_lines=True)
        with st.popover("Take these facts out", icon=":material/download:"):
            st.caption(f"All pages of this selection, newest first, up to {EXPORTED:,} facts.")
            _draw_files(memo, view)
    chart = st.expander(
        "Facts a week, by source", icon=":material/bar_chart:", type="compact", key="weeks", on_change="rerun"
    )
    if chart.open:
        with chart, reporting():
            _draw_weeks(memo, view)


def _draw_files(memo: Memo, view: FactsView) -> None:
    if memo.who.member_id is not None and not gate.at_work():
        st.caption("Where people sign in, that needs the server that `memo app` starts.")
        return
    for kind, label in LABELS.items():
        if memo.who.member_id is not None:
            # What a download button makes can be fetched by anybody who has its link.
            st.link_button(label, gate.file_link(view, kind), width="stretch")
            continue
        st.download_button(
            label,
            data=partial(_file, memo, view, kind),
            file_name=f"facts.{kind}",
            mime=MIMES[kind],
            key=f"export-{kind}",
            on_click="ignore",
            width="stretch",
        )


def _file(memo: Memo, view: FactsView, kind: Format) -> bytes:
    """The selection as a file, read page by page when somebody asks for it."""
    return "".join(memo.export(kind, view.filter, most=EXPORTED)).encode()


def _draw_weeks(memo: Memo, view: FactsView) -> None:
    weeks = memo.fact_weeks(view.filter)
    if not weeks:
        st.markdown("None of these facts has a day.")
        return
    rows = [(row.week, SOURCE_LABELS[row.fact_type], row.facts) for row in weeks]
    frame = pd.DataFrame(rows, columns=["Week", "Source", "Facts"]).pivot_table(
        index="Week", columns="Source", values="Facts", aggfunc="sum", fill_value=0
    )
    first, last, total = weeks[0].week, weeks[-1].week, sum(row.facts for row in weeks)
    alt = f"{count(total, 'fact')} in the weeks from {long_date(first)} to {long_date(last)}, by source."
    st.caption(alt)
    st.bar_chart(frame, height=220, alt=alt, y_label="Facts", x_label="Week that begins on")


def _draw_switch(view: FactsView) -> None:
    st.radio(
        "Show as",
        ("Cards", "Table"),
        index=int(view.table),
        horizontal=True,
        key=f"facts_view-{view.table}",
        on_change=go,
        args=(replace(view, table=not view.table),),
        label_visibility="collapsed",
    )


def _draw_pages(memo: Memo, view: FactsView, page: FactPage) -> None:
    if view.after is None and page.next is None:
        return
    with st.container(horizontal=True, key="pages"):
        if view.after is not None:
            st.button("Newest", icon=":material/first_page:", on_click=go, args=(view.having(),))
            st.button("Newer", icon=":material/chevron_left:", on_click=_newer, args=(memo, view))
        if page.next is not None:
            st.button(
                "Older",
                icon=":material/chevron_right:",
                icon_position="right",
                on_click=go,
                args=(view.having(after=page.next),),
            )


def _newer(memo: Memo, view: FactsView) -> None:
    if view.after is not None:
        go(view.having(after=memo.newer_cursor(view.filter, PAGE, view.after)))


def _draw_empty(memo: Memo, view: FactsView) -> None:
    if view.narrowed or view.after:
        st.markdown("No fact passes these filters.")
        st.button("Show all facts", type="primary", on_click=go, args=(FactsView(table=view.table),))
        return
    st.markdown("No fact is remembered yet.")
    if st.button("Try the sample meeting", type="primary", icon=":material/play_circle:"):
        use_sample()
        st.switch_page("pages/1_Capture.py")


def _link(view: FactsView) -> str:
    parts = urlsplit(st.context.url or "")
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(view.address(), doseq=True), ""))
