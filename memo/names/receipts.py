"""Receipts: what a decision about names changed, in numbers for people and in ids for undoing it."""

from __future__ import annotations

from collections.abc import Sequence

from memo.errors import NotAllowed
from memo.models import NameReceipt, Principal
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database


def may_decide(who: Principal) -> None:
    """Raise `NotAllowed` for somebody who only reads."""
    if who.role == "reader":
        raise NotAllowed("Readers cannot decide about names.")


def changed(rows: Sequence[name_rows.NameRow]) -> store.Changes:
    """The part of `Changes` that says which rows were touched."""
    return store.Changes(
        attendees=[row.id for row in rows if row.source == "attendee"],
        decision_makers=[row.id for row in rows if row.source == "decision_maker"],
        action_items=[row.id for row in rows if row.source == "action_item"],
        decisions=len({row.decision_id for row in rows if row.source == "decision_maker"}),
    )


def receipt_of(receipt: store.Receipt, *, undone: bool | None = None) -> NameReceipt:
    """A receipt as it is shown."""
    return NameReceipt(
        receipt_id=receipt.id,
        mention=receipt.mention,
        type=receipt.type,
        name=receipt.changes.name,
        action_items=len(receipt.changes.action_items),
        decisions=receipt.changes.decisions,
        meetings=len(receipt.changes.attendees),
        kind=receipt.kind,
        done_by=receipt.done_by,
        done_at=receipt.done_at,
        undone=receipt.undone_at is not None if undone is None else undone,
    )


def recent_name_receipts(db: Database, who: Principal, limit: int = 20) -> list[NameReceipt]:
    """The newest decisions about names, the newest first."""
    with db.read(who) as conn:
        return [receipt_of(receipt) for receipt in store.recent_receipts(conn, limit)]
