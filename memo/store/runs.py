"""Calls to models and what they cost. One function per query of runs.sql."""

from __future__ import annotations

from datetime import date, datetime

from memo.models import Model, ModelRun
from memo.store.queries import Connection, Q


class RunRow(Model):
    """One recorded call; `cost_microdollars` is None when the price of the model is not known."""

    id: int
    trigger_detail: str
    model: str
    capture_id: int | None
    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    cost_microdollars: int | None
    latency_ms: int
    outcome: str
    stop_reason: str | None
    error_class: str | None
    request_id: str | None
    started_at: datetime


class DayCost(Model):
    """What the calls of one kind cost on one day; `unpriced` of the `calls` have no known price and are not counted."""

    day: date
    trigger_detail: str
    calls: int
    unpriced: int
    cost_microdollars: int
    input_tokens: int
    output_tokens: int


def insert_run(conn: Connection, run: ModelRun, *, capture_id: int | None = None, asked_by: str | None = None) -> int:
    """Record one call; its id."""
    run_id: int = Q["insert_run"].value(conn, **run.model_dump(), capture_id=capture_id, asked_by=asked_by)
    return run_id


def recent_runs(conn: Connection, limit: int, *, before: int | None = None) -> list[RunRow]:
    """The newest calls, older than run `before` when given."""
    return Q["recent_runs"].all(conn, RunRow, limit=limit, before=before)


def cost_per_day(conn: Connection, since: date, *, timezone: str = "UTC") -> list[DayCost]:
    """What each day since `since` cost, by kind of call, newest first; days are those of `timezone`."""
    return Q["cost_per_day"].all(conn, DayCost, since=since, timezone=timezone)
