"""Confirming, dismissing and undoing: what waits, what is filled, what goes back."""

from __future__ import annotations

from datetime import date

import pytest

from memo.errors import Conflict, InputError, NotAllowed, NotFound
from memo.models import LOCAL_USER, PendingName, Principal
from memo.names.aliases import aliases as listed_aliases
from memo.names.aliases import revoke_alias
from memo.names.confirm import confirm_name, dismiss_name
from memo.names.receipts import recent_name_receipts
from memo.names.undo import undo_name
from memo.names.waiting import pending_names, with_lately
from memo.store.pool import Database
from tests.integration.naming import ANA, BEA, add_facts, aliases, indexed, meeting, names, person, project

LEGAL = Principal(name="Lea", member_id=7, role="member", audience=("group:legal",))
OUTSIDER = Principal(name="Olaf", member_id=8, role="member")
READER = Principal(name="Rea", member_id=9, role="reader")


@pytest.fixture
def sams(db: Database) -> tuple[int, int]:
    """Two who answer to Sam."""
    return person(db, "Sam Rivera"), person(db, "Sam Okafor")


def waiting(db: Database, who: Principal = LOCAL_USER) -> list[PendingName]:
    return pending_names(db, who)


# --- what waits ---


def test_a_first_name_of_several_is_asked_for_each_meeting(db: Database, sams: tuple[int, int]) -> None:
    one = meeting(db, items=["Sam", "Sam"], makers=[["Sam"], ["sam"]])
    two = meeting(db, items=["Sam"], title="Retro", held_on=date(2026, 3, 9))
    first, second = waiting(db)
    assert (first.meeting_id, first.action_items, first.decisions, first.scope) == (one, 2, 2, "meeting")
    assert (second.meeting_id, second.meeting, second.happened_on) == (two, "Retro", date(2026, 3, 9))
    assert {c.id for c in first.candidates} == set(sams)
    assert first.text == "We keep supplier 1"


def test_a_first_name_that_only_one_bears_is_one_question(db: Database) -> None:
    person(db, "Danno Ferrin")
    person(db, "Danny Ryan")
    meeting(db, items=["Danno"])
    meeting(db, items=["Danno"])
    (name,) = waiting(db)
    assert (name.scope, name.action_items) == ("everywhere", 2)
    assert {c.name for c in name.candidates} == {"Danno Ferrin", "Danny Ryan"}


def test_a_full_name_is_one_question_wherever_it_was_said(db: Database) -> None:
    person(db, "Christine Lee")
    meeting(db, items=["Christina Lee"], title="Old", held_on=date(2026, 1, 1))
    meeting(db, items=["Christina Lee"], voices=["Christina Lee"], title="New", held_on=date(2026, 2, 1))
    (name,) = waiting(db)
    assert (name.mention, name.scope, name.action_items, name.meetings) == ("Christina Lee", "everywhere", 2, 1)
    assert name.meeting == "New"
    assert [c.name for c in name.candidates] == ["Christine Lee"]


def test_a_voice_that_waits_is_quoted_with_its_first_words(db: Database) -> None:
    person(db, "Christine Lee")
    meeting(db, voices=["Ana Costa", "Christina Lee"])
    (name,) = waiting(db)
    assert name.quote is not None
    assert name.quote.startswith("Christina Lee: I will look into point 1")
    assert (name.turn, name.meetings, name.action_items) == (1, 1, 0)


def test_candidates_come_with_what_they_have_been_doing_lately(db: Database, sams: tuple[int, int]) -> None:
    meeting(db, items=["Sam Rivera"], title="Busy", held_on=date(2026, 2, 2))
    meeting(db, items=["Sam"])
    (name,) = with_lately(db, LOCAL_USER, waiting(db))
    rivera, okafor = (next(c for c in name.candidates if c.id == sam) for sam in sams)
    assert [(r.text, r.happened_on) for r in rivera.lately] == [("Write part 0 of the plan", date(2026, 2, 2))]
    assert okafor.lately == ()


