"""Who else should know an answer: those who decided, or have, what it cites, as the facts say now."""

from __future__ import annotations

import pytest

from memo.facts.concerned import Concerned, concerned
from memo.models import LOCAL_USER, Citation, FactType, Principal
from memo.retrieval.imports import import_facts
from memo.store.pool import Database

LINES = [
    {"fact_type": "decision", "text": "We use Postgres.", "decided_by": ["Ana Costa", "Ben Ode"]},
    {"fact_type": "decision", "text": "We print in Porto.", "decided_by": ["Ana Costa"]},
    {"fact_type": "action_item", "text": "Write the plan", "assignee": "Ana Costa"},
    {"fact_type": "action_item", "text": "Order paper", "assignee": "Cleo Park", "status": "done"},
    {"fact_type": "action_item", "text": "Rent a hall", "status": "cancelled", "assignee": "Cleo Park"},
    {"fact_type": "action_item", "text": "Water the plants"},
    {"fact_type": "client_context", "text": "They pay in March.", "client": "Northwind"},
]


@pytest.fixture
def cited(db: Database) -> list[Citation]:
    """Every fact of `LINES`, in their order."""
    import_facts(db, LOCAL_USER, LINES)
    with db.owner() as conn:
        rows = conn.execute("SELECT fact_type, fact_id, text FROM facts").fetchall()
    order = [line["text"] for line in LINES]
    return [
        citation(number, row["fact_type"], row["fact_id"], row["text"])
        for number, row in enumerate(sorted(rows, key=lambda row: order.index(row["text"])), start=1)
    ]


def citation(number: int, fact_type: FactType, fact_id: int, text: str) -> Citation:
    return Citation(
        n=number, fact_type=fact_type, fact_id=fact_id, text=text, meeting_id=None, meeting=None, happened_on=None,
        quote=None, turn=None,
    )  # fmt: skip


def test_each_is_named_once_with_all_the_sources(db: Database, cited: list[Citation]) -> None:
    assert concerned(db, LOCAL_USER, cited) == [
        Concerned(name="Ana Costa", parts={"decided": (1, 2), "has to do": (3,)}),
        Concerned(name="Ben Ode", parts={"decided": (1,)}),
        Concerned(name="Cleo Park", parts={"has done": (4,), "was to do": (5,)}),
    ]


def test_only_of_what_is_cited(db: Database, cited: list[Citation]) -> None:
    assert [one.name for one in concerned(db, LOCAL_USER, cited[2:3])] == ["Ana Costa"]
    assert concerned(db, LOCAL_USER, cited[5:]) == []
    assert concerned(db, LOCAL_USER, []) == []


def test_whoever_asks_knows_already(db: Database, cited: list[Citation]) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO people (name, email) VALUES ('Ana Costa', 'ana@example.com') ON CONFLICT DO NOTHING")
        conn.execute("INSERT INTO members (id, email) OVERRIDING SYSTEM VALUE VALUES (7, 'ana@example.com')")
        conn.execute("UPDATE people SET email = 'ana@example.com' WHERE name = 'Ana Costa'")
    ana = Principal(name="ana@example.com", member_id=7, email="ana@example.com", role="reader")
    assert [one.name for one in concerned(db, ana, cited)] == ["Ben Ode", "Cleo Park"]


def test_what_is_for_others_by_now_names_nobody(db: Database, cited: list[Citation]) -> None:
    with db.owner() as conn:
        conn.execute("UPDATE action_items SET audience = '{group:legal}'")
    reader = Principal(name="Rae", member_id=9, role="reader")
    assert [one.name for one in concerned(db, reader, cited)] == ["Ana Costa", "Ben Ode"]
    assert concerned(db, reader, cited[3:4]) == []
