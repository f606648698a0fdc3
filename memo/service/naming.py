"""Who is meant: names that wait, and decisions about them."""

from __future__ import annotations

from memo.models import EntityType, Resolution
from memo.service.core import Core


class Naming(Core):
    """People, clients and projects behind the names that were said."""

    def resolve_name(self, mention: str, type: EntityType = "person", *, meeting_id: int | None = None) -> Resolution:
        """Whom a mention stands for, in a meeting when given; changes nothing."""
        from memo.names.resolve import resolve_name

        return resolve_name(self.db, self.who, mention, type, meeting_id=meeting_id)
