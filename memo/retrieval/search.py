"""The one search: what a vector finds and what words find, fused by rank, read by a cross-encoder, repeats folded."""

from __future__ import annotations

from memo.embed import Embedder
from memo.invisible import visible
from memo.models import FactFilter, Principal, ScoredFact
from memo.retrieval.candidates import Candidate, Question, candidates
from memo.retrieval.fold import Folded
from memo.retrieval.rank import RERANK_BUDGET_SECONDS, Ranked, by_fusion, ranked
from memo.retrieval.summaries import own_facts_first
from memo.retrieval.thresholds import DEFAULT_LIMIT, bars
from memo.store import facts as store
from memo.store.narrow import selective
from memo.store.pool import Connection, Database
from memo.transcripts.decode import clean

MAX_QUERY_CHARS = 2_000


def search(
    db: Database,
    who: Principal,
    query: str,
    wanted: FactFilter | None = None,
    *,
    limit: int = DEFAULT_LIMIT,
    embedder: Embedder,
    rerank: bool = True,
    threshold: float | None = None,
    rerank_seconds: float = RERANK_BUDGET_SECONDS,
) -> list[ScoredFact]:
    """The facts that answer `query` best, best first, at most `limit`.

    Wrong, replaced and (unless asked for) superseded facts are left out; what says the same twice comes once;
    a meeting's summary comes after those of its own facts that match as well.
    `threshold` is the least cosine of a fact that only its vector found; without a vector the words find alone.
    With `rerank` the score, between 0 and 1, is of the cross-encoder's reading with what vectors and places add to it;
    without, or when it takes too long, the fusion's. A query without a letter or a digit finds nothing.
    """
    scored = found(
        db,
        who,
        query,
        wanted,
        limit=limit,
        embedder=embedder,
        rerank=rerank,
        threshold=threshold,
        rerank_seconds=rerank_seconds,
    )
    return [fact for fact, _ in scored]


def found(
    db: Database,
    who: Principal,
    query: str,
    wanted: FactFilter | None = None,
    *,
    limit: int,
    embedder: Embedder,
    rerank: bool = True,
    threshold: float | None = None,
    rerank_seconds: float = RERANK_BUDGET_SECONDS,
) -> list[tuple[ScoredFact, Ranked]]:
    """As `search`, each fact with how it was ranked."""
    query = clean(visible(query)).strip()[:MAX_QUERY_CHARS]
    if limit < 1 or not any(char.isalnum() for char in query):
        return []
    wanted = wanted or FactFilter()
    question = Question(query, embedder.embed_one(query), embedder.model_name)
    # A filter's values want plans of their own: a client with ten facts is read whole, one with ten thousand is not.
    with db.read(who, plan_once=not selective(wanted)) as conn:
        looked_at = candidates(conn, db, who, question, wanted, limit=limit, context=rerank)
        if threshold is not None:
            looked_at = [one for one in looked_at if _near_enough(one, threshold)]
        if not rerank:
            return _with_facts(conn, _folded(own_facts_first(by_fusion(looked_at)), limit))
    # No connection is held while the cross-encoder reads.
    best = _folded(own_facts_first(ranked(query, looked_at, budget_seconds=rerank_seconds)), limit)
    with db.read(who, plan_once=True) as conn:
        return _with_facts(conn, best)


def _with_facts(conn: Connection, best: list[Ranked]) -> list[tuple[ScoredFact, Ranked]]:
    facts = {
        (fact.fact_type, fact.fact_id): fact for fact in store.facts_by_key(conn, [one.candidate.key for one in best])
    }
    return [
        (
            ScoredFact(
                **vars(facts[one.candidate.key]),
                score=one.score,
                similarity=one.candidate.found.similarity,
                matched=one.candidate.matched,
            ),
            one,
        )
        for one in best
        if one.candidate.key in facts
    ]


def query_facts(
    db: Database,
    who: Principal,
    query: str,
    wanted: FactFilter | None = None,
    *,
    limit: int = DEFAULT_LIMIT,
    threshold: float | None = None,
    embedder: Embedder,
) -> list[ScoredFact]:
    """The semantic path: what is near enough to `query`, by default the bar of the embedding model in use."""
    bar = bars(embedder.model_name).default if threshold is None else threshold
    return search(db, who, query, wanted, limit=limit, embedder=embedder, threshold=bar)


def _near_enough(candidate: Candidate, threshold: float) -> bool:
    if candidate.matched != ("vector",):
        return True
    return (candidate.found.similarity or 0.0) >= threshold


def _folded(results: list[Ranked], limit: int) -> list[Ranked]:
    first = Folded()
    kept: list[Ranked] = []
    for one in results:
        if first.take(one.candidate.found.search_text, one.candidate.found.happened_on):
            kept.append(one)
            if len(kept) == limit:
                break
    return kept
