"""What is around a fact: where it comes from, what it said before, what belongs to it. One function per query."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any, Literal

from memo.models import Fact, FactFilter, FactType, Model
from memo.store.facts import Key
from memo.store.narrow import HIDDEN, narrowed
from memo.store.queries import Connection, Q

LinkKind = Literal["supersedes", "reaffirms", "implements"]


class Origin(Model):
    """The file that a fact was read from, who handed it in, and whose action item it is; None where not known."""

    file_name: str | None
    received_at: datetime | None
    member: str | None
    assignee_id: int | None


class Edit(Model):
    """One change of a fact: the columns that differ, before and after."""

    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    edited_by: str
    edited_at: datetime


class LinkRow(Model):
    """A link between two facts: `from` supersedes, reaffirms or implements `to`."""

    id: int
    kind: LinkKind
    from_type: FactType
    from_id: int
    to_type: FactType
    to_id: int
    state: Literal["proposed", "confirmed"]


class Successor(Model):
    """A decision, by id and words, that takes the place of decision `decision_id`, or is proposed to."""

    link_id: int
    decision_id: int
    state: Literal["proposed", "confirmed"]
    successor_id: int
    text: str
    happened_on: date | None


class WeekCount(Model):
    """How many facts of a type happened in the week that begins on Monday `week`."""

    week: date
    fact_type: FactType
    facts: int


class MeetingName(Model):
    """A meeting by title and day."""

    id: int
    title: str
    held_on: date | None


def fact_origin(conn: Connection, fact: Fact) -> Origin:
    """Where a fact comes from."""
    return Q["fact_origin"].one(
        conn,
        Origin,
        meeting_id=fact.meeting_id,
        member_id=fact.triggered_by_user_id,
        action_item_id=fact.fact_id if fact.fact_type == "action_item" else None,
    )


def fact_history(conn: Connection, fact: Fact) -> list[Edit]:
    """What was changed of a fact, the newest change first."""
    return Q["fact_history"].all(conn, Edit, fact_type=fact.fact_type, fact_id=fact.fact_id)


def links_of_fact(conn: Connection, fact: Fact) -> list[LinkRow]:
    """The links of a fact that nobody has refused."""
    return Q["links_of_fact"].all(conn, LinkRow, fact_type=fact.fact_type, fact_id=fact.fact_id)


def successors(conn: Connection, decision_ids: Collection[int]) -> list[Successor]:
    """What takes the place of these decisions, of what may be seen; confirmed ones first."""
    return Q["successors"].all(conn, Successor, ids=list(decision_ids))


def facts_beside(conn: Connection, fact: Fact, limit: int) -> list[Key]:
    """The decisions and action items that were said nearest to a fact in its meeting."""
    rows = Q["facts_beside"].rows(
        conn,
        meeting_id=fact.meeting_id,
        fact_type=fact.fact_type,
        fact_id=fact.fact_id,
        turn=fact.turn,
        hidden=list(HIDDEN),
        limit=limit,
    )
    return [(row["fact_type"], row["fact_id"]) for row in rows]


def fact_weeks(conn: Connection, wanted: FactFilter, most: int | None) -> list[WeekCount]:
    """How many facts of each type happened in each week, of the newest that pass and have a day, at most `most`."""
    return Q["fact_weeks"].all(conn, WeekCount, **narrowed(wanted), most=most)


def newest_meetings(conn: Connection, limit: int) -> list[MeetingName]:
    """The newest meetings by title."""
    return Q["newest_meetings"].all(conn, MeetingName, limit=limit)


def names_of_ids(conn: Connection, ids: Mapping[str, Collection[int]]) -> dict[tuple[str, int], str]:
    """The names behind `client_id`, `project_id` and `assignee_id` values, by key and id."""
    rows = Q["names_of_ids"].rows(
        conn,
        client_ids=list(ids.get("client_id", ())),
        project_ids=list(ids.get("project_id", ())),
        people_ids=list(ids.get("assignee_id", ())),
    )
    return {(row["key"], row["id"]): row["name"] for row in rows}
