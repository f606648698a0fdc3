"""Facts from elsewhere: what is found or made by name, what is a repeat, and what a bad line costs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from psycopg import errors

from memo.errors import ProvenanceViolation
from memo.export import export
from memo.models import LOCAL_USER, FactFilter, Principal
from memo.retrieval.browse import fact_counts, facts_page
from memo.retrieval.imports import import_facts
from memo.store.pool import Database

LINES: list[dict[str, Any]] = [
    {
        "fact_type": "decision",
        "text": "We use Postgres for billing.",
        "reasoning": "the team already runs it",
        "decided_by": ["Ada", "Bob"],
        "happened_on": "2026-03-04",
        "client": "Northwind",
        "project": "Billing",
        "meeting": "Weekly sync",
        "source_id": "d1",
    },
    {
        "fact_type": "action_item",
        "text": "Migrate the invoices.",
        "assignee": "Bob",
        "due_on": "2026-03-13",
        "due_text": "by Friday",
        "happened_on": "2026-03-04",
        "client": "northwind",
        "meeting": "weekly sync",
        "source_id": "a1",
    },
    {
        "fact_type": "meeting",
        "text": "They settled the database.",
        "meeting": "Weekly sync",
        "happened_on": "2026-03-04",
    },
    {"fact_type": "client_context", "text": "Pays by invoice.", "client": "Northwind"},
    {"fact_type": "project_context", "text": "Runs nightly.", "project": "Billing"},
    {"fact_type": "pulse_summary", "text": "A quiet day.", "happened_on": "2026-03-05"},
]


def everything(db: Database) -> dict[str, Any]:
    return {fact.fact_type: fact for fact in facts_page(db, LOCAL_USER).facts}


def test_all_kinds_are_stored_with_what_they_name(db: Database) -> None:
    report = import_facts(db, LOCAL_USER, LINES)
    assert (report.imported, report.updated, report.skipped, report.rejected) == (6, 0, 0, ())
    facts = everything(db)
    decision = facts["decision"]
    assert (decision.client, decision.project, decision.meeting) == ("Northwind", "Billing", "Weekly sync")
    assert (decision.people, decision.reasoning, decision.source_id) == (
        ("Ada", "Bob"),
        "the team already runs it",
        "d1",
    )
    assert (decision.source_type, decision.triggered_by_agent, decision.searchable) == ("import", "memo", False)
    action = facts["action_item"]
    assert (action.people, action.due_text, action.status) == (("Bob",), "by Friday", "open")
    assert action.client_id == decision.client_id
    assert action.meeting_id == decision.meeting_id == facts["meeting"].fact_id
    assert facts["client_context"].client_id == decision.client_id
    assert facts["project_context"].client_id == decision.client_id
    assert str(facts["pulse_summary"].happened_on) == "2026-03-05"


@pytest.mark.parametrize("nothing", [None, "", " "])
def test_what_says_nothing_may_be_written_out(db: Database, nothing: str | None) -> None:
    keys = ("happened_on", "client", "project", "meeting", "source_id", "reasoning", "quote", "assignee", "due_text")
    line = dict.fromkeys(keys, nothing) | {"happened_on": None}
    report = import_facts(db, LOCAL_USER, [line | {"fact_type": "decision", "text": "We wait."}])
    assert (report.imported, report.rejected) == (1, ())
    assert everything(db)["decision"].client is None


def test_the_same_lines_again_change_nothing(db: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    report = import_facts(db, LOCAL_USER, LINES)
    assert (report.imported, report.updated, report.skipped) == (0, 0, 6)
    assert "here already" in report.notes[0]
    assert sum(fact_counts(db, LOCAL_USER).values()) == 6


def test_one_source_with_another_text_is_updated(db: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    report = import_facts(db, LOCAL_USER, [LINES[0] | {"text": "We use MySQL for billing."}])
    assert (report.imported, report.updated) == (0, 1)
    assert everything(db)["decision"].text == "We use MySQL for billing."


def test_a_source_of_many_facts_keeps_them_apart(db: Database) -> None:
    lines = [{"fact_type": "decision", "text": text, "source_id": "minutes.md"} for text in ("One", "Two", "One")]
    report = import_facts(db, LOCAL_USER, lines)
    assert (report.imported, report.skipped) == (2, 1)
    again = import_facts(
        db, LOCAL_USER, [*lines, {"fact_type": "decision", "text": "Three", "source_id": "minutes.md"}]
    )
    assert (again.imported, again.updated, again.skipped) == (1, 0, 3)


def test_the_same_id_in_two_meetings_is_two_facts(db: Database) -> None:
    lines = [{"fact_type": "decision", "text": f"From {m}", "source_id": "1", "meeting": m} for m in ("A", "B")]
    assert import_facts(db, LOCAL_USER, lines[:1]).imported == 1
    assert import_facts(db, LOCAL_USER, lines[1:]).imported == 1
    assert fact_counts(db, LOCAL_USER)["decision"] == 2


def test_meetings_of_one_title_are_told_apart_by_day(db: Database) -> None:
    lines = [
        {"fact_type": "decision", "text": f"On day {day}", "meeting": "Weekly", "happened_on": f"2026-03-0{day}"}
        for day in (1, 2, 1)
    ]
    import_facts(db, LOCAL_USER, lines)
    meetings = {fact.text: fact.meeting_id for fact in facts_page(db, LOCAL_USER).facts}
    assert len(set(meetings.values())) == 2


def test_facts_keep_the_order_of_their_lines(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": f"Turn {n}", "meeting": "M"} for n in range(5)])
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "Turn 5", "meeting": "M"}])
    with db.owner() as conn:
        turns = {row["search_text"]: row["turn"] for row in conn.execute("SELECT search_text, turn FROM fact_index")}
    assert turns == {f"Turn {n}": n for n in range(6)}
    assert {fact.turn for fact in facts_page(db, LOCAL_USER).facts} == {None}, "there is no transcript to open"


BAD: list[dict[str, Any]] = [
    {},
    {"fact_type": "secret", "text": "x"},
    {"fact_type": "decision"},
    {"fact_type": "decision", "text": "  \n"},
    {"fact_type": "decision", "text": 7},
    {"fact_type": "decision", "text": "x", "happened_on": "31.02.2026"},
    {"fact_type": "decision", "text": "x", "status": "open"},
    {"fact_type": "client_context", "text": "x"},
    {"fact_type": "project_context", "text": "x"},
    {"fact_type": "pulse_summary", "text": "x"},
    {"fact_type": "decision", "text": "x" * 20_001},
]


def test_a_bad_line_is_refused_alone(db: Database) -> None:
    lines = [
        line for bad in BAD for line in (bad, {"fact_type": "decision", "text": f"Good {len(str(bad))} {bad!s:.40}"})
    ]
    report = import_facts(db, LOCAL_USER, lines)
    assert [number for number, _ in report.rejected] == list(range(1, 2 * len(BAD), 2))
    assert all(why for _, why in report.rejected)
    assert report.imported == len(BAD)


def test_a_field_that_is_not_known_is_told(db: Database) -> None:
    lines = [
        {"fact_type": "decision", "text": "Use Postgres.", "decision_makers": ["Ana"], "owner": ""},
        {"fact_type": "decision", "text": "Use Redis.", "decision_makers": ["Ana"], "x" * 90: 1, "title": "Sync"},
        {"fact_type": "decision", "text": "", "refused": 1},
    ]
    report = import_facts(db, LOCAL_USER, lines)
    assert report.imported == 2
    assert report.notes == (
        f"Left out were fields that Memo does not know (in so many lines): decision_makers (2), {'x' * 40} (1).",
    )


def test_of_many_unknown_fields_the_most_frequent_are_told(db: Database) -> None:
    line = {"fact_type": "decision", "text": "Use Postgres."} | {f"field{n}": 1 for n in range(7)}
    (note,) = import_facts(db, LOCAL_USER, [line]).notes
    assert note.count("(1)") == 5
    assert note.endswith(" and 2 more.")


def test_what_an_export_holds_is_known(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "Use Postgres.", "happened_on": "2026-03-04"}])
    text = "".join(export(db, LOCAL_USER, "jsonl"))
    report = import_facts(db, LOCAL_USER, [json.loads(line) | {"text": "Use it."} for line in text.splitlines()])
    assert not any("does not know" in note for note in report.notes)


def test_what_the_database_refuses_is_refused_alone(db: Database) -> None:
    """A rule that only the database knows: here one that the test adds."""
    with db.owner() as conn:
        conn.execute("ALTER TABLE decisions ADD CONSTRAINT no_elephants CHECK (description !~ 'elephant')")
    lines = [{"fact_type": "decision", "text": f"{n} {'elephants' if n in (3, 17) else 'mice'}"} for n in range(1, 40)]
    report = import_facts(db, LOCAL_USER, lines)
    assert [number for number, _ in report.rejected] == [3, 17]
    assert report.imported == 37


def test_odd_characters_are_cleaned_before_they_are_stored(db: Database) -> None:
    line = {"fact_type": "decision", "text": "Caf\u0065\u0301 \x00opens\r\nat \ud83d nine", "client": "N\x00orthwind"}
    import_facts(db, LOCAL_USER, [line])
    fact = everything(db)["decision"]
    assert (fact.text, fact.client) == ("Café opens\nat \ufffd nine", "Northwind")


def test_a_person_is_meant_only_when_the_name_is_theirs_alone(db: Database) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Ada'), ('Bob'), ('Bob')")
    import_facts(db, LOCAL_USER, LINES)
    with db.owner() as conn:
        makers = conn.execute(
            "SELECT name, person_id IS NULL AS unknown, pending FROM decision_makers ORDER BY name"
        ).fetchall()
    assert makers == [
        {"name": "Ada", "unknown": False, "pending": False},
        {"name": "Bob", "unknown": True, "pending": True},
    ]


def test_nobody_imports_anonymously(db: Database) -> None:
    with pytest.raises(ProvenanceViolation):
        import_facts(db, Principal(name="nobody", role="admin"), LINES)


def test_a_restricted_fact_stays_with_its_group(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "Sell the firm", "audience": ["group:board"]}])
    assert facts_page(db, Principal(name="x", member_id=1)).facts == ()
    assert len(facts_page(db, Principal(name="y", member_id=2, audience=("group:board",))).facts) == 1


def test_ten_thousand_facts_are_stored_in_batches(db: Database) -> None:
    lines = (
        {
            "fact_type": "decision",
            "text": f"Decision {n}",
            "client": f"Client {n % 50}",
            "meeting": f"M {n % 200}",
            "source_id": str(n),
        }
        for n in range(10_000)
    )
    assert import_facts(db, LOCAL_USER, lines).imported == 10_000
    assert fact_counts(db, LOCAL_USER, FactFilter())["decision"] == 10_000


def test_the_index_and_the_tables_agree(db: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    with db.owner() as conn:
        rows = conn.execute(
            "SELECT fact_type, fact_id FROM facts EXCEPT SELECT fact_type, fact_id FROM fact_index"
        ).fetchall()
        assert rows == []
        with pytest.raises(errors.CheckViolation), conn.transaction():
            conn.execute("INSERT INTO decisions (description, source_type, source_id) VALUES ('x', 'import', 'x')")
