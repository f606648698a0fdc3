"""Vectors for facts that have none of the model in use: after a capture, after an import, after a change of model."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from memo.embed import Embedder, Vector
from memo.models import BackfillReport, Principal
from memo.store import search as store
from memo.store.facts import Key
from memo.store.pool import Connection, Database
from memo.store.search import WithoutVector

BATCH = 25
"""Facts embedded at a time, so that each batch ends within the embedder's time."""
PASS = 500
"""Facts read at a time and embedded in the order of their length: batches of like length take the least time."""
GIVE_UP_AFTER = 3
"""Batches in a row that give no vector at all: the embedder is down, and the rest waits for the next run."""


def backfill(db: Database, embedder: Embedder, *, batch: int = BATCH) -> BackfillReport:
    """Give every fact without a vector of `embedder`'s model one; run again it does what is left."""
    return _fill(db, None, embedder, batch, meeting_id=None)


def embed_pending(db: Database, who: Principal, embedder: Embedder, *, meeting_id: int | None = None) -> BackfillReport:
    """The same for what `who` may see, or for one meeting: right after it was captured."""
    return _fill(db, who, embedder, BATCH, meeting_id=meeting_id)


def _fill(
    db: Database, who: Principal | None, embedder: Embedder, batch: int, *, meeting_id: int | None
) -> BackfillReport:
    done = failed = 0
    while True:
        swept, failed = _sweep(db, who, embedder, batch, meeting_id=meeting_id)
        done += swept
        if not failed or not swept:
            break  # else the embedder was slow, not down: what it missed is tried again
    with _transaction(db, who) as conn:
        return BackfillReport(done=done, failed=failed, left=store.count_without_vector(conn, embedder.model_name))


def _sweep(
    db: Database, who: Principal | None, embedder: Embedder, batch: int, *, meeting_id: int | None
) -> tuple[int, int]:
    """Try every waiting fact once; how many got a vector and how many did not."""
    done = failed = misses = 0
    after: Key | None = None
    while True:
        with _transaction(db, who) as conn:
            waiting = store.without_vector(conn, embedder.model_name, PASS, meeting_id=meeting_id, after=after)
        if not waiting:
            return done, failed
        after = (waiting[-1].fact_type, waiting[-1].fact_id)
        waiting.sort(key=lambda fact: len(fact.search_text))
        for start in range(0, len(waiting), batch):
            facts = waiting[start : start + batch]
            vectors = _vectors(embedder, facts)
            if vectors:
                with _transaction(db, who) as conn:
                    store.set_vector(conn, vectors, embedder.model_name)
            done += len(vectors)
            failed += len(facts) - len(vectors)
            misses = 0 if vectors else misses + 1
            if misses == GIVE_UP_AFTER:
                return done, failed


def _vectors(embedder: Embedder, facts: Sequence[WithoutVector]) -> list[tuple[WithoutVector, Vector]]:
    made = embedder.embed([fact.search_text for fact in facts])
    return [(fact, vector) for fact, vector in zip(facts, made, strict=True) if vector is not None]


def _transaction(db: Database, who: Principal | None) -> AbstractContextManager[Connection]:
    return db.owner() if who is None else db.write(who)
