"""A stretch of a transcript as Markdown: inert, cut to a readable length, with the quotes in it marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from memo.ui.plain import plain

Color = Literal["yellow", "green", "blue"]

_EDGES = re.compile(r"^(\s*)(.*?)(\s*)$", re.DOTALL)


class Mark(NamedTuple):
    """Words to mark: offsets into the transcript's text, `end` exclusive."""

    start: int
    end: int
    color: Color = "yellow"


class Stretch(NamedTuple):
    """The part of a text that is shown, by its offsets."""

    start: int
    end: int


def marked(text: str, shown: Stretch, marks: Sequence[Mark] = ()) -> str:
    """Markdown of `text[shown.start:shown.end]` with the words of `marks` on a coloured ground."""
    return "".join(_piece(text[start:end], color) for start, end, color in _pieces(shown, marks))


def around(whole: Stretch, marks: Sequence[Mark], longest: int) -> Stretch:
    """At most `longest` characters of `whole`, the first mark in it among them; without a mark, the beginning."""
    if whole.end - whole.start <= longest:
        return whole
    first = min(
        (mark.start for mark in marks if mark.end > whole.start and mark.start < whole.end), default=whole.start
    )
    start = max(whole.start, min(first - longest // 3, whole.end - longest))
    return Stretch(start, start + longest)


def _pieces(shown: Stretch, marks: Sequence[Mark]) -> Iterator[tuple[int, int, Color | None]]:
    """The stretch cut at the ends of marks; where two marks overlap, the words belong to the one that begins first."""
    at = shown.start
    for mark in sorted(marks):
        start, end = max(mark.start, at), min(mark.end, shown.end)
        if start >= end:
            continue
        if start > at:
            yield at, start, None
        yield start, end, mark.color
        at = end
    if at < shown.end:
        yield at, shown.end, None


def _piece(text: str, color: Color | None) -> str:
    """Markdown of a piece; the space at its ends stays outside the mark, where it cannot get lost."""
    found = _EDGES.match(text)
    assert found is not None
    before, words, after = found.groups()
    if not words:
        return _space(text)
    inert = plain(words, lines=True)
    return _space(before) + (f":{color}-background[{inert}]" if color else inert) + _space(after)


def _space(between: str) -> str:
    if not between:
        return ""
    return "\\\n" if "\n" in between else " "
