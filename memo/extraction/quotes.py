"""Where in a transcript a quote stands: found by code in the turns that were read, never taken from a model's word.

First the very words (space, case, punctuation, quote marks and hyphens do not count), then the same without speakers'
names or with left-out stretches ("..."), then words that are nearly those. Whatever was found, the evidence holds the
transcript's own words: `transcript.text[start:end] == quote`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from memo.extraction.words import STOP_WORDS, word_set, words_of
from memo.models import Evidence, Transcript

MAX_QUOTE_TURNS: Final = 3
"""A passage is at most this many neighbouring turns."""

CLOSE_MATCH: Final = 0.8
"""The share of words that a close match must have in common with the quote, in order."""

MAX_PLACES: Final = 8
"""Of words that stand in a part more often than this, the first places are looked at."""

NEGATIONS: Final = word_set(
    """
    not no never none nothing nobody neither nor without cannot can't won't don't doesn't didn't isn't aren't wasn't
    weren't shouldn't wouldn't couldn't haven't hasn't hadn't mustn't
    """
)

_LEFT_OUT: Final = re.compile(r"\s*(?:\[?(?:\.{3,}|…)\]?)\s*")
_OPENING: Final = "#@$€£\"'“‘([*`_~+-"
_CLOSING: Final = ".,!?…\"'”’)]*`_~%;"


@dataclass(frozen=True)
class Passage:
    """A run of words of the transcript: word numbers `[first, last]`."""

    first: int
    last: int


@dataclass(frozen=True)
class Stretch:
    """What was read together: turns `[first, last]`, of them words `[low, high)`; a quote counts only inside it."""

    first: int
    last: int
    low: int
    high: int


class Spoken:
    """A transcript as one run of words; built once, then every quote is looked up in it."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.words: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.turn_of: list[int] = []
        self.first_word: list[int] = []
        """By turn: the number of its first word."""
        for position, turn in enumerate(transcript.turns):
            self.first_word.append(len(self.words))
            for word in words_of(turn.text):
                self.words.append(word.text)
                self.starts.append(turn.start + word.start)
                self.ends.append(turn.start + word.end)
                self.turn_of.append(position)
        self.first_word.append(len(self.words))
        self._run = f" {' '.join(self.words)} "
        self._offsets: list[int] = []
        at = 0
        for text in self.words:
            self._offsets.append(at)
            at += len(text) + 1

    @cached_property
    def speakers(self) -> frozenset[str]:
        """The speakers' names as the file writes them, folded."""
        return frozenset(" ".join(t.speaker.casefold().split()) for t in self.transcript.turns if t.speaker)

    def stretch(self, start: int, end: int) -> Stretch:
        """The words that stand in `[start, end)` of the transcript, and their turns."""
        low, high = bisect_left(self.starts, start), bisect_right(self.ends, end)
        if low >= high:
            return Stretch(0, -1, 0, 0)
        return Stretch(self.turn_of[low], self.turn_of[high - 1], low, high)

    def clipped(self, first: int, last: int, within: Stretch) -> Stretch:
        """Turns `[first, last]` as far as they are in `within`."""
        low, high = max(within.low, self.first_word[first]), min(within.high, self.first_word[last + 1])
        return Stretch(first, last, low, high)

    def places(self, wanted: Sequence[str], within: Stretch) -> Iterator[Passage]:
        """Where `wanted` stands word by word in `within`, inside few enough turns."""
        if not wanted:
            return
        needle = f" {' '.join(wanted)} "
        if within.low >= within.high:
            return
        stop = self._offsets[within.high - 1] + len(self.words[within.high - 1]) + 2
        at = self._offsets[within.low]
        while (at := self._run.find(needle, at, stop)) >= 0:
            first = bisect_left(self._offsets, at)
            passage = Passage(first, first + len(wanted) - 1)
            if self.turns_in(passage) <= MAX_QUOTE_TURNS:
                yield passage
            at += 1

    def turns_in(self, passage: Passage) -> int:
        """How many turns `passage` touches."""
        return self.turn_of[passage.last] - self.turn_of[passage.first] + 1

    def evidence(self, passage: Passage) -> Evidence:
        """`passage` with the signs that belong to its first and last word, as they stand in the transcript."""
        text = self.transcript.text
        first, last = (self.transcript.turns[self.turn_of[n]] for n in (passage.first, passage.last))
        start, end = self.starts[passage.first], self.ends[passage.last]
        while start > first.start and text[start - 1] in _OPENING:
            start -= 1
        while end < last.end and text[end] in _CLOSING:
            end += 1
        return Evidence(quote=text[start:end], turn=first.index, start=start, end=end)


