"""Quotes marked in a stretch of a transcript."""

from __future__ import annotations

from memo.models import Turn
from memo.ui.marked import Mark, Stretch, around, marked
from memo.ui.transcript import first_turn, turn_markdown
from tests.unit.ui.test_plain import read

TEXT = "Ada: we use *Postgres* for billing, then we go home."


def _mark(words: str, color: str = "yellow") -> Mark:
    at = TEXT.index(words)
    return Mark(at, at + len(words), color)  # type: ignore[arg-type]


def test_words_are_marked_and_inert() -> None:
    made = marked(TEXT, Stretch(0, len(TEXT)), [_mark("use *Postgres*")])
    assert made == "Ada\\: we :yellow-background[use \\*Postgres\\*] for billing, then we go home\\."


def test_overlapping_marks_are_each_shown_once() -> None:
    made = marked(TEXT, Stretch(0, len(TEXT)), [_mark("*Postgres* for billing", "blue"), _mark("use *Postgres*")])
    assert made.count("-background[") == 2
    assert read(made).count("Postgres") == 1
    assert ":yellow-background[use" in made
    assert ":blue-background[for billing]" in made


def test_a_mark_that_begins_before_the_stretch_is_cut() -> None:
    start = TEXT.index("for")
    made = marked(TEXT, Stretch(start, len(TEXT)), [_mark("use *Postgres* for billing")])
    assert made.startswith(":yellow-background[for billing]")


def test_a_monologue_is_cut_around_its_quote() -> None:
    text = "word " * 2_000 + "we decided to stop." + " more" * 2_000
    at = text.index("we decided")
    shown = around(Stretch(0, len(text)), [Mark(at, at + 19)], 700)
    assert shown.end - shown.start == 700
    assert shown.start <= at
    assert at + 19 <= shown.end


def test_a_turn_says_who_spoke_and_when() -> None:
    turn = Turn(index=0, speaker="Ada (Guest)", text=TEXT, start=0, end=len(TEXT), time="00:01")
    assert turn_markdown(TEXT, turn).startswith(":small[:gray[**Ada \\(Guest\\)** · 00\\:01]]\\\n")
    unnamed = turn.model_copy(update={"speaker": None, "time": None})
    assert turn_markdown(TEXT, unnamed).startswith("Ada\\:")


def test_the_turn_of_an_offset() -> None:
    turns = [Turn(index=i, speaker=None, text="ab", start=3 * i, end=3 * i + 2) for i in range(3)]
    assert [first_turn(turns, offset) for offset in (0, 2, 4, 8)] == [0, 1, 1, None]
