"""Two people who are one, and one who is two: facts follow, and both can be taken back."""

from __future__ import annotations

from datetime import date

import pytest

from memo.errors import Conflict, InputError, NotAllowed, NotFound
from memo.models import LOCAL_USER, Principal
from memo.names.confirm import confirm_name
from memo.names.directory import named
from memo.names.merge import merge_people
from memo.names.resolve import resolve_name
from memo.names.split import name_uses, split_person
from memo.names.undo import undo_name
from memo.store.pool import Database
from tests.integration.naming import BEA, aliases, indexed, meeting, names, person

ANA = Principal(name="Ana", role="admin", agent="memo")


def known(db: Database) -> list[str]:
    return [someone.name for someone in named(db, LOCAL_USER, "person")]


def row(db: Database, person_id: int) -> dict[str, object]:
    with db.owner() as conn:
        found = conn.execute("SELECT * FROM people WHERE id = %s", (person_id,)).fetchone()
    assert found is not None
    return {key: value for key, value in found.items() if key not in ("id", "created_at")}


# --- merge ---


@pytest.fixture
def chens(db: Database) -> tuple[int, int]:
    """Robert Chen under two names, each with facts of his own."""
    robert = person(db, "Robert Chen", email="robert@example.com", nicknames=["Rob"])
    bob = person(db, "Bobby Chan", email="bob@example.com", slack_user_id="U1", nicknames=["Bo"])
    with db.owner() as conn:
        conn.execute("INSERT INTO members (subject, person_id) VALUES ('idp|1', %s)", (bob,))
    return robert, bob


def test_what_one_had_goes_to_the_other(db: Database, chens: tuple[int, int]) -> None:
    robert, bob = chens
    m = meeting(
        db, voices=["Bobby Chan"], items=["Bobby Chan", "Robert Chen"], makers=[["Bobby Chan"], ["Robert Chen"]]
    )
    assert indexed(db, bob) == {"meeting": 1, "decision": 1, "action_item": 1}
    receipt = merge_people(db, ANA, robert, bob)
    assert (receipt.mention, receipt.name, receipt.kind) == ("Bobby Chan", "Robert Chen", "merge")
    assert (receipt.action_items, receipt.decisions, receipt.meetings) == (1, 1, 1)
    assert set(names(db, m).values()) == {"Robert Chen"}
    assert indexed(db, robert) == {"meeting": 1, "decision": 2, "action_item": 2}
    assert indexed(db, bob) == {}
    assert known(db) == ["Robert Chen"]
    assert row(db, robert) | {"merged_into": None} == {
        "name": "Robert Chen",
        "email": "robert@example.com",
        "slack_user_id": "U1",
        "nicknames": ["Rob", "Bo"],
        "merged_into": None,
    }
    with db.owner() as conn:
        assert conn.execute("SELECT person_id FROM members").fetchone() == {"person_id": robert}


def test_the_former_name_stays_an_alias(db: Database, chens: tuple[int, int]) -> None:
    robert, bob = chens
    confirm_name(db, BEA, "the Chan man", "person", bob)
    merge_people(db, ANA, robert, bob)
    assert aliases(db) == {"the Chan man": (robert, False), "Bobby Chan": (robert, False)}
    later = meeting(db, voices=["Bobby Chan"])
    assert names(db, later) == {"Bobby Chan": "Robert Chen"}
    assert known(db) == ["Robert Chen"]


def test_a_merged_first_name_becomes_no_alias(db: Database) -> None:
    rivera, sam = person(db, "Sam Rivera"), person(db, "Sam")
    merge_people(db, ANA, rivera, sam)
    assert aliases(db) == {}
    assert resolve_name(db, LOCAL_USER, "Sam").band == "ask"


def test_a_merged_user_name_becomes_an_alias(db: Database) -> None:
    croy, nick = person(db, "Tyler Croy"), person(db, "abayer42")
    merge_people(db, ANA, croy, nick)
    assert aliases(db) == {"abayer42": (croy, False)}


def test_a_merge_is_undone(db: Database, chens: tuple[int, int]) -> None:
    robert, bob = chens
    m = meeting(
        db, voices=["Bobby Chan"], items=["Bobby Chan", "Robert Chen"], makers=[["Bobby Chan"], ["Robert Chen"]]
    )
    confirm_name(db, BEA, "the Chan man", "person", bob)
    before = names(db, m), aliases(db), row(db, robert), row(db, bob), indexed(db, robert), indexed(db, bob)
    receipt = merge_people(db, ANA, robert, bob)
    later = meeting(db, items=["Robert Chen"])
    back = undo_name(db, ANA, receipt.receipt_id)
    assert (back.action_items, back.decisions, back.meetings, back.undone) == (1, 1, 1, True)
    assert names(db, later) == {"Robert Chen": "Robert Chen"}
    with db.owner() as conn:
        conn.execute("DELETE FROM meetings WHERE id = %s", (later,))
        assert conn.execute("SELECT person_id FROM members").fetchone() == {"person_id": bob}
    after = names(db, m), aliases(db), row(db, robert), row(db, bob), indexed(db, robert), indexed(db, bob)
    assert after == before


