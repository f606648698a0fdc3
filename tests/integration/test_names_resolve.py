"""The names of a meeting as it is stored: certain, a question, somebody new, or just a name."""

from __future__ import annotations

import threading

import pytest

from memo.capture.accept import accept_rejected
from memo.capture.tools import WORKER
from memo.errors import NotFound
from memo.models import LOCAL_USER
from memo.names.aliases import revoke_alias
from memo.names.confirm import confirm_name, dismiss_name
from memo.names.resolve import resolve_meeting, resolve_name
from memo.names.waiting import pending_names
from memo.retrieval.imports import import_facts
from memo.retrieval.mentions import Directory
from memo.store import names as store
from memo.store.answers import known_aliases, known_names
from memo.store.pool import Database
from tests.integration.naming import ANA, add_facts, aliases, indexed, meeting, names, person, project


def people(db: Database) -> list[str]:
    with db.owner() as conn:
        return sorted(row["name"] for row in conn.execute("SELECT name FROM people").fetchall())


def test_new_speakers_become_people_and_their_facts_name_them(db: Database) -> None:
    m = meeting(
        db, voices=["Ana Costa", "Ben Ode"], items=["Ben", "Ana Costa"], makers=[["Costa, Ana", "ben"], ["Ana Costa"]]
    )
    assert people(db) == ["Ana Costa", "Ben Ode"]
    assert names(db, m) == {
        "Ana Costa": "Ana Costa",
        "Ben Ode": "Ben Ode",
        "Ben": "Ben Ode",
        "ben": "Ben Ode",
        "Costa, Ana": "Ana Costa",
    }
    ana = resolve_name(db, LOCAL_USER, "Ana Costa").candidate
    assert ana is not None
    assert ana.id is not None
    assert indexed(db, ana.id) == {"meeting": 1, "decision": 2, "action_item": 1}


def test_a_second_meeting_makes_nobody_twice(db: Database) -> None:
    meeting(db, voices=["Ana Costa", "Ben Ode"])
    meeting(db, voices=["ana costa", "Ben Ode", "Cleo Park"])
    assert people(db) == ["Ana Costa", "Ben Ode", "Cleo Park"]


def test_somebody_plausibly_known_is_a_question_not_a_person(db: Database) -> None:
    person(db, "Christine Lee")
    m = meeting(db, voices=["Christina Lee", "Ben Ode"])
    assert people(db) == ["Ben Ode", "Christine Lee"]
    assert names(db, m)["Christina Lee"] == "?"


def test_a_first_name_is_the_only_one_of_the_meeting_or_a_question(db: Database) -> None:
    person(db, "Sam Okafor")
    one = meeting(db, voices=["Sam Rivera", "Ana Costa"], items=["Sam"])
    two = meeting(db, voices=["Sam Rivera", "Sam Okafor"], items=["Sam"], makers=[["Sam"]])
    none = meeting(db, voices=["Ana Costa"], items=["Sam"])
    assert names(db, one)["Sam"] == "Sam Rivera"
    assert names(db, two)["Sam"] == "?"
    assert names(db, none)["Sam"] == "?"


def test_what_names_nobody_known_or_no_person_stays_just_a_name(db: Database) -> None:
    m = meeting(db, voices=["Ana Costa"], items=["the team", "Zebedee", "everyone"], listed=["everybody"])
    assert names(db, m) == {
        "Ana Costa": "Ana Costa",
        "the team": None,
        "Zebedee": None,
        "everyone": None,
        "everybody": None,
    }
    assert pending_names(db, LOCAL_USER) == []


def test_a_short_voice_is_the_one_listed_who_does_not_speak(db: Database) -> None:
    m = meeting(db, voices=["Maya", "Tomas"], listed=["Maya Lindqvist", "Tomas Okafor"], items=["Maya"])
    assert people(db) == ["Maya Lindqvist", "Tomas Okafor"]
    assert names(db, m)["Maya"] == "Maya Lindqvist"


def test_two_voices_are_never_taken_for_one_person(db: Database) -> None:
    m = meeting(db, voices=["Sam", "Sam Rivera"], items=["Sam"])
    assert names(db, m) == {"Sam": "?", "Sam Rivera": "Sam Rivera"}


