"""Calls to models: recorded one by one, listed, and added up by day."""

from __future__ import annotations

from datetime import UTC, date, datetime

from memo.models import LOCAL_USER
from memo.store.pool import Database
from memo.store.runs import cost_per_day, insert_run, recent_runs
from tests.integration.capturing import run_of


def test_runs_are_listed_newest_first_in_pages(db: Database) -> None:
    with db.write(LOCAL_USER) as conn:
        ids = [insert_run(conn, run_of(cost=cost)) for cost in (1, None, 3)]
        first = recent_runs(conn, 2)
        assert [(run.id, run.cost_microdollars) for run in first] == [(ids[2], 3), (ids[1], None)]
        assert [run.id for run in recent_runs(conn, 2, before=first[-1].id)] == [ids[0]]


def test_a_days_cost_does_not_hide_calls_without_a_price(db: Database) -> None:
    late = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
    with db.write(LOCAL_USER) as conn:
        for cost in (100, 50, None):
            insert_run(conn, run_of(cost=cost).model_copy(update={"started_at": late}))
        insert_run(conn, run_of("ask", 7).model_copy(update={"started_at": late}))
        in_utc = cost_per_day(conn, date(2026, 3, 2))
        in_berlin = cost_per_day(conn, date(2026, 3, 3), timezone="Europe/Berlin")
        assert cost_per_day(conn, date(2026, 3, 3)) == []
    assert [(day.day, day.trigger_detail, day.calls, day.unpriced, day.cost_microdollars) for day in in_utc] == [
        (date(2026, 3, 2), "ask", 1, 0, 7),
        (date(2026, 3, 2), "memo_capture", 3, 1, 150),
    ]
    assert {day.day for day in in_berlin} == {date(2026, 3, 3)}
