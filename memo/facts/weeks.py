"""How many facts there were in each of the last weeks, and which meetings there are to choose from."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from memo.models import FactFilter, Principal
from memo.retrieval.browse import facts_page
from memo.store import stories as store
from memo.store.pool import Database
from memo.store.stories import MeetingName, WeekCount

WEEKS: Final = 26
"""Weeks counted at most, the newest fact's week among them: a look that does not grow with the memory's age."""
COUNTED: Final = 10_000
"""Facts counted at most: where more than that happened in `WEEKS`, the weeks that they reach back to are fewer."""
MEETINGS: Final = 100


def fact_weeks(db: Database, who: Principal, wanted: FactFilter | None = None) -> list[WeekCount]:
    """The newest `COUNTED` facts that pass, within `WEEKS` weeks, by week and type; whole weeks only."""
    wanted = wanted or FactFilter()
    newest = facts_page(db, who, wanted, 1).facts
    if not newest or newest[0].happened_on is None:
        return []
    first = newest[0].happened_on - timedelta(days=newest[0].happened_on.weekday(), weeks=WEEKS - 1)
    since = max(filter(None, (wanted.since, first)))
    with db.read(who) as conn:
        weeks = store.fact_weeks(conn, wanted.model_copy(update={"since": since}), COUNTED)
        if sum(row.facts for row in weeks) < COUNTED:
            return weeks
        oldest, newest_week = weeks[0].week, weeks[-1].week
        if oldest < newest_week:
            return [row for row in weeks if row.week > oldest]  # there may be more in the oldest
        return store.fact_weeks(conn, wanted.model_copy(update={"since": max(since, oldest)}), None)


def newest_meetings(db: Database, who: Principal, limit: int = MEETINGS) -> list[MeetingName]:
    """The newest meetings by title."""
    with db.read(who) as conn:
        return store.newest_meetings(conn, limit)
