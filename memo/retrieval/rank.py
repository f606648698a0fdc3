"""The last word on order: a cross-encoder reads the question with each of the best candidates, within a deadline.

First every fact by itself, then of the best those that are somebody's words, or few, together with what was said just
before: a short reply says little alone, and the mean of both readings is better than either. Vectors and the place a
fact was said at help to decide between readings that are nearly as good, and what stands beside a better fact waits for
other places to be heard.
"""

from __future__ import annotations

import math
import re
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memo.retrieval.candidates import Candidate
from memo.retrieval.fuse import AROUND, NEIGHBOUR_SHARE, RANK_OFFSET
from memo.retrieval.rerank import rerank
from memo.retrieval.topic import without_occasion
from memo.store.search import Found

RERANK_FIRST = 40
"""Candidates that are read by themselves."""
RERANK_SURELY = 10
"""The first of them are read before the rest: on a slow machine they are better than nothing."""
RERANK_AGAIN = 16
"""Of these, the best that are read again, after what was said before them."""
FEW_WORDS = 6
"""A fact of no more words is read again, whoever said it."""
RERANK_BUDGET_SECONDS = 3.0
"""Ten times what it usually takes: only a machine that is short of time gets the plainer order."""
RERANK_CHARS = 800
_ASKS_WHAT_IT_IS = re.compile(
    r"\b(?:decid\w*|decisions?|agree\w*|chose|choose|settled?|resol\w*|approv\w*|when|dates?|days?|actions?|tasks?|to-?dos?"
    r"|due|deadlines?|meetings?|assign\w*)\b",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"[^\W\d_][^:\n]{0,40}:\s")
"""Words as somebody said them ("Ada: yes, let's") are no statement that a label fits."""
_LABELS = {"action_item": "Action item", "meeting": "Meeting held"}
_DECIDING = (
    (re.compile(r"\bagree\w*", re.IGNORECASE), "We agreed"),
    (re.compile(r"\bapprov\w*", re.IGNORECASE), "We approved"),
    (re.compile(r"\bresol\w*", re.IGNORECASE), "We resolved"),
)
"""A decision is told with the verb of the question, which a cross-encoder takes at its word."""
_ASKS_WHO = re.compile(r"\bwho(?:m|se|['’]s)?\b", re.IGNORECASE)
_WITH_OWNER = re.compile(r"(?P<task>.+?) · (?P<owner>(?!due )[^·]+?)(?P<due> · due .+)?", re.DOTALL)
"""The words of an action item as they are indexed."""
AROUND_WEIGHT = 30.0
"""Logits for what was found around a fact: about one where both arms found much. Measured, as the next two: on
questions about single turns the first answer stands higher, on questions about long stretches nothing is lost."""
NEARNESS_WEIGHT = 0.5
"""Logits for each standard deviation that a fact's vector is nearer than is usual among those read: a cross-encoder
hears words, a vector the matter. Measured: more first answers on questions about long stretches; twice as much costs
those on single turns."""
SAME_PLACE = 1.0
"""Logits that a fact loses beside a better one, fewer the further it is away: what was said in one place is about one
thing. Measured: another place among the first five answers one question more in fifty."""
_LEAST_SPREAD = 0.02
"""Cosines that lie closer than this tell nothing."""


@dataclass(frozen=True)
class Ranked:
    """A candidate with its place: `score` orders, from 0 to 1; `logit` is the fact's own (None: it was not read)."""

    candidate: Candidate
    score: float
    logit: float | None = None


def ranked(
    query: str, candidates: Sequence[Candidate], *, budget_seconds: float = RERANK_BUDGET_SECONDS
) -> list[Ranked]:
    """`candidates` (best first by fusion) as the cross-encoder orders them.

    Those it was not asked about, or not in time, follow as they were. Facts that hold a rare sign of the question are
    always read, and come first.
    """
    order = sorted(range(len(candidates)), key=lambda at: (not candidates[at].pinned, at))
    head = [candidates[at] for at in order[:RERANK_FIRST]]
    tail = [candidates[at] for at in order[RERANK_FIRST:]]
    logits, fit = _read(query, head, budget_seconds)
    read = _best_first(head[: len(logits)], logits, fit)
    floor = min((one.score for one in read), default=1.0)
    rest = by_fusion([*head[len(logits) :], *tail])
    return [*read, *(Ranked(one.candidate, floor * one.score) for one in rest)]


def _best_first(head: Sequence[Candidate], logits: Sequence[float], fit: Sequence[float]) -> list[Ranked]:
    """`head` in the order of how it fits and what helps that, what stands beside a better one put back."""
    worth = [
        fits + AROUND_WEIGHT * one.around + NEARNESS_WEIGHT * nearness
        for one, fits, nearness in zip(head, fit, nearness_of(head), strict=True)
    ]
    beside = [0.0] * len(head)
    left = set(range(len(head)))
    ordered: list[Ranked] = []
    while left:
        best = max(left, key=lambda at: (head[at].pinned, worth[at] - SAME_PLACE * beside[at], -at))
        left.remove(best)
        ordered.append(Ranked(head[best], likelihood(worth[best] - SAME_PLACE * beside[best]), logits[best]))
        for at in left:
            beside[at] = max(beside[at], closeness(head[at].found.place, head[best].found.place))
    return _falling(ordered)