def test_an_imported_name_of_nobody_known_waits_without_candidates(db: Database) -> None:
    m = meeting(db, items=["Zoe Quill"], resolve=False)
    with db.owner() as conn:
        conn.execute("UPDATE action_items SET assignee_pending = true")
    (name,) = waiting(db)
    assert (name.mention, name.candidates) == ("Zoe Quill", ())
    receipt = confirm_name(db, ANA, "Zoe Quill", "person", new_name="Zoe Quill")
    assert receipt.action_items == 1
    assert names(db, m) == {"Zoe Quill": "Zoe Quill"}


def test_names_of_restricted_meetings_wait_only_for_those_who_may_see_them(db: Database, sams: tuple[int, int]) -> None:
    secret = meeting(db, items=["Sam"], audience=["group:legal"])
    assert [n.meeting_id for n in waiting(db, LEGAL)] == [secret]
    assert waiting(db, OUTSIDER) == []
    with pytest.raises(NotFound):
        confirm_name(db, OUTSIDER, "Sam", "person", sams[0], meeting_id=secret)
    assert confirm_name(db, OUTSIDER, "Sam", "person", sams[0]).action_items == 0
    assert names(db, secret) == {"Sam": "?"}


# --- confirming ---


def test_confirming_fills_every_row_that_waits_and_says_how_many(db: Database, sams: tuple[int, int]) -> None:
    rivera, okafor = sams
    one = meeting(db, voices=["Sam"], items=["Sam", "Sam", "Ana"], makers=[["Sam", "Bo"]])
    two = meeting(db, items=["sam"], makers=[["Sam's"], ["Sam"]])
    receipt = confirm_name(db, ANA, "Sam", "person", rivera)
    assert (receipt.action_items, receipt.decisions, receipt.meetings, receipt.name) == (3, 3, 1, "Sam Rivera")
    assert names(db, one)["Sam"] == "Sam Rivera"
    assert set(names(db, two).values()) == {"Sam Rivera"}
    assert indexed(db, rivera) == {"action_item": 3, "decision": 3, "meeting": 1}
    assert indexed(db, okafor) == {}
    assert aliases(db) == {"Sam": (rivera, False)}
    (alias,) = listed_aliases(db, LOCAL_USER)
    assert (alias.name, alias.confidence, alias.confirmed_by, alias.project) == ("Sam Rivera", 1.0, "Ana", None)
    assert waiting(db) == []


def test_confirming_in_one_meeting_leaves_the_others_and_makes_no_alias(db: Database, sams: tuple[int, int]) -> None:
    one, two = meeting(db, items=["Sam"]), meeting(db, items=["Sam"])
    receipt = confirm_name(db, ANA, "Sam", "person", sams[1], meeting_id=one)
    assert receipt.action_items == 1
    assert (names(db, one), names(db, two)) == ({"Sam": "Sam Okafor"}, {"Sam": "?"})
    assert aliases(db) == {}


def test_confirming_in_a_project_fills_that_project(db: Database, sams: tuple[int, int]) -> None:
    ferry = project(db, "Ferry")
    one, two = meeting(db, items=["Sam"], project_id=ferry), meeting(db, items=["Sam"])
    confirm_name(db, ANA, "Sam", "person", sams[1], project_id=ferry)
    assert (names(db, one), names(db, two)) == ({"Sam": "Sam Okafor"}, {"Sam": "?"})
    assert [a.project for a in listed_aliases(db, LOCAL_USER)] == ["Ferry"]


def test_somebody_new_is_made_unless_known_already(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, items=["Sam"])
    with pytest.raises(Conflict, match="Sam Rivera is known already"):
        confirm_name(db, ANA, "Sam", "person", new_name="sam  rivera", meeting_id=m)
    receipt = confirm_name(db, ANA, "Sam", "person", new_name="Sam  Whitlock", meeting_id=m)
    assert receipt.name == "Sam Whitlock"
    assert names(db, m) == {"Sam": "Sam Whitlock"}


