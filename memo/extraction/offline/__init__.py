"""The extractor that needs no model: rules for what people mark and for what they say, and nothing they did not say.

A real mode, labelled as what it is wherever its results are shown; never a silent stand-in for a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from memo.extraction.offline.marked import marked
from memo.extraction.offline.spoken import spoken
from memo.extraction.offline.votes import informally_voted, voted
from memo.models import Draft, DraftAction, DraftDecision, Rejected, Turn

MODEL: Final = "offline-rules"
LABEL: Final = "Made by rules, without a model, in the meeting's own words."
MAX_TOPICS: Final = 12
MAX_SUMMARY_FACTS: Final = 5

_TOPIC: Final = re.compile(
    r"^[\s>*_]*(?:#{1,6}\s+|#topic\s+|(?:next\s+)?(?:topic|agenda item|subject)\s*:\s*)(?P<what>[^\n]{3,100})",
    re.IGNORECASE | re.MULTILINE,
)


def propose(turns: Sequence[Turn], people: Sequence[str]) -> Draft:
    """The facts that the rules find in `turns`; a sentence found by several rules counts once, by the surest."""
    found: list[DraftDecision | DraftAction | Rejected] = []
    quotes: set[str] = set()
    for rule in (marked(turns, people), voted(turns), informally_voted(turns), spoken(turns, people)):
        for fact in rule:
            if not any(fact.quote in quote or quote in fact.quote for quote in quotes):
                found.append(fact)
        quotes = {fact.quote for fact in found}
    return Draft(
        topics=tuple(topics(turns)),
        decisions=tuple(fact for fact in found if isinstance(fact, DraftDecision)),
        action_items=tuple(fact for fact in found if isinstance(fact, DraftAction)),
        rejected=tuple(fact for fact in found if isinstance(fact, Rejected)),
    )


def topics(turns: Sequence[Turn]) -> Iterable[str]:
    """The topics and headings that the transcript itself announces, in order, each once."""
    seen: dict[str, str] = {}
    for turn in turns:
        whole = turn.text.strip() if (turn.speaker or "").casefold() == "topic" else None
        for what in [whole] if whole else [match["what"] for match in _TOPIC.finditer(turn.text)]:
            name = what.strip(" *_#:.")[:100]
            if name:
                seen.setdefault(name.casefold(), name)
    return list(seen.values())[:MAX_TOPICS]


def summarise(decisions: Sequence[str], action_items: Sequence[str], topics: Sequence[str], opening: str) -> str:
    """A labelled summary put together from proven facts and, when there are none, from how the meeting begins."""
    pieces = [LABEL]
    for head, facts in (("Decided", decisions), ("To do", action_items)):
        if facts:
            more = f" (and {len(facts) - MAX_SUMMARY_FACTS} more)" if len(facts) > MAX_SUMMARY_FACTS else ""
            pieces.append(f"{head}: {'; '.join(fact.rstrip('.;') for fact in facts[:MAX_SUMMARY_FACTS])}{more}.")
    if len(pieces) == 1 and topics:
        pieces.append(f"Topics: {'; '.join(topics)}.")
    if len(pieces) == 1:
        pieces.append(f"No decision or action item was recognised. It begins: {opening}")
    return " ".join(pieces)
