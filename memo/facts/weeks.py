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
"""Weeks counted, the newest fact's week among them: a look at the index that does not grow with the memory's age."""
MEETINGS: Final = 100


def fact_weeks(db: Database, who: Principal, wanted: FactFilter | None = None) -> list[WeekCount]:
    """The facts of each type in each of the `WEEKS` weeks that end with the newest fact that passes."""
    wanted = wanted or FactFilter()
    newest = facts_page(db, who, wanted, 1).facts
    if not newest or newest[0].happened_on is None:
        return []
    first = newest[0].happened_on - timedelta(days=newest[0].happened_on.weekday(), weeks=WEEKS - 1)
    since = max(filter(None, (wanted.since, first)))
    with db.read(who) as conn:
        return store.fact_weeks(conn, wanted.model_copy(update={"since": since}))


def newest_meetings(db: Database, who: Principal, limit: int = MEETINGS) -> list[MeetingName]:
    """The newest meetings by title."""
    with db.read(who) as conn:
        return store.newest_meetings(conn, limit)
