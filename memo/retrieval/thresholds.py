"""How near is near enough: bars on cosine similarity, each for the one model it was measured with."""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_LIMIT = 5
DEFAULT_THRESHOLD = 0.75
ASK_FACT_LIMIT = 10
ASK_THRESHOLD = 0.65
FACT_TEXT_CLAMP = 200


class Bars(NamedTuple):
    """The least cosine similarity of a fact found by its vector alone: when listing, and when answering."""

    default: float
    ask: float


BARS = {
    # Of the answering turns of two sets these keep 9 in 10 and 19 in 20; .75 and .65 would keep 2 and 7 in 10.
    "bundled:bge-small-en-v1.5": Bars(0.60, 0.55),
    # Not measured here: the values that this model has always been used with.
    "cloudflare:@cf/baai/bge-base-en-v1.5:cls": Bars(DEFAULT_THRESHOLD, ASK_THRESHOLD),
    "fastembed:BAAI/bge-base-en-v1.5": Bars(DEFAULT_THRESHOLD, ASK_THRESHOLD),
}
"""Measured by `python -m tests.quality.abstain`; a model that is not here gets no bar but the reranker's."""


def bars(embedding_model: str) -> Bars:
    """The bars for vectors of one model."""
    return BARS.get(embedding_model, Bars(-1.0, -1.0))


def clamped(text: str, limit: int = FACT_TEXT_CLAMP) -> str:
    """`text` on one line, cut between words to at most `limit` characters, with "…" where it was cut."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    return (head.rsplit(" ", 1)[0] if " " in head[limit // 2 :] else head).rstrip(" ,;:") + "…"