def test_somebody_present_who_is_not_told_apart_yet_keeps_others_waiting(db: Database) -> None:
    person(db, "Sam Okafor")
    m = meeting(db, voices=["Sam Whitlock", "Sammy", "Sam"], items=["Sam", "Sam Whitlock"])
    found = names(db, m)
    assert found["Sam"] == "?"
    assert found["Sam Whitlock"] == "Sam Whitlock"


def test_another_writing_of_a_whole_name_is_filed_as_an_alias(db: Database) -> None:
    sam = person(db, "Sam Rivera")
    meeting(db, voices=["Sam Rivera"], items=["Rivera, Sam", "Sam", "sam rivera"])
    assert aliases(db) == {"Rivera, Sam": (sam, True)}


def test_a_bare_first_name_never_becomes_an_alias_by_itself(db: Database) -> None:
    person(db, "Sam Rivera")
    here = project(db, "Ferry")
    meeting(db, voices=["Sam Rivera"], items=["Sam"], makers=[["Sam"]], project_id=here)
    assert aliases(db) == {}


def test_an_alias_taken_back_is_certain_no_more(db: Database) -> None:
    person(db, "Sam Rivera")
    meeting(db, voices=["Ana Costa"], items=["Rivera, Sam"])
    with db.read(LOCAL_USER) as conn:
        alias = store.aliases(conn)[0]
    revoke_alias(db, ANA, alias.id)
    again = meeting(db, voices=["Ana Costa"], items=["Rivera, Sam"])
    assert names(db, again)["Rivera, Sam"] == "?"
    assert "taken back" in resolve_name(db, LOCAL_USER, "Rivera, Sam").why


def test_a_confirmed_alias_settles_later_meetings(db: Database) -> None:
    rivera = person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    confirm_name(db, ANA, "Sam", "person", rivera)
    m = meeting(db, voices=["Ana Costa"], items=["Sam"], makers=[["Sam's"]])
    assert names(db, m)["Sam"] == "Sam Rivera"
    assert names(db, m)["Sam's"] == "Sam Rivera"


def test_a_first_name_confirmed_for_everywhere_is_asked_where_only_another_of_that_name_is(db: Database) -> None:
    rivera = person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    confirm_name(db, ANA, "Sam", "person", rivera)
    both = meeting(db, voices=["Sam Rivera", "Sam Okafor"], items=["Sam"])
    other = meeting(db, voices=["Sam Okafor"], items=["Sam"])
    assert names(db, both)["Sam"] == "Sam Rivera"
    assert names(db, other)["Sam"] == "?"
    (name,) = pending_names(db, LOCAL_USER)
    assert [c.name for c in name.candidates] == ["Sam Rivera", "Sam Okafor"]


def test_an_alias_of_a_project_holds_there_alone(db: Database) -> None:
    rivera, okafor = person(db, "Sam Rivera"), person(db, "Sam Okafor")
    ferry, tram = project(db, "Ferry"), project(db, "Tram")
    confirm_name(db, ANA, "Sam", "person", rivera, project_id=ferry)
    confirm_name(db, ANA, "Sam", "person", okafor, project_id=tram)
    assert names(db, meeting(db, items=["Sam"], project_id=ferry))["Sam"] == "Sam Rivera"
    assert names(db, meeting(db, items=["Sam"], project_id=tram))["Sam"] == "Sam Okafor"
    assert names(db, meeting(db, items=["Sam"]))["Sam"] == "?"


@pytest.mark.parametrize("decision", ["confirm", "dismiss"])
def test_a_new_reading_of_a_meeting_keeps_what_a_person_said(db: Database, decision: str) -> None:
    rivera = person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    old = meeting(db, items=["Sam"])
    if decision == "confirm":
        confirm_name(db, ANA, "Sam", "person", rivera, meeting_id=old)
    else:
        dismiss_name(db, ANA, "Sam", "person", meeting_id=old)
    new = meeting(db, items=["Sam", "Sam"], makers=[["Sam"]], replaces=old)
    assert names(db, new)["Sam"] == ("Sam Rivera" if decision == "confirm" else None)
    assert names(db, meeting(db, items=["Sam"]))["Sam"] == "?"


