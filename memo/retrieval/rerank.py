"""Scoring how well texts answer a question, with the bundled cross-encoder (ms-marco-MiniLM-L-12-v2, int8).

The dearest step of a search: about 8 ms of processor time for a pair of 60 tokens, batches side by side on all
processors. Hence a deadline, and texts cut to their beginning.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import wait

from memo.embedders.onnx import bundled, workers

FOLDER = "reranker_en"
MAX_PAIR_TOKENS = 160
"""Question and text together; enough for 100 words. Time grows with it, and facts are shorter."""

BATCH = 4
"""Pairs a run: more do not fit the processor's cache, fewer pay more for each call."""

logger = logging.getLogger(__name__)


def load() -> None:
    """Load the model now (about 0.3 s), so that no question has to wait for it."""
    bundled(FOLDER)


def rerank(query: str, texts: Sequence[str], *, budget_seconds: float) -> list[float] | None:
    """A score for each of `texts`, in their order: the larger, the better it answers `query`.

    None when not all of them are scored after `budget_seconds` of wall-clock time, because a part would not be
    comparable with the rest: the caller keeps the order it had. Scores are the model's raw logits (about -11 to 11).
    The same set of texts gets the same scores in any order. Loading the model at first use is not counted.
    """
    if not texts:
        return []
    model = bundled(FOLDER)
    deadline = time.monotonic() + budget_seconds
    pairs = model.encode_pairs(query, texts, most_tokens=MAX_PAIR_TOKENS)
    # By length, so that little is padded; then by content, so that the batches do not depend on the order given.
    order = sorted(range(len(texts)), key=lambda i: (len(pairs[i][0]), pairs[i][0]))
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    # The longest first: a short one at the end leaves the processors idle for less time.
    jobs = [workers().submit(model.run, [pairs[i] for i in batch]) for batch in reversed(batches)]
    unfinished = wait(jobs, timeout=max(0.0, deadline - time.monotonic())).not_done
    for job in unfinished:
        job.cancel()
    if unfinished:
        logger.info("reranking %d texts took longer than %g s", len(texts), budget_seconds)
        return None
    scores = [0.0] * len(texts)
    for batch, job in zip(reversed(batches), jobs, strict=True):
        for index, logits in zip(batch, job.result(), strict=True):
            scores[index] = float(logits[0])
    return scores
