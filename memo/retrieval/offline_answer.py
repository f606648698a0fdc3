"""An answer without a model: the facts found, said in the words they were kept in, each with its number.

The structure of a fact answers more than its text: "why" is the reason, "who" the people, "when" the day, and what is
open are the action items with who has them and by when.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final

from memo.extraction.words import sentences_of, words_of
from memo.models import Fact, FactType, ScoredFact
from memo.retrieval.kinds import Asks
from memo.retrieval.reversals import Reversals, newer_first
from memo.retrieval.thresholds import clamped
from memo.store.facts import Key

ANSWER_FACTS: Final = 3
"""Facts that answer a question; a list of what there is shows all it found."""
SHARE_OF_BEST: Final = 0.5
"""The share of the best fact's score that another needs to be said beside it."""
NEARLY_AS_GOOD: Final = 1.5
"""Logits that a fact may be behind the best and still come first for what it has: a reason, people, a later day."""
SENTENCE_CHARS: Final = 600

_LIST_NUMBER: Final = re.compile(r"(?:^|[\s;:(])(?:\d{1,2}|[A-Za-z])\.$")
_REASON: Final = re.compile(r"\b(?:because|so\s+that|due\s+to|in\s+order\s+to)\b|,\s*(?:since|as)\b", re.IGNORECASE)

_GROUPS: Final[tuple[tuple[FactType, str], ...]] = (
    ("decision", "Decisions"),
    ("action_item", "Action items"),
    ("meeting", "Meetings"),
    ("client_context", "About clients"),
    ("project_context", "About projects"),
    ("pulse_summary", "Digests"),
)


def written(
    facts: Sequence[ScoredFact],
    asks: Asks,
    *,
    listing: bool,
    newest: bool = False,
    reversals: Reversals = MappingProxyType({}),
) -> tuple[str, list[ScoredFact]]:
    """The answer and the facts it cites, numbered in the order they are used; `facts` are given best first.

    `newest` puts the last that was decided first; a decision of `reversals` always comes after the one that took its
    place, and says so.
    """
    chosen = list(facts) if listing else _telling(facts, asks, newest=newest)
    ordered = (
        [fact for fact_type, _ in _GROUPS for fact in chosen if fact.fact_type == fact_type] if listing else chosen
    )
    ordered = newer_first(ordered, reversals)
    numbers: dict[Key, int] = {(fact.fact_type, fact.fact_id): number for number, fact in enumerate(ordered, start=1)}
    lines = [
        _line(fact, number, asks, _reversed_by(fact, reversals, numbers))
        for fact, number in zip(ordered, numbers.values(), strict=True)
    ]
    return "\n".join(f"- {line}" if len(lines) > 1 else line for line in lines), ordered


def told_of(facts: Sequence[ScoredFact], cited: Sequence[Fact], asks: Asks, *, newest: bool = False) -> list[str]:
    """What a reader should know of an answer that is no list: how much more there is, and what was not kept."""
    notes = []
    if (more := len(_good(facts, newest=newest)) - ANSWER_FACTS) > 0:
        fit = "1 more fact fits" if more == 1 else f"{more} more facts fit"
        notes.append(f"{fit} as well: ask for less at once, or search.")
    if asks == "why" and not any(fact.reasoning or _REASON.search(fact.text) for fact in cited):
        notes.append("No reason was kept with this.")
    return notes


def _reversed_by(fact: Fact, reversals: Reversals, numbers: Mapping[Key, int]) -> int | None:
    """The number of the decision that took the place of `fact`."""
    reversal = reversals.get((fact.fact_type, fact.fact_id))
    return numbers.get(reversal.key) if reversal else None


def _telling(facts: Sequence[ScoredFact], asks: Asks, *, newest: bool) -> list[ScoredFact]:
    """The best facts and those almost as good; among the very best those first that have what is asked for."""
    good = _good(facts, newest=newest)[:ANSWER_FACTS]
    top = max(good, key=lambda fact: fact.score)
    first = [fact for fact in good if _logit(fact.score) >= _logit(top.score) - NEARLY_AS_GOOD]
    rest = [fact for fact in good if fact not in first]
    if newest:
        first.sort(key=lambda fact: (fact.happened_on or date.min, fact.turn or 0), reverse=True)
    return [*sorted(first, key=lambda fact: not _has(fact, asks)), *rest]


