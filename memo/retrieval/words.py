"""The word arm of a search: which words of a question count, how much, and which of them gather facts.

A word counts by how rare it is among the facts that pass the filter (BM25's inverse document frequency). How often
each occurs is remembered for a minute, because counting a frequent word takes longer than the rest of a search.
"""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from memo.models import FactFilter, Principal
from memo.store import scope
from memo.store import search as store
from memo.store.pool import Connection, Database

MOST_COUNTED = 2_000
"""A word that occurs in more facts than this is frequent, however often it is."""
MOST_PASSING = 10_000
"""Facts that a filter may leave for every one of them to be compared with the question."""
GATHER = 1_000
"""Facts that the rarest words of a question may bring in."""
RARE = 3
"""A sign such as "RFC-7231" that so few facts hold is what the question is about."""

_REMEMBERED_SECONDS = 60.0
_REMEMBERED_SCOPES = 256
_PHRASE = re.compile(r'["“”„]([^"“”„]{3,200})["“”„]')
_WITHOUT = re.compile(r"(?:^|(?<=\s))-([^\W\d_][\w'-]*)")
_SIGN = re.compile(r"^(?=.*\d)(?:.*[^\W\d].*|\d{5,}|.*\d[-_./:]\d.*)$")


@dataclass(frozen=True)
class Asked:
    """A question taken apart: its `words`, one quoted passage (`phrase`), and words no fact may hold (`without`)."""

    words: str
    phrase: str | None = None
    without: str | None = None


@dataclass(frozen=True)
class Weighed:
    """What the word arm looks for; `gather` is "" when no word of the question says anything."""

    weights: Mapping[str, float]
    gather: str
    phrase: str | None
    rare: tuple[str, ...] = ()


def take_apart(query: str) -> Asked:
    """The words, the first quoted phrase and the `-forbidden` words of a query."""
    forbidden = _WITHOUT.findall(query)
    words = _WITHOUT.sub(" ", query)
    phrase = _PHRASE.search(words)
    return Asked(
        words=words.strip(), phrase=phrase[1] if phrase else None, without=" OR ".join(forbidden) if forbidden else None
    )


@dataclass
class Counts:
    """How many facts pass one filter, and in how many of them each word occurs; both as of a short while ago."""

    passing: int
    words: dict[str, int] = field(default_factory=dict)
    until: float = 0.0


class WordCounts:
    """Remembers `Counts` for the filters and audiences that searched last."""

    def __init__(self) -> None:
        self._known: OrderedDict[object, Counts] = OrderedDict()

    def of(self, conn: Connection, who: Principal, wanted: FactFilter, within: Mapping[str, Any]) -> Counts:
        """The counts of one filter, as `who` sees it; words are added by `count`."""
        key = (scope.audience(who), wanted)
        known = self._known.get(key)
        if known is None or known.until < time.monotonic():
            known = Counts(store.facts_passing(conn, within, MOST_PASSING + 1))
            known.until = time.monotonic() + _REMEMBERED_SECONDS
            self._known[key] = known
            while len(self._known) > _REMEMBERED_SCOPES:
                self._known.popitem(last=False)
        return known


_counts: WeakKeyDictionary[Database, WordCounts] = WeakKeyDictionary()


def counts_of(db: Database) -> WordCounts:
    """What is remembered of one database."""
    return _counts.setdefault(db, WordCounts())


def weigh(conn: Connection, asked: Asked, counts: Counts, within: Mapping[str, Any]) -> Weighed:
    """The weights of the words of a question among the facts that pass."""
    words = store.question_words(conn, asked.words)
    missing = [word for word in words if word not in counts.words]
    if missing:
        counts.words |= store.word_counts(conn, missing, within, MOST_COUNTED)
    phrase = (store.phrase_query(conn, asked.phrase) or None) if asked.phrase else None
    by_rarity = sorted(words, key=lambda word: counts.words[word])
    gather = [store.quoted(word) for word in gathering(by_rarity, counts.words)]
    return Weighed(
        weights={word: rarity(counts.words[word], counts.passing) for word in words},
        gather=" | ".join([*gather, f"({phrase})"] if phrase else gather),
        phrase=phrase,
        rare=tuple(word for word in words if _SIGN.match(word) and 0 < counts.words[word] <= RARE),
    )


def gathering(by_rarity: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The rarest words, as many as together bring in at most `GATHER` facts, and at least one."""
    chosen: list[str] = []
    total = 0
    for word in by_rarity:
        total += counts[word]
        if chosen and total > GATHER:
            break
        chosen.append(word)
    return chosen


def rarity(count: int, passing: int) -> float:
    """The weight of a word that occurs in `count` of `passing` facts."""
    count = min(count, passing)
    return math.log(1 + (passing - count + 0.5) / (count + 0.5))
