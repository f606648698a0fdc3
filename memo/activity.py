"""What Memo has been doing: calls to models with their cost, and whether anybody works in the background."""

from __future__ import annotations

from datetime import date

from memo.models import Model, Principal
from memo.settings import Settings
from memo.store import home, runs
from memo.store.pool import Database
from memo.store.runs import DayCost, RunRow

RUNS = 100
ALIVE_SECONDS = 30.0
"""A worker gives a sign of life every ten seconds."""


class Activity(Model):
    """The newest calls, newest first, and what each day cost by kind of call."""

    runs: tuple[RunRow, ...]
    days: tuple[DayCost, ...]


def activity(db: Database, who: Principal, settings: Settings, since: date) -> Activity:
    """The newest calls to models, and what each day since `since` cost; days are those of the team's time zone."""
    with db.read(who) as conn:
        return Activity(
            runs=tuple(runs.recent_runs(conn, RUNS)),
            days=tuple(runs.cost_per_day(conn, since, timezone=settings.timezone)),
        )


def worker_alive(db: Database, who: Principal) -> bool:
    """Whether a worker has given a sign of life lately."""
    with db.read(who) as conn:
        return home.workers_alive(conn, ALIVE_SECONDS) > 0
