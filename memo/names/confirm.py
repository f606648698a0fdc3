"""A person says who is meant, or that nobody known is: one transaction, one winner, a receipt that undoes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memo.errors import Conflict, InputError, NotFound
from memo.models import EntityType, Named, NameReceipt, Principal
from memo.names.directory import KnownNames, mention_key
from memo.names.receipts import changed, may_decide, receipt_of
from memo.store import meetings as organisations
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database, retrying
from memo.store.queries import Connection

LONGEST_NAME = 200


def confirm_name(
    db: Database,
    who: Principal,
    mention: str,
    kind: EntityType,
    entity_id: int | None = None,
    *,
    new_name: str | None = None,
    meeting_id: int | None = None,
    project_id: int | None = None,
) -> NameReceipt:
    """Let `mention` stand for `entity_id`, or for somebody new; every row that waits for it is filled.

    Everywhere, or only in a project (both remembered as an alias), or only in one meeting. Raises `Conflict`, saying
    who chose what, when somebody else was first; `NotFound` for an unknown entity, or when nothing waits there.
    """
    may_decide(who)
    key = _key(mention, kind)
    if (entity_id is None) == (new_name is None):
        raise InputError("Say who it is: somebody known, or the name of somebody new.")
    if meeting_id is not None and project_id is not None:
        raise InputError("A name holds in one meeting or in one project, not in both.")
    deed = _Deed(who.name, mention.strip(), key, kind, meeting_id, project_id)

    def work() -> NameReceipt:
        with db.write(who) as conn:
            chosen = _new(conn, kind, new_name) if new_name is not None else _known(conn, kind, entity_id or 0)
            return _confirm(conn, deed, chosen)

    return retrying(work)


def dismiss_name(
    db: Database, who: Principal, mention: str, kind: EntityType, *, meeting_id: int | None = None
) -> NameReceipt:
    """Let rows keep the name as it was said and wait no more, in one meeting or everywhere; nobody asks again there.

    Raises `Conflict` when somebody else has just settled it, `NotFound` when nothing waits under that name.
    """
    may_decide(who)
    deed = _Deed(who.name, mention.strip(), _key(mention, kind), kind, meeting_id, None)

    def work() -> NameReceipt:
        with db.write(who) as conn:
            rows = _hold_waiting(conn, deed)
            if not rows:
                _refuse(conn, deed)
                raise NotFound(f"“{deed.mention}” waits for nobody{_where(deed)}.")
            settled = [row.model_copy(update={"pending": False}) for row in rows]
            name_rows.set_rows(conn, settled)
            receipt = store.insert_receipt(
                conn,
                kind="dismiss",
                entity_type=kind,
                mention=deed.mention,
                alias_key=deed.key,
                entity_id=None,
                meeting_ids=_meetings(rows),
                changes=changed(settled),
                done_by=deed.done_by,
            )
        return receipt_of(receipt)

    return retrying(work)


class _Deed(NamedTuple):
    """What is decided, by whom and how far it reaches."""

    done_by: str
    mention: str
    key: str
    kind: EntityType
    meeting_id: int | None
    project_id: int | None


class _Chosen(NamedTuple):
    """Who is meant; `created` when made for this."""

    id: int
    name: str
    created: bool = False


def _key(mention: str, kind: EntityType) -> str:
    key = mention_key(mention, kind)
    if not key:
        raise InputError("This is no name.")
    return key


def _confirm(conn: Connection, deed: _Deed, chosen: _Chosen) -> NameReceipt:
    alias = retired = None
    if deed.meeting_id is None:
        alias, retired = _own_alias(conn, deed, chosen)
    rows = _hold_waiting(conn, deed)
    if deed.meeting_id is not None and not rows:
        _refuse(conn, deed)
        raise NotFound(f"“{deed.mention}” waits for nobody{_where(deed)}.")
    settled = [row.model_copy(update={"person_id": chosen.id, "pending": False}) for row in rows]
    name_rows.set_rows(conn, settled)
    changes = changed(settled).model_copy(
        update={
            "name": chosen.name,
            "alias": alias,
            "retired_alias": retired,
            "created": chosen.id if chosen.created else None,
        }
    )
    return receipt_of(
        store.insert_receipt(
            conn,
            kind="confirm",
            entity_type=deed.kind,
            mention=deed.mention,
            alias_key=deed.key,
            entity_id=chosen.id,
            meeting_ids=_meetings(rows),
            changes=changes,
            done_by=deed.done_by,
        )
    )


def _own_alias(conn: Connection, deed: _Deed, chosen: _Chosen) -> tuple[int | None, int | None]:
    """The alias that this makes, and the one of Memo's own that gives way; a person's does not (`Conflict`)."""
    added = _add_alias(conn, deed, chosen)
    if added is not None:
        return added, None
    owner = store.live_alias(conn, deed.kind, deed.key, deed.project_id)
    if owner is None:  # taken back in this very moment
        return _add_alias(conn, deed, chosen), None
    if owner.auto_resolved:
        store.revoke_alias(conn, owner.id)
        return _add_alias(conn, deed, chosen), owner.id
    if owner.entity_id != chosen.id:
        name = _name_of(conn, deed.kind, owner.entity_id)
        day = f"{owner.created_at.day} {owner.created_at:%B %Y}"
        raise Conflict(f"{owner.confirmed_by or 'Somebody'} said on {day} that “{deed.mention}” is {name}.")
    return None, None


def _add_alias(conn: Connection, deed: _Deed, chosen: _Chosen) -> int | None:
    return store.insert_alias(
        conn,
        kind=deed.kind,
        entity_id=chosen.id,
        alias=deed.mention,
        alias_key=deed.key,
        project_id=deed.project_id,
        confidence=1.0,
        confirmed_by=deed.done_by,
    )


def _hold_waiting(conn: Connection, deed: _Deed) -> list[name_rows.NameRow]:
    """The rows that wait under this name and that the decision reaches, held; only people are ever waited for."""
    if deed.kind != "person":
        return []
    wanted = [
        row
        for row in name_rows.waiting_names(conn)
        if mention_key(row.name, "person") == deed.key
        and (deed.meeting_id is None or row.meeting_id == deed.meeting_id)
        and (deed.project_id is None or row.project_id == deed.project_id)
    ]
    return [row for row in name_rows.hold_rows(conn, wanted) if row.pending]


def _known(conn: Connection, kind: EntityType, entity_id: int) -> _Chosen:
    """Who was chosen, held; somebody who was merged meanwhile is who he or she is now."""
    if kind != "person":
        name = store.entity_name(conn, kind, entity_id)
        if name is None:
            raise NotFound(f"There is no {kind} number {entity_id}.")
        return _Chosen(entity_id, name)
    wanted: int | None = entity_id
    while wanted is not None:
        person = store.hold_people(conn, [wanted]).get(wanted)
        if person is None:
            raise NotFound(f"There is no person number {entity_id}.")
        if person.merged_into is None:
            return _Chosen(person.id, person.name)
        wanted = person.merged_into
    raise AssertionError("the loop returns or raises")


def _new(conn: Connection, kind: EntityType, new_name: str) -> _Chosen:
    if kind == "person":
        person = add_person(conn, new_name)
        return _Chosen(person.id, person.name, created=True)
    name = " ".join(new_name.split())
    if not mention_key(name, kind) or len(name) > LONGEST_NAME:
        raise InputError(f"Give the name of the new {kind}.")
    if kind == "client":
        return _Chosen(organisations.named_client(conn, name), name)
    return _Chosen(organisations.named_project(conn, name, None)[0], name)


def add_person(conn: Connection, new_name: str) -> Named:
    """Somebody new of that name; raises `Conflict` when somebody of that name is known already.

    Takes the list of people: the first lock of a transaction.
    """
    name = " ".join(new_name.split())
    if not mention_key(name, "person") or len(name) > LONGEST_NAME:
        raise InputError("Give the full name of somebody new.")
    store.hold_people_list(conn)
    known = KnownNames.read(conn, "person")
    bearer = known.bearer(name)
    if bearer is not None:
        theirs = known.name_of(bearer)
        raise Conflict(f"{theirs} is known already: choose that one, or give a name that tells the two apart.")
    return Named(id=store.insert_person(conn, name), name=name)


def _refuse(conn: Connection, deed: _Deed) -> None:
    """Raise `Conflict`, saying who settled this name and how, when somebody did."""
    last = store.last_word(conn, deed.kind, deed.key, deed.meeting_id)
    if last is None:
        return
    said = f"is {last.changes.name}" if last.entity_id is not None else "is none of the candidates"
    raise Conflict(f"{last.done_by} was first and said that “{last.mention}” {said}{_where(deed)}.")


def _where(deed: _Deed) -> str:
    return " in this meeting" if deed.meeting_id is not None else ""


def _name_of(conn: Connection, kind: EntityType, entity_id: int) -> str:
    if kind == "person":
        return _known(conn, kind, entity_id).name
    return store.entity_name(conn, kind, entity_id) or "somebody else"


def _meetings(rows: Sequence[name_rows.NameRow]) -> set[int]:
    return {row.meeting_id for row in rows if row.meeting_id is not None}
