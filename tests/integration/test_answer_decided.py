"""What was decided, when nothing more is asked: the newest decisions, whether a word of theirs is asked for or not."""

from __future__ import annotations

from datetime import date

import pytest

from memo.models import LOCAL_USER, Answer, Principal
from memo.retrieval.answer import NOT_FOUND
from memo.retrieval.backfill import backfill
from memo.retrieval.imports import import_facts
from memo.store.pool import Database
from tests.fakes.hashed import hashed_embedder
from tests.integration.test_answer_tasks import asked, listed, member, task

PARIS = "Hosting moves to Paris."
QUEUE = "The queue lives in Postgres."


def decision(text: str, day: str, *makers: str) -> dict[str, object]:
    return {"fact_type": "decision", "text": text, "happened_on": day, "decided_by": list(makers)}


@pytest.fixture
def filled(db: Database) -> Database:
    with db.owner() as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Ines Ferreira'), ('Jonah Weiss')")
    import_facts(
        db,
        LOCAL_USER,
        [
            decision(QUEUE, "2026-03-01", "Jonah Weiss"),
            decision(PARIS, "2026-11-24", "Ines Ferreira"),
            task("Agreed: decide who was agreed to write up what we decided", "Ines Ferreira"),
        ],
    )
    backfill(db, hashed_embedder())
    return db


@pytest.mark.parametrize(
    "question",
    ["What was agreed?", "what did we decide", "What has been decided so far?", "What did the team settle on?"],
)
def test_what_was_decided_lists_the_decisions_newest_first(filled: Database, question: str) -> None:
    answer = asked(filled, question)
    assert listed(answer) == [PARIS, QUEUE]
    assert not answer.abstained


def test_what_was_decided_in_some_days_is_only_the_decisions_of_these(filled: Database) -> None:
    assert listed(asked(filled, "What was decided last week?")) == [PARIS]


def test_what_somebody_decided_is_theirs(filled: Database) -> None:
    assert listed(asked(filled, "What did Jonah decide?")) == [QUEUE]


def test_what_i_decided_is_my_own(filled: Database) -> None:
    answer = asked(filled, "What did I decide?", who=member(filled, "j@example.com", "J. W.", "Jonah Weiss"))
    assert listed(answer) == [QUEUE]
    assert answer.filters["person"] == "Jonah Weiss"


def test_where_it_is_not_known_who_i_am_the_answer_says_that_it_is_everybody(filled: Database) -> None:
    answer = asked(filled, "What did I decide?")
    assert listed(answer) == [PARIS, QUEUE]
    assert any('"I"' in note and "not narrowed to anybody" in note for note in answer.notes)


def test_what_was_decided_about_something_is_searched_for(filled: Database) -> None:
    assert listed(asked(filled, "What did we decide about hosting?"))[0] == PARIS


def test_where_nothing_was_decided_the_question_is_searched_for(db: Database) -> None:
    import_facts(db, LOCAL_USER, [task("What was agreed: send the layout", "Ines Ferreira")])
    backfill(db, hashed_embedder())
    assert listed(asked(db, "What was agreed?")) == ["What was agreed: send the layout"]


def test_an_empty_memory_has_no_decisions(db: Database) -> None:
    assert asked(db, "What was agreed?").answer == NOT_FOUND


@pytest.mark.parametrize(
    "question", ["What was decided?", "Which decisions are there?", "What was decided in November?"]
)
def test_a_list_that_is_cut_says_so(db: Database, question: str) -> None:
    import_facts(db, LOCAL_USER, [decision(f"Thing number {n} is on.", "2026-11-03") for n in range(11)])
    answer = asked(db, question)
    assert len(answer.citations) == 10
    assert "There are more: these are the newest 10." in answer.notes


def test_a_list_that_is_whole_says_nothing(db: Database) -> None:
    import_facts(db, LOCAL_USER, [decision(f"Thing number {n} is on.", "2026-11-03") for n in range(10)])
    answer: Answer = asked(db, "What was decided?")
    assert len(answer.citations) == 10
    assert not any("more" in note for note in answer.notes)


def test_decisions_of_restricted_meetings_are_not_listed_to_others(filled: Database) -> None:
    with filled.owner() as conn:
        conn.execute("UPDATE decisions SET audience = '{board}' WHERE description = %s", (PARIS,))
        conn.execute("UPDATE fact_index SET audience = '{board}' WHERE search_text = %s", (PARIS,))
    who: Principal = member(filled, "eve@example.com", "Eve")
    assert listed(asked(filled, "What was agreed?", who=who)) == [QUEUE]


@pytest.mark.parametrize("question", ["What was decided before 2012?", "What did Ines decide in March?"])
def test_where_nothing_was_decided_in_the_filter_nothing_else_is_told_as_decided(
    filled: Database, question: str
) -> None:
    import_facts(filled, LOCAL_USER, [task("Send the layout", "Ines Ferreira", happened_on="2011-03-01")])
    assert asked(filled, question).abstained


@pytest.mark.parametrize(
    "question", ["What was not decided?", "What did nobody decide?", "What was decided about the project?"]
)
def test_a_list_answers_only_what_asks_for_all(filled: Database, question: str) -> None:
    assert "newest" not in " ".join(asked(filled, question).notes)
    assert listed(asked(filled, question)) != [PARIS, QUEUE]


def test_decisions_made_in_a_month_are_all_of_them(filled: Database) -> None:
    assert listed(asked(filled, "Which decisions were made in November?")) == [PARIS]


def test_what_came_nearest_is_told_with_whose_it_is(filled: Database) -> None:
    answer = asked(filled, "Is the layout purple?")
    assert answer.abstained
    assert ("Ines Ferreira",) in [miss.people for miss in answer.near_misses]


