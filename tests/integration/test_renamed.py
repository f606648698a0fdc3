"""A client, a project, a person or a meeting that is called otherwise: what finds its facts says so at once."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from memo.models import LOCAL_USER, FactFilter, Principal
from memo.retrieval.backfill import backfill
from memo.retrieval.browse import facts_page
from memo.retrieval.imports import import_facts
from memo.retrieval.search import search
from memo.store.migrate import migrate
from memo.store.pool import Database
from memo.store.schema import Plan, load_plan
from tests.fakes.hashed import hashed_embedder

EMBEDDER = hashed_embedder()
RENAMING = "0004_renamed.sql"
LINES: list[dict[str, Any]] = [
    {"fact_type": "client_context", "text": "They pay in March.", "client": "Northwind"},
    {"fact_type": "client_context", "text": "They print on A5.", "client": "Contoso"},
    {"fact_type": "project_context", "text": "It runs at night.", "project": "Lighthouse", "client": "Northwind"},
    {
        "fact_type": "action_item", "text": "Write the plan", "assignee": "Ana Costa", "client": "Northwind",
        "project": "Lighthouse", "meeting": "Kickoff", "happened_on": "2026-03-02",
    },
    {
        "fact_type": "decision", "text": "We use Postgres.", "client": "Northwind", "project": "Lighthouse",
        "meeting": "Kickoff", "happened_on": "2026-03-02",
    },
    {"fact_type": "decision", "text": "We print in Porto.", "client": "Contoso", "project": "Lighthouse"},
    {"fact_type": "decision", "text": "We hire in May.", "client": "Northwind"},
]  # fmt: skip


def fill(db: Database) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Ana Costa')")
    import_facts(db, LOCAL_USER, LINES)
    backfill(db, EMBEDDER)


@pytest.fixture
def filled(db: Database) -> Database:
    fill(db)
    return db


def index(db: Database, text: str) -> dict[str, Any]:
    """The index row of the fact that begins with `text`."""
    with db.owner() as conn:
        (row,) = conn.execute(
            "SELECT search_text, heading, embedding IS NOT NULL AS embedded, "
            "(SELECT name FROM clients WHERE id = client_id) AS client FROM fact_index "
            "WHERE starts_with(search_text, %s) AND fact_type <> 'meeting'",
            (text,),
        ).fetchall()
    return row


def change(db: Database, statement: str) -> None:
    with db.owner() as conn:
        conn.execute(statement)


def found(db: Database, words: str) -> str:
    return search(db, LOCAL_USER, words, limit=1, embedder=EMBEDDER, rerank=False)[0].text


def test_a_client_of_another_name(filled: Database) -> None:
    change(filled, "UPDATE clients SET name = 'Tidewater Ferries' WHERE name = 'Northwind'")
    renamed = index(filled, "They pay")
    assert renamed["search_text"] == "They pay in March. · Tidewater Ferries"
    assert not renamed["embedded"]
    assert index(filled, "They print")["embedded"]
    assert backfill(filled, EMBEDDER).done == 1
    assert found(filled, "Tidewater") == "They pay in March."


def test_a_project_of_another_name(filled: Database) -> None:
    change(filled, "UPDATE projects SET name = 'Beacon' WHERE name = 'Lighthouse'")
    renamed = index(filled, "It runs")
    assert (renamed["search_text"], renamed["embedded"]) == ("It runs at night. · Beacon", False)
    assert index(filled, "We use")["embedded"]


def test_a_project_of_another_client_takes_along_what_was_filed_under_the_first(filled: Database) -> None:
    change(filled, "UPDATE projects SET client_id = (SELECT id FROM clients WHERE name = 'Contoso')")
    for text in ("It runs", "Write the plan", "We use"):
        moved = index(filled, text)
        assert (moved["client"], moved["embedded"]) == ("Contoso", True), text
    assert index(filled, "We hire")["client"] == "Northwind"
    with filled.owner() as conn:
        (client,) = conn.execute("SELECT id FROM clients WHERE name = 'Contoso'").fetchall()
    page = facts_page(filled, LOCAL_USER, FactFilter(client_id=client["id"]))
    assert {fact.client for fact in page.facts} == {"Contoso"}
    assert len(page.facts) == 5


def test_a_project_without_a_client_gets_one(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "We use Postgres.", "project": "Lighthouse"}])
    change(db, "INSERT INTO clients (name) VALUES ('Contoso')")
    change(db, "UPDATE projects SET client_id = (SELECT id FROM clients)")
    assert index(db, "We use")["client"] == "Contoso"


def test_a_person_of_another_name(filled: Database) -> None:
    change(filled, "UPDATE people SET name = 'Ana Lima'")
    renamed = index(filled, "Write the plan")
    assert (renamed["search_text"], renamed["embedded"]) == ("Write the plan · Ana Lima", False)
    backfill(filled, EMBEDDER)
    assert found(filled, "Lima") == "Write the plan"


def test_a_meeting_of_another_title(filled: Database) -> None:
    change(filled, "UPDATE meetings SET title = 'Opening day'")
    for text in ("Write the plan", "We use"):
        renamed = index(filled, text)
        assert (renamed["heading"], renamed["embedded"]) == ("Opening day", True)


def test_what_the_one_who_renames_cannot_see_follows_too(filled: Database) -> None:
    change(filled, "UPDATE client_contexts SET audience = '{group:legal}' WHERE text = 'They pay in March.'")
    change(filled, "UPDATE action_items SET audience = '{group:legal}'")
    with filled.write(Principal(name="Ben", member_id=2, role="admin")) as conn:
        conn.execute("UPDATE clients SET name = 'Tidewater Ferries' WHERE name = 'Northwind'")
        conn.execute("UPDATE people SET name = 'Ana Lima'")
        seen = conn.execute("SELECT count(*) AS n FROM client_contexts").fetchall()
    assert seen == [{"n": 1}], "the scope of the transaction is as it was"
    assert index(filled, "They pay")["search_text"].endswith("Tidewater Ferries")
    assert index(filled, "Write the plan")["search_text"].endswith("Ana Lima")


def test_nothing_is_written_where_nothing_changed(filled: Database) -> None:
    change(filled, "UPDATE clients SET name = name")
    change(filled, "UPDATE people SET nicknames = '{Annie}'")
    change(filled, "UPDATE projects SET name = name, client_id = client_id")
    with filled.owner() as conn:
        (left,) = conn.execute("SELECT count(*) AS n FROM fact_index WHERE embedding IS NULL").fetchall()
    assert left == {"n": 0}


def test_what_was_renamed_before_is_found_by_its_new_name(empty_database_url: str) -> None:
    plan = load_plan()
    earlier = Plan(tuple(step for step in plan.migrations if step.name < RENAMING), plan.queue, ())
    migrate(empty_database_url, plan=earlier)
    with psycopg.connect(empty_database_url) as conn:
        conn.execute("INSERT INTO clients (name) VALUES ('Northwind'), ('Contoso')")
        conn.execute("INSERT INTO projects (name, client_id) VALUES ('Lighthouse', 1)")
        conn.execute(
            "INSERT INTO project_contexts (project_id, text, source_type, source_id, triggered_by_agent) "
            "VALUES (1, 'It runs at night.', 'import', '1', 'memo')"
        )
        conn.execute("UPDATE projects SET name = 'Beacon', client_id = 2")
    migrate(empty_database_url)
    with psycopg.connect(empty_database_url) as conn:
        assert conn.execute("SELECT search_text, client_id FROM fact_index").fetchall() == [
            ("It runs at night. · Beacon", 2)
        ]
