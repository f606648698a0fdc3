"""What runs where: versions, database, model, embedder, counts and limits."""

from __future__ import annotations

from importlib.metadata import version

from memo.embed import Embedder
from memo.models import FactFilter, Principal, Status
from memo.settings import Settings
from memo.store import facts, search
from memo.store import status as store
from memo.store.pool import Database


def status(db: Database, who: Principal, settings: Settings, embedder: Embedder, *, most: int | None = None) -> Status:
    """The state of this Memo as `who` may see it; the address of a database is not shown.

    With `most`, facts, meetings and captures are counted up to that, and a number above it stands for any that is.
    """
    stop = None if most is None else most + 1
    with db.read(who) as conn:
        state = store.database_state(conn, stop)
        counts = facts.fact_counts(conn, FactFilter(include_superseded=True), stop)
        captures = store.capture_states(conn, stop)
        not_searchable = search.count_without_vector(conn, embedder.model_name, stop)
    return Status(
        version=version("memo"),
        database=_database(settings),
        database_version=f"PostgreSQL {state.server_version}, pgvector {state.vector_version}",
        schema_version=state.schema_version.removesuffix(".sql"),
        model=settings.extract_model if settings.extractor == "anthropic" else "offline",
        embedder=settings.embedder,
        embedding_model=embedder.model_name,
        facts={str(kind): count for kind, count in counts.items()},
        meetings=state.meetings,
        not_searchable=not_searchable,
        pending_names=state.pending_names,
        captures=captures,
        limits={
            "MEMO_MAX_TRANSCRIPT_CHARS": settings.max_transcript_chars,
            "MEMO_MAX_UPLOAD_BYTES": settings.max_upload_bytes,
        },
    )


def _database(settings: Settings) -> str:
    if settings.database_url is None:
        return f"embedded, in {settings.home}"
    return "your own (DATABASE_URL)"
