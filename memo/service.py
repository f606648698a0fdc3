"""`Memo`: the one object that everything outside talks to - pages, command line, Slack.

Each method is a few lines that call one module; who asks is `memo.who` (a `Principal`) and travels with every call.
`Memo.open` starts it; `memo.acting_as(who)` is a light copy for one person. Nothing here imports streamlit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack

from memo.capture import contexts, notes, pulse
from memo.capture import receive as receiving
from memo.capture import record as records
from memo.models import (
    LOCAL_USER,
    CaptureProgress,
    CaptureRecord,
    Fact,
    Principal,
    Received,
    SyncedNote,
    SyncReport,
)
from memo.retrieval import imports
from memo.retrieval.imports import ImportReport
from memo.settings import Settings, load_settings
from memo.store import backup
from memo.store import migrate as migrations
from memo.store.embedded import EmbeddedDatabase
from memo.store.meetings import StoredTranscript
from memo.store.pool import Database


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
                migrations.migrate(url)
            return cls(settings, who, Database(url, statement_timeout=statement_timeout), embedded)
        except BaseException:
            embedded.stop()
            raise

    def acting_as(self, who: Principal) -> Memo:
        """The same memory as `who` may see it; shares the connections, so only the first one is closed."""
        return Memo(self.settings, who, self.db)

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

    # --- capture ---

    def receive(self, data: bytes, file_name: str | None, **asked: Unpack[Asked]) -> Received:
        """Keep a file and queue its reading; see `memo.capture.receive.receive` for the errors."""
        return receiving.receive(self.db, self.who, self.settings, data, file_name, **asked)

    def retry_capture(self, capture_id: int) -> None:
        """Have a failed capture read again, or the missing parts of a partial one."""
        receiving.retry_capture(self.db, self.who, capture_id)

    def capture_progress(self, capture_id: int) -> CaptureProgress:
        """Where a capture stands."""
        return records.capture_progress(self.db, self.who, capture_id)

    def recent_captures(self, limit: int = 20) -> list[CaptureProgress]:
        """Where the newest captures stand."""
        return records.recent_captures(self.db, self.who, limit)

    def capture_record(self, capture_id: int) -> CaptureRecord:
        """What was remembered of a capture."""
        return records.capture_record(self.db, self.who, capture_id)

    def meeting_record(self, meeting_id: int) -> CaptureRecord:
        """What was remembered of a meeting."""
        return records.meeting_record(self.db, self.who, meeting_id)

    def transcript(self, meeting_id: int) -> StoredTranscript:
        """The stored transcript that the offsets of quotes point into."""
        return records.transcript(self.db, self.who, meeting_id)

    def notes(self) -> list[SyncedNote]:
        """The notes that were synced, the newest first."""
        return notes.notes(self.db, self.who)

    def sync_notes(self, folder: Path) -> SyncReport:
        """Fetch the notes of a folder."""
        return notes.sync_folder(self.db, self.who, self.settings, folder)

    def add_note(
        self, text: str, *, client: str | None = None, project: str | None = None, happened_on: date | None = None
    ) -> Fact:
        """Keep a note about a client or a project."""
        return contexts.add_note(self.db, self.who, text, client=client, project=project, happened_on=happened_on)

    def pulse(self, day: date) -> Fact:
        """The digest of a day, made without a model and kept once."""
        return pulse.pulse(self.db, self.who, self.settings, day)

    # --- as a whole ---

    def import_facts(self, lines: Iterable[Mapping[str, Any]]) -> ImportReport:
        """Store facts from elsewhere; a bad line is refused alone."""
        return imports.import_facts(self.db, self.who, lines)

    def backup(self, file: Path) -> dict[str, int]:
        """Save the whole database in a file; the rows of each table."""
        return backup.save(self.db.conninfo, file)

    def restore(self, file: Path) -> dict[str, int]:
        """Bring a backup back into an empty database; the rows of each table."""
        return backup.bring_back(self.db.conninfo, file)


def migrate_database(settings: Settings | None = None) -> tuple[str, ...]:
    """Bring the database of `settings` to the schema of this Memo; the names of the steps that were applied."""
    settings = settings or load_settings()
    if settings.database_url is not None:
        return migrations.migrate(settings.database_url.get_secret_value()).applied
    with EmbeddedDatabase(settings.home) as embedded:
        return migrations.migrate(embedded.url()).applied
