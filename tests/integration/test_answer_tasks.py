"""What somebody has to do, what is due and what was reversed, from the question to the answer, without a model."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from memo.models import LOCAL_USER, Answer, Principal
from memo.retrieval.answer import NOT_FOUND, NOTHING_STORED, ask
from memo.retrieval.backfill import backfill
from memo.retrieval.imports import import_facts
from memo.settings import Settings
from memo.store.pool import Database
from tests.fakes.hashed import hashed_embedder

TODAY = date(2026, 11, 30)


def task(text: str, assignee: str | None, due_on: str | None = None, **more: Any) -> dict[str, Any]:
    given = {"assignee": assignee, "due_on": due_on}
    plain = {"fact_type": "action_item", "text": text, "happened_on": "2026-11-18"}
    return plain | {name: value for name, value in given.items() if value} | more


LINES = [
    task("Send the layout", "Ines Ferreira", "2026-11-20"),
    task("Build the PDF export behind a feature flag", "Jonah Weiss", "2026-12-02"),
    task("Review the steps", "Jonah Weiss", "2026-11-19"),
    task("Take a look at the seat map", "Jonah Weiss"),
    task("Answer the harbour", "Jonah Weiss", "2026-11-01", status="done"),
    task("Open a ticket for daylight saving", "Sam Rivera", "2026-12-09"),
    task("Email the list of harbours", "Sam Whitlock", "2026-12-04"),
    task("Write up the migration", None, "2026-11-19"),
    task("Write to the operators", "Priya Raman", "2026-12-07"),
]


@pytest.fixture
def filled(db: Database) -> Database:
    with db.owner() as conn:
        for name in ("Ines Ferreira", "Jonah Weiss", "Sam Rivera", "Sam Whitlock", "Priya Raman"):
            conn.execute("INSERT INTO people (name) VALUES (%s)", (name,))
    import_facts(db, LOCAL_USER, LINES)
    with db.owner() as conn:
        conn.execute("UPDATE action_items SET assignee_name = 'Sam' WHERE description = 'Write up the migration'")
    backfill(db, hashed_embedder())
    return db


def asked(db: Database, question: str, who: Principal = LOCAL_USER, **more: Any) -> Answer:
    return ask(db, who, Settings(), hashed_embedder(), None, question, **{"today": TODAY} | more)


def listed(answer: Answer) -> list[str]:
    return [citation.text for citation in answer.citations]


JONAH = ["Review the steps", "Build the PDF export behind a feature flag", "Take a look at the seat map"]


@pytest.mark.parametrize(
    "question",
    [
        "what does Jonah have to do?",
        "What does Jonah Weiss still have to do",
        "what is jonah working on?",
        "What is open for Jonah?",
        "which tasks does Jonah have?",
    ],
)
def test_all_that_somebody_has_to_do_is_listed_by_when_it_is_due(filled: Database, question: str) -> None:
    answer = asked(filled, question)
    assert listed(answer) == JONAH
    assert answer.filters["person"] == "Jonah Weiss"


def test_of_two_of_a_name_the_tasks_of_both_and_of_the_bare_name_are_listed(filled: Database) -> None:
    answer = asked(filled, "what does Sam have to do?")
    assert listed(answer) == [
        "Write up the migration",
        "Email the list of harbours",
        "Open a ticket for daylight saving",
    ]
    assert '"Sam" could mean Sam Rivera or Sam Whitlock: tasks of each are listed.' in answer.notes
    assert "person" not in answer.filters


def test_a_name_that_was_settled_lists_the_tasks(filled: Database) -> None:
    with filled.owner() as conn:
        conn.execute(
            "UPDATE action_items SET assignee_id = (SELECT id FROM people WHERE name = 'Sam Rivera') "
            "WHERE description = 'Write up the migration'"
        )
    assert "Write up the migration" in listed(asked(filled, "what does Sam have to do?"))
    assert listed(asked(filled, "what does Sam Rivera have to do?")) == [
        "Write up the migration",
        "Open a ticket for daylight saving",
    ]


def test_a_bare_name_that_nobody_bears_lists_its_tasks(filled: Database) -> None:
    with filled.owner() as conn:
        conn.execute("UPDATE action_items SET assignee_name = 'Ursula' WHERE description = 'Write up the migration'")
    assert listed(asked(filled, "what does Ursula have to do?")) == ["Write up the migration"]


def test_what_somebody_has_to_do_for_something_is_not_lost(filled: Database) -> None:
    answer = asked(filled, "what does Jonah have to do for zzz?")
    assert listed(answer) == JONAH


@pytest.mark.parametrize(
    ("question", "tasks"),
    [
        ("what is overdue?", ["Review the steps", "Write up the migration", "Send the layout"]),
        ("what is overdue for Jonah?", ["Review the steps"]),
        ("what is due this week?", ["Build the PDF export behind a feature flag", "Email the list of harbours"]),
        ("what is due next week?", ["Write to the operators", "Open a ticket for daylight saving"]),
        (
            "which tasks are due by Wednesday?",
            [
                "Review the steps",
                "Write up the migration",
                "Send the layout",
                "Build the PDF export behind a feature flag",
            ],
        ),
        ("what does Jonah have to do this week?", ["Build the PDF export behind a feature flag"]),
    ],
)
def test_what_is_due_is_listed_whole_and_in_order(filled: Database, question: str, tasks: list[str]) -> None:
    assert listed(asked(filled, question)) == tasks


NOT_KNOWN = (
    'It is not known who "I" is here: tasks of everybody are listed. Ask by name, as in "What does Ana have to do?"'
)


def member(db: Database, email: str, name: str, person: str | None = None) -> Principal:
    with db.owner() as conn:
        (row,) = conn.execute(
            "INSERT INTO members (email, name, person_id) VALUES (%s, %s, (SELECT id FROM people WHERE name = %s)) "
            "RETURNING id",
            (email, name, person),
        ).fetchall()
    return Principal(name=name, member_id=row["id"], email=email, role="reader")


@pytest.mark.parametrize("question", ["what do I have to do?", "what's on my plate?", "my open tasks"])
def test_what_i_have_to_do_is_my_own(filled: Database, question: str) -> None:
    who = member(filled, "j@example.com", "J. W.", "Jonah Weiss")
    answer = asked(filled, question, who=who)
    assert listed(answer) == JONAH
    assert answer.filters["person"] == "Jonah Weiss"
    assert NOT_KNOWN not in answer.notes


def test_what_i_have_to_do_this_week(filled: Database) -> None:
    who = member(filled, "j@example.com", "J. W.", "Jonah Weiss")
    answer = asked(filled, "what do I have to do this week?", who=who)
    assert listed(answer) == ["Build the PDF export behind a feature flag"]


def test_a_member_is_the_person_of_that_address_or_of_that_name_alone(filled: Database) -> None:
    with filled.owner() as conn:
        conn.execute("UPDATE people SET email = 'JW@example.com' WHERE name = 'Jonah Weiss'")
        conn.execute("INSERT INTO people (name) VALUES ('Priya Raman')")
    by_address = member(filled, "jw@example.com", "Ines Ferreira")
    assert asked(filled, "what do I have to do?", who=by_address).filters["person"] == "Jonah Weiss"
    by_name = member(filled, "ines@example.com", "ines ferreira")
    assert listed(asked(filled, "what do I have to do?", who=by_name)) == ["Send the layout"]
    one_of_two = member(filled, "priya@example.com", "Priya Raman")
    assert NOT_KNOWN in asked(filled, "what do I have to do?", who=one_of_two).notes


@pytest.mark.parametrize("who", [LOCAL_USER, None])
def test_where_it_is_not_known_who_i_am_the_answer_says_whose_tasks_it_lists(
    filled: Database, who: Principal | None
) -> None:
    answer = asked(filled, "what do I have to do?", who=who or member(filled, "eve@example.com", "Eve"))
    assert len(listed(answer)) == 8
    assert answer.notes[0] == NOT_KNOWN
    assert "person" not in answer.filters
    assert NOT_KNOWN not in asked(filled, "what do we have to do?").notes


def test_i_can_take_back_that_it_is_me(filled: Database) -> None:
    who = member(filled, "j@example.com", "J. W.", "Jonah Weiss")
    answer = asked(filled, "what do I have to do?", who=who, without=("person",))
    assert len(listed(answer)) == 8
    assert NOT_KNOWN not in answer.notes


def test_a_long_list_says_where_it_ends(db: Database) -> None:
    import_facts(db, LOCAL_USER, [task(f"Do thing number {n}", "Ada Obi") for n in range(52)])
    answer = asked(db, "what does Ada have to do?")
    assert len(answer.citations) == 50
    assert "Only the first 50 are listed." in answer.notes


OLD = "In October we decided to run RabbitMQ for the notification queue."
NEW = "We moved the notification queue into Postgres."


@pytest.fixture
def reversed_queue(db: Database) -> Database:
    import_facts(
        db,
        LOCAL_USER,
        [
            {"fact_type": "decision", "text": OLD, "happened_on": "2026-10-01"},
            {"fact_type": "decision", "text": NEW, "happened_on": "2026-11-18"},
        ],
    )
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id, state) "
            "SELECT 'supersedes', 'decision', n.id, 'decision', o.id, 'proposed' FROM decisions n, decisions o "
            "WHERE n.description = %s AND o.description = %s",
            (NEW, OLD),
        )
    backfill(db, hashed_embedder())
    return db


@pytest.mark.parametrize("question", ["Do we run RabbitMQ?", "what did we decide about RabbitMQ?", "why run RabbitMQ?"])
def test_a_decision_that_was_reversed_is_told_after_the_newer_one(reversed_queue: Database, question: str) -> None:
    answer = asked(reversed_queue, question)
    assert listed(answer) == [NEW, OLD]
    assert "[2]. Later reversed: see [1]." in answer.answer
    assert any("was later reversed" in note and "Nobody has confirmed" in note for note in answer.notes)


def test_what_was_reversed_only_later_is_not_called_so_before(reversed_queue: Database) -> None:
    answer = asked(reversed_queue, "Do we run RabbitMQ?", as_of=date(2026, 10, 20))
    assert listed(answer) == [OLD]
    assert "reversed" not in f"{answer.answer} {answer.notes}"


def test_the_last_that_was_decided_comes_first(db: Database) -> None:
    texts = ["Hosting: we decided to host in Paris.", "Hosting: we decided to host in Oslo."]
    days = ["2026-11-01", "2026-03-01"]
    import_facts(
        db,
        LOCAL_USER,
        [{"fact_type": "decision", "text": t, "happened_on": d} for t, d in zip(texts, days, strict=True)],
    )
    backfill(db, hashed_embedder())
    assert listed(asked(db, "what did we decide about hosting?"))[:2] == texts


def test_an_empty_memory_says_so(db: Database) -> None:
    answer = asked(db, "Why do we use Postgres?")
    assert answer.answer == NOT_FOUND
    assert NOTHING_STORED in answer.notes


def test_only_an_empty_memory_says_so(filled: Database) -> None:
    assert NOTHING_STORED not in asked(filled, "How tall is the Eiffel tower?").notes
