"""What a question is understood to ask about, by rules and with a model that may lie."""

from __future__ import annotations

from datetime import date

import pytest

from memo.models import FactFilter
from memo.prompts import WireFilter
from memo.retrieval.filter_model import add
from memo.retrieval.filters import Understood, understand
from memo.retrieval.kinds import kinds
from memo.retrieval.mentions import Directory
from memo.store.answers import CalledMeeting, KnownAlias, KnownName

TODAY = date(2026, 11, 30)
NAMES = Directory(
    [
        KnownName(type="client", id=1, name="Northwind"),
        KnownName(type="client", id=2, name="Acme Corp"),
        KnownName(type="client", id=3, name="Apollo"),
        KnownName(type="project", id=1, name="Billing"),
        KnownName(type="project", id=2, name="Apollo"),
        KnownName(type="person", id=1, name="Sam Rivera"),
        KnownName(type="person", id=2, name="Sam Okafor"),
        KnownName(type="person", id=3, name="Priya Patel"),
    ],
    [KnownAlias(type="person", alias_key="pri", id=3)],
)
MEETINGS = {
    "launch": [CalledMeeting(id=7, title="Launch meeting", held_on=date(2026, 4, 2))],
    "weekly": [CalledMeeting(id=n, title="Weekly sync", held_on=date(2026, 4, n)) for n in (9, 2)],
    "undated": [CalledMeeting(id=8, title="Undated review", held_on=None)],
}


def find(words: str, since: date | None, until: date | None) -> list[CalledMeeting]:
    called = [one for key, some in MEETINGS.items() for one in some if key in words.lower() or not words]
    days = (since or date.min, until or date.max)
    held = [one for one in called if one.held_on is None or days[0] <= one.held_on <= days[1]]
    return sorted(held, key=lambda one: one.held_on or date.min, reverse=True)


def read(question: str, given: FactFilter | None = None) -> Understood:
    return understand(question, TODAY, NAMES, find, given=given)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Why do we use Postgres?", {}),
        ("What is open for Northwind?", {"type": "action item", "status": "open", "client": "Northwind"}),
        ("which tasks are still open?", {"type": "action item", "status": "open"}),
        ("completed action items", {"type": "action item", "status": "done"}),
        ("why did we choose Postgres for northwind", {"client": "Northwind"}),
        ("action items for Acme Corp", {"type": "action item", "client": "Acme Corp"}),
        ("what did we decide about billing", {}),
        ("decisions in the Billing project", {"type": "decision", "project": "Billing"}),
        (
            "What is Priya Patel working on?",
            {"type": "action item", "status": "open", "person": "Priya Patel"},
        ),
        ("what does Priya have to do?", {"type": "action item", "status": "open", "person": "Priya Patel"}),
        ("what does priya still have to do", {"type": "action item", "status": "open", "person": "Priya Patel"}),
        ("what is open for Patel?", {"type": "action item", "status": "open", "person": "Priya Patel"}),
        ("Priya's tasks", {"type": "action item", "person": "Priya Patel"}),
        ("what did Priya decide about prices?", {"person": "Priya Patel"}),
        ("what do we have to do?", {"type": "action item", "status": "open"}),
        ("what do we have to do to deploy?", {}),
        ("what does Priya have to do with pricing?", {"person": "Priya Patel"}),
        ("what is overdue?", {"type": "action item", "status": "open", "due": "before 30 November 2026"}),
        (
            "what does Priya have to do this week?",
            {
                "type": "action item",
                "status": "open",
                "person": "Priya Patel",
                "due": "30 November 2026 to 6 December 2026",
            },
        ),
        ("which tasks are due by Friday?", {"type": "action item", "status": "open", "due": "until 4 December 2026"}),
        ("what was due last week?", {"type": "action item", "due": "23 November 2026 to 29 November 2026"}),
        ("tasks agreed last week", {"type": "action item", "when": "23 November 2026 to 29 November 2026"}),
        ("what is the delay due to?", {}),
        ("why is the release due in March?", {}),
        ("Pri's action items", {"type": "action item", "person": "Priya Patel"}),
        ("What did we agree about Priya Patel's contract?", {}),
        (
            "What did Northwind decide last quarter?",
            {"client": "Northwind", "when": "1 July 2026 to 30 September 2026"},
        ),
        ("what was said in the launch meeting", {"meeting": "Launch meeting"}),
        ("what did we decide before the launch meeting", {"when": "until 1 April 2026"}),
        ("what did we decide after the launch meeting", {"when": "since 3 April 2026"}),
        ("what was said in the last weekly sync", {"meeting": "Weekly sync"}),
        ("what was agreed in the canteen meeting", {}),
        ("what was agreed in the last meeting", {"meeting": "Weekly sync"}),
        ("what was agreed in the weekly sync on 2 April 2026", {"meeting": "Weekly sync", "when": "2 April 2026"}),
        ("what was agreed in the weekly sync on 3 April 2026", {"when": "3 April 2026"}),
        ("decisions from 2025", {"type": "decision", "when": "1 January 2025 to 31 December 2025"}),
        ("decisions from 2025 on", {"type": "decision", "when": "since 1 January 2025"}),
        ("decisions from March onwards", {"type": "decision", "when": "since 1 March 2026"}),
        ("what has not been done yet?", {"type": "action item", "status": "open"}),
        ("what hasn't been done?", {"type": "action item", "status": "open"}),
        ("follow ups for Acme Corp", {"type": "action item", "client": "Acme Corp"}),
    ],
)
def test_a_question_narrows_by_what_it_says(question: str, shown: dict[str, str]) -> None:
    assert read(question).shown == shown


