"""An answer without a model: the facts found, said in the words they were kept in, each with its number.

The structure of a fact answers more than its text: "why" is the reason, "who" the people, "when" the day, and what is
open are the action items with who has them and by when.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from memo.extraction.words import sentences_of, words_of
from memo.models import Fact, FactType, ScoredFact
from memo.retrieval.kinds import Asks
from memo.retrieval.thresholds import clamped

ANSWER_FACTS: Final = 3
"""Facts that answer a question; a list of what there is shows all it found."""
SHARE_OF_BEST: Final = 0.5
"""The share of the best fact's score that another needs to be said beside it."""
SENTENCE_CHARS: Final = 600

_GROUPS: Final[tuple[tuple[FactType, str], ...]] = (
    ("decision", "Decisions"),
    ("action_item", "Action items"),
    ("meeting", "Meetings"),
    ("client_context", "About clients"),
    ("project_context", "About projects"),
    ("pulse_summary", "Digests"),
)


def written(facts: Sequence[ScoredFact], asks: Asks, *, listing: bool) -> tuple[str, list[ScoredFact]]:
    """The answer and the facts it cites, numbered in the order they are used; `facts` are given best first."""
    chosen = list(facts) if listing else _telling(facts, asks)
    ordered = (
        [fact for fact_type, _ in _GROUPS for fact in chosen if fact.fact_type == fact_type] if listing else chosen
    )
    lines = [_line(fact, number, asks) for number, fact in enumerate(ordered, start=1)]
    return "\n".join(f"- {line}" if len(lines) > 1 else line for line in lines), ordered


def _telling(facts: Sequence[ScoredFact], asks: Asks) -> list[ScoredFact]:
    """The best facts and those almost as good, those first that have what is asked for."""
    best = max(fact.score for fact in facts)
    good = [fact for fact in facts if fact.score >= SHARE_OF_BEST * best]
    told = {fact.meeting_id for fact in good if fact.fact_type != "meeting"}
    # A meeting's summary says its facts again: it answers only where none of them does.
    good = [fact for fact in good if fact.fact_type != "meeting" or fact.meeting_id not in told][:ANSWER_FACTS]
    return sorted(good, key=lambda fact: not _has(fact, asks))


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


def _line(fact: Fact, number: int, asks: Asks) -> str:
    said = _action(fact) if fact.fact_type == "action_item" else _said(fact, asks)
    told = sentences_of(" ".join(said.split())) or [said]
    return " ".join(f"{sentence.rstrip(' .')} [{number}]." for sentence in told)


def _said(fact: Fact, asks: Asks) -> str:
    text = clamped(fact.text, SENTENCE_CHARS).rstrip(" .")
    if fact.reasoning and asks in ("why", "what") and not _tells(text, reason := _reason(fact.reasoning)):
        text = f"{text}, because {reason}"
    if fact.people and asks == "who":
        text = f"{_names(fact.people)}: {text}"
    if fact.happened_on:
        day = f"{fact.happened_on.day} {fact.happened_on:%B %Y}"
        text = f"{day}: {text}" if asks == "when" else f"{text} ({day})"
    if fact.status == "superseded":
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
    owner = f"{_names(fact.people)}: " if fact.people else ""
    due = f", due {_due(fact.due_on, fact.due_text)}" if fact.due_on or fact.due_text else ""
    state = "" if fact.status == "open" else f" ({fact.status})"
    return f"{owner}{clamped(fact.text, SENTENCE_CHARS).rstrip(' .')}{due}{state}"


def _due(day: date | None, words: str | None) -> str:
    if day is not None:
        return f"{day.day} {day:%B %Y}"
    return (words or "").removeprefix("by ")


def _names(people: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(people[:-1]), people[-1])))
