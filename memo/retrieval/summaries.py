"""Summaries of meetings among their own facts: they say the same again, at greater length, so the facts come first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from memo.models import Fact
from memo.retrieval.rank import Ranked

F = TypeVar("F", bound=Fact)

SHARE_OF_SUMMARY: Final = 0.5
"""The share of a summary's score that a fact of its meeting needs to be ranked before it."""
MATCHES: Final = 0.1
"""The score that suffices a fact where the summary was put together by rules from the very same words."""

_LABEL: Final = re.compile(r"^\s*Made by rules, without a model[^.]*\.\s*", re.IGNORECASE)


def made_by_rules(text: str) -> bool:
    """Whether `text` is a summary that rules put together, as its first words say."""
    return bool(_LABEL.match(text))


def without_label(text: str) -> str:
    """A summary without the words that say how it was made; the whole text where these are all there is."""
    return _LABEL.sub("", text) or text


def labels_off(facts: Sequence[F]) -> list[F]:
    """`facts` without the words that say how a summary was made: they answer nothing."""
    return [
        fact.model_copy(update={"text": without_label(fact.text)}) if fact.fact_type == "meeting" else fact
        for fact in facts
    ]


def without_retold(facts: Sequence[F]) -> list[F]:
    """`facts` without the summaries made by rules of meetings whose own facts are among them."""
    told = {fact.meeting_id for fact in facts if fact.fact_type != "meeting"}
    return [
        fact
        for fact in facts
        if fact.fact_type != "meeting" or fact.meeting_id not in told or not made_by_rules(fact.text)
    ]


def own_facts_first(results: Sequence[Ranked]) -> list[Ranked]:
    """`results` in their order, but each meeting's summary behind the facts of the meeting that match as well.

    A summary takes the score of its new place, so that scores fall along the list.
    """
    ordered = list(results)
    for summary in results:
        found = summary.candidate.found
        if found.fact_type != "meeting":
            continue
        bar = SHARE_OF_SUMMARY * summary.score
        bar = min(bar, MATCHES) if made_by_rules(found.search_text) else bar
        at = ordered.index(summary)
        own = [
            place
            for place, one in enumerate(ordered)
            if one.candidate.found.meeting_id == found.fact_id
            and one.candidate.found.fact_type != "meeting"
            and one.score >= bar
        ]
        if own and own[-1] > at:
            ordered.insert(own[-1], replace(ordered.pop(at), score=ordered[own[-1] - 1].score))
    return ordered
