"""The facts of a meeting from the facts of its parts: the same words, or the same quote in two parts, are one fact.

Parts overlap, and people repeat at the end what they decided before. Inside one part two facts may share a quote ("I'll
do the docs and Ann the tests"); across parts an item that shares its quote with an unmatched one is that one again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from memo.extraction.numbers import claimed_numbers
from memo.extraction.owners import same_person
from memo.extraction.words import alike, content_stems
from memo.models import CheckedAction, CheckedDecision, Evidence

Fact = TypeVar("Fact", CheckedDecision, CheckedAction)

SAME_WORDS: Final = 0.8
"""Facts whose content words are alike to this degree are one, wherever they were said."""

SAME_QUOTE_WORDS: Final = 0.5
"""Facts of one part with the same quote are one from this degree on."""

SHARED_QUOTE: Final = 0.5
"""The share of the shorter quote that has to lie in the other for the two to be the same."""


def merge_decisions(parts: Sequence[Sequence[CheckedDecision]]) -> tuple[CheckedDecision, ...]:
    """The decisions of all parts, each once, in the order of the transcript."""
    return _merged(parts, _join_decisions)


def merge_actions(parts: Sequence[Sequence[CheckedAction]]) -> tuple[CheckedAction, ...]:
    """The action items of all parts, each once, in the order of the transcript."""
    return _merged(parts, _join_actions)


def _merged(parts: Sequence[Sequence[Fact]], join: Callable[[Fact, Fact], Fact]) -> tuple[Fact, ...]:
    kept: list[Fact] = []
    for part in parts:
        earlier = len(kept)
        matched: set[int] = set()
        for fact in part:
            open_quotes = [at for at in range(earlier) if at not in matched]
            at = _same(fact, kept, open_quotes)
            if at is None:
                kept.append(fact)
            else:
                kept[at] = join(kept[at], fact)
                matched.add(at)
    return tuple(sorted(kept, key=lambda fact: (fact.evidence.start, fact.evidence.end)))


def _same(fact: Fact, kept: Sequence[Fact], open_quotes: Sequence[int]) -> int | None:
    """Where `fact` already is in `kept`; those of `open_quotes` are from earlier parts and were not met again yet."""
    words = content_stems(fact.description)
    likest: tuple[float, int] | None = None
    for at, other in enumerate(kept):
        if _clash(fact, other):
            continue
        likeness = alike(words, content_stems(other.description))
        if _overlap(fact.evidence, other.evidence) >= SHARED_QUOTE:
            needed = 0.0 if at in open_quotes else SAME_QUOTE_WORDS
        else:
            needed = SAME_WORDS
            if claimed_numbers(fact.description).keys() != claimed_numbers(other.description).keys():
                continue
        if likeness >= needed and (likest is None or likeness > likest[0]):
            likest = (likeness, at)
    return likest[1] if likest else None


def _join_decisions(one: CheckedDecision, other: CheckedDecision) -> CheckedDecision:
    decided_by = {name.casefold(): name for name in (*other.decided_by, *one.decided_by)}
    return one.model_copy(
        update={"reasoning": one.reasoning or other.reasoning, "decided_by": tuple(sorted(decided_by.values()))}
    )


def _join_actions(one: CheckedAction, other: CheckedAction) -> CheckedAction:
    due = one if one.due_text else other
    return one.model_copy(
        update={"assignee": one.assignee or other.assignee, "due_text": due.due_text, "due_on": due.due_on}
    )


def _overlap(one: Evidence, other: Evidence) -> float:
    shared = min(one.end, other.end) - max(one.start, other.start)
    return max(0, shared) / max(1, min(one.end - one.start, other.end - other.start))


def _clash(one: Fact, other: Fact) -> bool:
    """Two action items with different owners are two."""
    if isinstance(one, CheckedAction) and isinstance(other, CheckedAction):
        return None not in (one.assignee, other.assignee) and not same_person(one.assignee or "", other.assignee or "")
    return False
