"""Facts as people read them. One function per query of facts.sql."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from memo.models import FACT_TYPES, Fact, FactFilter, FactType, Model
from memo.store.narrow import narrowed
from memo.store.pool import Connection
from memo.store.queries import Q

Key = tuple[FactType, int]
"""A fact: its type and its id."""


class PageKey(Model):
    """A fact of a page and its day, which together are its place in the order of all facts."""

    fact_type: FactType
    fact_id: int
    day: str


class DecisionLink(Model):
    """One decision about another: `from_id` supersedes or reaffirms `to_id`; the last two are its own."""

    kind: str
    from_id: int
    to_id: int
    state: str
    happened_on: date | None
    by_text: str


class UpTo(Model):
    """A number of facts; there may be `more` where counting stopped."""

    facts: int
    more: bool = False


def facts_page(conn: Connection, wanted: FactFilter, limit: int, after: PageKey | None = None) -> list[PageKey]:
    """The newest facts that pass, from the one after `after`."""
    together = _together(wanted)
    return Q["facts_page" if together else "facts_page_by_type"].all(
        conn,
        PageKey,
        **(narrowed(wanted) if together else _by_type(wanted)),
        limit=limit,
        after_day=after.day if after else None,
        after_type=after.fact_type if after else None,
        after_id=after.fact_id if after else None,
    )


def tasks_page(
    conn: Connection,
    wanted: FactFilter,
    limit: int,
    *,
    people: Sequence[int] | None = None,
    called: Sequence[str] = (),
    due_since: date | None = None,
    due_until: date | None = None,
) -> list[Key]:
    """The action items that pass, by the day they are due; those of any of `people` or of nobody settled but `called`.

    `people` of None are those of anybody; names of `called` are in small letters.
    """
    rows = Q["tasks_page"].rows(
        conn,
        **narrowed(wanted),
        limit=limit,
        people=None if people is None else list(people),
        called=list(called),
        due_since=due_since,
        due_until=due_until,
    )
    return [(row["fact_type"], row["fact_id"]) for row in rows]


def place_before(conn: Connection, wanted: FactFilter, place: PageKey, facts: int) -> PageKey | None:
    """The place that stands `facts` before `place` among those that pass; None when there are no more than that."""
    together = _together(wanted)
    return Q["place_before" if together else "place_before_by_type"].maybe(
        conn,
        PageKey,
        **(narrowed(wanted) if together else _by_type(wanted)),
        day=place.day,
        type=place.fact_type,
        id=place.fact_id,
        facts=facts,
    )


def fact_counts(conn: Connection, wanted: FactFilter, most: int | None = None) -> dict[FactType, int]:
    """How many facts of each type pass, each counted up to `most` when given; every type has its count."""
    return _counts(Q["fact_counts"].rows(conn, **_by_type(wanted), most=most))


def fact_counts_up_to(conn: Connection, wanted: FactFilter, most: int) -> dict[FactType, UpTo]:
    """How many facts of each type pass, each counted up to `most`; with words or a person all together."""
    if not _together(wanted):
        counts = fact_counts(conn, wanted, most + 1)
        return {kind: UpTo(facts=min(count, most), more=count > most) for kind, count in counts.items()}
    limit = most * len(FACT_TYPES)
    counts = _counts(Q["fact_counts_together"].rows(conn, **narrowed(wanted), most=limit + 1))
    stopped = sum(counts.values()) > limit
    types = wanted.fact_types or FACT_TYPES
    return {
        kind: UpTo(facts=min(count, most), more=count > most or (stopped and kind in types))
        for kind, count in counts.items()
    }


def _counts(rows: Sequence[Mapping[str, Any]]) -> dict[FactType, int]:
    return dict.fromkeys(FACT_TYPES, 0) | {row["fact_type"]: row["count"] for row in rows}


def _together(wanted: FactFilter) -> bool:
    """Whether all types are looked through at once: the index of words and people knows no types and no order."""
    return bool((wanted.text or "").strip()) or wanted.person_id is not None


def _by_type(wanted: FactFilter) -> dict[str, Any]:
    """The parameters of a query that looks through one type after the other."""
    return narrowed(wanted) | {"fact_types": list(wanted.fact_types or FACT_TYPES)}


def facts_by_key(conn: Connection, keys: Sequence[Key]) -> list[Fact]:
    """The facts of `keys` that may be seen, in that order."""
    ids: dict[FactType, list[int]] = defaultdict(list)
    for fact_type, fact_id in keys:
        ids[fact_type].append(fact_id)
    found = {
        (fact.fact_type, fact.fact_id): fact
        for fact_type, wanted in ids.items()
        for fact in Q[f"{fact_type}_facts"].all(conn, Fact, ids=wanted)
    }
    return [found[key] for key in keys if key in found]


def decision_links(conn: Connection, ids: Sequence[int]) -> list[DecisionLink]:
    """What is known about these decisions taking the place of others, or others of theirs."""
    return Q["decision_links"].all(conn, DecisionLink, ids=list(ids))
