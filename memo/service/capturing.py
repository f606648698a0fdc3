"""Handing in and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from memo.models import CaptureProgress, CaptureRecord, Fact, Preview, Received, SyncedNote, SyncReport
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.capture.accept import Accepted
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


class Capturing(Core):
    """Transcripts, notes and the digest of a day."""

    def inspect(self, data: bytes, file_name: str | None, *, audience: tuple[str, ...] | None = None) -> Preview:
        """What is in a file and what reading it will take; spends and writes nothing."""
        from memo.capture.inspect import inspect

        return inspect(self.db, self.who, self.settings, data, file_name, audience=audience)

    def receive(self, data: bytes, file_name: str | None, **asked: Unpack[Asked]) -> Received:
        """Keep a file and queue its reading."""
        from memo.capture.receive import receive

        return receive(self.db, self.who, self.settings, data, file_name, **asked)

    def capture(
        self,
        data: bytes,
        file_name: str | None,
        *,
        on_progress: Callable[[CaptureProgress], None] | None = None,
        **asked: Unpack[Asked],
    ) -> CaptureRecord:
        """Keep a file, read it here and now, and give the record of what was stored."""
        from memo.capture.work import capture

        return capture(self.db, self.who, self.tools, data, file_name, on_progress=on_progress, **asked)

    def digest(self, note: str, *, replace: bool = False, allow_similar: bool = False) -> CaptureRecord:
        """Capture a synced note here and now."""
        from memo.capture.notes import digest

        return digest(self.db, self.who, self.tools, note, replace=replace, allow_similar=allow_similar)

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

    def pulse(self, day: date) -> Fact | None:
        """The digest of a day, made without a model and kept once; None of a day without anything to tell."""
        from memo.capture.pulse import pulse

        return pulse(self.db, self.who, self.settings, day)
