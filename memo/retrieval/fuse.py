"""Putting ranked lists together, by rank alone: scores of different kinds do not compare."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

RANK_OFFSET = 10
"""How little the first places outweigh the next. Measured: with the usual 60 what both arms rank in the middle beats
what one arm is sure of, and fewer answers are among the first ten."""
NEIGHBOUR_SHARE = 0.3
"""What a fact gets of the score of the fact said just before or after it."""


def fused(lists: Iterable[Sequence[K]]) -> dict[K, float]:
    """Each item's reciprocal rank fusion score: the sum of 1 / (offset + rank) over the lists it is in, best first."""
    scores: dict[K, float] = {}
    for ranked in lists:
        for rank, item in enumerate(ranked, start=1):
            scores[item] = scores.get(item, 0.0) + 1 / (RANK_OFFSET + rank)
    return best_first(scores)


def with_neighbours(scores: Mapping[K, float], neighbours: Mapping[K, Sequence[K]]) -> dict[K, float]:
    """`scores` where what stands beside a found item counts as found in part; best first."""
    spread = dict(scores)
    for item, beside in neighbours.items():
        for neighbour in beside:
            spread[neighbour] = spread.get(neighbour, 0.0) + NEIGHBOUR_SHARE * scores[item]
    return best_first(spread)


def best_first(scores: Mapping[K, float]) -> dict[K, float]:
    """The same scores in falling order; equals keep theirs."""
    return dict(sorted(scores.items(), key=lambda scored: -scored[1]))
