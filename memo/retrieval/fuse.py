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

AROUND = 5
"""Turns before and after a fact that count as the place it was said."""


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


def around(scores: Mapping[K, float], places: Mapping[K, tuple[int, int] | None]) -> dict[K, float]:
    """For each item how much was found at its place (meeting, turn) and near it, nearer counting more.

    What a question is about is talked of for several turns: where much was found, the answer is likely; a single turn
    that shares its words may be about something else. An item without a place has only itself.
    """
    found: dict[tuple[int, int], float] = {}
    for item, score in scores.items():
        if place := places[item]:
            found[place] = max(score, found.get(place, 0.0))
    summed = {}
    for item, place in places.items():
        if place is None:
            summed[item] = scores.get(item, 0.0) / (AROUND + 1)
            continue
        meeting, turn = place
        near = (
            (AROUND + 1 - abs(away)) * found.get((meeting, turn + away), 0.0) for away in range(-AROUND, AROUND + 1)
        )
        summed[item] = sum(near) / (AROUND + 1) ** 2
    return summed


def best_first(scores: Mapping[K, float]) -> dict[K, float]:
    """The same scores in falling order; equals keep theirs."""
    return dict(sorted(scores.items(), key=lambda scored: -scored[1]))
