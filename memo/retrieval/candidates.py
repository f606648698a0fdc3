"""What a search looks at: the best of the vector arm and of the word arm, fused, with what was said beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memo.embed import Vector
from memo.models import FactFilter, Principal
from memo.retrieval.beside import CONTEXT_CHARS, Beside, as_found
from memo.retrieval.fuse import around, fused, with_neighbours
from memo.retrieval.words import MOST_PASSING, MOST_WEIGHED, Weighed, counts_of, take_apart, weigh
from memo.store import search as store
from memo.store.facts import Key
from memo.store.narrow import narrowed, selective
from memo.store.pool import Connection, Database
from memo.store.search import Found

ARM_LIMIT = 40
"""Facts that each arm brings in for the cross-encoder to read."""
PLAIN_LIMIT = 20
"""Facts that each arm brings in when nothing is read again."""
NEIGHBOURS_OF = 10
"""The best fused facts whose neighbours are looked at as well."""


@dataclass(frozen=True)
class Question:
    """What is looked for: the words, and their vector (None: by word only) with the model that made it."""

    text: str
    vector: Vector | None
    embedding_model: str


@dataclass(frozen=True)
class Candidate:
    """A fact that may be what is looked for.

    `score` is of the fusion, `matched` the arms that found it, `before` the end of what was said just before it,
    `around` how much was found where it was said, `cosine` how near its vector is (None: it has none); `pinned` facts
    hold a rare sign of the question and are never ranked away.
    """

    found: Found
    score: float
    matched: tuple[str, ...]
    before: str = ""
    around: float = 0.0
    cosine: float | None = None
    pinned: bool = False

    @property
    def key(self) -> Key:
        """Which fact it is."""
        return self.found.key


def candidates(
    conn: Connection,
    db: Database,
    who: Principal,
    question: Question,
    wanted: FactFilter,
    *,
    limit: int,
    context: bool,
) -> list[Candidate]:
    """The facts that may answer `question`, best first by fusion; with `context` also what was said beside them.

    There are at least as many as `limit`, when so many facts are found at all.
    """
    each = max(ARM_LIMIT if context else PLAIN_LIMIT, limit)
    asked = take_apart(question.text)
    within = narrowed(wanted, without=asked.without)
    counts = counts_of(db).of(who, wanted)
    few = selective(wanted) and counts.passing(conn, within) <= MOST_PASSING
    near = near_facts(conn, question, within, few=few, limit=each)
    weighed = weigh(conn, asked, counts, within)
    worded = word_facts(conn, weighed, within, each)
    found = {one.key: one for one in (*worded, *near)}
    scores = fused([[one.key for one in near], [one.key for one in worded]])
    before: dict[Key, str] = {}
    near_by: dict[Key, float] = {}
    cosines: dict[Key, float] = {}
    if context:
        beside = Beside.look(conn, [found[key] for key in scores], within)
        before = beside.before()
        fusion, scores = scores, _spread(scores, found, before, beside)
        near_by = around(fusion, {key: found[key].place for key in scores})
        cosines = _cosines(conn, found, question)
    arms = {"vector": {one.key for one in near}, "words": {one.key for one in worded}}
    pinned = _holding(worded, weighed)
    return [
        Candidate(
            found[key],
            score,
            matched=tuple(arm for arm, keys in arms.items() if key in keys) or ("context",),
            before=before.get(key, ""),
            around=near_by.get(key, 0.0),
            cosine=cosines.get(key),
            pinned=key in pinned,
        )
        for key, score in scores.items()
    ]


def near_facts(
    conn: Connection, question: Question, within: Mapping[str, Any], *, few: bool, limit: int
) -> list[Found]:
    """The vector arm. `few` facts are all compared, and so are all when the index gives fewer than it was asked for."""
    if question.vector is None:
        return []
    if not few:
        found = store.near_facts(conn, question.vector, question.embedding_model, within, limit)
        if len(found) == limit:
            return found
    return store.near_facts_exact(conn, question.vector, question.embedding_model, within, limit)


def word_facts(conn: Connection, weighed: Weighed, within: Mapping[str, Any], limit: int) -> list[Found]:
    """The word arm: what gathers first and, until there are enough, what gathers next; the heaviest first."""
    found: dict[Key, Found] = {}
    for gather in weighed.gather:
        more = store.word_facts(
            conn, weighed.weights, within, limit, gather=gather, phrase=weighed.phrase, most=MOST_WEIGHED
        )
        found |= {one.key: one for one in more if one.key not in found}
        if len(found) >= limit:
            break
    return sorted(found.values(), key=lambda one: -(one.weight or 0.0))[:limit]


def _cosines(conn: Connection, found: Mapping[Key, Found], question: Question) -> dict[Key, float]:
    """How near each of `found` is to the question, also what only words or its place have found."""
    if question.vector is None:
        return {}
    known = {key: one.similarity for key, one in found.items() if one.similarity is not None}
    rest = [key for key in found if key not in known]
    if not rest:
        return known
    return known | store.cosines(conn, rest, question.vector, question.embedding_model)


def _spread(
    scores: Mapping[Key, float], found: dict[Key, Found], before: dict[Key, str], beside: Beside
) -> dict[Key, float]:
    """`scores` with the neighbours of the best, which join `found` and bring what was said before them."""
    best = list(scores)[:NEIGHBOURS_OF]
    neighbours = {key: beside.passing(key) for key in best}
    for key, ones in neighbours.items():
        for one in ones:
            found.setdefault(one.key, as_found(one))
            if one.side == "after":
                before.setdefault(one.key, found[key].search_text[-CONTEXT_CHARS:])
    return with_neighbours(scores, {key: [one.key for one in ones] for key, ones in neighbours.items()})


def _holding(worded: Sequence[Found], weighed: Weighed) -> set[Key]:
    """The facts that hold a rare sign of the question."""
    signs = [sign.casefold() for sign in weighed.rare]
    return {one.key for one in worded if any(sign in one.search_text.casefold() for sign in signs)}