def _good(facts: Sequence[ScoredFact], *, newest: bool) -> list[ScoredFact]:
    best = max(fact.score for fact in facts)
    good = [fact for fact in facts if fact.score >= SHARE_OF_BEST * best]
    told = {fact.meeting_id for fact in good if fact.fact_type != "meeting"}
    # A meeting's summary says its facts again: it answers only where none of them does.
    good = [fact for fact in good if fact.fact_type != "meeting" or fact.meeting_id not in told]
    return ([fact for fact in good if fact.fact_type == "decision"] or good) if newest else good


def _logit(score: float) -> float:
    """A score between 0 and 1 as the logit it was made of."""
    score = min(max(score, 1e-9), 1 - 1e-9)
    return math.log(score / (1 - score))


def _has(fact: Fact, asks: Asks) -> bool:
    match asks:
        case "why":
            return bool(fact.reasoning)
        case "who":
            return bool(fact.people)
        case "when":
            return bool(fact.happened_on or fact.due_on or fact.due_text)
        case _:
            return True


def _line(fact: Fact, number: int, asks: Asks, reversed_by: int | None = None) -> str:
    said = _action(fact) if fact.fact_type == "action_item" else _said(fact, asks, replaced=reversed_by is not None)
    line = " ".join(f"{sentence.rstrip(' .')} [{number}]." for sentence in _sentences(said))
    return f"{line} Later reversed: see [{reversed_by}]." if reversed_by is not None else line


def _sentences(text: str) -> list[str]:
    """The sentences of `text`; the number of a list ("1.") is the beginning of what follows it."""
    sentences: list[str] = []
    for sentence in sentences_of(" ".join(text.split())) or [text]:
        if sentences and _LIST_NUMBER.search(sentences[-1]):
            sentences[-1] += f" {sentence}"
        else:
            sentences.append(sentence)
    return sentences


def _said(fact: Fact, asks: Asks, *, replaced: bool = False) -> str:
    text = clamped(fact.text, SENTENCE_CHARS).rstrip(" .")
    if fact.fact_type == "meeting" and fact.meeting:
        text = f"{fact.meeting}: {text}"
    if fact.reasoning and asks in ("why", "what") and not _tells(text, reason := _reason(fact.reasoning)):
        text = f"{text}, because {reason}"
    if fact.people and asks == "who":
        text = f"{_names(fact.people)}: {text}"
    if fact.happened_on:
        day = f"{fact.happened_on.day} {fact.happened_on:%B %Y}"
        text = f"{day}: {text}" if asks == "when" else f"{text} ({day})"
    if fact.status == "superseded" and not replaced:
        text = f"{text}, superseded"
    return text


def _tells(text: str, reason: str) -> bool:
    """Whether `text` gives the reason by itself, as decisions found by rules do: they are the words that were said."""
    return f" {_bare(reason)} " in f" {_bare(text)} "


def _bare(text: str) -> str:
    return " ".join(word.text for word in words_of(text))


def _reason(reasoning: str) -> str:
    reason = clamped(reasoning, SENTENCE_CHARS).rstrip(" .")
    for lead in ("because of ", "because ", "since ", "as "):
        if reason.casefold().startswith(lead):
            return reason[len(lead) :]
    return reason


def _action(fact: Fact) -> str:
    names = _names(fact.people) if fact.people else ""
    owner = f"{names}: " if names and not fact.text.lstrip().startswith(names) else ""
    due = f", due {_due(fact.due_on, fact.due_text)}" if fact.due_on or fact.due_text else ""
    state = "" if fact.status == "open" else f" ({fact.status})"
    return f"{owner}{clamped(fact.text, SENTENCE_CHARS).rstrip(' .')}{due}{state}"


def _due(day: date | None, words: str | None) -> str:
    if day is not None:
        return f"{day.day} {day:%B %Y}"
    return (words or "").removeprefix("by ")


def _names(people: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(people[:-1]), people[-1])))