def test_a_person_overrules_what_memo_was_sure_of(db: Database) -> None:
    rivera, other = person(db, "Sam Rivera"), person(db, "Samuel Riviera")
    meeting(db, items=["Rivera, Sam"])
    assert aliases(db) == {"Rivera, Sam": (rivera, True)}
    receipt = confirm_name(db, ANA, "Rivera, Sam", "person", other)
    assert aliases(db) == {"Rivera, Sam": (other, False)}
    undo_name(db, ANA, receipt.receipt_id)
    assert aliases(db) == {"Rivera, Sam": (rivera, True)}


def test_the_second_answer_hears_of_the_first(db: Database, sams: tuple[int, int]) -> None:
    rivera, okafor = sams
    m = meeting(db, items=["Sam"])
    confirm_name(db, ANA, "Sam", "person", rivera)
    with pytest.raises(Conflict, match=r"Ana said on .* that “Sam” is Sam Rivera"):
        confirm_name(db, BEA, "Sam", "person", okafor)
    with pytest.raises(Conflict, match="Ana was first and said that “Sam” is Sam Rivera in this meeting"):
        confirm_name(db, BEA, "Sam", "person", okafor, meeting_id=m)
    with pytest.raises(Conflict, match="Ana was first"):
        dismiss_name(db, BEA, "Sam", "person")
    assert names(db, m) == {"Sam": "Sam Rivera"}


def test_what_is_asked_for_must_make_sense(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, items=["Sam"], project_id=project(db, "Ferry"))
    with pytest.raises(InputError):
        confirm_name(db, ANA, "Sam", "person")
    with pytest.raises(InputError):
        confirm_name(db, ANA, "Sam", "person", sams[0], new_name="Sam Whitlock")
    with pytest.raises(InputError):
        confirm_name(db, ANA, "Sam", "person", sams[0], meeting_id=m, project_id=1)
    with pytest.raises(InputError):
        confirm_name(db, ANA, " ?! ", "person", sams[0])
    with pytest.raises(InputError):
        confirm_name(db, ANA, "Sam", "person", new_name=" ")
    with pytest.raises(NotFound):
        confirm_name(db, ANA, "Sam", "person", 999)
    with pytest.raises(NotFound):
        confirm_name(db, ANA, "Sam", "client", 999)
    with pytest.raises(NotFound):
        confirm_name(db, ANA, "Zoe", "person", sams[0], meeting_id=m)
    with pytest.raises(NotAllowed):
        confirm_name(db, READER, "Sam", "person", sams[0])
    assert names(db, m) == {"Sam": "?"}
    assert aliases(db) == {}
    assert recent_name_receipts(db, LOCAL_USER) == []


# --- none of these ---


def test_none_of_these_keeps_the_name_as_said_and_asks_no_more(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, voices=["Sam"], items=["Sam"], makers=[["Sam"]])
    receipt = dismiss_name(db, ANA, "Sam", "person", meeting_id=m)
    assert (receipt.action_items, receipt.decisions, receipt.meetings, receipt.name) == (1, 1, 1, None)
    assert names(db, m) == {"Sam": None}
    assert waiting(db) == []
    assert aliases(db) == {}
    with pytest.raises(Conflict, match="is none of the candidates"):
        dismiss_name(db, BEA, "Sam", "person", meeting_id=m)
    undo_name(db, ANA, receipt.receipt_id)
    assert names(db, m) == {"Sam": "?"}


# --- undo ---


