"""What concerns the memory as a whole: in and out, forgetting, saving, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo.models import BackfillReport, FactFilter, ImportReport, Status
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.export import Format
    from memo.forget import ForgetReceipt


class Keeping(Core):
    """Import, export, forgetting, backup and upkeep."""

    def import_facts(self, lines: Iterable[Mapping[str, Any]]) -> ImportReport:
        """Store facts from elsewhere; a bad line is refused alone."""
        from memo.retrieval.imports import import_facts

        return import_facts(self.db, self.who, lines)

    def export(self, format: Format, filter: FactFilter | None = None, *, most: int | None = None) -> Iterator[str]:
        """Facts, at most the newest `most`, as pieces of a JSONL, CSV or Markdown text."""
        from memo.export import export

        return export(self.db, self.who, format, filter, most=most)

    def preview_forget(self, meeting_id: int) -> ForgetReceipt:
        """What `forget_meeting` would remove; removes nothing."""
        from memo.forget import preview_forget

        return preview_forget(self.db, self.who, meeting_id)

    def forget_meeting(self, meeting_id: int) -> ForgetReceipt:
        """Remove a meeting for good, with everything that was made of it."""
        from memo.forget import forget_meeting

        return forget_meeting(self.db, self.who, meeting_id)

    def backfill(self) -> BackfillReport:
        """Give a vector to every fact that has none of the embedder's model."""
        from memo.retrieval.backfill import backfill

        return backfill(self.db, self.embedder)

    def status(self, *, most: int | None = None) -> Status:
        """What runs where, and how much is remembered: counted up to `most` when given, which is quick."""
        from memo.status import status

        return status(self.db, self.who, self.settings, self.embedder, most=most)

    def backup(self, file: Path) -> dict[str, int]:
        """Save the whole database in a file; the rows of each table."""
        from memo.store.backup import save

        return save(self.db.conninfo, file)

    def restore(self, file: Path) -> dict[str, int]:
        """Bring a backup back into an empty database; the rows of each table."""
        from memo.store.backup import bring_back

        return bring_back(self.db.conninfo, file)
