"""The database itself keeps restricted rows to their audience: read from its catalogue, so new tables count too."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from memo.capture.work import capture
from memo.errors import NotAllowed
from memo.models import LOCAL_USER, FactFilter, Principal
from memo.store.facts import facts_page
from memo.store.pool import Database
from tests.integration.capturing import STANDUP, Script, tools

OPEN = {
    "people": "names are the team's, whatever meeting they come from",
    "clients": "names",
    "projects": "names",
    "entity_aliases": "other names",
    "members": "who is on the team; nobody but the owner of the tables changes it",
    "schema_migrations": "the names of schema files; read only",
    "slack_turns": "when a channel may be written to again",
    "procrastinate_jobs": "numbers of captures that wait",
    "procrastinate_events": "when these were taken",
    "procrastinate_periodic_defers": "unused",
    "procrastinate_workers": "signs of life",
}
"""Tables that row-level security leaves alone, each with the reason."""

BEN = Principal(name="Ben", member_id=8, role="member")
LEGAL = Principal(name="Lea", member_id=7, role="member", audience=("group:legal",))


def relations(db: Database) -> list[dict[str, object]]:
    with db.owner() as conn:
        return conn.execute(
            """
            SELECT c.relname AS name, c.relkind::text AS kind, c.relrowsecurity AS secured,
                   c.relforcerowsecurity AS forced,
                   (SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid) AS policies,
                   'security_invoker=true' = ANY(coalesce(c.reloptions, '{}')) AS invoker
            FROM pg_class c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
              AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
            """
        ).fetchall()


def test_every_table_and_view_is_protected_or_open_for_a_reason(db: Database) -> None:
    found = relations(db)
    assert {"facts", "decisions", "fact_index"} <= {str(each["name"]) for each in found}
    for each in found:
        if each["kind"] == "v":
            assert each["invoker"], f"the view {each['name']} shows what its owner sees: WITH (security_invoker = true)"
        elif each["name"] not in OPEN:
            protected = each["secured"] and each["forced"] and each["policies"]
            assert protected, f"{each['name']}: add a policy to access.sql, or say in OPEN why it needs none"
    assert OPEN.keys() <= {each["name"] for each in found}


def test_the_role_of_the_application_owns_nothing_and_bypasses_nothing(db: Database) -> None:
    with db.owner() as conn:
        role = conn.execute("SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = 'memo_app'")
        assert role.fetchone() == {"rolsuper": False, "rolbypassrls": False, "rolcreaterole": False}
        owned = conn.execute("SELECT count(*) AS n FROM pg_class WHERE relowner = 'memo_app'::regrole").fetchone()
        assert owned == {"n": 0}
        definer = conn.execute(
            "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef"
        ).fetchall()
        assert definer == [], "a function that runs as its owner sees everything"


@pytest.mark.parametrize("scope", ["", None])
def test_without_a_scope_there_is_nothing(db: Database, scope: str | None) -> None:
    capture(db, LOCAL_USER, tools(Script()), STANDUP, "open.txt")
    with db.owner() as conn:
        conn.execute("INSERT INTO answers (question, answer, abstained, asked_by) VALUES ('q', '{}', true, 'x')")
    tables = [each["name"] for each in relations(db) if each["name"] not in OPEN]
    with psycopg.connect(db.conninfo) as conn:
        conn.execute("SET LOCAL ROLE memo_app")
        if scope is not None:
            conn.execute("SELECT set_config('memo.audience', %s, true)", (scope,))
        for table in tables:
            rows = conn.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(str(table)))).fetchone()
            assert rows == (0,), table


@pytest.mark.parametrize("table", ["meetings", "decisions", "action_items", "captures", "notes", "client_contexts"])
def test_nothing_is_planted_among_others(db: Database, table: str) -> None:
    columns = {
        "meetings": "title, source_type, source_id, triggered_by_agent) VALUES ('t', 'import', 'x', 'memo'",
        "decisions": "description, source_type, source_id, triggered_by_agent) VALUES ('d', 'import', 'x', 'memo'",
        "action_items": "description, source_type, source_id, triggered_by_agent) VALUES ('d', 'import', 'x', 'memo'",
        "captures": "source_key, content_sha256, text, triggered_by_agent) VALUES ('k', 's', 't', 'memo'",
        "notes": "provider, key, title, content, content_sha256) VALUES ('folder', 'k', 't', 'c', 's'",
        "client_contexts": "client_id, text, source_type, source_id, triggered_by_agent) "
        "VALUES ((SELECT id FROM clients), 't', 'import', 'x', 'memo'",
    }[table]
    with db.owner() as conn:
        conn.execute("INSERT INTO clients (name) VALUES ('Northwind')")
    foreign = f"INSERT INTO {table} (audience, {columns.replace('VALUES (', chr(86) + 'ALUES (%s::text[], ')})"
    with pytest.raises(NotAllowed), db.write(BEN) as conn:
        conn.execute(foreign, (["group:legal"],))
    with db.write(LEGAL) as conn:
        conn.execute(foreign, (["group:legal"],))


def test_a_row_cannot_be_moved_among_others(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(Script()), STANDUP, "open.txt")
    with pytest.raises(NotAllowed), db.write(BEN) as conn:
        conn.execute("UPDATE meetings SET audience = '{group:legal}' WHERE id = %s", (record.meeting_id,))


def test_children_of_what_is_hidden_cannot_be_written(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(Script()), STANDUP, "s.txt", audience=("group:legal",))
    decision = record.decisions[0].id
    statements = (
        ("INSERT INTO attendees (meeting_id, name) VALUES (%s, 'x')", record.meeting_id),
        (
            "INSERT INTO rejected_items (meeting_id, kind, text, why) VALUES (%s, 'decision', 't', 'w')",
            record.meeting_id,
        ),
        ("INSERT INTO decision_makers (decision_id, name) VALUES (%s, 'x')", decision),
        (
            "INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by) "
            "VALUES ('decision', %s, '{}', '{}', 'r', 'x')",
            decision,
        ),
        (
            "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id) "
            "VALUES ('implements', 'action_item', 1, 'decision', %s)",
            decision,
        ),
        (
            "INSERT INTO agent_runs (trigger_detail, model, capture_id, latency_ms, outcome, started_at) "
            "VALUES ('t', 'm', %s, 1, 'ok', now())",
            record.capture_id,
        ),
    )
    for statement, hidden in statements:
        with pytest.raises(NotAllowed), db.write(BEN) as conn:
            conn.execute(statement, (hidden,))
    for table in ("meetings", "decisions", "action_items", "captures", "attendees"):
        with db.write(BEN) as conn:
            assert conn.execute(f"DELETE FROM {table}").rowcount == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE members SET role = 'admin'",
        "INSERT INTO members (email, role) VALUES ('x@example.com', 'admin')",
        "DELETE FROM members",
        "DELETE FROM schema_migrations",
        "UPDATE schema_migrations SET sha256 = ''",
        "DELETE FROM procrastinate_workers",
        "CREATE TABLE planted (id int)",
        "ALTER TABLE meetings DISABLE ROW LEVEL SECURITY",
    ],
)
@pytest.mark.parametrize("who", [BEN, LOCAL_USER], ids=["member", "owner"])
def test_what_no_page_may_do(db: Database, statement: str, who: Principal) -> None:
    with pytest.raises(NotAllowed), db.write(who) as conn:
        conn.execute(statement)


def test_a_connection_carries_nothing_over(database_url: str) -> None:
    with Database(database_url, max_size=1) as db:
        capture(db, LOCAL_USER, tools(Script()), STANDUP, "s.txt", audience=("group:legal",))
        for _ in range(3):
            with db.read(LEGAL) as conn:
                assert facts_page(conn, FactFilter(), limit=10)
            with db.read(BEN) as conn:
                assert not facts_page(conn, FactFilter(), limit=10)
            with pytest.raises(ZeroDivisionError), db.write(LEGAL):
                raise ZeroDivisionError
            with db.read(BEN) as conn:
                assert not facts_page(conn, FactFilter(), limit=10)


def test_a_meeting_without_a_summary_has_a_history(db: Database) -> None:
    with db.write(LEGAL) as conn:
        meeting = conn.execute(
            "INSERT INTO meetings (title, audience, source_type, source_id, triggered_by_agent) "
            "VALUES ('Bare', '{group:legal}', 'import', 'x', 'memo') RETURNING id"
        ).fetchone()
        assert meeting is not None
        conn.execute(
            "INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by) "
            "VALUES ('meeting', %s, '{}', '{}', 'r', 'x')",
            (meeting["id"],),
        )
    with db.read(LEGAL) as conn:
        assert len(conn.execute("SELECT * FROM fact_edits").fetchall()) == 1
    with db.read(BEN) as conn:
        assert conn.execute("SELECT * FROM fact_edits").fetchall() == []
    with db.write(LOCAL_USER) as conn:
        conn.execute("DELETE FROM meetings")
    with db.owner() as conn:
        assert conn.execute("SELECT * FROM fact_edits").fetchall() == []
