"""People, their aliases, and the receipts of decisions about them. One function per query of names.sql.

Whoever changes more than one of them takes locks in this order: the list of people, people by id, aliases, meetings,
decisions and action items by id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Literal

from psycopg.types.json import Jsonb
from pydantic import Field

from memo.models import Alias, EntityType, FactType, Model, Named
from memo.store.queries import Connection, Q

Kind = Literal["confirm", "dismiss", "merge", "split", "revoke"]


class KnownEntity(Model):
    """A person, client or project with the other ways to name it."""

    id: int
    name: str
    nicknames: tuple[str, ...] = ()
    email: str | None = None


class ScopedAlias(Model):
    """Whom a confirmed alias stands for, in one project or (None) everywhere."""

    alias_key: str
    entity_id: int
    project_id: int | None


class MeetingWords(Model):
    """What the names of a meeting are judged by; `readings` are this meeting and what it replaced."""

    project_id: int | None
    readings: list[int]
    speakers: list[str]


class RecentRow(Model):
    """Something one person had to do with."""

    person_id: int
    fact_type: FactType
    fact_id: int
    text: str
    happened_on: date | None


class HeldPerson(Model):
    """A person whose row is held; `merged_into` is whose part he or she is by now."""

    id: int
    name: str
    merged_into: int | None


class Person(HeldPerson):
    """Everything that is known of a person."""

    email: str | None
    slack_user_id: str | None
    nicknames: list[str]


class LiveAlias(Model):
    """Who owns a name."""

    id: int
    entity_id: int
    auto_resolved: bool
    confirmed_by: str | None
    created_at: datetime


class RevokedAlias(Model):
    """An alias that was just revoked."""

    type: EntityType
    entity_id: int
    alias: str
    alias_key: str


class Changes(Model):
    """What a decision changed, by ids; whatever is empty was not touched.

    Rows were given to the receipt's entity (`confirm`, `split`; from `from_id`), to nobody (`dismiss`), or from
    `from_id` to it (`merge`). `alias` was added, `retired_alias` revoked for it, `created` is a person made for it.
    """

    name: str | None = None
    attendees: list[int] = Field(default_factory=list)
    decision_makers: list[int] = Field(default_factory=list)
    action_items: list[int] = Field(default_factory=list)
    decisions: int = 0
    alias: int | None = None
    retired_alias: int | None = None
    created: int | None = None
    from_id: int | None = None
    moved_aliases: list[int] = Field(default_factory=list)
    retired_aliases: list[int] = Field(default_factory=list)
    members: list[int] = Field(default_factory=list)
    was: list[Person] = Field(default_factory=list)


class Receipt(Model):
    """A decision about a name as it is kept."""

    id: int
    kind: Kind
    type: EntityType
    mention: str
    alias_key: str
    entity_id: int | None
    meeting_ids: list[int]
    changes: Changes
    done_by: str
    done_at: datetime
    undone_at: datetime | None


def take_time(conn: Connection) -> None:
    """Let this transaction think for up to a minute between two statements."""
    Q["take_time"].rows(conn)


def hold_people_list(conn: Connection) -> None:
    """Nobody else adds or merges people until this transaction ends."""
    Q["hold_people_list"].rows(conn)


def known_of_type(conn: Connection, kind: EntityType) -> list[KnownEntity]:
    """Every live person, client or project."""
    return Q["known_of_type"].all(conn, KnownEntity, type=kind)


def mark_of_type(conn: Connection, kind: EntityType) -> str:
    """What changes with every change among the people, clients or projects."""
    mark: str = Q["mark_of_type"].value(conn, type=kind)
    return mark


def named_of_type(conn: Connection, kind: EntityType) -> list[Named]:
    """Every live person, client or project, by name."""
    return Q["named_of_type"].all(conn, Named, type=kind)


def aliases_in_scope(conn: Connection, kind: EntityType, project_ids: Iterable[int | None]) -> list[ScopedAlias]:
    """The confirmed aliases that hold everywhere or in one of these projects."""
    projects = [project for project in project_ids if project is not None]
    return Q["aliases_in_scope"].all(conn, ScopedAlias, type=kind, project_ids=projects)


def revoked_aliases(conn: Connection, kind: EntityType) -> set[tuple[str, int]]:
    """Pairs of alias key and entity that somebody took back."""
    return {(row["alias_key"], row["entity_id"]) for row in Q["revoked_aliases"].rows(conn, type=kind)}


def meeting_in_words(conn: Connection, meeting_id: int) -> MeetingWords:
    """A meeting's project, readings and speakers; raises `NotFound`."""
    return Q["meeting_in_words"].one(conn, MeetingWords, meeting_id=meeting_id)


def settled_names(conn: Connection, meeting_ids: Sequence[int]) -> dict[str, int | None]:
    """What people said about names in these meetings, by alias key: a person, or None for none of the candidates."""
    rows = Q["settled_names"].rows(conn, meeting_ids=list(meeting_ids))
    return {row["alias_key"]: row["person_id"] for row in rows}


def lately(conn: Connection, person_ids: Collection[int], limit: int) -> list[RecentRow]:
    """The newest things that each of these people had to do with."""
    return Q["lately"].all(conn, RecentRow, person_ids=list(person_ids), limit=limit)


def insert_person(conn: Connection, name: str) -> int:
    """Somebody new; the id."""
    person_id: int = Q["insert_person"].value(conn, name=name)
    return person_id


