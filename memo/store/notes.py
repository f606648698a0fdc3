"""Notes fetched from elsewhere, which digesting makes captures of. One function per query of notes.sql."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal, NamedTuple

from memo.errors import NotFound
from memo.models import Model, SyncedNote
from memo.store.queries import Connection, Q

Provider = Literal["folder", "granola"]


class NewNote(Model):
    """A note as its provider has it now; `key` is the provider's own name for it."""

    provider: Provider
    key: str
    title: str
    held_on: date | None
    content: str
    content_sha256: str
    changed_at: datetime | None = None


class NoteVersion(NamedTuple):
    """Which version of a note is kept."""

    key: str
    content_sha256: str
    changed_at: datetime | None


class StoredNote(Model):
    """A note with its words."""

    id: int
    provider: Provider
    key: str
    title: str
    held_on: date | None
    content: str
    content_sha256: str
    captured_sha256: str | None

    @property
    def source_key(self) -> str:
        """What a capture of this note is known by."""
        return f"note:{self.provider}:{self.key}"


def upsert_note(conn: Connection, note: NewNote) -> int:
    """Keep a note as it is now; its id."""
    note_id: int = Q["upsert_note"].value(conn, **note.model_dump())
    return note_id


def note_versions(conn: Connection, provider: Provider) -> dict[str, NoteVersion]:
    """Which versions of a provider's notes are kept, by key."""
    return {row.key: row for row in Q["note_versions"].all(conn, NoteVersion, provider=provider)}


def list_notes(conn: Connection) -> list[SyncedNote]:
    """Every note, the newest meeting first."""
    return Q["list_notes"].all(conn, SyncedNote)


def find_note(conn: Connection, note: str) -> StoredNote:
    """A note by its number or its provider's key ("standup.md", "granola:not_1a2b"); raises `NotFound`."""
    found = Q["find_note"].maybe(conn, StoredNote, note=note)
    if found is None:
        raise NotFound(f"There is no note “{note}”: `memo notes` lists them, `memo notes --sync` fetches them.")
    return found


def note_captured(conn: Connection, note_id: int, content_sha256: str, capture_id: int) -> None:
    """A note's words were handed in as a capture."""
    Q["note_captured"].run(conn, id=note_id, content_sha256=content_sha256, capture_id=capture_id)
