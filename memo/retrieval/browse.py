"""Facts without a question: newest first, page by page, by type and one alone (the structured path)."""

from __future__ import annotations

import re

from memo.errors import InputError, NotFound
from memo.models import FACT_TYPES, Fact, FactFilter, FactPage, FactType, Principal
from memo.store import facts as store
from memo.store.pool import Database

_CURSOR = re.compile(r"(?P<day>-infinity|\d{4,6}-\d\d-\d\d)\.(?P<type>[a-z_]+)\.(?P<id>\d{1,18})")


def facts_page(
    db: Database, who: Principal, wanted: FactFilter | None = None, limit: int = 50, after: str | None = None
) -> FactPage:
    """The newest facts that pass, at most `limit`, from where the page that gave `after` as its `next` ended.

    Order: day it happened (undated last), then type and id, all falling. Raises `InputError` for a broken cursor.
    """
    limit = max(1, limit)
    with db.read(who) as conn:
        keys = store.facts_page(conn, wanted or FactFilter(), limit + 1, _place(after) if after else None)
        page = keys[:limit]
        facts = store.facts_by_key(conn, [(key.fact_type, key.fact_id) for key in page])
    last = page[-1] if len(keys) > limit else None
    return FactPage(facts=tuple(facts), next=f"{last.day}.{last.fact_type}.{last.fact_id}" if last else None)


def newer_cursor(db: Database, who: Principal, wanted: FactFilter | None, limit: int, after: str) -> str | None:
    """The `after` of the page just before the one that begins behind `after`; None when that is the first page."""
    with db.read(who) as conn:
        place = store.place_before(conn, wanted or FactFilter(), _place(after), limit)
    return f"{place.day}.{place.fact_type}.{place.fact_id}" if place else None


def fact_counts(db: Database, who: Principal, wanted: FactFilter | None = None) -> dict[FactType, int]:
    """How many facts of each type pass."""
    with db.read(who) as conn:
        return store.fact_counts(conn, wanted or FactFilter())


def fact_counts_up_to(db: Database, who: Principal, wanted: FactFilter | None, most: int) -> dict[FactType, store.UpTo]:
    """How many facts of each type pass, each counted up to `most`: quick in any memory."""
    with db.read(who) as conn:
        return store.fact_counts_up_to(conn, wanted or FactFilter(), most)


def get_fact(db: Database, who: Principal, fact_type: FactType, fact_id: int) -> Fact:
    """One fact, whatever its status; raises `NotFound` when there is none that `who` may see."""
    with db.read(who) as conn:
        facts = store.facts_by_key(conn, [(fact_type, fact_id)]) if fact_type in FACT_TYPES else []
    if not facts:
        raise NotFound
    return facts[0]


def _place(cursor: str) -> store.PageKey:
    parts = _CURSOR.fullmatch(cursor)
    if parts is None or parts["type"] not in FACT_TYPES:
        raise InputError("This is not the place of a page of facts: start again from the first.")
    return store.PageKey(day=parts["day"], fact_type=parts["type"], fact_id=int(parts["id"]))
