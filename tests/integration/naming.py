"""Meetings with names in them, written as a capture writes them, and what became of the names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from psycopg.types.json import Jsonb

from memo.capture.tools import WORKER
from memo.models import Principal
from memo.names.resolve import resolve_meeting
from memo.store.pool import Connection, Database

ANA = Principal(name="Ana", member_id=None, role="member", agent="memo")
BEA = Principal(name="Bea", member_id=None, role="member", agent="memo")


def person(db: Database, name: str, **columns: object) -> int:
    """Somebody known."""
    with db.owner() as conn:
        row = conn.execute("INSERT INTO people (name) VALUES (%s) RETURNING id", (name,)).fetchone()
        assert row is not None
        for column, value in columns.items():
            conn.execute(f"UPDATE people SET {column} = %s WHERE id = %s", (value, row["id"]))
    return int(row["id"])


def project(db: Database, name: str) -> int:
    with db.owner() as conn:
        row = conn.execute("INSERT INTO projects (name) VALUES (%s) RETURNING id", (name,)).fetchone()
    assert row is not None
    return int(row["id"])


def meeting(
    db: Database,
    *,
    voices: Sequence[str] = (),
    listed: Sequence[str] = (),
    items: Sequence[str] = (),
    makers: Sequence[Sequence[str]] = (),
    title: str = "Weekly sync",
    held_on: date = date(2026, 3, 4),
    project_id: int | None = None,
    audience: list[str] | None = None,
    replaces: int | None = None,
    resolve: bool = True,
) -> int:
    """A meeting in which `voices` speak, `items` have these assignees and decisions these makers; its id."""
    text, turns = "", []
    for index, voice in enumerate(voices):
        said = f"{voice}: I will look into point {index} of the list.\n"
        turns.append({"index": index, "speaker": voice, "start": len(text), "end": len(text) + len(said)})
        text += said
    with db.owner() as conn:
        row = conn.execute(
            "INSERT INTO meetings (title, held_on, summary, transcript, turns, project_id, audience, source_type,"
            " source_id, triggered_by_agent)"
            " VALUES (%s, %s, 'What was said.', %s, %s, %s, %s, 'meeting', 'test', 'memo') RETURNING id",
            (title, held_on, text, Jsonb(turns), project_id, audience),
        ).fetchone()
        assert row is not None
        meeting_id = int(row["id"])
        for name in dict.fromkeys([*voices, *listed]):
            conn.execute("INSERT INTO attendees (meeting_id, name) VALUES (%s, %s)", (meeting_id, name))
        if replaces is not None:
            conn.execute(
                "UPDATE meetings SET status = 'replaced', replaced_by = %s WHERE id = %s", (meeting_id, replaces)
            )
            conn.execute("UPDATE action_items SET status = 'replaced' WHERE meeting_id = %s", (replaces,))
        add_facts(conn, meeting_id, items=items, makers=makers)
        if resolve:
            resolve_meeting(conn, WORKER, meeting_id)
    return meeting_id


def add_facts(
    conn: Connection, meeting_id: int, *, items: Sequence[str] = (), makers: Sequence[Sequence[str]] = ()
) -> None:
    where = "meeting_id, happened_on, project_id, audience, source_type, source_id, triggered_by_agent"
    of_meeting = "id, held_on, project_id, audience, 'import', 'test', 'memo' FROM meetings WHERE id = %s"
    for index, name in enumerate(items):
        conn.execute(
            f"INSERT INTO action_items (description, assignee_name, {where}) SELECT %s, %s, {of_meeting}",
            (f"Write part {index} of the plan", name, meeting_id),
        )
    for index, names in enumerate(makers):
        row = conn.execute(
            f"INSERT INTO decisions (description, {where}) SELECT %s, {of_meeting} RETURNING id",
            (f"We keep supplier {index}", meeting_id),
        ).fetchone()
        assert row is not None
        for name in names:
            conn.execute("INSERT INTO decision_makers (decision_id, name) VALUES (%s, %s)", (row["id"], name))


def names(db: Database, meeting_id: int) -> dict[str, str | None]:
    """Whom each name of a meeting stands for; "?" while it waits, None for just a name."""
    with db.owner() as conn:
        rows = conn.execute(
            """
            SELECT r.name, CASE WHEN r.pending THEN '?' ELSE p.name END AS who FROM (
                SELECT name, person_id, pending FROM attendees WHERE meeting_id = %(m)s
                UNION SELECT k.name, k.person_id, k.pending FROM decision_makers k
                      JOIN decisions d ON d.id = k.decision_id WHERE d.meeting_id = %(m)s
                UNION SELECT assignee_name, assignee_id, assignee_pending FROM action_items WHERE meeting_id = %(m)s
            ) r LEFT JOIN people p ON p.id = r.person_id
            """,
            {"m": meeting_id},
        ).fetchall()
    found: dict[str, str | None] = {}
    for row in rows:
        assert found.setdefault(row["name"], row["who"]) == row["who"], f"{row['name']} stands for two"
    return found


def indexed(db: Database, person_id: int) -> dict[str, int]:
    """How many facts of each type the search index files under a person."""
    with db.owner() as conn:
        rows = conn.execute(
            "SELECT fact_type, count(*) AS n FROM fact_index WHERE people @> ARRAY[%s::bigint] GROUP BY fact_type",
            (person_id,),
        ).fetchall()
    return {row["fact_type"]: row["n"] for row in rows}


def aliases(db: Database) -> dict[str, tuple[int, bool]]:
    """Live aliases: whom each stands for, and whether Memo itself was sure."""
    with db.owner() as conn:
        rows = conn.execute(
            "SELECT alias, entity_id, auto_resolved FROM entity_aliases WHERE revoked_at IS NULL"
        ).fetchall()
    return {row["alias"]: (row["entity_id"], row["auto_resolved"]) for row in rows}
