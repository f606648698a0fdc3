"""The parts of the Ask page: the box, what was asked before, and one conversation with its answers."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import streamlit as st

from memo.models import Answer, FactFilter
from memo.retrieval.answer import MAX_QUESTION_CHARS
from memo.service import Memo
from memo.store.answers import KeptAnswer
from memo.ui.answer import draw_answer
from memo.ui.answer_text import bare
from memo.ui.asking import Question, ask
from memo.ui.frame import reporting
from memo.ui.given import use_sample
from memo.ui.plain import plain
from memo.ui.words import clipped, moment

ASK_PAGE: Final = "pages/2_Ask.py"
CAPTURE_PAGE: Final = "pages/1_Capture.py"
SAMPLE_TITLE: Final = "Weekly product sync"
SAMPLE_QUESTION: Final = "Why do we keep the queue in Postgres?"
BEFORE: Final = 12
"""Answers listed of those asked before."""

_WAITING = "ask_waiting"


def ask_on_page(question: str) -> None:
    """Have the Ask page put a question at once: for a box on another page, where a person has just pressed Ask."""
    st.session_state[_WAITING] = Question(question)
    st.switch_page(ASK_PAGE)


def put(question: Question) -> None:
    """Have this page put a question in its next run."""
    st.session_state[_WAITING] = question


def answer_waiting(memo: Memo) -> None:
    """Put the question that waits, if one does, and go to its answer; a rerun finds none waiting and asks nothing."""
    question: Question | None = st.session_state.pop(_WAITING, None)
    if question is None:
        return
    st.markdown(f"**{plain(question.text)}**")
    with reporting():
        answer = ask(memo, question)
        show(answer.answer_id)
        st.rerun()


def show(answer_id: int | None) -> None:
    """Have the page show a kept answer with its conversation; None: the way to ask anew."""
    st.query_params.clear()
    if answer_id is not None:
        st.query_params["answer"] = str(answer_id)


def shown() -> int | None:
    """The answer that the address names: `?answer=7`."""
    value = st.query_params.get("answer", "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None


def draw_start(memo: Memo) -> None:
    """Draw the box to ask, with the question of `?q=` in it, and what was asked before."""
    before = memo.answers(BEFORE)
    if not before and not memo.facts(FactFilter(), limit=1).facts:
        _draw_nothing()
        return
    asked = draw_box(st.query_params.get("q", ""))
    if not before and not asked:
        _draw_suggestion(memo)
    _draw_before(memo, before)


def draw_box(question: str) -> bool:
    """Draw the box; whether something is in it. Nothing is asked before a person presses Ask."""
    with st.form("ask", border=False):
        box, button = st.columns([6, 1], vertical_alignment="bottom")
        text = box.text_input(
            "Your question",
            question[:MAX_QUESTION_CHARS],
            max_chars=MAX_QUESTION_CHARS,
            placeholder="What did we decide about …?",
            label_visibility="collapsed",
        )
        pressed = button.form_submit_button("Ask", type="primary", icon=":material/forum:", width="stretch")
    if pressed and text.strip():
        put(Question(text.strip()))
        st.rerun()
    return bool(text.strip())


def draw_conversation(memo: Memo, answer_id: int) -> None:
    """Draw the conversation of a kept answer up to it, and the box for what comes next."""
    st.button("New question", icon=":material/add:", type="tertiary", on_click=show, args=(None,))
    kept = memo.answer(answer_id)
    turns = [turn for turn in memo.conversation(kept.conversation) if turn.id <= answer_id] or [kept]
    for turn in turns:
        _draw_turn(memo, turn)
    _draw_follow_up(kept.conversation)


def _draw_turn(memo: Memo, kept: KeptAnswer) -> None:
    with st.container(key=f"answer-{kept.id}"):
        st.subheader(plain(kept.question), anchor=False)
        if kept.asked:
            st.caption(f"Understood as: {plain(kept.asked)}")
        draw_answer(memo, kept, again=lambda without: _ask_again(kept, without))
        st.divider()


def _ask_again(kept: KeptAnswer, without: tuple[str, ...]) -> None:
    """Ask the same, understood alone, in a conversation of its own."""
    put(Question(kept.asked or kept.question, without=without))


def _draw_follow_up(conversation: UUID) -> None:
    # Inside a container it stays where the reading ends; at the foot of the window it would scroll the answer away.
    with st.container():
        text = st.chat_input("Ask more about this", max_chars=MAX_QUESTION_CHARS, key="follow_up")
    if text and text.strip():
        put(Question(text.strip(), conversation))
        st.rerun()


def _draw_nothing() -> None:
    st.markdown("Nothing is remembered yet, so there is nothing to ask about.")
    if st.button("Try the sample meeting", type="primary", icon=":material/play_circle:"):
        use_sample()
        st.switch_page(CAPTURE_PAGE)


def _draw_suggestion(memo: Memo) -> None:
    if any(meeting.title == SAMPLE_TITLE for meeting in memo.newest_meetings()):
        st.markdown("Ask in your own words. The answer says where each sentence comes from.")
        st.button(
            SAMPLE_QUESTION,
            icon=":material/lightbulb:",
            on_click=put,
            args=(Question(SAMPLE_QUESTION),),
        )


def _draw_before(memo: Memo, before: list[KeptAnswer]) -> None:
    if not before:
        return
    st.subheader("Asked before, by you", anchor=False)
    for kept in before:
        with st.container(gap=None, key=f"before-{kept.id}"):
            st.button(
                plain(clipped(kept.question, 120)),
                key=f"open-{kept.id}",
                icon=":material/forum:",
                type="tertiary",
                on_click=show,
                args=(kept.id,),
            )
            st.caption(f"{_told(kept.answer)} · {moment(kept.asked_at, memo.settings.timezone)}")


def _told(answer: Answer) -> str:
    if answer.abstained:
        return "no answer was found"
    return plain(clipped(bare(answer.answer), 140))
