"""Two people who are one become one; everything that one had goes to the other, and can go back."""

from __future__ import annotations

from memo.errors import Conflict, InputError, NotAllowed, NotFound
from memo.models import NameReceipt, Principal
from memo.names.directory import is_short, mention_key
from memo.names.receipts import changed, may_decide, receipt_of
from memo.names.score import Known, score
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database, retrying
from memo.store.queries import Connection


def merge_people(db: Database, who: Principal, keep_id: int, other_id: int) -> NameReceipt:
    """Let `keep_id` be the one person; `other_id` stays only as a former name. Facts, aliases and sign-in go along.

    Raises `NotFound` for an unknown person, `Conflict` when one of them is part of somebody already.
    """
    may_decide(who)
    if keep_id == other_id:
        raise InputError("These are the same person already.")

    def work() -> NameReceipt:
        with db.write(who) as conn:
            store.hold_people_list(conn)
            people = store.hold_people_to_change(conn, [keep_id, other_id])
            if len(people) < 2:
                raise NotFound("There is no such person.")
            for person in people.values():
                if person.merged_into is not None:
                    raise Conflict(f"{person.name} is part of somebody else already.")
            _check_members(conn, who, keep_id, other_id)
            return receipt_of(_merge(conn, who, people[keep_id], people[other_id]))

    return retrying(work)


def _check_members(conn: Connection, who: Principal, *people: int) -> None:
    """Who is merged with a member speaks for that member in Slack, and is counted among those present."""
    if who.role != "admin" and any(store.members_of_person(conn, person) for person in people):
        raise NotAllowed("Only an administrator can merge somebody who signs in.")


def _merge(conn: Connection, who: Principal, keep: store.Person, other: store.Person) -> store.Receipt:
    aliases = list(store.aliases_of_person(conn, other.id))
    store.move_aliases(conn, aliases, other.id, keep.id)
    alias = None if _answers_to(keep, other.name) else _add_alias(conn, who, keep, other.name)
    held = name_rows.hold_rows(conn, name_rows.rows_of_person(conn, other.id))
    rows = [row.model_copy(update={"person_id": keep.id}) for row in held if row.person_id == other.id]
    name_rows.set_rows(conn, rows)
    members = store.members_of_person(conn, other.id)
    store.set_members(conn, members, keep.id)
    _join(conn, keep, other)
    changes = changed(rows).model_copy(
        update={
            "name": keep.name,
            "from_id": other.id,
            "alias": alias,
            "moved_aliases": aliases,
            "members": members,
            "was": [keep, other],
        }
    )
    return store.insert_receipt(
        conn,
        kind="merge",
        entity_type="person",
        mention=other.name,
        alias_key=mention_key(other.name, "person"),
        entity_id=keep.id,
        meeting_ids={row.meeting_id for row in rows if row.meeting_id is not None},
        changes=changes,
        done_by=who.name,
    )


def _join(conn: Connection, keep: store.Person, other: store.Person) -> None:
    """What is known of both is known of the one; addresses are unique, so the other gives them up first."""
    store.set_person(conn, other.model_copy(update={"merged_into": keep.id, "slack_user_id": None}))
    joined = {
        "email": keep.email or other.email,
        "slack_user_id": keep.slack_user_id or other.slack_user_id,
        "nicknames": list(dict.fromkeys([*keep.nicknames, *other.nicknames])),
    }
    store.set_person(conn, keep.model_copy(update=joined))


def _answers_to(keep: store.Person, name: str) -> bool:
    """Whether `name` needs no alias: it is the same, or a first name, which may be somebody else's elsewhere."""
    if mention_key(name, "person") == mention_key(keep.name, "person"):
        return True
    return is_short(name) and score(name, [Known(keep.id, keep.name)], "person").band != "none"


def _add_alias(conn: Connection, who: Principal, keep: store.Person, name: str) -> int | None:
    """The former name as an alias, unless somebody else owns it."""
    key = mention_key(name, "person")
    if not key:
        return None
    return store.insert_alias(
        conn,
        kind="person",
        entity_id=keep.id,
        alias=name,
        alias_key=key,
        project_id=None,
        confidence=1.0,
        confirmed_by=who.name,
    )
