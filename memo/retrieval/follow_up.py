"""A question in a conversation, made to be understood alone: "and who owns that?" says little by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from memo.errors import ModelError
from memo.extraction.words import content_stems, words_of
from memo.llm import MessagesClient
from memo.models import ModelRun
from memo.prompts import WireRewrite, rewrite_prompt
from memo.retrieval.kinds import kinds
from memo.retrieval.stands_alone import depends, names_something
from memo.retrieval.topic import points
from memo.store.answers import AskedBefore

if TYPE_CHECKING:
    from memo.settings import Settings

LAST_TURNS: Final = 3
REWRITE_TIMEOUT_SECONDS: Final = 5.0
REWRITE_MAX_TOKENS: Final = 300
MAX_REWRITTEN_CHARS: Final = 500
_ABOUT: Final = re.compile(r" \(about: (.*)\)$", re.DOTALL)


def by_rule(question: str, before: Sequence[AskedBefore]) -> str | None:
    """`question` with the question that it follows, or None when it can stand alone."""
    if not before or not depends(question) or (kinds(question).own and not points(question)):
        return None  # what the one who asks decided is nothing that was said before
    last = before[-1]
    about = last.asked or last.question
    while (said := _ABOUT.search(about)) and not names_something(last.question):
        about = said[1]  # the one before said as little by itself: both are about what came before it
    return f"{question} (about: {about})"[:MAX_REWRITTEN_CHARS]


def rewritten(
    question: str,
    before: Sequence[AskedBefore],
    *,
    settings: Settings,
    client: MessagesClient,
    record: Callable[[ModelRun], None],
) -> str | None:
    """As `by_rule`, put by a model; by rule when the model does not answer or answers something else."""
    if not before:
        return None
    prompt = rewrite_prompt(question, [(turn.asked or turn.question, turn.answer) for turn in before])
    try:
        reply = client.complete(
            model=settings.filter_model,
            system=prompt.system,
            user=prompt.user,
            schema=WireRewrite,
            max_tokens=REWRITE_MAX_TOKENS,
            budget_seconds=REWRITE_TIMEOUT_SECONDS,
            trigger_detail="ask",
            record=record,
        )
    except ModelError:
        return by_rule(question, before)
    proposed = " ".join(reply.parsed.question.split())[:MAX_REWRITTEN_CHARS]
    if proposed.casefold() == " ".join(question.split()).casefold():
        return None
    return proposed if _keeps_to(proposed, question, before) else by_rule(question, before)


def _keeps_to(proposed: str, question: str, before: Sequence[AskedBefore]) -> bool:
    """Whether every word of meaning comes from the conversation: a rewritten question adds nothing of its own."""
    known = content_stems(question)
    for turn in before:
        known |= content_stems(f"{turn.asked or ''} {turn.question} {turn.answer}")
    return bool(words_of(proposed)) and content_stems(proposed) <= known
