"""How two words that play the same role in two names belong together: equal, initial, nickname, misspelling."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from memo.names.fit import near
from memo.names.lexicon import OF_MANY, nicknames_of
from memo.names.person_form import Word


class Link(Enum):
    """How two words in the same role belong together."""

    EQUAL = "equal"
    MENTION_INITIAL = "mention initial"
    KNOWN_INITIAL = "known initial"
    NICKNAME = "nickname"
    LIKE_NICKNAME = "like nickname"
    NEAR = "near"
    WITHIN = "within"


class Linked(NamedTuple):
    """A link with the similarity (0 to 1) of the two words."""

    link: Link
    similarity: float = 1.0


def equal(a: Word, b: Word) -> bool:
    """Whether two words share a spelling."""
    return a[0] == b[0] or ((len(a) > 1 or len(b) > 1) and not set(a).isdisjoint(b))


def link(mention: Word, known: Word, *, given: bool = False) -> Linked | None:
    """How a word of the mention belongs to the known word of the same role; None when it does not."""
    if equal(mention, known):
        return Linked(Link.EQUAL)
    if is_initial(mention, known):
        return Linked(Link.MENTION_INITIAL)
    if is_initial(known, mention):
        return Linked(Link.KNOWN_INITIAL)
    sure = nicknames_of().get(mention[0], {}).get(known[0]) if given else None
    if sure and not (known[0] in OF_MANY and len(mention[0]) > len(known[0])):
        return Linked(Link.NICKNAME)
    return _loose_link(mention, known, given, nicknamed=sure is not None)


def _loose_link(mention: Word, known: Word, given: bool, nicknamed: bool) -> Linked | None:
    """A link that is at most a reason to ask."""
    if nicknamed or (given and _is_start(mention, known)):
        return Linked(Link.LIKE_NICKNAME, 0.8)
    similarity = max(near(x, y) for x in mention for y in known)
    if similarity:
        return Linked(Link.NEAR, similarity)
    if min(len(mention[0]), len(known[0])) >= 4 and (heard := sound(mention[0])) and heard == sound(known[0]):
        return Linked(Link.NEAR, 0.6)
    short, long = sorted((mention[0], known[0]), key=len)
    within = len(short) >= 4 - (not given) and (long.startswith(short) or long.endswith(short))
    return Linked(Link.WITHIN, 0.7) if within else None


_SAME_SOUND = (
    *(("ph", "f"), ("sch", "s"), ("sh", "s"), ("ck", "k"), ("ge", "je"), ("gi", "ji"), ("ce", "se"), ("ci", "si")),
    *(("cy", "sy"), ("c", "k"), ("q", "k"), ("z", "s"), ("v", "f"), ("x", "ks")),
)
_SILENT = str.maketrans("", "", "aeiouhwy")


@lru_cache(maxsize=65_536)
def sound(word: str) -> str:
    """The consonants of `word` as heard, for what speech-to-text writes otherwise: Sean, Shawn; "" when too few."""
    for written, heard in _SAME_SOUND:
        word = word.replace(written, heard)
    first = "a" if word[:1] in "aeiou" else ""
    consonants = "".join(letter for letter, _ in groupby(word.translate(_SILENT)))
    return first + consonants if len(consonants) > 1 else ""


def _is_start(mention: Word, known: Word) -> bool:
    """Whether the mention may be short for a given name that begins so: Beth for Bethany, Tom for Tomas."""
    return 3 <= len(mention[0]) < len(known[0]) and known[0].startswith(mention[0])


def is_initial(short: Word, long: Word) -> bool:
    """Whether `short` is the initial of `long`; a single Chinese character is a word, not an initial."""
    return len(short[0]) == 1 and short[0] < "\u2e80" and len(long[0]) > 1 and any(s[0] == short[0] for s in long)
