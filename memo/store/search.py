"""Finding facts: by vector, by word, and what stands beside them. One function per query of search.sql."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from memo.models import FactType, Searched
from memo.store.facts import Key
from memo.store.narrow import HIDDEN
from memo.store.pool import Connection
from memo.store.queries import Q

if TYPE_CHECKING:
    from memo.embed import Vector

WORDS_ONE_BY_ONE = 8
"""Words that `word_facts` names one by one."""

Narrowing = Mapping[str, Any]
"""What `narrowed` makes of a filter."""


@dataclass(frozen=True)
class Found:
    """A fact that a search came upon, with as much of it as ranking needs.

    `similarity` is the cosine (vector arm only), `weight` the sum over the words it holds (word arm only).
    """

    fact_type: FactType
    fact_id: int
    search_text: str
    meeting_id: int | None
    turn: int | None
    happened_on: date | None
    similarity: float | None = None
    weight: float | None = None

    @property
    def key(self) -> Key:
        """Which fact it is."""
        return (self.fact_type, self.fact_id)

    @property
    def place(self) -> tuple[int, int] | None:
        """The meeting and the turn in it, if it was said in one."""
        return None if self.meeting_id is None or self.turn is None else (self.meeting_id, self.turn)


@dataclass(frozen=True)
class Neighbour:
    """The fact just before or after the place (`meeting_id`, `turn`), in turn `at`; `passes`: the filter lets it."""

    meeting_id: int
    turn: int
    side: Literal["before", "after"]
    at: int
    fact_type: FactType
    fact_id: int
    search_text: str
    happened_on: date | None
    passes: bool

    @property
    def key(self) -> Key:
        """Which fact it is."""
        return (self.fact_type, self.fact_id)


@dataclass(frozen=True)
class WithoutVector:
    """A fact that waits for its vector."""

    fact_type: FactType
    fact_id: int
    search_text: str
    heading: str


def quoted(word: str) -> str:
    """A word of the index in the notation of a tsquery."""
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


def question_words(conn: Connection, text: str) -> list[str]:
    """The words of `text` as the index keeps them, in order."""
    return Q["question_words"].values(conn, text=text)


def phrase_query(conn: Connection, text: str) -> str:
    """The words of `text` one after the other, as a query; "" when none of them says anything."""
    query: str = Q["phrase_query"].value(conn, text=text)
    return query


def word_counts(conn: Connection, lexemes: Sequence[str], within: Narrowing, most: int) -> dict[str, int]:
    """In how many of the facts that pass each word occurs, at most `most`."""
    rows = Q["word_counts"].rows(conn, lexemes=list(lexemes), most=most, **within)
    return {row["word"]: row["count"] for row in rows}


def facts_passing(conn: Connection, within: Narrowing, most: int) -> int:
    """How many facts pass, at most `most`."""
    count: int = Q["facts_passing"].value(conn, most=most, **within)
    return count


def near_facts(conn: Connection, vector: Vector, embedding_model: str, within: Narrowing, limit: int) -> list[Found]:
    """The nearest facts, nearest first, as the HNSW index finds them."""
    return Q["near_facts"].all(conn, Found, vector=vector, embedding_model=embedding_model, limit=limit, **within)


def near_facts_exact(
    conn: Connection, vector: Vector, embedding_model: str, within: Narrowing, limit: int
) -> list[Found]:
    """The nearest facts, nearest first, each one that passes compared."""
    return Q["near_facts_exact"].all(conn, Found, vector=vector, embedding_model=embedding_model, limit=limit, **within)


def cosines(conn: Connection, keys: Sequence[Key], vector: Vector, embedding_model: str) -> dict[Key, float]:
    """How near each of these facts is to a vector; those without a vector of this model are left out."""
    rows = Q["cosines"].rows(
        conn,
        fact_types=[fact_type for fact_type, _ in keys],
        fact_ids=[fact_id for _, fact_id in keys],
        vector=vector,
        embedding_model=embedding_model,
    )
    return {(row["fact_type"], row["fact_id"]): row["cosine"] for row in rows}


def word_facts(
    conn: Connection,
    weights: Mapping[str, float],
    within: Narrowing,
    limit: int,
    *,
    gather: str,
    phrase: str | None,
    most: int,
) -> list[Found]:
    """The facts that `gather` (a tsquery) finds, by the `weights` of words; `phrase` outweighs all.

    Of more than `most` facts some are left out.
    """
    return Q["word_facts"].all(
        conn,
        Found,
        gather=gather,
        phrase=phrase,
        most=most,
        limit=limit,
        **weighing(weights),
        **within,
    )


def weighing(weights: Mapping[str, float]) -> dict[str, object]:
    """The parameters of `word_facts` for these weights: the heaviest one by one, the rest as lists."""
    falling = sorted(((quoted(word), weight) for word, weight in weights.items()), key=lambda one: -one[1])
    first, rest = falling[:WORDS_ONE_BY_ONE], falling[WORDS_ONE_BY_ONE:]
    params: dict[str, object] = {"words": [w for w, _ in rest] or None, "weights": [w for _, w in rest] or None}
    for place in range(WORDS_ONE_BY_ONE):
        params[f"word{place + 1}"], params[f"weight{place + 1}"] = first[place] if place < len(first) else (None, None)
    return params


def surroundings(conn: Connection, places: Sequence[tuple[int, int]], reach: int, within: Narrowing) -> list[Neighbour]:
    """The neighbours of each (meeting, turn), at most `reach` turns away."""
    return Q["surroundings"].all(
        conn,
        Neighbour,
        meeting_ids=[meeting for meeting, _ in places],
        turns=[turn for _, turn in places],
        reach=reach,
        gone=list(HIDDEN),
        **within,
    )


def without_vector(
    conn: Connection, embedding_model: str, limit: int, *, meeting_id: int | None = None, after: Key | None = None
) -> list[WithoutVector]:
    """Facts without a vector of this model, in the order of their keys, from the one after `after`."""
    return Q["without_vector"].all(
        conn,
        WithoutVector,
        embedding_model=embedding_model,
        meeting_id=meeting_id,
        after_type=after[0] if after else "",
        after_id=after[1] if after else 0,
        limit=limit,
    )


def count_without_vector(conn: Connection, embedding_model: str, most: int | None = None) -> int:
    """How many facts have no vector of this model, counted up to `most` when given."""
    count: int = Q["count_without_vector"].value(conn, embedding_model=embedding_model, most=most)
    return count


def set_vector(conn: Connection, vectors: Sequence[tuple[WithoutVector, Vector]], embedding_model: str) -> int:
    """Store vectors, each only if its fact still says what it said; how many were stored."""
    return Q["set_vector"].run_many(
        conn,
        [
            {
                "vector": vector,
                "embedding_model": embedding_model,
                "fact_type": fact.fact_type,
                "fact_id": fact.fact_id,
                "search_text": fact.search_text,
            }
            for fact, vector in vectors
        ],
    )


def searched(conn: Connection) -> Searched:
    """How much a question was put to."""
    return Q["searched"].one(conn, Searched, hidden=list(HIDDEN))