def test_undo_puts_everything_back(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, voices=["Sam"], items=["Sam", "Sam"], makers=[["Sam"]])
    before = waiting(db)
    receipt = confirm_name(db, ANA, "Sam", "person", new_name="Sam Whitlock")
    back = undo_name(db, BEA, receipt.receipt_id)
    assert (back.action_items, back.decisions, back.meetings, back.undone) == (2, 1, 1, True)
    assert names(db, m) == {"Sam": "?"}
    assert waiting(db) == before
    assert aliases(db) == {}
    with db.owner() as conn:
        assert conn.execute("SELECT FROM people WHERE name = 'Sam Whitlock'").fetchone() is None
    with pytest.raises(Conflict, match="undone already"):
        undo_name(db, ANA, receipt.receipt_id)
    with pytest.raises(NotFound):
        undo_name(db, ANA, 999)


def test_undo_leaves_what_was_changed_since(db: Database, sams: tuple[int, int]) -> None:
    rivera, okafor = sams
    meeting(db, items=["Sam", "Sam"])
    receipt = confirm_name(db, ANA, "Sam", "person", rivera)
    with db.owner() as conn:
        conn.execute(
            "UPDATE action_items SET assignee_id = %s WHERE id = (SELECT min(id) FROM action_items)", (okafor,)
        )
    assert undo_name(db, ANA, receipt.receipt_id).action_items == 1
    with db.owner() as conn:
        rows = conn.execute("SELECT assignee_id, assignee_pending FROM action_items ORDER BY id").fetchall()
    assert [(r["assignee_id"], r["assignee_pending"]) for r in rows] == [(okafor, False), (None, True)]


def test_undo_keeps_somebody_new_whom_others_need_by_now(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, items=["Sam"])
    receipt = confirm_name(db, ANA, "Sam", "person", new_name="Sam Whitlock", meeting_id=m)
    later = meeting(db, items=["Sam Whitlock"])
    undo_name(db, ANA, receipt.receipt_id)
    assert names(db, m) == {"Sam": "?"}
    assert names(db, later) == {"Sam Whitlock": "Sam Whitlock"}


def test_revoking_an_alias_stops_it_and_can_be_undone(db: Database, sams: tuple[int, int]) -> None:
    rivera, _ = sams
    one = meeting(db, items=["Sam"])
    confirm_name(db, ANA, "Sam", "person", rivera)
    (alias,) = listed_aliases(db, LOCAL_USER)
    receipt = revoke_alias(db, ANA, alias.id)
    assert (receipt.kind, receipt.mention, receipt.name) == ("revoke", "Sam", "Sam Rivera")
    assert aliases(db) == {}
    assert names(db, one) == {"Sam": "Sam Rivera"}
    assert names(db, meeting(db, items=["Sam"])) == {"Sam": "?"}
    with pytest.raises(NotFound):
        revoke_alias(db, ANA, alias.id)
    undo_name(db, ANA, receipt.receipt_id)
    assert aliases(db) == {"Sam": (rivera, False)}


def test_undoing_a_revocation_gives_way_to_a_newer_owner(db: Database, sams: tuple[int, int]) -> None:
    confirm_name(db, ANA, "Sam", "person", sams[0])
    receipt = revoke_alias(db, ANA, listed_aliases(db, LOCAL_USER)[0].id)
    confirm_name(db, BEA, "Sam", "person", sams[1])
    with pytest.raises(Conflict, match="another owner"):
        undo_name(db, ANA, receipt.receipt_id)
    assert aliases(db) == {"Sam": (sams[1], False)}


def test_receipts_are_kept_newest_first(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, items=["Sam"])
    with db.owner() as conn:
        add_facts(conn, m, items=["Sam"])
    first = confirm_name(db, ANA, "Sam", "person", sams[0])
    undo_name(db, ANA, first.receipt_id)
    second = dismiss_name(db, BEA, "Sam", "person")
    kept = recent_name_receipts(db, LOCAL_USER)
    assert [(r.receipt_id, r.kind, r.done_by, r.undone) for r in kept] == [
        (second.receipt_id, "dismiss", "Bea", False),
        (first.receipt_id, "confirm", "Ana", True),
    ]
