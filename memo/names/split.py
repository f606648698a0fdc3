"""One person who is two becomes two: what was said under some names, or in some meetings, goes to the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from memo.errors import Conflict, InputError, NotFound
from memo.models import NameReceipt, NameUse, Principal
from memo.names.confirm import add_person
from memo.names.directory import mention_key
from memo.names.receipts import changed, may_decide, receipt_of
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database, retrying
from memo.store.queries import Connection

Use = tuple[str, int | None]
"""A name and the meeting it was said in (None: outside of any)."""


def name_uses(db: Database, who: Principal, person_id: int) -> list[NameUse]:
    """Under which names and in which meetings facts belong to a person, the newest first."""
    with db.read(who) as conn:
        rows = [row for row in name_rows.rows_of_person(conn, person_id) if row.current]
    by_use: dict[Use, list[name_rows.PersonRow]] = defaultdict(list)
    for row in rows:
        by_use[_use(row)].append(row)
    uses = [_name_use(some) for some in by_use.values()]
    return sorted(uses, key=lambda use: (use.happened_on is not None, use.happened_on, use.mention), reverse=True)


def split_person(
    db: Database,
    who: Principal,
    person_id: int,
    uses: Collection[Use],
    *,
    new_name: str | None = None,
    to_id: int | None = None,
) -> NameReceipt:
    """Give what belongs to a person by these `uses` to somebody new, or to `to_id`; earlier readings go along.

    An alias whose rows all go goes with them; one that both would answer to is revoked. Raises `NotFound`, `Conflict`
    when the new name is borne already or nothing is left to give.
    """
    may_decide(who)
    if (to_id is None) == (new_name is None) or to_id == person_id:
        raise InputError("Say to whom it belongs: somebody else who is known, or the name of somebody new.")
    wanted = {(mention_key(mention, "person") or mention, meeting_id) for mention, meeting_id in uses}

    def work() -> NameReceipt:
        with db.write(who) as conn:
            store.hold_people_list(conn)
            created = add_person(conn, new_name).id if new_name is not None else None
            other_id = created if created is not None else (to_id or 0)
            people = store.hold_people_to_change(conn, [person_id, other_id])
            if len(people) < 2 or any(person.merged_into is not None for person in people.values()):
                raise NotFound("There is no such person.")
            return receipt_of(_split(conn, who, people[person_id], people[other_id], wanted=wanted, created=created))

    return retrying(work)


def _split(
    conn: Connection,
    who: Principal,
    person: store.Person,
    other: store.Person,
    *,
    wanted: Collection[Use],
    created: int | None,
) -> store.Receipt:
    aliases = store.aliases_of_person(conn, person.id)
    going: list[name_rows.PersonRow] = []
    staying: list[name_rows.PersonRow] = []
    for row in name_rows.rows_of_person(conn, person.id):
        (going if _use(row) in wanted else staying).append(row)
    keys, kept = {_use(row)[0] for row in going}, {_use(row)[0] for row in staying}
    moved = [alias_id for alias_id, key in aliases.items() if key in keys - kept]
    retired = [alias_id for alias_id, key in aliases.items() if key in keys & kept]
    store.move_aliases(conn, moved, person.id, other.id)
    for alias_id in retired:
        store.revoke_alias(conn, alias_id)
    held = [row for row in name_rows.hold_rows(conn, going) if row.person_id == person.id]
    if not held:
        raise Conflict(f"Nothing of that belongs to {person.name} any more.")
    rows = [row.model_copy(update={"person_id": other.id}) for row in held]
    name_rows.set_rows(conn, rows)
    changes = changed(rows).model_copy(
        update={
            "name": other.name,
            "from_id": person.id,
            "created": created,
            "moved_aliases": moved,
            "retired_aliases": retired,
        }
    )
    return store.insert_receipt(
        conn,
        kind="split",
        entity_type="person",
        mention=person.name,
        alias_key=mention_key(person.name, "person"),
        entity_id=other.id,
        meeting_ids={row.meeting_id for row in rows if row.meeting_id is not None},
        changes=changes,
        done_by=who.name,
    )


def _use(row: name_rows.NameRow) -> Use:
    return mention_key(row.name, "person") or row.name, row.meeting_id


def _name_use(rows: Sequence[name_rows.PersonRow]) -> NameUse:
    first = rows[0]
    return NameUse(
        mention=first.name,
        meeting_id=first.meeting_id,
        meeting=first.meeting,
        happened_on=max((row.happened_on for row in rows if row.happened_on), default=None),
        action_items=sum(row.source == "action_item" for row in rows),
        decisions=len({row.decision_id for row in rows if row.source == "decision_maker"}),
        meetings=sum(row.source == "attendee" for row in rows),
    )
