"""Who is meant: names that wait, and decisions about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from memo.models import Alias, EntityType, Named, NameReceipt, NameUse, PendingName, Resolution
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.names.bulk import NameAnswer, NamesReceipt


class Naming(Core):
    """People, clients and projects behind the names that were said."""

    def resolve_name(self, mention: str, type: EntityType = "person", *, meeting_id: int | None = None) -> Resolution:
        """Whom a mention stands for, in a meeting when given; changes nothing."""
        from memo.names.resolve import resolve_name

        return resolve_name(self.db, self.who, mention, type, meeting_id=meeting_id)

    def pending_names(self) -> list[PendingName]:
        """The names that wait for a person, the most often said first."""
        from memo.names.waiting import pending_names

        return pending_names(self.db, self.who)

    def with_lately(self, names: Sequence[PendingName]) -> list[PendingName]:
        """These names, each candidate with what he or she had to do with lately."""
        from memo.names.waiting import with_lately

        return with_lately(self.db, self.who, names)

    def confirm_name(
        self,
        mention: str,
        type: EntityType,
        entity_id: int | None = None,
        *,
        new_name: str | None = None,
        meeting_id: int | None = None,
        project_id: int | None = None,
    ) -> NameReceipt:
        """Say who is meant: everywhere, in one project, or only in one meeting."""
        from memo.names.confirm import confirm_name

        return confirm_name(
            self.db,
            self.who,
            mention,
            type,
            entity_id,
            new_name=new_name,
            meeting_id=meeting_id,
            project_id=project_id,
        )

    def confirm_names(self, answers: Sequence[NameAnswer]) -> NamesReceipt:
        """Say who is meant by each of several mentions."""
        from memo.names.bulk import confirm_names

        return confirm_names(self.db, self.who, answers)

    def dismiss_name(self, mention: str, type: EntityType, *, meeting_id: int | None = None) -> NameReceipt:
        """Say that nobody known is meant; the name stays as it was said."""
        from memo.names.confirm import dismiss_name

        return dismiss_name(self.db, self.who, mention, type, meeting_id=meeting_id)

    def undo_name(self, receipt_id: int) -> NameReceipt:
        """Take a decision about a name back."""
        from memo.names.undo import undo_name

        return undo_name(self.db, self.who, receipt_id)

    def name_receipts(self, limit: int = 20) -> list[NameReceipt]:
        """The newest decisions about names."""
        from memo.names.receipts import recent_name_receipts

        return recent_name_receipts(self.db, self.who, limit)

    def aliases(self) -> list[Alias]:
        """Every other name that holds, the newest first."""
        from memo.names.aliases import aliases

        return aliases(self.db, self.who)

    def revoke_alias(self, alias_id: int) -> NameReceipt:
        """Let an alias hold no longer."""
        from memo.names.aliases import revoke_alias

        return revoke_alias(self.db, self.who, alias_id)

    def merge_people(self, keep_id: int, other_id: int) -> NameReceipt:
        """Make one of two people who are one."""
        from memo.names.merge import merge_people

        return merge_people(self.db, self.who, keep_id, other_id)

    def name_uses(self, person_id: int) -> list[NameUse]:
        """Under which names and in which meetings facts belong to a person."""
        from memo.names.split import name_uses

        return name_uses(self.db, self.who, person_id)

    def split_person(
        self,
        person_id: int,
        uses: Collection[tuple[str, int | None]],
        *,
        new_name: str | None = None,
        to_id: int | None = None,
    ) -> NameReceipt:
        """Make two of one person who is two: what was said by these names and meetings goes to the other."""
        from memo.names.split import split_person

        return split_person(self.db, self.who, person_id, uses, new_name=new_name, to_id=to_id)

    def people(self) -> list[Named]:
        """Everybody by name."""
        return self._named("person")

    def clients(self) -> list[Named]:
        """Every client by name."""
        return self._named("client")

    def projects(self) -> list[Named]:
        """Every project by name."""
        return self._named("project")

    def _named(self, kind: EntityType) -> list[Named]:
        from memo.names.directory import named

        return named(self.db, self.who, kind)
