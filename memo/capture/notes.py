"""Notes from a folder or from Granola: fetched and kept as they are, and captured when somebody asks for it."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from memo.capture.granola import Granola, NoteListed
from memo.capture.receive import read_upload
from memo.capture.tools import Tools
from memo.capture.work import capture
from memo.errors import InputError
from memo.models import CaptureRecord, Principal, SyncedNote, SyncReport
from memo.settings import Settings
from memo.store import notes as store
from memo.store.notes import NewNote, NoteVersion
from memo.store.pool import Database

DIGEST = "memo_digest"
SUFFIXES = (".md", ".txt")


def notes(db: Database, who: Principal) -> list[SyncedNote]:
    """Every note that was fetched, the newest meeting first."""
    with db.read(who) as conn:
        return store.list_notes(conn)


def sync_folder(db: Database, who: Principal, settings: Settings, folder: Path) -> SyncReport:
    """Fetch the .md and .txt files below `folder`, each known by its path there; raises `InputError` if it is none.

    A file that is no transcript is named in `problems`; one that is gone stays as it was fetched last.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder.")
    keeper = _Keeper(db, who, "folder")
    for path in sorted(folder.rglob("*")):
        key = path.relative_to(folder).as_posix()
        hidden = any(part.startswith(".") for part in Path(key).parts)
        if hidden or path.suffix.lower() not in SUFFIXES or not path.is_file():
            continue
        try:
            note = _from_file(settings, path, key)
        except (InputError, OSError) as exc:
            keeper.problems.append(f"{key}: {exc}")
            continue
        keeper.keep(note)
    return keeper.report()


def sync_granola(db: Database, who: Principal, settings: Settings) -> SyncReport:
    """Fetch what is new or changed in Granola; raises `ConfigError` without a key, `NotesUnavailable`."""
    granola = Granola(settings)
    keeper = _Keeper(db, who, "granola")
    for listed in granola.notes(keeper.newest()):
        if keeper.has(listed):
            keeper.unchanged += 1
            continue
        note = granola.note(listed.id)
        text = note.text(settings.timezone)
        keeper.keep(
            NewNote(
                provider="granola",
                key=note.id,
                title=note.name,
                held_on=note.held_on(settings.timezone),
                content=text,
                content_sha256=_sha256(text),
                changed_at=note.changed_at or listed.changed_at,
            )
        )
    return keeper.report()


def digest(
    db: Database, who: Principal, tools: Tools, note: str, *, replace: bool = False, allow_similar: bool = False
) -> CaptureRecord:
    """Capture a note, here and now, and give its record; a note that has changed since replaces its earlier capture.

    `note` is its number, or its provider's key. Raises `NotFound` and as `capture` does.
    """
    with db.read(who) as conn:
        found = store.find_note(conn, note)
    changed = found.captured_sha256 not in (None, found.content_sha256)
    record = capture(
        db,
        who,
        tools,
        found.content.encode(),
        Path(found.key).name if found.provider == "folder" else f"{found.key}.md",
        title=found.title,
        held_on=found.held_on,
        replace=replace or changed,
        allow_similar=allow_similar,
        trigger_detail=DIGEST,
        source_key=found.source_key,
    )
    if record.capture_id is not None:
        with db.write(who) as conn:
            store.note_captured(conn, found.id, found.content_sha256, record.capture_id)
    return record


class _Keeper:
    """Keeps a provider's notes and counts what that changed."""

    def __init__(self, db: Database, who: Principal, provider: store.Provider) -> None:
        self._db, self._who = db, who
        with db.read(who) as conn:
            self._kept: dict[str, NoteVersion] = store.note_versions(conn, provider)
        self.new = self.changed = self.unchanged = 0
        self.problems: list[str] = []

    def newest(self) -> datetime | None:
        """When the newest change that is kept was made."""
        return max((kept.changed_at for kept in self._kept.values() if kept.changed_at), default=None)

    def has(self, listed: NoteListed) -> bool:
        """Whether this version of a note is kept."""
        kept = self._kept.get(listed.id)
        return kept is not None and listed.changed_at is not None and kept.changed_at == listed.changed_at

    def keep(self, note: NewNote) -> None:
        """Keep a note in a transaction of its own, unless it is as it was."""
        kept = self._kept.get(note.key)
        if kept is not None and kept.content_sha256 == note.content_sha256 and kept.changed_at == note.changed_at:
            self.unchanged += 1
            return
        with self._db.write(self._who) as conn:
            store.upsert_note(conn, note)
        if kept is None:
            self.new += 1
        elif kept.content_sha256 == note.content_sha256:
            self.unchanged += 1
        else:
            self.changed += 1

    def report(self) -> SyncReport:
        """What happened."""
        return SyncReport(new=self.new, changed=self.changed, unchanged=self.unchanged, problems=self.problems)


def _from_file(settings: Settings, path: Path, key: str) -> NewNote:
    transcript = read_upload(settings, path.read_bytes(), path.name)
    return NewNote(
        provider="folder",
        key=key,
        title=transcript.title or path.stem.replace("_", " "),
        held_on=transcript.held_on,
        content=transcript.text,
        content_sha256=_sha256(transcript.text),
    )


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