def test_resolving_again_settles_only_what_is_new(db: Database) -> None:
    rivera = person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    m = meeting(db, items=["Sam"])
    confirm_name(db, ANA, "Sam", "person", rivera, meeting_id=m)
    with db.write(LOCAL_USER) as conn:
        add_facts(conn, m, items=["Sam", "Okafor, Sam"])
        resolve_meeting(conn, WORKER, m)
    assert names(db, m) == {"Sam": "Sam Rivera", "Okafor, Sam": "Sam Okafor"}


def test_resolve_name_changes_nothing_and_knows_the_meeting(db: Database) -> None:
    person(db, "Sam Okafor")
    m = meeting(db, voices=["Sam Rivera"])
    assert resolve_name(db, LOCAL_USER, "Sam").band == "ask"
    found = resolve_name(db, LOCAL_USER, "Sam", meeting_id=m)
    assert found.candidate is not None
    assert found.candidate.name == "Sam Rivera"
    assert aliases(db) == {}
    with pytest.raises(NotFound):
        resolve_name(db, LOCAL_USER, "Sam", meeting_id=999)


def test_clients_and_projects_resolve_too(db: Database) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO clients (name) VALUES ('Northwind Traders Ltd'), ('Contoso')")
    found = resolve_name(db, LOCAL_USER, "Northwind Traders", "client")
    assert found.candidate is not None
    assert found.candidate.name == "Northwind Traders Ltd"
    contoso = resolve_name(db, LOCAL_USER, "Contoso", "client").candidate
    assert contoso is not None
    receipt = confirm_name(db, ANA, "the blue ones", "client", contoso.id)
    assert (receipt.name, receipt.action_items) == ("Contoso", 0)
    assert resolve_name(db, LOCAL_USER, "The Blue Ones", "client").candidate == contoso.model_copy(
        update={"why": "confirmed before"}
    )


def test_captures_at_the_same_time_make_nobody_twice(db: Database) -> None:
    voices = ["Ana Costa", "Ben Ode", "Cleo Park"]
    meetings = [meeting(db, voices=voices, resolve=False) for _ in range(6)]
    start = threading.Barrier(len(meetings))

    def settle(meeting_id: int) -> None:
        start.wait()
        with db.write(WORKER) as conn:
            resolve_meeting(conn, WORKER, meeting_id)

    threads = [threading.Thread(target=settle, args=(m,)) for m in meetings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert people(db) == voices


def test_imported_names_resolve_as_captured_ones_do(db: Database) -> None:
    rivera = person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    confirm_name(db, ANA, "the tester", "person", rivera)
    wanted = {"Rivera, Sam": False, "The Tester": False, "Sam": True, "Zoe Quill": True}
    import_facts(
        db, LOCAL_USER, [{"fact_type": "action_item", "text": f"Do it, {name}.", "assignee": name} for name in wanted]
    )
    with db.owner() as conn:
        rows = conn.execute("SELECT assignee_name, assignee_id, assignee_pending FROM action_items").fetchall()
    assert {row["assignee_name"]: row["assignee_pending"] for row in rows} == wanted
    assert {row["assignee_id"] for row in rows} == {rivera, None}


def test_names_of_an_accepted_item_resolve(db: Database) -> None:
    m = meeting(db, voices=["Sam Rivera"])
    with db.owner() as conn:
        row = conn.execute(
            "INSERT INTO rejected_items (meeting_id, kind, text, why, detail)"
            " VALUES (%s, 'action_item', 'Write it down.', 'no quote', '{\"assignee\": \"Sam\"}') RETURNING id",
            (m,),
        ).fetchone()
    assert row is not None
    accept_rejected(db, LOCAL_USER, row["id"])
    assert names(db, m)["Sam"] == "Sam Rivera"


def test_questions_do_not_trust_what_memo_alone_was_once_certain_of(db: Database) -> None:
    person(db, "Sam Rivera")
    meeting(db, voices=["Ana Costa"], items=["Rivera, Sam"])
    person(db, "Sam Rivera")
    with db.read(LOCAL_USER) as conn:
        directory = Directory(known_names(conn), known_aliases(conn))
    assert directory.resolve("Rivera, Sam", "person").band == "ask"