def hold_people(conn: Connection, ids: Iterable[int]) -> dict[int, HeldPerson]:
    """These people by id, safe from being merged until this transaction ends."""
    return {row.id: row for row in Q["hold_people"].all(conn, HeldPerson, ids=sorted(set(ids)))}


def hold_people_to_change(conn: Connection, ids: Iterable[int]) -> dict[int, Person]:
    """These people by id, for this transaction alone."""
    return {row.id: row for row in Q["hold_people_to_change"].all(conn, Person, ids=sorted(set(ids)))}


def set_person(conn: Connection, person: Person) -> None:
    """Write what is known of a person; the name stays."""
    Q["set_person"].run(conn, **person.model_dump(exclude={"name"}))


def delete_unused_person(conn: Connection, person_id: int) -> bool:
    """Whether the person was removed, because nothing needs him or her."""
    return Q["delete_unused_person"].run(conn, id=person_id) == 1


def members_of_person(conn: Connection, person_id: int) -> list[int]:
    """The sign-ins of a person."""
    return Q["members_of_person"].values(conn, person_id=person_id)


def set_members(conn: Connection, ids: Sequence[int], person_id: int) -> None:
    """Give sign-ins to a person."""
    Q["set_members"].run(conn, ids=list(ids), person_id=person_id)


def entity_name(conn: Connection, kind: EntityType, entity_id: int) -> str | None:
    """The name of a client or a project."""
    name: str | None = Q["entity_name"].value(conn, type=kind, id=entity_id)
    return name


def insert_alias(
    conn: Connection,
    *,
    kind: EntityType,
    entity_id: int,
    alias: str,
    alias_key: str,
    project_id: int | None,
    confidence: float,
    confirmed_by: str | None,
) -> int | None:
    """A new alias's id, confirmed by somebody or (None) by Memo itself; None when the name has an owner there."""
    alias_id: int | None = Q["insert_alias"].value(
        conn,
        type=kind,
        entity_id=entity_id,
        alias=alias,
        alias_key=alias_key,
        project_id=project_id,
        confidence=confidence,
        auto_resolved=confirmed_by is None,
        confirmed_by=confirmed_by,
    )
    return alias_id


def live_alias(conn: Connection, kind: EntityType, alias_key: str, project_id: int | None) -> LiveAlias | None:
    """Who owns a name in one scope."""
    return Q["live_alias"].maybe(conn, LiveAlias, type=kind, alias_key=alias_key, project_id=project_id)


def aliases(conn: Connection) -> list[Alias]:
    """Every live alias, the newest first."""
    return Q["aliases"].all(conn, Alias)


def aliases_of_person(conn: Connection, person_id: int) -> dict[int, str]:
    """The keys of a person's live aliases by id, held."""
    return {row["id"]: row["alias_key"] for row in Q["aliases_of_person"].rows(conn, person_id=person_id)}


def move_aliases(conn: Connection, ids: Sequence[int], from_id: int, to_id: int) -> None:
    """Let aliases stand for somebody else, as far as they still stand for `from_id`."""
    if ids:
        Q["move_aliases"].run(conn, ids=list(ids), from_id=from_id, to_id=to_id)


def revoke_alias(conn: Connection, alias_id: int) -> RevokedAlias | None:
    """The alias that no longer holds; None when it held no more."""
    return Q["revoke_alias"].maybe(conn, RevokedAlias, id=alias_id)


def restore_alias(conn: Connection, alias_id: int) -> bool:
    """Whether the alias holds again: its name may have another owner by now."""
    return Q["restore_alias"].value(conn, id=alias_id) is not None


def delete_alias(conn: Connection, alias_id: int) -> None:
    """Take an alias away as if it had never been."""
    Q["delete_alias"].run(conn, id=alias_id)


def insert_receipt(
    conn: Connection,
    *,
    kind: Kind,
    entity_type: EntityType,
    mention: str,
    alias_key: str,
    entity_id: int | None,
    meeting_ids: Iterable[int],
    changes: Changes,
    done_by: str,
) -> Receipt:
    """Keep what a decision changed."""
    return Q["insert_receipt"].one(
        conn,
        Receipt,
        kind=kind,
        type=entity_type,
        mention=mention,
        alias_key=alias_key,
        entity_id=entity_id,
        meeting_ids=sorted(meeting_ids),
        changes=Jsonb(changes.model_dump(exclude_defaults=True)),
        done_by=done_by,
    )


def take_receipt(conn: Connection, receipt_id: int) -> Receipt:
    """A receipt, for this transaction alone; raises `NotFound`."""
    return Q["take_receipt"].one(conn, Receipt, id=receipt_id)


def mark_undone(conn: Connection, receipt_id: int) -> None:
    """The receipt no longer holds."""
    Q["mark_undone"].run(conn, id=receipt_id)


def recent_receipts(conn: Connection, limit: int) -> list[Receipt]:
    """The newest decisions about names."""
    return Q["recent_receipts"].all(conn, Receipt, limit=limit)


def last_word(conn: Connection, kind: EntityType, alias_key: str, meeting_id: int | None) -> Receipt | None:
    """The newest decision about a name, in one meeting when given."""
    return Q["last_word"].maybe(conn, Receipt, type=kind, alias_key=alias_key, meeting_id=meeting_id)
