"""Facts, what narrows a search for them, and what imports and backfills report."""

from __future__ import annotations

from datetime import date, datetime

from memo.models.base import FactType, Model


class FactFilter(Model):
    """What a search or a listing is narrowed to; None and empty mean "any". Dates apply to `happened_on`, inclusive."""

    fact_types: tuple[FactType, ...] = ()
    client_id: int | None = None
    project_id: int | None = None
    person_id: int | None = None
    meeting_id: int | None = None
    since: date | None = None
    until: date | None = None
    statuses: tuple[str, ...] = ()
    text: str | None = None
    include_superseded: bool = False


class Fact(Model):
    """One row of the facts view with the names that its ids stand for."""

    fact_type: FactType
    fact_id: int
    text: str
    client_id: int | None = None
    client: str | None = None
    project_id: int | None = None
    project: str | None = None
    meeting_id: int | None = None
    meeting: str | None = None
    source_type: str
    source_id: str
    happened_on: date | None = None
    captured_at: datetime
    triggered_by_user_id: int | None = None
    triggered_by_agent: str | None = None
    status: str
    reasoning: str | None = None
    people: tuple[str, ...] = ()
    due_on: date | None = None
    due_text: str | None = None
    quote: str | None = None
    turn: int | None = None
    quote_start: int | None = None
    quote_end: int | None = None
    searchable: bool = True


class ScoredFact(Fact):
    """A fact found by a search; `score` orders one search's results, `similarity` is the cosine (None: words only)."""

    score: float
    similarity: float | None = None
    matched: tuple[str, ...] = ()


class FactPage(Model):
    """Facts newest first; `next` is the cursor of the page after this one, None on the last."""

    facts: tuple[Fact, ...]
    next: str | None = None


class ImportReport(Model):
    """What became of the lines of an import; `rejected` are (line number from 1, why)."""

    imported: int
    updated: int
    skipped: int
    rejected: tuple[tuple[int, str], ...]
    notes: tuple[str, ...] = ()


class BackfillReport(Model):
    """How many facts got their vector, how many could not, and how many are left without one of this model."""

    done: int
    failed: int
    left: int
