"""The feed over six sources: the same facts as the index, paged without gaps, counted, shown to those who may see."""

from __future__ import annotations

from typing import Any

import pytest

from memo.errors import InputError, NotFound
from memo.models import FACT_TYPES, LOCAL_USER, FactFilter, Principal
from memo.retrieval.browse import fact_counts, facts_page, get_fact
from memo.retrieval.imports import import_facts
from memo.store.pool import Database

ONE_OF_EACH: list[dict[str, Any]] = [
    {"fact_type": "decision", "text": "Decide", "meeting": "M", "happened_on": "2026-03-01", "decided_by": ["Ada"]},
    {"fact_type": "action_item", "text": "Act", "meeting": "M", "happened_on": "2026-03-01", "assignee": "Bob"},
    {"fact_type": "meeting", "text": "Summed up", "meeting": "M", "happened_on": "2026-03-01"},
    {"fact_type": "client_context", "text": "About a client", "client": "C"},
    {"fact_type": "project_context", "text": "About a project", "client": "C", "project": "P"},
    {"fact_type": "pulse_summary", "text": "A digest", "happened_on": "2026-03-02"},
]


def test_all_six_arms_are_there_with_the_same_columns(db: Database) -> None:
    import_facts(db, LOCAL_USER, ONE_OF_EACH)
    with db.read(LOCAL_USER) as conn:
        rows = conn.execute("SELECT * FROM facts").fetchall()
    assert {row["fact_type"] for row in rows} == set(FACT_TYPES)
    assert all(row["text"] and row["source_type"] == "import" and row["triggered_by_agent"] for row in rows)
    assert {"embedding", "embedding_model", "audience", "status"} <= rows[0].keys()


def test_the_view_and_the_index_hold_the_same(db: Database) -> None:
    """After inserts, edits and deletes, column by column."""
    import_facts(db, LOCAL_USER, ONE_OF_EACH)
    both = ", ".join(
        [
            "fact_type",
            "fact_id",
            "client_id",
            "project_id",
            "meeting_id",
            "happened_on",
            "captured_at",
            "status",
            "audience",
        ]
    )

    def differences() -> list[Any]:
        with db.owner() as conn:
            return conn.execute(
                f"(SELECT {both} FROM facts EXCEPT SELECT {both} FROM fact_index) "
                f"UNION ALL (SELECT {both} FROM fact_index EXCEPT SELECT {both} FROM facts)"
            ).fetchall()

    assert differences() == []
    with db.owner() as conn:
        conn.execute("UPDATE meetings SET held_on = '2026-04-01', audience = '{group:board}'")
        conn.execute("UPDATE decisions SET status = 'superseded'")
        conn.execute("UPDATE projects SET client_id = NULL")
        conn.execute("UPDATE project_contexts SET text = 'New'")
    assert differences() == []
    with db.owner() as conn:
        conn.execute("DELETE FROM meetings")
        conn.execute("DELETE FROM client_contexts")
    assert differences() == []
    assert sum(fact_counts(db, LOCAL_USER).values()) == 2


def test_pages_have_no_gap_and_no_repeat(db: Database) -> None:
    days = [None, "2026-01-01", "2026-01-02", "2026-01-02", "2026-01-02", None, "2025-12-31"]
    import_facts(
        db,
        LOCAL_USER,
        [
            {"fact_type": kind, "text": f"{kind} {n}", "happened_on": day}
            for n, day in enumerate(days)
            for kind in ("decision", "action_item")
        ],
    )
    whole = facts_page(db, LOCAL_USER, limit=100)
    assert whole.next is None
    assert len(whole.facts) == 14
    dates = [fact.happened_on for fact in whole.facts]
    assert dates == sorted(dates, key=lambda day: (day is not None, day or 0), reverse=True)
    for size in (1, 2, 3, 5, 13):
        seen: list[str] = []
        after = None
        while True:
            page = facts_page(db, LOCAL_USER, limit=size, after=after)
            seen += [fact.text for fact in page.facts]
            after = page.next
            if after is None:
                break
        assert seen == [fact.text for fact in whole.facts]


def test_a_page_stays_in_place_while_facts_arrive(db: Database) -> None:
    import_facts(
        db, LOCAL_USER, [{"fact_type": "decision", "text": f"D{n}", "happened_on": "2026-01-01"} for n in range(4)]
    )
    first = facts_page(db, LOCAL_USER, limit=2)
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "Newest", "happened_on": "2026-02-01"}])
    second = facts_page(db, LOCAL_USER, limit=2, after=first.next)
    assert [fact.text for fact in (*first.facts, *second.facts)] == ["D3", "D2", "D1", "D0"]


@pytest.mark.parametrize(
    "cursor", ["x", "2026-01-01", "2026-01-01.decision", "2026-01-01.secret.1", "'; DROP TABLE facts"]
)
def test_a_broken_place_is_refused(db: Database, cursor: str) -> None:
    with pytest.raises(InputError):
        facts_page(db, LOCAL_USER, after=cursor)


def test_facts_are_counted_by_type(db: Database) -> None:
    import_facts(db, LOCAL_USER, ONE_OF_EACH)
    assert fact_counts(db, LOCAL_USER) == dict.fromkeys(FACT_TYPES, 1)
    counts = fact_counts(db, LOCAL_USER, FactFilter(fact_types=("decision",), text="decide"))
    assert counts == dict.fromkeys(FACT_TYPES, 0) | {"decision": 1}


def test_one_fact_is_read_whatever_its_status(db: Database) -> None:
    import_facts(db, LOCAL_USER, ONE_OF_EACH)
    for fact in facts_page(db, LOCAL_USER).facts:
        assert get_fact(db, LOCAL_USER, fact.fact_type, fact.fact_id) == fact
    with db.owner() as conn:
        conn.execute("UPDATE decisions SET status = 'wrong'")
    assert "decision" not in {fact.fact_type for fact in facts_page(db, LOCAL_USER).facts}
    (decision,) = facts_page(db, LOCAL_USER, FactFilter(statuses=("wrong",))).facts
    assert get_fact(db, LOCAL_USER, "decision", decision.fact_id).people == ("Ada",)
    with pytest.raises(NotFound):
        get_fact(db, LOCAL_USER, "decision", 10**9)


def test_nobody_reads_what_they_may_not_see(db: Database) -> None:
    import_facts(db, LOCAL_USER, [line | {"audience": ["group:board"]} for line in ONE_OF_EACH])
    outsider = Principal(name="x", member_id=1)
    assert facts_page(db, outsider).facts == ()
    assert set(fact_counts(db, outsider).values()) == {0}
    for fact in facts_page(db, LOCAL_USER).facts:
        with pytest.raises(NotFound):
            get_fact(db, outsider, fact.fact_type, fact.fact_id)
