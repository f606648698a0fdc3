"""A quote in its place: the turn that was said, with its neighbours, the words marked."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from memo.models import Turn
from memo.service import Memo
from memo.store.meetings import StoredTranscript
from memo.ui.frame import reporting
from memo.ui.marked import Mark, Stretch, around, marked
from memo.ui.plain import plain

MEETING_PAGE = "pages/6_Meeting.py"
NEIGHBOURS = 2
"""Turns shown before and after a quote."""
LONGEST_TURN = 700
"""Characters of one turn in an excerpt; a monologue is cut around the quote."""


def excerpt(memo: Memo, meeting_id: int, start: int, end: int, *, turn: int | None = None) -> None:
    """Draw the quote at `[start:end)` of a meeting's transcript between its neighbours, and the way to all of it.

    `turn` is where the link leads, else the first turn of the quote. Errors are shown in place.
    """
    with reporting():
        stored = memo.transcript(meeting_id)
        draw_excerpt(stored, start, end)
        at = turn if turn is not None else first_turn(stored.turns, start)
        meeting_link(meeting_id, turn=at, label="Open the whole meeting here")


def draw_excerpt(stored: StoredTranscript, start: int, end: int) -> None:
    """Draw the quote at `[start:end)` with two turns before and after it."""
    touched = [turn.index for turn in stored.turns if turn.end > start and turn.start < end]
    if not touched:
        st.markdown(marked(stored.text, Stretch(start, end), [Mark(start, end)]))
        return
    first, last = max(touched[0] - NEIGHBOURS, 0), touched[-1] + NEIGHBOURS
    with st.container(border=True):
        draw_turns(stored, stored.turns[first : last + 1], [Mark(start, end)], longest=LONGEST_TURN)


def draw_turns(
    stored: StoredTranscript,
    turns: Sequence[Turn],
    marks: Sequence[Mark] = (),
    *,
    longest: int | None = None,
    focus: int | None = None,
) -> None:
    """Draw turns with the words of `marks` marked, the turn with index `focus` in a frame.

    A turn longer than `longest` is cut around its first mark.
    """
    for turn in turns:
        with st.container(border=turn.index == focus, key=f"turn-{turn.index}" if turn.index == focus else None):
            st.markdown(turn_markdown(stored.text, turn, marks, longest=longest))


def turn_markdown(text: str, turn: Turn, marks: Sequence[Mark] = (), *, longest: int | None = None) -> str:
    """Who spoke and when, and under it the words."""
    whole = Stretch(turn.start, turn.end)
    inside = [mark for mark in marks if mark.end > turn.start and mark.start < turn.end]
    shown = around(whole, inside, longest) if longest else whole
    words = marked(text, shown, inside)
    words = f"{'… ' if shown.start > whole.start else ''}{words}{' …' if shown.end < whole.end else ''}"
    head = " · ".join(filter(None, (f"**{plain(turn.speaker)}**" if turn.speaker else "", plain(turn.time or ""))))
    return f":small[:gray[{head}]]\\\n{words}" if head else words


def first_turn(turns: Sequence[Turn], offset: int) -> int | None:
    """The index of the turn that `offset` falls into, or of the next one; None behind the last."""
    return next((turn.index for turn in turns if turn.end > offset), None)


def meeting_link(
    meeting_id: int, *, turn: int | None = None, label: str = "Open the meeting", icon: str = ":material/article:"
) -> None:
    """A link to a meeting's page, at a turn when given; `label` has to be inert already."""
    params = {"meeting": str(meeting_id)} | ({"turn": str(turn)} if turn is not None else {})
    st.page_link(MEETING_PAGE, label=label, icon=icon, query_params=params)
