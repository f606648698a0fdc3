"""A real store that holds the measured meetings, kept between runs when it is given a folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from memo.embed import Embedder, embedder_for
from memo.models import LOCAL_USER, FactFilter
from memo.retrieval.backfill import backfill
from memo.retrieval.browse import facts_page
from memo.retrieval.imports import import_facts
from memo.settings import Settings
from memo.store.embedded import EmbeddedDatabase
from memo.store.migrate import migrate
from memo.store.pool import Database
from tests.quality.questions import Conversation


@contextmanager
def filled(home: Path | None, held: Sequence[Conversation]) -> Iterator[tuple[Database, Embedder, dict[str, int]]]:
    """A database with `held` imported and embedded, its embedder, and the id of each meeting."""
    with ExitStack() as stack:
        folder = home or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="memo-quality-")))
        embedded = stack.enter_context(EmbeddedDatabase(folder))
        migrate(embedded.url())
        db = stack.enter_context(Database(embedded.url(), statement_timeout=60))
        embedder = embedder_for(Settings(MEMO_HOME=folder))
        for conversation in held:
            report = import_facts(db, LOCAL_USER, conversation.lines())
            print(f"{conversation.meeting_id}: {report.imported} imported, {report.skipped} here already", flush=True)
        report = backfill(db, embedder)
        print(f"{report.done} vectors made, {report.left} missing", flush=True)
        yield db, embedder, _meetings(db)


def _meetings(db: Database) -> dict[str, int]:
    ids: dict[str, int] = {}
    after = None
    while True:
        page = facts_page(db, LOCAL_USER, FactFilter(), 1_000, after)
        ids |= {fact.meeting: fact.meeting_id for fact in page.facts if fact.meeting and fact.meeting_id}
        after = page.next
        if after is None:
            return ids
