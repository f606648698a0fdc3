"""A meeting's page: the record on the left, the transcript around one turn on the right, every fact marked in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from memo.errors import NotFound
from memo.models import ActionItemOut, CaptureRecord, DecisionOut
from memo.service import Memo
from memo.store.meetings import StoredTranscript
from memo.ui.audience import draw_change_audience
from memo.ui.marked import Color, Mark
from memo.ui.plain import plain
from memo.ui.receipt import draw_receipt
from memo.ui.record import draw_facts, draw_head, draw_rest
from memo.ui.transcript import draw_turns
from memo.ui.words import count

WINDOW = 40
"""Turns of the transcript shown at once."""
BEFORE = 2
"""Turns shown before the one that was asked for."""
WINDOW_CHARS = 24_000
"""Characters shown at once; a transcript of few long turns shows fewer of them."""
PANE = 640
"""Height in pixels of the two panes, which scroll by themselves."""
FORGET_PAGE = "pages/7_Forget.py"


class Place(NamedTuple):
    """A meeting, the turn of it that was asked for, or the turn that its transcript is shown from."""

    meeting_id: int
    turn: int | None = None
    first: int | None = None


class Window(NamedTuple):
    """The turns of a transcript that are shown, by index."""

    stored: StoredTranscript
    turns: range


def asked_for() -> Place | None:
    """What the address names: `?meeting=3`, `?meeting=3&turn=17` or `?meeting=3&from=40`."""
    meeting = _number("meeting")
    return None if meeting is None else Place(meeting, _number("turn"), _number("from"))


def _number(name: str) -> int | None:
    value = st.query_params.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 10 else None


def draw_meeting(memo: Memo, place: Place) -> None:
    """Draw a meeting with its transcript open at the turn that was asked for; raises `NotFound`."""
    try:
        record = memo.meeting_record(place.meeting_id)
    except NotFound as exc:
        raise NotFound("There is no such meeting: it was forgotten, or you may not see it.") from exc
    if record.state == "replaced":
        st.warning("A later reading has taken the place of this one.", icon=":material/history:")
    draw_head(record)
    draw_change_audience(memo, place.meeting_id, record.attendees)
    window = _window(memo, place)
    words, facts = st.columns([6, 5], gap="large")
    with words:
        st.subheader("Transcript", anchor=False)
        _draw_transcript(record, window, place)
    with facts, st.container(height=PANE + 96, border=True, key="facts"):
        draw_facts(memo, record, _turn_mark, shown=window.turns if window else None, focus=place.turn)
        draw_rest(record)
    draw_receipt(record)
    if memo.may("forget_meeting"):
        st.page_link(
            FORGET_PAGE,
            label="Forget this meeting",
            icon=":material/delete_forever:",
            query_params={"meeting": str(place.meeting_id)},
        )


def _turn_mark(fact: DecisionOut | ActionItemOut, key: str) -> None:
    """A button that opens the transcript where the fact was said."""
    if fact.quote:
        st.button(
            "Where it was said",
            key=f"go-{key}",
            icon=":material/format_quote:",
            type="tertiary",
            on_click=_go,
            args=(fact.turn,),
        )


def _window(memo: Memo, place: Place) -> Window | None:
    """The turns to show, and the transcript they are of; None where there is no transcript."""
    try:
        stored = memo.transcript(place.meeting_id)
    except NotFound:
        return None
    total = len(stored.turns)
    if not total:
        return Window(stored, range(0))
    first = min(place.first if place.first is not None else max((place.turn or 0) - BEFORE, 0), total - 1)
    return Window(stored, range(first, _last_shown(stored, first)))


def _draw_transcript(record: CaptureRecord, window: Window | None, place: Place) -> None:
    if window is None:
        st.info("There is no transcript: this meeting was imported.")
        return
    stored, turns = window
    if not turns:
        st.markdown(plain(stored.text[:WINDOW_CHARS], lines=True))
        return
    st.caption(
        f"Turns {turns.start + 1:,} to {turns.stop:,} of {len(stored.turns):,}. "
        ":yellow-background[Decisions] and :blue-background[action items] are marked."
    )
    # A pane of its own for each window: it begins at the top, wherever the one before was scrolled to.
    with st.container(height=PANE, border=True, key=f"transcript-{turns.start}"):
        _draw_steps(stored, turns.start, turns.stop, "top")
        draw_turns(stored, stored.turns[turns.start : turns.stop], _marks(record), focus=place.turn)
        _draw_steps(stored, turns.start, turns.stop, "bottom")


def _marks(record: CaptureRecord) -> list[Mark]:
    colored: list[tuple[Color, Sequence[DecisionOut | ActionItemOut]]] = [
        ("yellow", record.decisions),
        ("blue", record.action_items),
    ]
    return [
        Mark(fact.start, fact.end, color)
        for color, facts in colored
        for fact in facts
        if fact.start is not None and fact.end is not None
    ]


def _last_shown(stored: StoredTranscript, first: int) -> int:
    """One past the last turn that is shown when `first` is the first."""
    room = stored.turns[first].start + WINDOW_CHARS
    last = first + 1
    while last < min(first + WINDOW, len(stored.turns)) and stored.turns[last].end <= room:
        last += 1
    return last


def _first_before(stored: StoredTranscript, first: int) -> int:
    """Where the window begins that ends just before `first`."""
    room = stored.turns[first - 1].end - WINDOW_CHARS
    at = first - 1
    while at > max(first - WINDOW, 0) and stored.turns[at - 1].start >= room:
        at -= 1
    return at


def _draw_steps(stored: StoredTranscript, first: int, last: int, where: str) -> None:
    """Draw the buttons to the turns before and after those shown."""
    earlier, later = first, len(stored.turns) - last
    if not earlier and not later:
        return
    with st.container(horizontal=True, key=f"steps-{where}"):
        if earlier:
            st.button(
                f"{count(earlier, 'earlier turn')}",
                key=f"earlier-{where}",
                icon=":material/arrow_upward:",
                on_click=_show_from,
                args=(_first_before(stored, first),),
            )
        if later:
            st.button(
                f"{count(later, 'later turn')}",
                key=f"later-{where}",
                icon=":material/arrow_downward:",
                on_click=_show_from,
                args=(last,),
            )


def _go(turn: int) -> None:
    st.query_params["turn"] = str(turn)
    st.query_params.pop("from", None)


def _show_from(first: int) -> None:
    """Open the window that begins at `first`."""
    st.query_params["from"] = str(first)
