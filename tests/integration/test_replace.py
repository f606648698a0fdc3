"""Reading a meeting anew: the old facts stay as history, what people did to them is done to the new ones."""

from __future__ import annotations

import threading
from datetime import date

from psycopg.types.json import Jsonb

from memo.capture.accept import accept_rejected
from memo.capture.record import meeting_record
from memo.capture.work import capture
from memo.extraction import PartText
from memo.models import LOCAL_USER, CaptureRecord, Draft, DraftAction, DraftDecision
from memo.store.pool import Database
from tests.integration.capturing import STANDUP, Script, by_the_book, tools

POSTGRES = "we use Postgres for the event store, because the team already runs it."


def replaced(db: Database, script: Script | None = None, **asked: object) -> CaptureRecord:
    return capture(db, LOCAL_USER, tools(script or Script()), STANDUP, "standup.txt", replace=True, **asked)  # type: ignore[arg-type]


def edit(db: Database, table: str, fact_type: str, fact_id: int, **columns: object) -> None:
    """What editing a fact does: the column changes, and the history says so."""
    with db.owner() as conn:
        for column, value in columns.items():
            row = conn.execute(f"SELECT {column} AS was FROM {table} WHERE id = %s", (fact_id,)).fetchone()
            assert row is not None
            conn.execute(f"UPDATE {table} SET {column} = %s WHERE id = %s", (value, fact_id))
            conn.execute(
                "INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by)"
                " VALUES (%s, %s, %s, %s, 'it was wrong', 'ana')",
                (fact_type, fact_id, Jsonb({column: str(row["was"])}), Jsonb({column: str(value)})),
            )


