"""The word arm of a search: which words of a question count, how much, and which of them gather facts.

A word counts by how rare it is among the facts that pass the filter (BM25's inverse document frequency). How often
each occurs is remembered, because counting a frequent word takes longer than the rest of a search: a rare one for a
minute, a frequent one, whose weight hardly changes with some facts more or less, for an hour.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from weakref import WeakKeyDictionary

from memo.models import FactFilter, Principal
from memo.store import scope
from memo.store import search as store
from memo.store.pool import Connection, Database
from memo.store.search import Narrowing

MOST_COUNTED = 2_000
"""A word that occurs in so many facts is frequent, however often it is."""
MOST_WEIGHED = 5_000
"""Facts that are weighed at most: to read each fact with a frequent word takes longer than the rest of a search."""
MOST_PASSING = 10_000
"""Facts that a filter may leave for every one of them to be compared with the question."""
GATHER = 300
"""Facts that the rarest words of a question may bring in. Measured: more find no more answers, and take longer."""
MOST_PAIRED = 5
"""Frequent words whose pairs are looked for."""
RARE = 3
"""A sign such as "RFC-7231" that so few facts hold is what the question is about."""

FREQUENT = 200
"""What so many facts hold, or pass, is remembered for longer."""

_REMEMBERED_SECONDS = 60.0
_FREQUENT_REMEMBERED_SECONDS = 3600.0
_REMEMBERED_SCOPES = 256
_REMEMBERED_WORDS = 5_000
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
    """What the word arm looks for: `gather` are tsqueries, each looked at where those before it find too few facts."""

    weights: Mapping[str, float]
    gather: tuple[str, ...]
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


class Counts:
    """How many facts pass one filter, and in how many of them each word occurs, as of a while ago. Thread-safe."""

    def __init__(self) -> None:
        self._known: OrderedDict[str | None, tuple[int, float]] = OrderedDict()
        self._mutex = threading.Lock()

    def passing(self, conn: Connection, within: Narrowing) -> int:
        """How many facts pass, at most `MOST_PASSING` and one."""
        known = self._get(None)
        return self._keep(None, store.facts_passing(conn, within, MOST_PASSING + 1)) if known is None else known

    def words(self, conn: Connection, words: Sequence[str], within: Narrowing) -> dict[str, int]:
        """In how many of the facts that pass each of `words` occurs, at most `MOST_COUNTED`."""
        known = {word: self._get(word) for word in words}
        missing = [word for word, count in known.items() if count is None]
        counted = store.word_counts(conn, missing, within, MOST_COUNTED) if missing else {}
        return {word: self._keep(word, counted[word]) if count is None else count for word, count in known.items()}

    def _get(self, word: str | None) -> int | None:
        with self._mutex:
            count, until = self._known.get(word, (0, 0.0))
        return count if until > time.monotonic() else None

    def _keep(self, word: str | None, count: int) -> int:
        seconds = _FREQUENT_REMEMBERED_SECONDS if count >= FREQUENT else _REMEMBERED_SECONDS
        with self._mutex:
            self._known[word] = (count, time.monotonic() + seconds)
            self._known.move_to_end(word)
            if len(self._known) > _REMEMBERED_WORDS:
                self._known.popitem(last=False)
        return count


class WordCounts:
    """Remembers `Counts` for the filters and audiences that searched last. Thread-safe."""

    def __init__(self) -> None:
        self._known: OrderedDict[object, Counts] = OrderedDict()
        self._mutex = threading.Lock()

    def of(self, who: Principal, wanted: FactFilter) -> Counts:
        """The counts of one filter, as `who` sees it."""
        key = (scope.audience(who), wanted)
        with self._mutex:
            counts = self._known.setdefault(key, Counts())
            self._known.move_to_end(key)
            if len(self._known) > _REMEMBERED_SCOPES:
                self._known.popitem(last=False)
        return counts


_counts: WeakKeyDictionary[Database, WordCounts] = WeakKeyDictionary()


def counts_of(db: Database) -> WordCounts:
    """What is remembered of one database."""
    return _counts.setdefault(db, WordCounts())


def weigh(conn: Connection, asked: Asked, counts: Counts, within: Narrowing) -> Weighed:
    """The weights of the words of a question among the facts that pass."""
    words = store.question_words(conn, asked.words)
    held = counts.words(conn, words, within)
    passing = counts.passing(conn, within)
    phrase = (store.phrase_query(conn, asked.phrase) or None) if asked.phrase else None
    rare = tuple(word for word in words if _SIGN.match(word) and 0 < held[word] <= RARE)
    # What holds the phrase is looked at by itself: among all that hold its words it could be left out.
    gather = [*([phrase] if phrase else []), *gathering(words, held, rare)]
    return Weighed(
        weights={word: rarity(held[word], passing) for word in words},
        gather=tuple(gather),
        phrase=phrase,
        rare=rare,
    )


def gathering(words: Sequence[str], counts: Mapping[str, int], signs: Sequence[str] = ()) -> list[str]:
    """What brings in the facts to weigh, as tsqueries, the most telling first.

    First `signs` and the rarest words, as many as together bring in at most `GATHER` facts, and at least one. Then the
    facts that hold two of the others, and those that hold the rarest of them. Of frequent words only, first of all the
    facts that hold all of them.
    """
    held = sorted((word for word in words if counts[word]), key=lambda word: counts[word])
    # The count is of a while ago: what no fact held then, one may hold now.
    unheard = [word for word in words if not counts[word]]
    chosen = list(signs)
    total = sum(counts[word] for word in signs)
    for word in held:
        if word in chosen:
            continue
        total += counts[word]
        if total > GATHER and (chosen or counts[word] >= MOST_COUNTED):
            break
        chosen.append(word)
    others = [store.quoted(word) for word in held if word not in chosen]
    pairs = [f"({one} & {other})" for one, other in combinations(others[:MOST_PAIRED], 2)]
    stages = [
        " | ".join(map(store.quoted, [*unheard, *chosen])),
        "" if chosen or len(others) <= 2 else " & ".join(others),
        " | ".join(pairs),
        others[0] if others else "",
    ]
    return [stage for stage in stages if stage]


def rarity(count: int, passing: int) -> float:
    """The weight of a word that occurs in `count` of `passing` facts."""
    count = min(count, passing)
    return math.log(1 + (passing - count + 0.5) / (count + 0.5))
