"""How one known thing fits one mention: the vocabulary shared by the rules for people and for organisations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from rapidfuzz.distance import OSA


@dataclass(frozen=True, slots=True)
class Known:
    """A person, client or project that a mention may stand for; `in_meeting`: it takes part in the meeting.

    `id` is None for a name that is not in the store; such candidates are told apart by their place in the list.
    """

    id: int | None
    name: str
    nicknames: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    in_meeting: bool = False


class Tier(IntEnum):
    """What a fit allows."""

    NEAR = 1
    """Looks alike: only ever a question."""
    PART = 2
    """Part of the name: enough only for somebody in the meeting."""
    SAME = 3
    """The whole name, written in another way."""
    EXACT = 4
    """The name as it is written, or the address."""


class Fit(NamedTuple):
    """How well (0 to 1), of which kind, and why in words.

    `plain` is False when a nickname, an initial or a guess stands in; `twin` says that the wording cannot tell this
    name from one written exactly like the mention.
    """

    strength: float
    tier: Tier
    why: str
    plain: bool = True
    twin: bool = False


def near(a: str, b: str) -> float:
    """Similarity of two words that may be one misspelled word, else 0: one edit in 4 letters or more, two in 6 or more.

    A transposition of neighbours counts as one edit. Short words and words with digits are never near anything.
    """
    longest = max(len(a), len(b))
    allowed = allowed_edits(longest)
    if not allowed or abs(len(a) - len(b)) > allowed or not (a.isalpha() and b.isalpha()):
        return 0.0
    distance = OSA.distance(a, b, score_cutoff=allowed)
    return 1 - distance / longest if distance <= allowed else 0.0


def allowed_edits(length: int) -> int:
    """How many edits still count as a misspelling of a word of `length` letters."""
    return 0 if length < 4 else 1 if length < 6 else 2


def best(fits: Iterable[Fit | None]) -> Fit | None:
    """The best of several readings, or None when none fits."""
    return max((f for f in fits if f), key=lambda f: (f.tier, f.strength), default=None)
