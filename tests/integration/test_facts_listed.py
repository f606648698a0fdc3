"""Listing, counting and charting facts: the same order and numbers by every way, and from an index alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import psycopg
import pytest

from memo.facts import weeks
from memo.facts.weeks import fact_weeks
from memo.models import FACT_TYPES, LOCAL_USER, Fact, FactFilter, Principal
from memo.retrieval.browse import fact_counts, fact_counts_up_to, facts_page, newer_cursor
from memo.retrieval.imports import import_facts
from memo.store.facts import UpTo
from memo.store.narrow import narrowed
from memo.store.pool import Database
from memo.store.queries import Q

MEMBER = Principal(name="Ana", member_id=1)
MONDAY = date(2026, 3, 2)


@pytest.fixture
def spread(db: Database) -> Database:
    """Facts of five sources on few days, some on none."""
    kinds = ("decision", "action_item", "meeting", "client_context", "project_context")
    lines = [
        {
            "fact_type": kinds[n % 5],
            "text": f"Crate {n} is {'blue' if n % 3 else 'green'}",
            "happened_on": "" if n % 11 == 0 else (MONDAY + timedelta(n * 7 % 4)).isoformat(),
            "client": "Acme" if n % 5 != 4 else "",
            "project": "Ferry" if n % 5 == 4 else "",
            "meeting": f"Day {n}" if n % 5 == 2 else "",
            "source_id": str(n),
        }
        for n in range(70)
    ]
    import_facts(db, LOCAL_USER, [{key: value for key, value in line.items() if value} for line in lines])
    return db


MANY = """
INSERT INTO fact_index (fact_type, fact_id, search_text, client_id, happened_on, captured_at, status)
SELECT k, 1000 + n, 'x', n % 50, date '2026-01-01' + n % 90, now(), s
FROM (VALUES ('decision', 'active'), ('action_item', 'open'), ('meeting', 'active')) kinds (k, s)
CROSS JOIN generate_series(1, 2000) n
"""

FILTERS = {
    "all": FactFilter(),
    "two types": FactFilter(fact_types=("decision", "client_context")),
    "client": FactFilter(client_id=1),
    "since": FactFilter(since=MONDAY + timedelta(2)),
    "until": FactFilter(until=MONDAY + timedelta(1)),
    "status": FactFilter(statuses=("open",)),
    "two statuses": FactFilter(statuses=("open", "active")),
    "words": FactFilter(text="blue"),
    "words of a type": FactFilter(text="blue", fact_types=("decision",)),
}


def pages(db: Database, wanted: FactFilter, size: int) -> Iterator[tuple[str | None, tuple[Fact, ...]]]:
    after = None
    while True:
        page = facts_page(db, MEMBER, wanted, size, after)
        yield after, page.facts
        after = page.next
        if after is None:
            return


def place(fact: Fact) -> tuple[date, str, int]:
    return fact.happened_on or date.min, fact.fact_type, fact.fact_id


@pytest.mark.parametrize("wanted", FILTERS.values(), ids=FILTERS)
def test_pages_hold_every_fact_once_in_order_and_lead_back(spread: Database, wanted: FactFilter) -> None:
    whole = facts_page(spread, MEMBER, wanted, 100).facts
    assert len(whole) > 5
    assert list(whole) == sorted(whole, key=place, reverse=True)
    found = list(pages(spread, wanted, 4))
    assert [fact for _, page in found for fact in page] == list(whole)
    cursors = [after for after, _ in found]
    for before, after in pairwise(cursors):
        assert after is not None
        assert newer_cursor(spread, MEMBER, wanted, 4, after) == before


@pytest.mark.parametrize("wanted", FILTERS.values(), ids=FILTERS)
def test_counts_agree_with_the_list(spread: Database, wanted: FactFilter) -> None:
    whole = facts_page(spread, MEMBER, wanted, 100).facts
    told = {kind: sum(fact.fact_type == kind for fact in whole) for kind in FACT_TYPES}
    assert fact_counts(spread, MEMBER, wanted) == told
    assert fact_counts_up_to(spread, MEMBER, wanted, 70) == {kind: UpTo(facts=n) for kind, n in told.items()}
    for kind, count in fact_counts_up_to(spread, MEMBER, wanted, 3).items():
        assert count.facts <= min(told[kind], 3)
        assert count.more or count.facts == told[kind], "a number without a plus is the whole number"


def test_the_undated_are_neither_before_nor_after_a_day(spread: Database) -> None:
    every = FACT_TYPES
    dated = [
        sum(fact_counts(spread, MEMBER, FactFilter(fact_types=every, since=since, until=until)).values())
        for since, until in ((None, MONDAY), (MONDAY + timedelta(1), None))
    ]
    assert sum(dated) == sum(fact.happened_on is not None for fact in facts_page(spread, MEMBER, None, 100).facts)


def test_the_chart_shows_whole_weeks_only(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [MONDAY + timedelta(n) for n in range(21)]
    import_facts(
        db,
        LOCAL_USER,
        [
            {"fact_type": "decision", "text": f"Go {day}", "happened_on": day.isoformat(), "source_id": str(day)}
            for day in days
        ],
    )

    def charted(most: int) -> list[tuple[date, int]]:
        monkeypatch.setattr(weeks, "COUNTED", most)
        return [(row.week, row.facts) for row in fact_weeks(db, MEMBER)]

    all_weeks = [(MONDAY + timedelta(7 * n), 7) for n in range(3)]
    assert charted(22) == all_weeks
    assert charted(18) == all_weeks[1:]
    assert charted(8) == all_weeks[2:]
    assert charted(5) == all_weeks[2:]


def test_a_week_begins_on_monday_in_every_century(db: Database) -> None:
    import_facts(
        db,
        LOCAL_USER,
        [{"fact_type": "decision", "text": "Sail", "happened_on": "1999-12-26", "source_id": "1"}],
    )
    assert [row.week for row in fact_weeks(db, MEMBER)] == [date(1999, 12, 20)]


@pytest.mark.parametrize("who", [LOCAL_USER, MEMBER], ids=["owner", "member"])
def test_an_index_alone_answers(spread: Database, who: Principal) -> None:
    """Under row-level security, too: what is compared is known not to leak, and all of it is in the index."""
    with psycopg.connect(spread.conninfo, autocommit=True) as conn:
        conn.execute(MANY)
        conn.execute("VACUUM ANALYZE fact_index")

    def plan(name: str, wanted: FactFilter, **params: Any) -> str:
        given = narrowed(wanted) | {"fact_types": list(FACT_TYPES)} | params
        with spread.read(who) as conn:
            rows = conn.execute("EXPLAIN " + Q[name].sql, given).fetchall()
        return "\n".join(str(next(iter(row.values()))) for row in rows)

    deep = {"after_day": "2026-03-03", "after_type": "decision", "after_id": 5, "limit": 26}
    page = plan("facts_page_by_type", FactFilter(), **deep)
    assert "Index Only Scan using fact_index_type" in page
    assert "Index Cond: ((fact_type = k.fact_type) AND (ROW(" in page
    of_client = plan("facts_page_by_type", FactFilter(client_id=1), **deep)
    assert "Index Cond: ((client_id = '1'::bigint) AND (fact_type = k.fact_type) AND (ROW(" in of_client
    opened = plan("facts_page_by_type", FactFilter(statuses=("open",)), **deep)
    assert "Index Cond: ((status = 'open'::text) AND (fact_type = k.fact_type) AND (ROW(" in opened
    counted = plan("fact_counts", FactFilter(since=MONDAY, until=MONDAY), most=10)
    assert "Index Only Scan" in counted
    assert counted.count("CASE WHEN (happened_on IS NULL)") == 2
    assert "Filter: (CASE WHEN" not in counted
