"""A transcript in parts that one model call can read: borders between turns, a few turns of overlap, nothing left out.

The own stretches `[own_start, end)` of the parts tile the whole text from 0 to its end, so that what was read can be
added up. The overlap before `own_start` repeats the end of the part before, so a decision is seen with its reason.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Final

from memo.models import Transcript

MAX_TRANSCRIPT_CHARS: Final = 40_000
"""The seed's bound for one call, in characters; Memo makes several calls instead of dropping what is longer."""
OVERLAP_TURNS: Final = 3
MAX_OVERLAP_SHARE: Final = 5
"""The overlap takes at most one part in five."""

_SENTENCE: Final = re.compile(r"[.?!…。！？][\"'”’)\]]*\s+")
_ZERO_WIDTH_JOINER: Final = "\u200d"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: `text == transcript.text[start:end]`, new from `own_start` on, with turns `first_turn..last_turn`."""

    index: int
    start: int
    own_start: int
    end: int
    first_turn: int
    last_turn: int
    text: str


def parts(
    transcript: Transcript, max_chars: int = MAX_TRANSCRIPT_CHARS, overlap_turns: int = OVERLAP_TURNS
) -> tuple[Part, ...]:
    """The parts of `transcript`, each at most `max_chars` long with its overlap; raises `ValueError` below 200."""
    if max_chars < 200:
        raise ValueError(f"a part needs room for 200 characters, not {max_chars}")
    text = transcript.text
    borders = _borders(transcript)
    made: list[Part] = []
    own_start = 0
    while own_start < len(text) or not made:
        start = _overlap_start(text, borders, own_start, overlap_turns, max_chars) if made else 0
        end = _end(text, borders, own_start, start + max_chars)
        made.append(_part(transcript, len(made), start, own_start, end))
        own_start = end
    return tuple(made)


def _borders(transcript: Transcript) -> list[int]:
    """Where turns begin with their label: right after the line that ends before them."""
    borders = []
    for turn, before in zip(transcript.turns[1:], transcript.turns, strict=False):
        gap = transcript.text.find("\n", before.end, turn.start)
        borders.append(gap + 1 if gap >= 0 else turn.start)
    return borders


def _end(text: str, borders: list[int], own_start: int, limit: int) -> int:
    if limit >= len(text):
        return len(text)
    border = bisect_right(borders, limit) - 1
    if border >= 0 and borders[border] > own_start:
        return borders[border]
    return _cut(text, own_start, limit)


def _cut(text: str, low: int, high: int) -> int:
    """A place to cut inside a long turn: after a sentence, else at a space, else between two graphemes."""
    low = max(low + 1, high - (high - low) // 2)
    sentences = [match.end() for match in _SENTENCE.finditer(text, low, high)]
    if sentences:
        return sentences[-1]
    space = max(text.rfind(" ", low, high), text.rfind("\n", low, high))
    return space + 1 if space >= 0 else _grapheme_border(text, low, high)


def _grapheme_border(text: str, low: int, high: int) -> int:
    for at in range(high, max(low, high - 64), -1):
        joined = text[at - 1] == _ZERO_WIDTH_JOINER or text[at] == _ZERO_WIDTH_JOINER
        if (
            not joined
            and not unicodedata.combining(text[at])
            and unicodedata.category(text[at]) not in {"Mn", "Me", "Sk"}
        ):
            return at
    return high


def _overlap_start(text: str, borders: list[int], own_start: int, overlap_turns: int, max_chars: int) -> int:
    """Where the overlap before `own_start` begins: a few turns back, or less when they are long."""
    if overlap_turns <= 0:
        return own_start
    lowest = max(0, own_start - max_chars // MAX_OVERLAP_SHARE)
    here = bisect_left(borders, own_start)
    starts = [
        border for border in [0, *borders][max(0, here + 1 - overlap_turns) : here + 1] if lowest <= border < own_start
    ]
    if starts:
        return starts[0]
    sentences = [match.end() for match in _SENTENCE.finditer(text, lowest, own_start) if match.end() < own_start]
    return sentences[0] if sentences else own_start


def _part(transcript: Transcript, index: int, start: int, own_start: int, end: int) -> Part:
    turns = transcript.turns
    first = bisect_right(turns, start, key=lambda turn: turn.end)
    last = bisect_left(turns, end, key=lambda turn: turn.start) - 1
    first = min(first, max(0, len(turns) - 1))
    return Part(index, start, own_start, end, first, max(first, last), transcript.text[start:end])
