"""The prose of a model held to the transcript: a sentence with a name, number, amount, date or address that the
transcript does not hold is dropped and counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from memo.extraction.claims import Ground, missing_markup, unsupported
from memo.extraction.evidence import MAX_FIELD_CHARS, MIN_SHARED_WORDS
from memo.extraction.words import content_stems, sentences_of
from memo.invisible import visible
from memo.models import Rejected

MAX_TOPICS: Final = 12
MAX_OUTCOMES: Final = 20
MAX_SENTENCES: Final = 20
MAX_TOPIC_CHARS: Final = 100


def check_summary(summary: str, ground: Ground, people: frozenset[str]) -> tuple[str, list[Rejected]]:
    """The sentences of `summary` that `ground` bears out, and the others with the reason."""
    sentences = sentences_of(" ".join(summary[: MAX_SENTENCES * MAX_FIELD_CHARS].split()))
    kept, rejected = _checked("summary", sentences[:MAX_SENTENCES], ground, people)
    return " ".join(kept), rejected


def check_outcomes(outcomes: Iterable[str], ground: Ground, people: frozenset[str]) -> tuple[list[str], list[Rejected]]:
    """The `outcomes` that `ground` bears out, and the others with the reason."""
    return _checked("outcome", [outcome for outcome in outcomes if outcome.strip()][:MAX_OUTCOMES], ground, people)


def check_topics(topics: Iterable[str], ground: Ground, people: frozenset[str]) -> list[str]:
    """The `topics` that are made of words of `ground`; a topic claims nothing, so one that is not is just left out."""
    kept: dict[str, str] = {}
    for topic in topics:
        plain = " ".join(visible(topic).split())[:MAX_TOPIC_CHARS]
        if plain and _doubt(plain, ground, people) is None:
            kept.setdefault(plain.casefold(), plain)
    return list(kept.values())[:MAX_TOPICS]


def _checked(
    kind: Literal["summary", "outcome"], sentences: Iterable[str], ground: Ground, people: frozenset[str]
) -> tuple[list[str], list[Rejected]]:
    kept, rejected = [], []
    for sentence in sentences:
        plain = " ".join(visible(sentence).split())
        doubt = _doubt(plain, ground, people)
        if doubt is None:
            kept.append(plain)
        else:
            rejected.append(Rejected(kind=kind, text=plain[:MAX_FIELD_CHARS], quote="", why=doubt))
    return kept, rejected


def _doubt(text: str, ground: Ground, people: frozenset[str]) -> str | None:
    if len(text) > MAX_FIELD_CHARS:
        return f"It is longer than {MAX_FIELD_CHARS:,} characters."
    missing = unsupported(text, ground, people) or missing_markup(text, ground)
    if missing:
        return f"The transcript does not hold {missing}."
    wanted = content_stems(text)
    if wanted and len(wanted & ground.stems) / len(wanted) < MIN_SHARED_WORDS:
        return "It speaks of something that the transcript does not."
    return None
