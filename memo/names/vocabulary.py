"""The distinct words of many names, and which of them are nearly a given word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from memo.names.fit import allowed_edits

MOST_NEAR_WORDS = 8


class Vocabulary:
    """Words are filed by length and first three, last three, or outer letters: one of these stays in a misspelling."""

    def __init__(self, words: Iterable[str]) -> None:
        self._shelves: dict[str, list[str]] = defaultdict(list)
        for word in sorted({w for w in words if len(w) >= 3 and w.isalpha()}):
            for shelf in _shelves(word, len(word)):
                self._shelves[shelf].append(word)

    def near(self, word: str) -> list[str]:
        """Words that may be `word` misspelled, nearest first, at most `MOST_NEAR_WORDS`, never `word` itself."""
        if len(word) < 3:
            return []
        found: dict[str, float] = {}
        for length in range(len(word) - 2, len(word) + 3):
            allowed = allowed_edits(max(length, len(word)))
            if abs(length - len(word)) > allowed:
                continue
            for shelf in _shelves(word, length):
                hits = process.extract(
                    word, self._shelves.get(shelf, ()), scorer=OSA.distance, score_cutoff=allowed, limit=None
                )
                found.update((hit, distance) for hit, distance, _ in hits if distance)
        return sorted(found, key=lambda w: (found[w], w))[:MOST_NEAR_WORDS]


def _shelves(word: str, length: int) -> tuple[str, str, str]:
    """Where words of `length` letters stand that begin, end, or both begin and end as `word` does."""
    return f"{length}{word[:3]}-", f"{length}-{word[-3:]}", f"{length}{word[0]}-{word[-1]}"
