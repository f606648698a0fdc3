"""BM25 over turns: the plain keyword search that every figure is compared with."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from memo.extraction.words import STOP_WORDS, stem, words_of

K1 = 1.2
B = 0.75


class BM25:
    """The usual ranking function over stems without stop words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(_words(text)) for text in texts]
        held = Counter(word for counts in self._counts for word in counts)
        self._rarity = {w: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for w, n in held.items()}
        self._usual = sum(sum(counts.values()) for counts in self._counts) / max(1, len(texts))

    def best(self, query: str, limit: int) -> list[int]:
        """The indices of the best texts that share a word with `query`."""
        words = set(_words(query))
        scores = [(self._score(words, counts), -index) for index, counts in enumerate(self._counts)]
        return [-index for score, index in sorted(scores, reverse=True)[:limit] if score > 0]

    def _score(self, words: set[str], counts: Counter[str]) -> float:
        length = K1 * (1 - B + B * sum(counts.values()) / self._usual)
        return sum(self._rarity[w] * counts[w] * (K1 + 1) / (counts[w] + length) for w in words if counts[w])


def _words(text: str) -> list[str]:
    return [stem(word.text) for word in words_of(text) if word.text not in STOP_WORDS]