def test_merges_are_undone_from_the_last(db: Database) -> None:
    a, b, c = person(db, "Ann Alder"), person(db, "Bea Birch"), person(db, "Cy Cedar")
    first = merge_people(db, ANA, b, c)
    second = merge_people(db, ANA, a, b)
    with pytest.raises(Conflict, match="Bea Birch has become part of somebody else"):
        undo_name(db, ANA, first.receipt_id)
    undo_name(db, ANA, second.receipt_id)
    undo_name(db, ANA, first.receipt_id)
    assert known(db) == ["Ann Alder", "Bea Birch", "Cy Cedar"]


def test_what_cannot_be_merged(db: Database, chens: tuple[int, int]) -> None:
    robert, bob = chens
    with pytest.raises(InputError):
        merge_people(db, ANA, robert, robert)
    with pytest.raises(NotFound):
        merge_people(db, ANA, robert, 999)
    with pytest.raises(NotAllowed):
        merge_people(db, Principal(name="Rea", role="reader"), robert, bob)
    with pytest.raises(NotAllowed, match="somebody who signs in"):
        merge_people(db, BEA, robert, bob)
    merge_people(db, ANA, robert, bob)
    with pytest.raises(Conflict, match="part of somebody else already"):
        merge_people(db, ANA, bob, robert)


def test_choosing_somebody_who_was_merged_means_who_they_are_now(db: Database, chens: tuple[int, int]) -> None:
    robert, bob = chens
    merge_people(db, ANA, robert, bob)
    assert confirm_name(db, ANA, "Bert", "person", bob).name == "Robert Chen"


# --- split ---


@pytest.fixture
def sam(db: Database) -> tuple[int, int, int]:
    """One Sam Rivera who is two: the tester of the first meeting is somebody else in the second."""
    sam = person(db, "Sam Rivera")
    one = meeting(db, voices=["Sam Rivera"], items=["Sam", "Sam Rivera"], title="Testing", held_on=date(2026, 1, 5))
    two = meeting(db, voices=["Sam Rivera"], items=["Sam"], makers=[["Sam"]], title="Sales", held_on=date(2026, 2, 5))
    return sam, one, two


def test_uses_say_under_which_names_and_where(db: Database, sam: tuple[int, int, int]) -> None:
    person_id, one, two = sam
    uses = [
        (u.mention, u.meeting_id, u.action_items, u.decisions, u.meetings) for u in name_uses(db, LOCAL_USER, person_id)
    ]
    assert uses == [
        ("Sam Rivera", two, 0, 0, 1),
        ("Sam", two, 1, 1, 0),
        ("Sam Rivera", one, 1, 0, 1),
        ("Sam", one, 1, 0, 0),
    ]


def test_what_belongs_to_the_other_goes_there_and_back(db: Database, sam: tuple[int, int, int]) -> None:
    person_id, one, two = sam
    before = names(db, one), names(db, two), indexed(db, person_id)
    receipt = split_person(db, ANA, person_id, [("Sam", two), ("Sam Rivera", two)], new_name="Sam Rivers")
    assert (receipt.kind, receipt.mention, receipt.name) == ("split", "Sam Rivera", "Sam Rivers")
    assert (receipt.action_items, receipt.decisions, receipt.meetings) == (1, 1, 1)
    assert set(names(db, one).values()) == {"Sam Rivera"}
    assert set(names(db, two).values()) == {"Sam Rivers"}
    assert indexed(db, person_id) == {"meeting": 1, "action_item": 2}
    undo_name(db, ANA, receipt.receipt_id)
    assert (names(db, one), names(db, two), indexed(db, person_id)) == before
    assert known(db) == ["Sam Rivera"]


def test_aliases_go_along_or_end(db: Database, sam: tuple[int, int, int]) -> None:
    person_id, _, two = sam
    confirm_name(db, ANA, "Sam", "person", person_id)
    confirm_name(db, ANA, "Sammy", "person", person_id)
    three = meeting(db, items=["Sammy"])
    other = person(db, "Sam Okafor")
    receipt = split_person(db, ANA, person_id, [("Sam", two), ("Sammy", three)], to_id=other)
    assert aliases(db) == {"Sammy": (other, False)}
    undo_name(db, ANA, receipt.receipt_id)
    assert aliases(db) == {"Sam": (person_id, False), "Sammy": (person_id, False)}


def test_what_cannot_be_split(db: Database, sam: tuple[int, int, int]) -> None:
    person_id, one, _ = sam
    with pytest.raises(InputError):
        split_person(db, ANA, person_id, [("Sam", one)])
    with pytest.raises(InputError):
        split_person(db, ANA, person_id, [("Sam", one)], to_id=person_id)
    with pytest.raises(NotFound):
        split_person(db, ANA, person_id, [("Sam", one)], to_id=999)
    with pytest.raises(Conflict, match="Sam Rivera is known already"):
        split_person(db, ANA, person_id, [("Sam", one)], new_name="Sam Rivera")
    with pytest.raises(Conflict, match="Nothing of that"):
        split_person(db, ANA, person_id, [("Zoe", one)], new_name="Zoe Quill")
    assert known(db) == ["Sam Rivera"]