def test_replacing_keeps_the_old_reading_out_of_sight(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    second = replaced(db)
    assert second.state == "stored"
    assert second.capture_id == first.capture_id
    assert second.meeting_id != first.meeting_id
    old = meeting_record(db, LOCAL_USER, first.meeting_id or 0)
    assert (old.state, len(old.decisions), len(old.action_items)) == ("replaced", 1, 1)
    with db.read(LOCAL_USER) as conn:
        rows = conn.execute(
            "SELECT meeting_id, status, count(*) AS n FROM fact_index GROUP BY 1, 2 ORDER BY 1, 2"
        ).fetchall()
    assert [(row["meeting_id"], row["status"], row["n"]) for row in rows] == [
        (first.meeting_id, "replaced", 2),
        (second.meeting_id, "active", 1),
        (second.meeting_id, "open", 1),
    ]


def test_what_people_did_is_done_again_where_the_fact_returns(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    decision, item = first.decisions[0].id, first.action_items[0].id
    edit(db, "decisions", "decision", decision, description="Postgres it is", reasoning="known")
    edit(db, "action_items", "action_item", item, due_on=date(2026, 4, 1))
    with db.owner() as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Benjamin Ode')")
        conn.execute("UPDATE decision_makers SET person_id = 1 WHERE decision_id = %s", (decision,))
        conn.execute(
            "UPDATE action_items SET status = 'done', status_changed_at = now(), assignee_id = 1 WHERE id = %s", (item,)
        )
        conn.execute("UPDATE attendees SET person_id = 1 WHERE name = 'Ben Ode'")
    second = replaced(db)
    assert [(d.description, d.reasoning, d.decided_by) for d in second.decisions] == [
        ("Postgres it is", "known", ["Benjamin Ode"])
    ]
    assert [(a.assignee, a.due_on) for a in second.action_items] == [("Benjamin Ode", date(2026, 4, 1))]
    assert "Benjamin Ode" in second.attendees
    assert second.not_carried_over == []
    assert [line.split("”: ")[1] for line in second.carried_over] == [
        "description as edited and reasoning as edited.",
        "due on as edited and status done.",
    ]
    with db.read(LOCAL_USER) as conn:
        status = conn.execute("SELECT status FROM action_items WHERE id = %s", (second.action_items[0].id,)).fetchone()
        edits = conn.execute(
            "SELECT count(*) AS n FROM fact_edits WHERE fact_type = 'decision' AND fact_id = %s",
            (second.decisions[0].id,),
        ).fetchone()
    assert status == {"status": "done"}
    assert edits == {"n": 2}
    third = replaced(db)
    assert [d.description for d in third.decisions] == ["Postgres it is"], (
        "an edited fact returns by what was read first"
    )


def test_a_fact_returns_by_its_quote_as_well(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    with db.owner() as conn:
        conn.execute("UPDATE decisions SET status = 'wrong' WHERE id = %s", (first.decisions[0].id,))

    def otherwise(part: PartText) -> Draft:
        draft = DraftDecision(description="The event store uses Postgres, the team already runs it", quote=POSTGRES)
        return Draft(decisions=(draft,))

    second = replaced(db, Script(otherwise))
    assert second.decisions == [], "what a person called wrong stays wrong"
    assert second.carried_over[0].endswith("status wrong.")


def test_what_finds_no_place_is_listed(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    edit(db, "decisions", "decision", first.decisions[0].id, description="Postgres it is")
    second = replaced(db, Script(lambda part: by_the_book(part).model_copy(update={"decisions": ()})))
    assert second.decisions == []
    assert second.not_carried_over == [
        "Decision “Postgres it is”: description as edited; the new reading does not have it."
    ]
    assert second.carried_over == []


def test_what_a_person_added_stays(db: Database) -> None:
    def doubtful(part: PartText) -> Draft:
        task = DraftAction(
            description="Order 50 laptops",
            assignee="Cleo Park",
            due_text="next week",
            quote="I will order the new laptops",
        )
        return by_the_book(part).model_copy(update={"action_items": (task,)})

    first = capture(db, LOCAL_USER, tools(Script(doubtful)), STANDUP, "standup.txt")
    assert [item.text for item in first.rejected] == ["Order 50 laptops"]
    with db.read(LOCAL_USER) as conn:
        row = conn.execute("SELECT id FROM rejected_items").fetchone()
    assert row is not None
    accepted = accept_rejected(db, LOCAL_USER, row["id"])
    assert accepted.fact_type == "action_item"
    second = replaced(db, Script(doubtful))
    assert [(item.id, item.description) for item in second.action_items] == [(accepted.fact_id, "Order 50 laptops")]
    assert second.carried_over == ["Action item “Order 50 laptops”: added by a person."]
    assert second.rejected == [], "what was accepted does not ask again"


def test_a_meeting_that_people_corrected_stays_corrected(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    edit(db, "meetings", "meeting", first.meeting_id or 0, title="Database day")
    second = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt", replace=True)
    assert (second.title, second.held_on) == ("Database day", date(2026, 3, 2))
    assert second.carried_over == ["Meeting: title as edited."]


def test_what_was_typed_with_the_replacement_counts(db: Database) -> None:
    capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt", client="Northwind")
    second = replaced(db, title="Anew", held_on=date(2026, 3, 3))
    assert (second.title, second.held_on) == ("Anew", date(2026, 3, 3))
    with db.read(LOCAL_USER) as conn:
        rows = conn.execute("SELECT DISTINCT client_id, happened_on FROM decisions WHERE status = 'active'").fetchall()
    assert rows == [{"client_id": 1, "happened_on": date(2026, 3, 3)}]


def test_names_of_a_replaced_meeting_no_longer_wait(db: Database) -> None:
    capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    with db.owner() as conn:
        conn.execute("UPDATE attendees SET pending = true")
        conn.execute("UPDATE decision_makers SET pending = true")
        conn.execute("UPDATE action_items SET assignee_pending = true")
    replaced(db)
    with db.owner() as conn:
        for table, column in (
            ("attendees", "pending"),
            ("decision_makers", "pending"),
            ("action_items", "assignee_pending"),
        ):
            assert conn.execute(f"SELECT count(*) AS n FROM {table} WHERE {column}").fetchone() == {"n": 0}


def test_a_replacement_that_fails_leaves_the_old_reading(db: Database) -> None:
    from memo.errors import ModelRefused

    def refuses(part: PartText) -> Draft:
        raise ModelRefused

    first = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    failed = replaced(db, Script(refuses))
    assert (failed.state, failed.meeting_id, len(failed.decisions)) == ("failed_final", first.meeting_id, 1)
    with db.read(LOCAL_USER) as conn:
        assert conn.execute("SELECT count(*) AS n FROM decisions WHERE status = 'active'").fetchone() == {"n": 1}


def test_no_reader_ever_sees_both_readings_or_none(db: Database) -> None:
    capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    seen: set[int] = set()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            with db.read(LOCAL_USER) as conn:
                row = conn.execute("SELECT count(*) AS n FROM fact_index WHERE status IN ('active', 'open')").fetchone()
                assert row is not None
                seen.add(row["n"])

    reader = threading.Thread(target=look)
    reader.start()
    for _ in range(15):
        replaced(db)
    stop.set()
    reader.join()
    assert seen == {2}
