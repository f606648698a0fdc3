"""How facts hang together, by rules: an action item carries out a decision, a decision takes the place of another.

Everything here is a proposal for a person. An action item belongs to the decision just before it that shares its words;
a decision takes another's place only when its quote says in words that something is reversed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from memo.extraction.words import content_stems
from memo.models import CheckedAction, CheckedDecision

NEXT_TURNS: Final = 2
"""Turns after a decision in which one word in common is enough for an action item to belong to it."""
NEARBY_TURNS: Final = 6
"""Turns after a decision in which two are."""
REVERSED_SHARE: Final = 0.3
"""Of the words of an earlier decision, how many its reversal names at least; two of them in any case."""

REVERSAL: Final = re.compile(
    r"\b(?:revers(?:e|es|ed|ing)|going back on|no longer|chang(?:e|ed|ing) (?:our|my) minds?|scrap(?:s|ped|ping)?|"
    r"overturn(?:s|ed|ing)?|supersed(?:e|es|ed|ing)|tak(?:e|ing) (?:that |it )?back|undo(?:ing)?|"
    r"instead of|mov(?:e|ed|ing) away from|switch(?:ed|ing)? (?:back|away))\b",
    re.IGNORECASE,
)


class Earlier(NamedTuple):
    """A decision that may be reversed."""

    id: int
    description: str


class Link(NamedTuple):
    """A proposed link: fact `from_id` implements or supersedes decision `to_id`; `evidence` are the words for it."""

    kind: Literal["implements", "supersedes"]
    from_id: int
    to_id: int
    evidence: str


def implementing(
    decisions: Sequence[tuple[int, CheckedDecision]], items: Sequence[tuple[int, CheckedAction]]
) -> list[Link]:
    """For each action item the one decision of its meeting that it seems to carry out, if there is one."""
    links = []
    for item_id, item in items:
        near = [
            (shared, -distance, decision_id)
            for decision_id, decision in decisions
            if (shared := _in_common(item, decision))
            and 0 <= (distance := item.evidence.turn - decision.evidence.turn) <= NEARBY_TURNS
            and shared >= (1 if distance <= NEXT_TURNS else 2)
        ]
        if near:
            links.append(Link("implements", item_id, max(near)[2], item.evidence.quote))
    return links


def reverses(decision: CheckedDecision) -> bool:
    """Whether the words of a decision say that something is reversed."""
    return REVERSAL.search(decision.evidence.quote) is not None


def superseding(decision_id: int, decision: CheckedDecision, earlier: Sequence[Earlier]) -> Link | None:
    """The earlier decision whose place a reversing one takes: the one whose words it names most; None when unsure."""
    if not reverses(decision):
        return None
    said = content_stems(f"{decision.description} {decision.evidence.quote}")
    named = []
    for other in earlier:
        words = content_stems(other.description)
        shared = len(words & said)
        if other.id != decision_id and shared >= max(2, REVERSED_SHARE * len(words)):
            named.append((shared / len(words), other.id))
    return Link("supersedes", decision_id, max(named)[1], decision.evidence.quote) if named else None


def _in_common(item: CheckedAction, decision: CheckedDecision) -> int:
    names = content_stems(item.assignee or "")
    return len((content_stems(item.description) - names) & content_stems(decision.description))
