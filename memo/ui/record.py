"""The record of a meeting as one would forward it: what was decided and why, who does what, and the proof of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import streamlit as st

from memo.models import ActionItemOut, CaptureRecord, DecisionOut, Rejected
from memo.service import Memo
from memo.store.meetings import RejectedRow
from memo.ui.frame import reporting
from memo.ui.lines import decision_markdown, item_markdown
from memo.ui.plain import plain
from memo.ui.receipt import draw_receipt
from memo.ui.record_text import as_markdown, due, kind_label
from memo.ui.transcript import draw_excerpt, meeting_link
from memo.ui.words import clipped, count, listed, long_date, today

QUOTE_CHARS = 70
"""Characters of a quote on the mark that opens it."""

Said = TypeVar("Said", DecisionOut, ActionItemOut)
Proof = Callable[[DecisionOut | ActionItemOut, str], None]
"""Draws the mark of a fact, given a key for its widgets."""


def draw_record(memo: Memo, record: CaptureRecord, *, accepted: Callable[[str], None]) -> None:
    """Draw the whole record; `accepted` is told, as a sentence, that a person has accepted an item left out."""
    draw_head(record)
    draw_facts(memo, record, _excerpt_mark(memo, record))
    draw_rest(record)
    _draw_left_out(memo, record, accepted)
    draw_receipt(record)
    with st.expander("Copy as Markdown", icon=":material/content_copy:", type="compact"):
        st.code(as_markdown(record), language=None, wrap_lines=True)


def draw_head(record: CaptureRecord) -> None:
    """Draw the title, when and with whom, and the summary; one made by rules repeats the facts, so it is folded."""
    st.header(plain(record.title), anchor=False)
    st.caption(" · ".join(filter(None, (long_date(record.held_on), plain(listed(record.attendees))))))
    if record.summary and record.extractor == "offline":
        with st.expander("Summary, put together by rules", icon=":material/notes:", type="compact"):
            st.markdown(plain(record.summary, lines=True))
    elif record.summary:
        st.markdown(plain(record.summary, lines=True))


def draw_facts(
    memo: Memo, record: CaptureRecord, mark: Proof, *, shown: range | None = None, focus: int | None = None
) -> None:
    """Draw the decisions and action items, each with its mark.

    Those of the turns that are `shown` come first, the ones of turn `focus` in a frame.
    """
    now = today(memo.settings.timezone)
    st.subheader(f"Decisions ({len(record.decisions)})", anchor=False)
    for decision in _here_first(record.decisions, shown):
        with st.container(gap="xsmall", key=f"decision-{decision.id}", border=_in_focus(decision, focus)):
            st.markdown(decision_markdown(decision.description, decision.reasoning, decision.decided_by))
            mark(decision, f"decision-{decision.id}")
    if not record.decisions:
        st.markdown("No decision was found in this meeting.")
    st.subheader(f"Action items ({len(record.action_items)})", anchor=False)
    for item in _here_first(record.action_items, shown):
        with st.container(gap="xsmall", key=f"item-{item.id}", border=_in_focus(item, focus)):
            words = item_markdown(item.description, item.assignee, pending=item.assignee_pending)
            st.markdown(f"{words}\\\n:small[:gray[{plain(due(item, now))}]]")
            mark(item, f"item-{item.id}")
    if not record.action_items:
        st.markdown("Nobody took anything on in this meeting.")


def _here_first(facts: Sequence[Said], shown: range | None) -> Iterator[Said]:
    """The facts of the turns that are shown, then, under a line that says so, the others."""
    here = [fact for fact in facts if shown is None or (fact.quote and fact.turn in shown)]
    elsewhere = [fact for fact in facts if fact not in here]
    yield from here
    if here and elsewhere:
        st.caption("Elsewhere in the meeting")
    yield from elsewhere


def _in_focus(fact: DecisionOut | ActionItemOut, focus: int | None) -> bool:
    return bool(fact.quote) and fact.turn == focus


def draw_rest(record: CaptureRecord) -> None:
    """Draw the outcomes and topics, when there are any."""
    if record.outcomes:
        st.subheader("Outcomes", anchor=False)
        st.markdown("\n".join(f"- {plain(outcome)}" for outcome in record.outcomes))
    if record.topics:
        st.subheader("Topics", anchor=False)
        st.markdown(" · ".join(map(plain, record.topics)))


def _excerpt_mark(memo: Memo, record: CaptureRecord) -> Proof:
    """A mark that opens the quote between its neighbouring turns."""

    def draw(fact: DecisionOut | ActionItemOut, key: str) -> None:
        if fact.start is None or fact.end is None or record.meeting_id is None:
            st.caption("On a person's word: the transcript does not prove it.")
            return
        label = f"“{clipped(fact.quote, QUOTE_CHARS)}”"
        opened = st.expander(
            plain(label), key=f"proof-{key}", icon=":material/format_quote:", type="compact", on_change="rerun"
        )
        if opened.open:
            with opened, reporting():
                draw_excerpt(memo.transcript(record.meeting_id), fact.start, fact.end)
                meeting_link(record.meeting_id, turn=fact.turn, label="Open the whole meeting here")

    return draw


def _draw_left_out(memo: Memo, record: CaptureRecord, accepted: Callable[[str], None]) -> None:
    if not record.rejected:
        return
    with st.expander(f"Left out, and why ({len(record.rejected)})", icon=":material/rule:", key="left-out"):
        st.caption("The transcript does not bear these out. What you accept becomes a fact on your word.")
        for place, item in enumerate(record.rejected):
            _draw_rejected(memo, item, place, accepted)


def _draw_rejected(memo: Memo, item: Rejected, place: int, accepted: Callable[[str], None]) -> None:
    with st.container(border=True, key=f"rejected-{place}"):
        st.markdown(f"{kind_label(item)}: **{plain(item.text)}**\\\n{plain(item.why)}")
        if item.quote:
            st.caption(f"Its quote: “{plain(clipped(item.quote, 300))}”")
        if isinstance(item, RejectedRow) and st.button("Accept", key=f"accept-{item.id}", icon=":material/check:"):
            with reporting():
                done = memo.accept_rejected(item.id)
                accepted(f"Accepted: {clipped(done.text, 80)}")


def names_waiting(items: Sequence[ActionItemOut]) -> int:
    """How many different owners of action items wait for a person to say who they are."""
    return len({item.assignee for item in items if item.assignee_pending})


def draw_next_steps(record: CaptureRecord) -> None:
    """Draw where to go from here."""
    waiting = names_waiting(record.action_items)
    with st.container(horizontal=True):
        if record.meeting_id is not None:
            meeting_link(record.meeting_id, label="Beside the transcript")
        st.page_link("pages/2_Ask.py", label="Ask about it", icon=":material/forum:")
        if waiting:
            st.page_link("pages/3_Resolve.py", label=f"{count(waiting, 'name')} to settle", icon=":material/badge:")
