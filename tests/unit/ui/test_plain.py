"""Foreign text: every letter is kept, nothing of it is Markdown, and it is fast."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo.invisible import visible
from memo.ui.plain import ISOLATE, POP_ISOLATE, WORD_JOINER, plain
from tests.fakes.attacks import PAYLOADS

_ESCAPED = re.compile(r"\\(.)")
_BARE = re.compile(r"(?<!\\)(?:\\\\)*[`*_\[\]<>#|~$]")


def read(markdown: str) -> str:
    """What a reader sees of escaped Markdown, without the characters that have no width."""
    return _ESCAPED.sub(r"\1", markdown).translate({ord(char): None for char in (WORD_JOINER, ISOLATE, POP_ISOLATE)})


@given(st.text())
def test_one_line_shows_the_text_with_its_spaces_folded(text: str) -> None:
    assert read(plain(text)) == " ".join(visible(text).split())


@given(st.text())
def test_nothing_special_stands_without_its_backslash(text: str) -> None:
    assert _BARE.search(plain(text, lines=True)) is None


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: payload.kind)
def test_every_hostile_text_is_inert(payload: object) -> None:
    made = plain(payload.text, lines=True)  # type: ignore[attr-defined]
    assert _BARE.search(made) is None
    assert "://" not in made.replace("\\", "")
    assert "\n" not in made.replace("\\\n", "")


def test_line_breaks_are_kept_when_asked_for() -> None:
    assert plain("one\n\n  two\r\nthree", lines=True) == "one\\\ntwo\\\nthree"
    assert plain("one\n\n  two") == "one two"


def test_direction_is_kept_to_the_text_that_has_it() -> None:
    assert plain("שלום (v2)").startswith(ISOLATE)
    assert ISOLATE not in plain("plain words")
    assert "\u202e" not in plain("pay\u202e000,1\u202c dollars")


@pytest.mark.parametrize("text", [" " * 200_000 + "x", "\n" * 200_000 + "x", ":" * 200_000, "-" * 200_000])
def test_long_texts_take_no_longer_than_they_should(text: str) -> None:
    started = time.perf_counter()
    plain(text, lines=True)
    assert time.perf_counter() - started < 2
