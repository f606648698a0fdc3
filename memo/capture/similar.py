"""Noticing that a transcript was handed in before in another dress: a re-export, a corrected copy. No I/O.

Texts are compared as sets of runs of `SHINGLE` words without numbers (time stamps change with every export). A sketch
is the `SKETCH` smallest hashes of that set; two like texts share most of it, so that the database can find candidates.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from heapq import nsmallest

SHINGLE = 5
"""Words in a run."""
SKETCH = 200
"""Hashes in a sketch."""
ALIKE = 0.8
"""Share of all runs that two tellings of one meeting have in common."""
CANDIDATE = 0.6
"""Share of a sketch that a candidate has: sketches estimate, so they are asked less than the texts."""
TAIL = 10
"""Words at the end that tell two meetings with the same opening apart."""

_WORD = re.compile(r"[^\W\d_]+")


def sketch(text: str) -> tuple[int, ...]:
    """At most `SKETCH` signed 64-bit hashes, the same on every machine; empty for a text of fewer than five words."""
    return tuple(nsmallest(SKETCH, {_hash(run) for run in _runs(_words(text))}))


def enough(hashes: tuple[int, ...]) -> int:
    """How many hashes of a sketch another must share to be worth comparing."""
    return max(1, round(len(hashes) * CANDIDATE))


def alike(one: str, other: str) -> bool:
    """Whether two texts are tellings of one meeting.

    They are not when each ends in its own words: meetings of a series often open with the same pages.
    """
    left, right = _words(one), _words(other)
    ours, theirs = set(_runs(left)), set(_runs(right))
    if not ours or not theirs or len(ours & theirs) < ALIKE * len(ours | theirs):
        return False
    return _known(left[-TAIL:], theirs) or _known(right[-TAIL:], ours)


def _known(tail: list[str], runs: set[str]) -> bool:
    ending = list(_runs(tail))
    return 2 * sum(run in runs for run in ending) >= len(ending)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(words: list[str]) -> list[str]:
    return [" ".join(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1)]


def _hash(run: str) -> int:
    return int.from_bytes(blake2b(run.encode(), digest_size=8).digest(), signed=True)
