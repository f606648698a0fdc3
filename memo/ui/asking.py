"""Putting a question while the page looks on: it is answered in a thread, so that leaving the page loses nothing.

Whoever leaves in the middle finds the answer among those asked before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import streamlit as st

from memo.deadline import until
from memo.models import Answer
from memo.service import Memo
from memo.ui.answer_text import prose

SECONDS: Final = 60.0
"""How long the page waits; the calls to models end long before by deadlines of their own."""
LOOKING: Final = "Looking through the facts ..."
CHECKING: Final = "Being written; each sentence is shown once its sources bear it out ..."


@dataclass(frozen=True)
class Question:
    """What is to be asked: in a conversation, and without the filters that the person has taken back."""

    text: str
    conversation: UUID | None = None
    without: tuple[str, ...] = ()


def ask(memo: Memo, question: Question) -> Answer:
    """Put a question, draw what of its answer has been checked as it comes, and give the whole; raises `MemoError`."""

    def produce(put: Callable[[str | Answer], bool]) -> None:
        def hear(words: str) -> None:
            put(words)

        put(memo.ask(question.text, conversation=question.conversation, without=question.without, on_text=hear))

    draft = ""
    with st.status(LOOKING, expanded=True) as status:
        slot = st.empty()
        for said in until(time.monotonic() + SECONDS, produce, name="memo-ask"):
            if isinstance(said, Answer):
                return said
            draft += said
            status.update(label=CHECKING)
            slot.markdown(prose(draft))
    raise AssertionError("a question ends with an answer or an error")
