"""`Memo`: the one object that everything outside talks to - pages, command line, Slack.

Each method is a few lines that call one module; who asks is `memo.who` (a `Principal`) and travels with every call.
`Memo.open` starts it; `memo.acting_as(who)` is a light copy for one person. Nothing here imports streamlit.

The rooms are imported where they are used, so that a search does not wait for what only reading a transcript needs.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack

from memo.models import (
    LOCAL_USER,
    BackfillReport,
    CaptureProgress,
    CaptureRecord,
    Fact,
    FactFilter,
    FactPage,
    FactType,
    ImportReport,
    Preview,
    Principal,
    Received,
    ScoredFact,
    Status,
    SyncedNote,
    SyncReport,
)
from memo.settings import Settings, load_settings
from memo.store.embedded import EmbeddedDatabase
from memo.store.pool import Database

if TYPE_CHECKING:
    from memo.capture.accept import Accepted
    from memo.embed import Embedder
    from memo.export import Format
    from memo.forget import ForgetReceipt
    from memo.store.meetings import StoredTranscript


class Asked(TypedDict, total=False):
    """What a person may say about a file beside handing it in."""

    title: str | None
    held_on: date | None
    client: str | None
    project: str | None
    audience: tuple[str, ...] | None
    replace: bool
    allow_similar: bool
    trigger_detail: str
    source_key: str | None


class Memo:
    """The team's memory on behalf of `who`; close it, or use it as a context manager."""

    def __init__(
        self, settings: Settings, who: Principal, db: Database, embedded: EmbeddedDatabase | None = None
    ) -> None:
        self.settings = settings
        self.who = who
        self.db = db
        self._embedded = embedded
        self._shared = _Shared(settings)

    @classmethod
    def open(
        cls,
        settings: Settings | None = None,
        who: Principal = LOCAL_USER,
        *,
        migrate: bool = True,
        statement_timeout: float = 5.0,
    ) -> Self:
        """Memo on `DATABASE_URL`, or on the embedded database: started, and migrated unless `migrate` is False.

        `statement_timeout` is how many seconds one statement may run: a worker may take longer than a page.
        """
        settings = settings or load_settings()
        if settings.database_url is not None:
            url = settings.database_url.get_secret_value()
            return cls(settings, who, Database(url, statement_timeout=statement_timeout))
        embedded = EmbeddedDatabase(settings.home)
        try:
            url = embedded.start()
            if migrate:
                from memo.store.migrate import migrate as bring_up_to_date

                bring_up_to_date(url)
            return cls(settings, who, Database(url, statement_timeout=statement_timeout), embedded)
        except BaseException:
            embedded.stop()
            raise

    def acting_as(self, who: Principal) -> Self:
        """The same memory as `who` may see it; it shares everything, so only the first one is closed."""
        other = copy.copy(self)
        other.who = who
        other._embedded = None
        return other

    def close(self) -> None:
        """Give back the connections and the embedded database; it stops when nobody else uses it."""
        self.db.close()
        if self._embedded is not None:
            self._embedded.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def embedder(self) -> Embedder:
        """Who makes vectors."""
        return self._shared.embedder

    # --- capture ---

    def inspect(self, data: bytes, file_name: str | None, *, audience: tuple[str, ...] | None = None) -> Preview:
        """What is in a file and what reading it will take; spends and writes nothing."""
        from memo.capture.inspect import inspect

        return inspect(self.db, self.who, self.settings, data, file_name, audience=audience)

    def receive(self, data: bytes, file_name: str | None, **asked: Unpack[Asked]) -> Received:
        """Keep a file and queue its reading."""
        from memo.capture.receive import receive

        return receive(self.db, self.who, self.settings, data, file_name, **asked)

    def retry_capture(self, capture_id: int) -> None:
        """Have a failed capture read again, or the missing parts of a partial one."""
        from memo.capture.receive import retry_capture

        retry_capture(self.db, self.who, capture_id)

    def capture_progress(self, capture_id: int) -> CaptureProgress:
        """Where a capture stands."""
        from memo.capture.record import capture_progress

        return capture_progress(self.db, self.who, capture_id)

    def recent_captures(self, limit: int = 20) -> list[CaptureProgress]:
        """Where the newest captures stand."""
        from memo.capture.record import recent_captures

        return recent_captures(self.db, self.who, limit)

    def capture_record(self, capture_id: int) -> CaptureRecord:
        """What was remembered of a capture."""
        from memo.capture.record import capture_record

        return capture_record(self.db, self.who, capture_id)

    def meeting_record(self, meeting_id: int) -> CaptureRecord:
        """What was remembered of a meeting."""
        from memo.capture.record import meeting_record

        return meeting_record(self.db, self.who, meeting_id)

    def transcript(self, meeting_id: int) -> StoredTranscript:
        """The stored transcript that the offsets of quotes point into."""
        from memo.capture.record import transcript

        return transcript(self.db, self.who, meeting_id)

    def accept_rejected(self, rejected_id: int) -> Accepted:
        """Make a rejected item a fact that `who` vouches for."""
        from memo.capture.accept import accept_rejected

        return accept_rejected(self.db, self.who, rejected_id)

    def notes(self) -> list[SyncedNote]:
        """The notes that were synced, the newest first."""
        from memo.capture.notes import notes

        return notes(self.db, self.who)

    def sync_notes(self, folder: Path) -> SyncReport:
        """Fetch the notes of a folder."""
        from memo.capture.notes import sync_folder

        return sync_folder(self.db, self.who, self.settings, folder)

    def add_note(
        self, text: str, *, client: str | None = None, project: str | None = None, happened_on: date | None = None
    ) -> Fact:
        """Keep a note about a client or a project."""
        from memo.capture.contexts import add_note

        return add_note(self.db, self.who, text, client=client, project=project, happened_on=happened_on)

    def pulse(self, day: date) -> Fact:
        """The digest of a day, made without a model and kept once."""
        from memo.capture.pulse import pulse

        return pulse(self.db, self.who, self.settings, day)

    # --- facts and search ---

    def search(
        self, query: str, filter: FactFilter | None = None, *, limit: int = 10, rerank: bool = True
    ) -> list[ScoredFact]:
        """The facts that answer `query` best, best first; no model writes anything."""
        from memo.retrieval.search import search

        return search(self.db, self.who, query, filter, limit=limit, embedder=self.embedder, rerank=rerank)

    def facts(self, filter: FactFilter | None = None, *, limit: int = 50, after: str | None = None) -> FactPage:
        """A page of facts, newest first."""
        from memo.retrieval.browse import facts_page

        return facts_page(self.db, self.who, filter, limit, after)

    def fact_counts(self, filter: FactFilter | None = None) -> dict[FactType, int]:
        """How many facts of each type there are."""
        from memo.retrieval.browse import fact_counts

        return fact_counts(self.db, self.who, filter)

    def fact(self, fact_type: FactType, fact_id: int) -> Fact:
        """One fact, whatever its status."""
        from memo.retrieval.browse import get_fact

        return get_fact(self.db, self.who, fact_type, fact_id)

    def status(self) -> Status:
        """What runs where, and how much is remembered."""
        from memo.status import status

        return status(self.db, self.who, self.settings, self.embedder)

    # --- as a whole ---

    def import_facts(self, lines: Iterable[Mapping[str, Any]]) -> ImportReport:
        """Store facts from elsewhere; a bad line is refused alone."""
        from memo.retrieval.imports import import_facts

        return import_facts(self.db, self.who, lines)

    def export(self, format: Format, filter: FactFilter | None = None) -> Iterator[str]:
        """Facts as pieces of a JSONL, CSV or Markdown text."""
        from memo.export import export

        return export(self.db, self.who, format, filter)

    def backfill(self) -> BackfillReport:
        """Give a vector to every fact that has none of the embedder's model."""
        from memo.retrieval.backfill import backfill

        return backfill(self.db, self.embedder)

    def preview_forget(self, meeting_id: int) -> ForgetReceipt:
        """What `forget_meeting` would remove; removes nothing."""
        from memo.forget import preview_forget

        return preview_forget(self.db, self.who, meeting_id)

    def forget_meeting(self, meeting_id: int) -> ForgetReceipt:
        """Remove a meeting for good, with everything that was made of it."""
        from memo.forget import forget_meeting

        return forget_meeting(self.db, self.who, meeting_id)

    def backup(self, file: Path) -> dict[str, int]:
        """Save the whole database in a file; the rows of each table."""
        from memo.store.backup import save

        return save(self.db.conninfo, file)

    def restore(self, file: Path) -> dict[str, int]:
        """Bring a backup back into an empty database; the rows of each table."""
        from memo.store.backup import bring_back

        return bring_back(self.db.conninfo, file)


class _Shared:
    """What all copies of one memory use together, made when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def embedder(self) -> Embedder:
        from memo.embed import embedder_for

        return embedder_for(self._settings)


def migrate_database(settings: Settings | None = None) -> tuple[str, ...]:
    """Bring the database of `settings` to the schema of this Memo; the names of the steps that were applied."""
    from memo.store.migrate import migrate

    settings = settings or load_settings()
    if settings.database_url is not None:
        return migrate(settings.database_url.get_secret_value()).applied
    with EmbeddedDatabase(settings.home) as embedded:
        return migrate(embedded.url()).applied
