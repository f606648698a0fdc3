"""Taking a decision about a name back: the receipt replayed backwards, as far as nobody has changed it since."""

from __future__ import annotations

from collections.abc import Sequence

from memo.errors import Conflict
from memo.models import NameReceipt, Principal
from memo.names.receipts import changed, may_decide, receipt_of
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database, retrying
from memo.store.queries import Connection


def undo_name(db: Database, who: Principal, receipt_id: int) -> NameReceipt:
    """Undo a decision; the receipt counts the rows that went back, which are those still as the decision left them.

    Raises `Conflict` when it was undone before, or when later decisions stand on it.
    """
    may_decide(who)

    def work() -> NameReceipt:
        with db.write(who) as conn:
            receipt = store.take_receipt(conn, receipt_id)
            if receipt.undone_at is not None:
                raise Conflict("This was undone already.")
            back = _UNDO[receipt.kind](conn, receipt)
            store.mark_undone(conn, receipt_id)
        counted = changed(back).model_copy(update={"name": receipt.changes.name})
        return receipt_of(receipt.model_copy(update={"changes": counted}), undone=True)

    return retrying(work)


def _undo_confirm(conn: Connection, receipt: store.Receipt) -> Sequence[name_rows.NameRow]:
    changes = receipt.changes
    if changes.created is not None:
        store.hold_people_to_change(conn, [changes.created])
    _undo_aliases(conn, changes)
    back = _give_back(conn, changes, receipt.entity_id, None)
    if changes.created is not None:
        store.delete_unused_person(conn, changes.created)
    return back


def _undo_merge(conn: Connection, receipt: store.Receipt) -> Sequence[name_rows.NameRow]:
    changes = receipt.changes
    keep_was, other_was = changes.was
    store.hold_people_list(conn)
    people = store.hold_people_to_change(conn, [keep_was.id, other_was.id])
    keep, other = people[keep_was.id], people[other_was.id]
    if keep.merged_into is not None:
        raise Conflict(f"{keep.name} has become part of somebody else since: undo that first.")
    _undo_aliases(conn, changes)
    store.move_aliases(conn, changes.moved_aliases, keep.id, other.id)
    back = _give_back(conn, changes, keep.id, other.id)
    store.set_members(conn, changes.members, other.id)
    slack = None if keep_was.slack_user_id is None and other_was.slack_user_id else keep.slack_user_id
    email = None if keep_was.email is None and keep.email == other_was.email else keep.email
    gained = set(other_was.nicknames) - set(keep_was.nicknames)
    nicknames = [name for name in keep.nicknames if name not in gained]
    store.set_person(conn, keep.model_copy(update={"email": email, "slack_user_id": slack, "nicknames": nicknames}))
    store.set_person(conn, other.model_copy(update={"merged_into": None, "slack_user_id": other_was.slack_user_id}))
    return back


def _undo_split(conn: Connection, receipt: store.Receipt) -> Sequence[name_rows.NameRow]:
    changes = receipt.changes
    from_id, to_id = changes.from_id or 0, receipt.entity_id or 0
    store.hold_people_list(conn)
    people = store.hold_people_to_change(conn, [from_id, to_id])
    if any(person.merged_into is not None for person in people.values()):
        raise Conflict("One of the two has become part of somebody else since: undo that first.")
    _undo_aliases(conn, changes)
    store.move_aliases(conn, changes.moved_aliases, to_id, from_id)
    back = _give_back(conn, changes, to_id, from_id)
    if changes.created is not None:
        store.delete_unused_person(conn, changes.created)
    return back


def _undo_revoke(conn: Connection, receipt: store.Receipt) -> Sequence[name_rows.NameRow]:
    if receipt.changes.retired_alias is not None and not store.restore_alias(conn, receipt.changes.retired_alias):
        raise Conflict(f"“{receipt.mention}” has another owner by now: revoke that alias first.")
    return ()


def _undo_aliases(conn: Connection, changes: store.Changes) -> None:
    if changes.alias is not None:
        store.delete_alias(conn, changes.alias)
    retired = [] if changes.retired_alias is None else [changes.retired_alias]
    for alias_id in (*retired, *changes.retired_aliases):
        store.restore_alias(conn, alias_id)


def _give_back(
    conn: Connection, changes: store.Changes, given_to: int | None, owner: int | None
) -> Sequence[name_rows.NameRow]:
    """The rows that still stand for `given_to` belong to `owner` again; without one they wait again."""
    rows = name_rows.rows_by_id(
        conn,
        attendees=changes.attendees,
        decision_makers=changes.decision_makers,
        action_items=changes.action_items,
    )
    held = [row for row in name_rows.hold_rows(conn, rows) if row.person_id == given_to and not row.pending]
    back = [row.model_copy(update={"person_id": owner, "pending": owner is None}) for row in held]
    name_rows.set_rows(conn, back)
    return back


_UNDO = {
    "confirm": _undo_confirm,
    "dismiss": _undo_confirm,
    "merge": _undo_merge,
    "split": _undo_split,
    "revoke": _undo_revoke,
}
