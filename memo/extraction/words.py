"""Words with their places, compared without regard to how they are written; light stems that ignore grammar."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from memo.invisible import HIDDEN

# Scripts written without spaces count by the character, as otherwise a whole sentence would be one word.
_UNSPACED: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+(?:['’ʼ][^\W_{_UNSPACED}]+)*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][\"'”’)\]])\s+|(?<=[。！？])|\n+")
"""Where a sentence ends: "e.g. this" is cut too, which costs little, since quotes may hold several sentences."""


def word_set(words: str) -> frozenset[str]:
    """The words of a list that is easier to read as a paragraph."""
    return frozenset(words.split())


STOP_WORDS: Final = word_set(
    """
    a about after again all also am an and any are aren't as at be because been before being both but by can can't
    could couldn't did didn't do does doesn't doing don't done down each else etc even ever every for from further get
    gets getting go goes going gonna got had has have having he her here him his how i i'd i'll i'm i've if in into is
    isn't it it's its just kind let let's like lot may maybe me might more most much must my need needs no nor not now
    of off oh ok okay on once one only onto or other our out over own please really right same shall she should so
    some something still such sure than that that's the their them then there there's these they they'll they're thing
    things this those through to too um uh under until up upon us very want wants was we we'd we'll we're we've well
    were what when where whether which while who whom why will with within without won't would yeah yep yes yet you
    you'll you're your
    """
)
_GENERIC: Final = word_set(
    """
    action agree agreed agreement attendees decide decided decides decision everybody everyone group item meeting
    members participants people resolved somebody someone team todo
    """
)
"""Words that say that something was decided or is to be done, not what."""

_NUMBER_OR_CODE: Final = re.compile(r"\d")
_SUFFIXES: Final = (
    "izations",
    "ization",
    "ations",
    "ation",
    "ments",
    "ment",
    "ingly",
    "ings",
    "ing",
    "ions",
    "ion",
    "ers",
    "er",
    "ed",
    "es",
    "ly",
    "al",
    "s",
    "e",
)


class Word(NamedTuple):
    """A word as it is compared (folded case, plain apostrophe) and its place `[start, end)` in the text it is from."""

    text: str
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """The words of `text` in order; hidden characters neither part nor join words."""
    if HIDDEN.search(text) is None:
        return [Word(_folded(match[0]), match.start(), match.end()) for match in _WORD.finditer(text)]
    places = [place for place, char in enumerate(text) if HIDDEN.match(char) is None]
    shown = "".join(text[place] for place in places)
    return [
        Word(_folded(match[0]), places[match.start()], places[match.end() - 1] + 1) for match in _WORD.finditer(shown)
    ]


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFC", word).casefold().replace("’", "'").replace("ʼ", "'")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded word without its ending: plural, tense and "-ation" do not matter when words are compared."""
    word = word.removesuffix("'s").removesuffix("'")
    if _NUMBER_OR_CODE.search(word):
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word[:-1] + "y" if word.endswith("i") and len(word) > 3 else word


def stems_of(text: str) -> frozenset[str]:
    """The stems of every word of `text`."""
    return frozenset(stem(word.text) for word in words_of(text))


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that carry the meaning of `text`: no function words, none that only say "decided"."""
    return _content(word.text for word in words_of(text))


def _content(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(word) for word in words if word not in STOP_WORDS and word not in _GENERIC)


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two sets of stems share, 0 to 1 (Jaccard)."""
    return len(one & other) / len(one | other) if one and other else 0.0


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The places `[start, end)` of the sentences of `text`, blanks around them left out."""
    spans: list[tuple[int, int]] = []
    start = 0
    for end in (*(match.start() for match in _SENTENCE.finditer(text)), len(text)):
        piece = text[start:end]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip())
            spans.append((start + lead, start + len(piece.rstrip())))
        start = end
    return spans


def sentences_of(text: str) -> list[str]:
    """The sentences of `text`."""
    return [text[start:end] for start, end in sentence_spans(text)]


def columns(text: str) -> int:
    """How wide `text` is: a character of a script without spaces says as much as two letters."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
