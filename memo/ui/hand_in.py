"""Handing in: each wish is kept at once, or asks whether to open, replace or keep both when it was captured before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import streamlit as st

from memo.errors import LooksLikeEarlierCapture, MemoError
from memo.models import EarlierCapture
from memo.service import Memo
from memo.ui import given
from memo.ui.capture_form import Wish, named
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.progress import show
from memo.ui.worker import ensure_worker

_QUESTIONS = "capture_questions"
_KEPT = "capture_kept"
_REFUSED = "capture_refused"


class Question(NamedTuple):
    """A wish whose words, or nearly the same, were captured before."""

    wish: Wish
    kind: Literal["duplicate", "similar"]
    earlier: EarlierCapture


def hand_in(memo: Memo, wishes: Sequence[Wish]) -> None:
    """Keep every wish and show how it is read; those that were captured before are asked about first."""
    questions, refused = list[Question](), list[str]()
    for wish in wishes:
        try:
            _keep(memo, wish, questions)
        except MemoError as exc:  # told after the rerun, beside what was kept
            refused.append(f"{wish.given.name or 'The text'} was not kept: {exc.message}")
    st.session_state[_QUESTIONS], st.session_state[_REFUSED] = questions, refused
    _show()


def draw_refused() -> None:
    """Draw why something that was handed in just now was not kept."""
    for sentence in st.session_state.pop(_REFUSED, []):
        st.error(plain(sentence), icon=":material/error:")


def ask(memo: Memo) -> None:
    """Draw the next question about something captured before; after the last one, show what was kept."""
    questions: list[Question] = st.session_state.get(_QUESTIONS, [])
    if not questions:
        if _kept():
            _show()
        return
    question = questions[0]
    title = "Captured before" if question.kind == "duplicate" else "Very like an earlier one"
    st.dialog(title, icon=":material/content_copy:", on_dismiss=_leave)(_draw)(memo, question)


def _draw(memo: Memo, question: Question) -> None:
    earlier = plain(named(question.earlier))
    if question.kind == "duplicate":
        st.markdown(f"The same words were captured as {earlier}. Reading them anew replaces what was found then.")
    else:
        st.markdown(f"Nearly the same words were captured as {earlier}. Is this a better copy, or another meeting?")
    st.caption("Replacing keeps what people edited, confirmed or accepted.")
    with st.container(horizontal=True):
        opens = st.button("Open the earlier one", type="primary", key="question-open")
        replaces = st.button("Replace it", key="question-replace")
        keeps = question.kind == "similar" and st.button("Keep both", key="question-both")
    with reporting():
        if opens:
            _kept().append(question.earlier.capture_id)
        elif replaces or keeps:
            _receive(memo, question.wish, replace=replaces, allow_similar=keeps)
        else:
            return
        _leave()
        _show()


def _keep(memo: Memo, wish: Wish, questions: list[Question]) -> None:
    earlier = wish.given.seen.duplicate_of if not isinstance(wish.given.seen, Exception) else None
    try:
        before = _receive(memo, wish)
    except LooksLikeEarlierCapture as exc:
        similar = EarlierCapture(capture_id=exc.capture_id, meeting_id=exc.meeting_id, title=None, held_on=None)
        seen = wish.given.seen
        known = seen.similar_to if not isinstance(seen, Exception) and seen.similar_to else similar
        questions.append(Question(wish, "similar", known))
        return
    if before is not None:
        questions.append(Question(wish, "duplicate", earlier or before))


def _receive(memo: Memo, wish: Wish, *, replace: bool = False, allow_similar: bool = False) -> EarlierCapture | None:
    """Keep a wish; the earlier capture when it is a duplicate."""
    received = memo.receive(
        wish.given.data,
        wish.given.name,
        title=wish.title,
        held_on=wish.held_on,
        client=wish.client,
        project=wish.project,
        audience=wish.audience,
        replace=replace,
        allow_similar=allow_similar,
    )
    if received.state == "duplicate":
        return EarlierCapture(capture_id=received.capture_id, meeting_id=received.meeting_id, title=None, held_on=None)
    _kept().append(received.capture_id)
    ensure_worker(memo)
    return None


def _kept() -> list[int]:
    kept: list[int] = st.session_state.setdefault(_KEPT, [])
    return kept


def _leave() -> None:
    """The first question is settled."""
    st.session_state[_QUESTIONS] = st.session_state.get(_QUESTIONS, [])[1:]


def _show() -> None:
    """Go to what was kept once every question is settled."""
    if not st.session_state.get(_QUESTIONS) and _kept():
        show(st.session_state.pop(_KEPT))
        given.forget()
    st.rerun()