@pytest.mark.parametrize(
    ("held", "said", "listed"),
    [
        (6, "any of 6 meetings: what was kept of each", 6),
        (7, "any of more than 6 meetings: what was kept of the newest 6", 6),
    ],
)
def test_of_many_meetings_of_one_title_it_is_told_how_many_are_listed(held: int, said: str, listed: int) -> None:
    syncs = [CalledMeeting(id=n, title="Sync", held_on=date(2026, 4, n)) for n in range(held, 0, -1)]
    understood = understand("what was said in the weekly sync", TODAY, NAMES, lambda *_: syncs)
    assert said in understood.notes[0]
    assert understood.meetings == tuple(one.id for one in syncs[:listed])


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("What did Sam decide about pricing?", "Sam Okafor or Sam Rivera"),
        ("What about Apollo?", "is a client and a project"),
        ("Northwind and Acme Corp decisions", "more than one client"),
        ("what was said in the weekly sync", "could be any of 2 meetings"),
        ("what came after the undated review", "has no date"),
    ],
)
def test_what_is_doubtful_is_dropped_and_said(question: str, note: str) -> None:
    understood = read(question)
    assert note in " ".join(understood.notes)
    assert understood.wanted.model_copy(update={"fact_types": ()}) == FactFilter()


@pytest.mark.parametrize(
    ("question", "people", "called", "note"),
    [
        ("what does Sam have to do?", {1, 2}, ("sam",), '"Sam" could mean Sam Okafor or Sam Rivera: tasks of each'),
        ("what does sam have to do?", {1, 2}, ("sam",), '"sam" could mean Sam Okafor or Sam Rivera'),
        ("what does Sam Rivera have to do?", {1}, ("sam rivera",), ""),
        ("tasks for Sam Rivera and for Priya", {1, 3}, ("sam rivera", "priya"), "tasks of all of them are listed"),
        ("tasks for Sam Rivera and Priya", {1, 3}, ("sam rivera", "priya"), "tasks of all of them are listed"),
        ("tasks for Sam Rivera, and Priya Patel", {1, 3}, ("sam rivera", "priya patel"), "tasks of all of them"),
        (
            "tasks for Priya, Sam Rivera and Sam Okafor",
            {1, 2, 3},
            ("priya", "sam rivera", "sam okafor"),
            "tasks of all",
        ),
        ("tasks for Sam Rivera about Priya", {1}, ("sam rivera",), ""),
        ("what does Ursula have to do?", set(), ("ursula",), ""),
    ],
)
def test_tasks_are_those_of_all_who_may_be_meant(
    question: str, people: set[int], called: tuple[str, ...], note: str
) -> None:
    understood = read(question)
    assert (set(understood.people), understood.called) == (people, called)
    assert note in " ".join(understood.notes)


