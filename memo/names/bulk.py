"""Many answers at once: each is a decision of its own, and one that comes too late stops none of the others."""

from __future__ import annotations

from collections.abc import Sequence

from memo.errors import Conflict, NotFound
from memo.models import EntityType, Model, NameReceipt, Principal
from memo.names.confirm import confirm_name
from memo.store.pool import Database


class NameAnswer(Model):
    """Who is meant by a mention, somebody known or (`new_name`) somebody new: everywhere, or in one meeting."""

    mention: str
    type: EntityType
    entity_id: int | None = None
    new_name: str | None = None
    meeting_id: int | None = None


class NamesReceipt(Model):
    """What many answers changed, and why some did not count."""

    receipts: tuple[NameReceipt, ...]
    refused: tuple[str, ...]


def confirm_names(db: Database, who: Principal, answers: Sequence[NameAnswer]) -> NamesReceipt:
    """Confirm each of `answers`; those that somebody else settled first are told, not raised."""
    receipts, refused = [], []
    for answer in answers:
        try:
            receipts.append(
                confirm_name(
                    db,
                    who,
                    answer.mention,
                    answer.type,
                    answer.entity_id,
                    new_name=answer.new_name,
                    meeting_id=answer.meeting_id,
                )
            )
        except (Conflict, NotFound) as exc:
            refused.append(exc.message)
    return NamesReceipt(receipts=tuple(receipts), refused=tuple(refused))
