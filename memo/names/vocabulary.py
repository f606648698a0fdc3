"""The distinct words of many names, and which of them are nearly a given word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from memo.names.fit import allowed_edits

MOST_NEAR_WORDS = 8


class Vocabulary:
    """Words are filed by their first three, last three, and outer letters: a misspelling leaves one of these whole."""

    def __init__(self, words: Iterable[str]) -> None:
        self._shelves: dict[str, list[str]] = defaultdict(list)
        for word in sorted({w for w in words if len(w) >= 3 and w.isalpha()}):
            for shelf in _shelves(word):
                self._shelves[shelf].append(word)

    def near(self, word: str) -> list[str]:
        """Words that may be `word` misspelled, nearest first, at most `MOST_NEAR_WORDS`, never `word` itself."""
        allowed = allowed_edits(len(word) + 1)
        found: dict[str, float] = {}
        for shelf in _shelves(word):
            hits = process.extract(
                word, self._shelves.get(shelf, ()), scorer=OSA.distance, score_cutoff=allowed, limit=None
            )
            found.update((hit, distance) for hit, distance, _ in hits if distance)
        return sorted(found, key=lambda w: (found[w], w))[:MOST_NEAR_WORDS]


def _shelves(word: str) -> tuple[str, str, str]:
    return f"{word[:3]}-", f"-{word[-3:]}", f"{word[0]}-{word[-1]}"