def _falling(ordered: Sequence[Ranked]) -> list[Ranked]:
    """`ordered` with no score below the next: what holds a rare sign comes first whatever was read into it."""
    least = 0.0
    falling = []
    for one in reversed(ordered):
        least = max(least, one.score)
        falling.append(replace(one, score=least))
    return falling[::-1]


def nearness_of(candidates: Sequence[Candidate]) -> list[float]:
    """How much nearer than the others each is to the question, in standard deviations; 0 for one without a vector."""
    # The cosine with a vector of zeros is no number.
    cosines = [one.cosine if one.cosine is not None and math.isfinite(one.cosine) else None for one in candidates]
    known = [cosine for cosine in cosines if cosine is not None]
    if not known:
        return [0.0] * len(candidates)
    usual, spread = statistics.fmean(known), max(statistics.pstdev(known), _LEAST_SPREAD)
    return [0.0 if cosine is None else (cosine - usual) / spread for cosine in cosines]


def closeness(place: tuple[int, int] | None, other: tuple[int, int] | None) -> float:
    """How close two places (meeting, turn) are: 1 for the same, 0 for more than `AROUND` turns apart."""
    if place is None or other is None or place[0] != other[0]:
        return 0.0
    return max(0.0, 1 - abs(place[1] - other[1]) / (AROUND + 1))


def by_fusion(candidates: Sequence[Candidate]) -> list[Ranked]:
    """`candidates` in the order they have, scored by their share of what the best fact of two arms could get."""
    most = 2 / (RANK_OFFSET + 1) * (1 + NEIGHBOUR_SHARE)
    return [Ranked(one, min(1.0, one.score / most)) for one in candidates]


def likelihood(logit: float) -> float:
    """The cross-encoder's logit as a number between 0 and 1."""
    return 1 / (1 + math.exp(-logit))


def _read(query: str, head: Sequence[Candidate], budget_seconds: float) -> tuple[list[float], list[float]]:
    """The logits of `head` from its beginning, of as many as the time allows for: all, the best few, or none.

    First how well each answers the whole question, which a bar is held against, then how well it fits for the order:
    by itself a fact is asked without the occasion that the question names.
    """
    deadline = time.monotonic() + budget_seconds
    if len(query.split()) == 1 and query[-1].isalnum():
        query += "?"  # a cross-encoder takes two bare words, such as "pricing" and "Help", for alike
    asked = without_occasion(query)
    read = [reading(asked, one.found) for one in head]
    alone: list[float] = []
    for part in (read[:RERANK_SURELY], read[RERANK_SURELY:]):
        scores = rerank(query, part, budget_seconds=deadline - time.monotonic())
        if scores is None:
            return alone, alone
        alone += scores
    best = sorted(range(len(alone)), key=lambda at: -alone[at])[:RERANK_AGAIN]
    again = [at for at in best if head[at].before and needs_what_was_said_before(head[at].found.search_text)]
    texts = [f"{head[at].before}\n{read[at]}" for at in again]
    told = rerank(query, texts, budget_seconds=deadline - time.monotonic())
    told_of = dict(zip(again, told or [], strict=False))
    logits = _means(alone, told_of)
    if asked == query:
        return logits, logits
    shorter = rerank(asked, read, budget_seconds=deadline - time.monotonic())
    return logits, logits if shorter is None else _means(shorter, told_of)


def _means(alone: Sequence[float], told: Mapping[int, float]) -> list[float]:
    return [(logit + told[at]) / 2 if at in told else logit for at, logit in enumerate(alone)]


def needs_what_was_said_before(text: str) -> bool:
    """Whether a fact may say little alone: somebody's words, or few words.

    A whole statement would only be credited with what the fact before it says.
    """
    return _SPOKEN.match(text) is not None or len(text.split()) <= FEW_WORDS


def reading(query: str, found: Found) -> str:
    """A fact as the cross-encoder reads it; a question about deciding, doing or time also hears what it is and when.

    "What did we decide about billing?" does not see a decision in "We use Postgres for billing." unless it is told, and
    "Who is responsible for the FAQ?" no answer in "Write the FAQ".
    """
    text = found.search_text[:RERANK_CHARS]
    if found.fact_type == "action_item" and _ASKS_WHO.search(query) and (task := _WITH_OWNER.fullmatch(text)):
        return f"{task['owner']} is responsible: {task['task']}{task['due'] or ''}"
    label = _LABELS.get(found.fact_type)
    if found.fact_type == "decision":
        label = next((said for verb, said in _DECIDING if verb.search(query)), "We decided")
    if label is None or not _ASKS_WHAT_IT_IS.search(query) or _SPOKEN.match(text):
        return text
    day = f" on {found.happened_on.day} {found.happened_on:%B %Y}" if found.happened_on else ""
    return f"{label}{day}: {text}"
