"""One answer on the page: its words with their marks, its sources in the order of the numbers, and what one can do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import streamlit as st

from memo.models import Answer, NearMiss
from memo.retrieval.answer import NO_PROSE
from memo.service import Memo
from memo.store.answers import KeptAnswer
from memo.ui.answer_text import as_markdown, parts_line, prose, source_line, writer
from memo.ui.fact_parts import fact_link, quote_mark
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import clipped, count, long_date

TEXT_CHARS: Final = 400
"""Characters of a source shown; all of it is a click away."""

MOST_CONCERNED: Final = 12
"""People named as those who should know."""

Again = Callable[[tuple[str, ...]], None]
"""Asks the same question once more, without some of its filters."""


def draw_answer(memo: Memo, kept: KeptAnswer, *, again: Again) -> None:
    """Draw a kept answer as it was given; nothing is searched and no model is called for it."""
    answer = kept.answer
    _draw_filters(kept, again)
    st.markdown(prose(answer.answer, answer.citations))
    for note in answer.notes:
        if note != NO_PROSE:
            st.caption(f":material/info: {plain(note)}")
    if answer.citations:
        _draw_sources(memo, kept)
    elif answer.near_misses:
        _draw_near_misses(answer.near_misses)
    st.caption(plain(_receipt(answer)))
    _draw_actions(memo, kept, again)


def _draw_filters(kept: KeptAnswer, again: Again) -> None:
    answer = kept.answer
    if not answer.filters and not answer.without:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"filters-{kept.id}"):
        if answer.filters:
            st.markdown(":small[:gray[Understood:]]")
        for name, value in answer.filters.items():
            st.button(
                plain(f"{_filter_name(name)}: {clipped(value, 60)}"),
                key=f"without-{name}-{kept.id}",
                icon=":material/close:",
                icon_position="right",
                help=plain(f"Ask again, not narrowed by {_filter_name(name).lower()}"),
                on_click=again,
                args=((*answer.without, name),),
            )
        if answer.without:
            names = ", ".join(_filter_name(name).lower() for name in answer.without)
            st.markdown(f":small[:gray[{plain(f'Not narrowed by {names}, as you asked.')}]]")


def _filter_name(name: str) -> str:
    return {"type": "Kind", "when": "When"}.get(name, name.capitalize())


def _draw_sources(memo: Memo, kept: KeptAnswer) -> None:
    citations = kept.answer.citations
    st.markdown(f"**{'Source' if len(citations) == 1 else 'Sources'}**")
    for cited in citations:
        with st.container(key=f"source-{cited.n}-{kept.id}", gap="xsmall"):
            st.markdown(f"**{cited.n}** {told(cited.text, source_line(cited))}")
            fact_link(cited.fact_type, cited.fact_id)
            if cited.quote:
                quote_mark(memo, cited.fact_type, cited.fact_id, cited.quote, key=f"{cited.n}-{kept.id}")


def told(text: str, where: str) -> str:
    """A found sentence, and under it where it was said."""
    line = f"\\\n:small[:gray[{plain(where)}]]" if where else ""
    return f"{plain(clipped(text, TEXT_CHARS))}{line}"


def _draw_near_misses(misses: Collection[NearMiss]) -> None:
    st.markdown("**What came nearest**")
    for place, miss in enumerate(misses):
        with st.container(key=f"miss-{place}-{miss.fact_type}-{miss.fact_id}", gap="xsmall"):
            day = long_date(miss.happened_on) if miss.happened_on else None
            st.markdown(told(miss.text, " · ".join(filter(None, (miss.whose, miss.meeting, day)))))
            fact_link(miss.fact_type, miss.fact_id)


def _receipt(answer: Answer) -> str:
    scale = f"Looked through {count(answer.searched.facts, 'fact')} of {count(answer.searched.meetings, 'meeting')}"
    return " · ".join(filter(None, (writer(answer), scale)))


def _draw_actions(memo: Memo, kept: KeptAnswer, again: Again) -> None:
    with st.container(horizontal=True, key=f"actions-{kept.id}"):
        with st.popover("Copy", icon=":material/content_copy:"):
            st.code(as_markdown(kept.question, kept.answer), language=None, wrap_lines=True)
        if kept.answer.citations:
            _draw_concerned(memo, kept)
        st.button(
            "Ask again",
            key=f"again-{kept.id}",
            icon=":material/refresh:",
            on_click=again,
            args=(tuple(kept.answer.without),),
        )
        label = "Marked as wrong" if kept.feedback else "This is wrong"
        with st.popover(label, icon=":material/flag:"):
            _draw_feedback(memo, kept)


def _draw_concerned(memo: Memo, kept: KeptAnswer) -> None:
    """Draw whom to tell; nothing is read before that is opened, and nobody is told by Memo."""
    opened = st.popover(
        "Who else should know",
        icon=":material/group:",
        key=f"concerned-{kept.id}",
        on_change="rerun",
    )
    if opened.open:
        with opened, reporting():
            people = memo.concerned(kept.answer)
            if not people:
                st.markdown("Nobody else is named on these sources.")
                return
            for person in people[:MOST_CONCERNED]:
                st.markdown(f"**{plain(person.name)}** {prose(parts_line(person), kept.answer.citations)}")
            if len(people) > MOST_CONCERNED:
                st.caption(f"and {len(people) - MOST_CONCERNED} more")
            st.caption("Named on the sources. Only you see this answer: copy it to pass it on.")


def _draw_feedback(memo: Memo, kept: KeptAnswer) -> None:
    with st.form(f"feedback-{kept.id}", border=False):
        said = st.text_area("What is wrong with it?", kept.feedback or "", max_chars=2_000, height=100)
        pressed = st.form_submit_button("Keep this")
    if pressed:
        with reporting():
            memo.answer_feedback(kept.id, said)
            st.toast("Kept with the answer." if said.strip() else "Taken back.", icon=":material/check:")
            st.rerun()