@pytest.fixture
def syncs(db: Database) -> Database:
    lines = [
        decision("The starter plan costs 24 dollars.", "2026-03-03") | {"meeting": "Pricing-sync"},
        decision("A seat costs 5 dollars.", "2026-03-10") | {"meeting": "Pricing sync II"},
        task("Write the FAQ", "Mei Lin", happened_on="2026-03-10", meeting="Pricing sync II"),
        decision("Hosting moves to Paris.", "2026-03-11") | {"meeting": "Retro"},
    ]
    import_facts(db, LOCAL_USER, lines)
    backfill(db, hashed_embedder())
    return db


def test_of_meetings_of_one_title_what_was_decided_in_each_is_listed(syncs: Database) -> None:
    answer = asked(syncs, "What was decided in the pricing sync?")
    assert listed(answer) == ["A seat costs 5 dollars.", "The starter plan costs 24 dollars."]
    assert '"pricing sync" could be any of 2 meetings: what was kept of each is listed.' in answer.notes
    assert listed(asked(syncs, "Follow ups from the pricing sync")) == ["Write the FAQ"]


def test_a_topic_in_meetings_of_one_title_is_searched_for(syncs: Database) -> None:
    answer = asked(syncs, "What was decided about hosting in the pricing sync?")
    assert '"pricing sync" could be any of 2 meetings: not narrowed to one.' in answer.notes


def test_the_day_tells_meetings_of_one_title_apart(syncs: Database) -> None:
    answer = asked(syncs, "What was decided in the pricing sync on 3 March 2026?")
    assert listed(answer) == ["The starter plan costs 24 dollars."]
    assert answer.filters["meeting"] == "Pricing-sync"


def test_a_meeting_without_a_day_may_be_meant(db: Database) -> None:
    line = {"fact_type": "decision", "text": "The roof is green.", "meeting": "Roof workshop"}
    import_facts(db, LOCAL_USER, [line, decision("The wall is white.", "2026-03-01")])
    answer = asked(db, "What was decided in the roof workshop?")
    assert listed(answer) == ["The roof is green."]
    assert answer.filters["meeting"] == "Roof workshop"


def test_the_last_meeting_needs_no_title(syncs: Database) -> None:
    answer = asked(syncs, "What was decided in the last meeting?")
    assert listed(answer) == ["Hosting moves to Paris."]
    assert answer.filters["meeting"] == "Retro"


@pytest.mark.parametrize(
    "question",
    [
        "What did Ana and Jonah decide?",
        "What is still to be decided?",
        "What do we have to decide?",
        "What did the client decide?",
        "What did he decide?",
        "What did we decide about Go?",
    ],
)
def test_what_asks_for_some_is_not_answered_with_all(filled: Database, question: str) -> None:
    with filled.owner() as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Ana Lopez')")
    assert listed(asked(filled, question)) != [PARIS, QUEUE]


@pytest.mark.parametrize(
    "question", ["What was decided by me?", "Which decisions did I make?", "What did I recently decide?"]
)
def test_what_i_decided_may_be_asked_in_other_words(filled: Database, question: str) -> None:
    who = member(filled, "j@example.com", "J. W.", "Jonah Weiss")
    assert listed(asked(filled, question, who=who)) == [QUEUE]


@pytest.mark.parametrize("question", ["Did I hear we chose Paris for hosting?", "Do I have agreed lunch times?"])
def test_not_every_i_asks_for_my_own(filled: Database, question: str) -> None:
    who = member(filled, "j@example.com", "J. W.", "Jonah Weiss")
    assert "person" not in asked(filled, question, who=who).filters


def test_who_i_am_is_passed_over_beside_another_name(filled: Database) -> None:
    who = member(filled, "j@example.com", "J. W.", "Jonah Weiss")
    answer = asked(filled, "What did Ines Ferreira decide, and what did I decide?", who=who)
    assert '"I" is passed over: it is asked for Ines Ferreira.' in answer.notes


def test_a_list_as_of_a_day_is_of_what_stood_then(db: Database) -> None:
    old = [decision(f"Old thing {n} is on.", "2026-02-01") | {"status": "superseded"} for n in range(60)]
    later = decision("A later thing is on.", "2026-11-01")
    import_facts(db, LOCAL_USER, [*old, decision("The first thing is on.", "2026-01-01"), later])
    for question in ("Which decisions are there?", "What was decided?"):
        answer = asked(db, question, as_of=date(2026, 6, 1))
        assert listed(answer) == ["The first thing is on."]
        assert not any("more" in note for note in answer.notes)


def test_what_was_decided_once_is_listed_with_what_no_longer_holds(db: Database) -> None:
    old = decision("Hosting is in Oslo.", "2026-02-01") | {"status": "superseded"}
    import_facts(db, LOCAL_USER, [old, decision("Hosting is in Paris.", "2026-03-01")])
    assert listed(asked(db, "What was decided?")) == ["Hosting is in Paris."]
    assert listed(asked(db, "What was previously decided?")) == ["Hosting is in Paris.", "Hosting is in Oslo."]


def test_what_was_said_twice_is_listed_once(db: Database) -> None:
    same = [decision("We use Postgres.", "2026-03-01") | {"source_id": str(n)} for n in range(12)]
    import_facts(db, LOCAL_USER, [*same, decision("We use Paris.", "2026-02-01")])
    answer = asked(db, "What was decided?")
    assert listed(answer) == ["We use Postgres.", "We use Paris."]
    assert not any("more" in note for note in answer.notes)


def test_where_a_filter_leaves_nothing_what_is_nearest_outside_it_is_told(filled: Database) -> None:
    answer = asked(filled, "Which decisions were made in April 2026?")
    assert answer.abstained
    assert {miss.text for miss in answer.near_misses} >= {PARIS}