def test_a_person_who_was_taken_back_does_not_narrow() -> None:
    understood = understand("what does Sam have to do?", TODAY, NAMES, find, without=("person",))
    assert (understood.people, understood.called) == ((), ())


def test_what_was_chosen_stands() -> None:
    chosen = FactFilter(client_id=2, since=date(2026, 10, 1))
    understood = read("Northwind decisions in March", chosen)
    assert understood.wanted.client_id == 2
    assert understood.wanted.since == date(2026, 10, 1)
    assert "outside the days that were chosen" in " ".join(understood.notes)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Why Postgres?", "why"),
        ("What was the reason for Postgres?", "why"),
        ("Who decided that?", "who"),
        ("Whose task is it?", "who"),
        ("When was it decided?", "when"),
        ("What database do we use?", "what"),
        ("Whole numbers?", "what"),
    ],
)
def test_what_of_a_fact_is_asked_for(question: str, asks: str) -> None:
    assert kinds(question).asks == asks


def test_history_is_shown_only_when_asked_for() -> None:
    assert read("What did we previously decide about hosting?").wanted.include_superseded
    assert not read("What did we decide about hosting?").wanted.include_superseded


def proposed(question: str, **fields: object) -> Understood:
    understood = read(question)
    add(understood, WireFilter.model_validate(fields), question, TODAY, NAMES)
    return understood


def test_a_model_adds_what_the_rules_missed() -> None:
    understood = proposed(
        "what has been going on around Easter with Northwind",
        when="around Easter",
        since="2026-04-03",
        until="2026-04-06",
    )
    assert understood.wanted == FactFilter(client_id=1, since=date(2026, 4, 3), until=date(2026, 4, 6))


@pytest.mark.parametrize(
    "lie",
    [
        {"client_name": "Acme Corp"},
        {"client_name": "' OR 1=1 --"},
        {"client_name": "Northwind' OR '1'='1"},
        {"project_name": "Billing"},
        {"person_name": "Priya Patel"},
        {"fact_types": ["secrets", "decision; DROP TABLE facts"]},
        {"fact_types": ["decision", "action_item", "meeting"]},
        {"when": "last year", "since": "2025-01-01"},
        {"since": "9999-01-01"},
        {"when": "about", "since": "9999-01-01"},
        {"when": "about", "since": "2026-05-01", "until": "2026-01-01"},
        {"when": "about", "since": "0001-01-01"},
        {"when": "about", "since": "soon"},
        {"statuses": ["open", "wrong"]},
        {"client_name": "x" * 100_000},
        {"client_name": "\ud83d"},
    ],
)
def test_a_lying_model_changes_nothing(lie: dict[str, object]) -> None:
    question = "what do we know about prices"
    assert proposed(question, **lie).wanted == read(question).wanted


def test_a_model_cannot_widen() -> None:
    question = "What is open for Northwind?"
    understood = proposed(question, client_name="Acme Corp", fact_types=["decision"], statuses=["done"])
    assert understood.wanted == read(question).wanted


def test_names_are_not_looked_for_in_parts_of_words() -> None:
    assert proposed("what do we know about northwinds", client_name="Northwind").wanted.client_id is None


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("When did we decide on Postgres?", "when"),
        ("when was that", "when"),
        ("When will the spec be published?", "what"),
        ("When is the FAQ due?", "what"),
        ("What day is the launch?", "when"),
    ],
)
def test_the_day_of_a_meeting_answers_only_when_something_was(question: str, asks: str) -> None:
    assert kinds(question).asks == asks