Finder = Callable[[str, Spoken, Stretch], list[Passage]]


def find_quote(quote: str, spoken: Spoken, within: Stretch) -> list[Passage]:
    """The passages of `within` that `quote` can stand for, by the first way that finds any."""
    for finder in FINDERS:
        if found := finder(quote, spoken, within):
            return found[:MAX_PLACES]
    return []


def exact(quote: str, spoken: Spoken, within: Stretch) -> list[Passage]:
    """The very words of `quote`."""
    wanted = [word.text for word in words_of(quote)]
    return list(_some(spoken.places(wanted, within)))


def unlabelled(quote: str, spoken: Spoken, within: Stretch) -> list[Passage]:
    """The words of `quote` without the names of speakers that a model copied along ("Bob: yes, let's")."""
    lines = []
    for line in quote.split("\n"):
        name, colon, rest = line.partition(":")
        is_label = colon and " ".join(name.casefold().strip(" *_-[]<>").split()) in spoken.speakers
        lines.append(rest if is_label else line)
    plain = " ".join(lines)
    return exact(plain, spoken, within) if plain != quote.replace("\n", " ") else []


def elided(quote: str, spoken: Spoken, within: Stretch) -> list[Passage]:
    """From the first to the last of the pieces of a quote with left-out stretches, in order and close together."""
    pieces = [[word.text for word in words_of(piece)] for piece in _LEFT_OUT.split(quote)]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 2 or min(map(len, pieces)) < 2:
        return []
    found = []
    for head in _some(spoken.places(pieces[0], within)):
        turn = spoken.turn_of[head.first]
        reach = spoken.clipped(turn, min(within.last, turn + MAX_QUOTE_TURNS - 1), within)
        last: int | None = head.last
        for piece in pieces[1:]:
            following = (p.last for p in spoken.places(piece, reach) if last is not None and p.first > last)
            last = next(following, None)
        if last is not None:
            found.append(Passage(head.first, last))
    return found


def close(quote: str, spoken: Spoken, within: Stretch) -> list[Passage]:
    """The nearest words to `quote` inside one to three neighbouring turns, if they are nearly the same.

    A difference in a negation is never near: "we will ship" does not stand for "we will not ship".
    """
    wanted = [word.text for word in words_of(quote)]
    rare = {word for word in wanted if word not in STOP_WORDS} or set(wanted)
    best: tuple[float, Passage] | None = None
    for low, high in _windows(spoken, within):
        window = spoken.words[low:high]
        if len(rare.intersection(window)) < CLOSE_MATCH / 2 * len(rare):
            continue
        passage = _nearest(wanted, window, low)
        if passage is None:
            continue
        words = spoken.words[passage.first : passage.last + 1]
        score = Levenshtein.normalized_similarity(wanted, words)
        same_sense = [w for w in wanted if w in NEGATIONS] == [w for w in words if w in NEGATIONS]
        if score >= CLOSE_MATCH and same_sense and (best is None or score > best[0]):
            best = (score, passage)
    return [best[1]] if best else []


FINDERS: Final[list[Finder]] = [exact, unlabelled, elided, close]


def _windows(spoken: Spoken, within: Stretch) -> Iterator[tuple[int, int]]:
    """The word ranges of one, two and three neighbouring turns."""
    for turns in range(1, MAX_QUOTE_TURNS + 1):
        for turn in range(within.first, within.last + 2 - turns):
            reach = spoken.clipped(turn, turn + turns - 1, within)
            yield reach.low, reach.high


def _nearest(wanted: list[str], window: list[str], offset: int) -> Passage | None:
    """The run of `window` that is most like `wanted`, on word borders."""
    run = " ".join(window)
    found = fuzz.partial_ratio_alignment(" ".join(wanted), run, score_cutoff=100 * CLOSE_MATCH * 0.9)
    if found is None or not window:
        return None
    begins = [0]
    for word in window[:-1]:
        begins.append(begins[-1] + len(word) + 1)
    first = max(0, bisect_right(begins, found.dest_start) - 1)
    if found.dest_start >= begins[first] + (len(window[first]) + 1) / 2:
        first = min(first + 1, len(window) - 1)
    last = max(first, bisect_left(begins, found.dest_end) - 1)
    if found.dest_end - begins[last] < len(window[last]) / 2:
        last = max(first, last - 1)
    return Passage(offset + first, offset + last)


def _some(places: Iterator[Passage]) -> Iterator[Passage]:
    for _, passage in zip(range(MAX_PLACES), places, strict=False):
        yield passage
