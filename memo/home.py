"""What a person sees first: what was decided lately, what is open, and what waits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from memo.models import CaptureProgress, Fact, FactFilter, Model, Principal
from memo.retrieval.browse import facts_page
from memo.store import home as store
from memo.store.facts import facts_by_key
from memo.store.home import ActionStatus, HomeCounts, OpenItem
from memo.store.pool import Database
from memo.store.scope import asker

LATELY = timedelta(days=30)
DECISIONS = 6
ITEMS = 12
CAPTURES = 5


class Home(Model):
    """The home page of a day; `since` is where "lately" begins, which `counts.decided` counts from."""

    today: date
    since: date
    counts: HomeCounts
    decisions: tuple[Fact, ...]
    open_items: tuple[OpenItem, ...]
    captures: tuple[CaptureProgress, ...]


def home(db: Database, who: Principal, today: date) -> Home:
    """The newest decisions, the open action items due first, and the captures that are not wholly read."""
    since = today - LATELY
    with db.read(who) as conn:
        counts = store.home_counts(conn, today, since)
        items = store.open_items(conn, ITEMS)
        captures = store.captures_to_watch(conn, CAPTURES)
        undated = facts_by_key(conn, [("decision", key) for key in store.undated_decisions(conn, since, DECISIONS)])
    newest = facts_page(db, who, FactFilter(fact_types=("decision",)), DECISIONS, None)
    return Home(
        today=today,
        since=since,
        counts=counts,
        decisions=_by_day(undated, newest.facts),
        open_items=tuple(items),
        captures=tuple(captures),
    )


def _by_day(undated: Sequence[Fact], newest: Sequence[Fact]) -> tuple[Fact, ...]:
    """The newest of both, where `undated` count as decided on the day they were captured."""
    days = {fact.fact_id: fact.captured_at.date() for fact in undated}
    both = [*undated, *(fact for fact in newest if fact.fact_id not in days)]
    both.sort(key=lambda fact: days.get(fact.fact_id) or fact.happened_on or date.min, reverse=True)
    return tuple(both[:DECISIONS])


def set_action_status(db: Database, who: Principal, item_id: int, status: ActionStatus, reason: str) -> bool:
    """Whether an action item's status changed; who said so is kept in its history."""
    with db.write(who) as conn:
        return store.set_action_status(conn, item_id, status, reason=reason, edited_by=asker(who))
