"""Resolve: who is meant is asked, answered, undone; other names and people are put right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from streamlit.testing.v1 import AppTest

from memo.models import Principal
from memo.service import Memo
from tests.integration.naming import aliases, indexed, meeting, names, person, project
from tests.pages.conftest import Open, button, text_of

PAGE = "3_Resolve.py"
BEA = Principal(name="Bea", role="member", agent="memo")


@pytest.fixture
def sams(memo: Memo) -> tuple[int, int]:
    return person(memo.db, "Sam Rivera"), person(memo.db, "Sam Okafor")


def choose(at: AppTest, mention: str, label: str) -> None:
    """Choose an answer in the form of `mention`."""
    radio = next(each for each in at.radio if each.label == f"Who is {mention}?")
    radio.set_value(next(o for o, shown in zip(_values(radio), radio.options, strict=True) if shown == label))


def _values(radio: object) -> list[object]:
    known = len(radio.options) - 3  # type: ignore[attr-defined]
    return [*range(known), "new", "none", "later"]


def save(at: AppTest) -> AppTest:
    """Send the first form that is drawn."""
    button(at, "Save").click().run()  # type: ignore[attr-defined]
    assert not at.exception
    return at


def unfold(at: AppTest, key: str) -> AppTest:
    """Open what is drawn only when it is open."""
    at.session_state[key] = True
    at.run()
    assert not at.exception
    return at


def test_an_empty_page_says_so_and_leads_on(open_page: Open) -> None:
    at = open_page(PAGE)
    assert "No name waits for you." in text_of(at)
    assert not at.radio
    assert "Known names" not in text_of(at)


def test_a_name_is_asked_with_its_words_and_candidates(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    meeting(memo.db, items=["Sam Rivera"], title="Busy", held_on=date(2026, 2, 2))
    meeting(memo.db, items=["Sam"], voices=["Sam Okafor", "Ana Costa"], title="Weekly", resolve=False)
    meeting(memo.db, items=["Sam"], makers=[["Sam"]], title="Weekly *sync*")
    at = open_page(PAGE)
    told = text_of(at)
    assert "1 name waits for somebody to say who is meant." in told
    assert "**Sam** in Weekly *sync*, 4 March 2026" in told
    assert "waits in 1 action item and 1 decision" in told
    (radio,) = at.radio
    assert radio.label == "Who is Sam?"
    assert set(radio.options) == {"Sam Rivera", "Sam Okafor", "Someone new", "None of these", "Ask me later"}
    assert radio.value is None


def test_an_answer_fills_the_facts_and_its_receipt_undoes_it(
    open_page: Open, memo: Memo, sams: tuple[int, int]
) -> None:
    rivera, _ = sams
    m = meeting(memo.db, items=["Sam", "Sam"], makers=[["Sam"]])
    at = open_page(PAGE)
    choose(at, "Sam", "Sam Rivera")
    save(at)
    assert "2 action items and 1 decision now name Sam Rivera." in text_of(at)
    assert "No name waits for you." in text_of(at)
    assert names(memo.db, m) == {"Sam": "Sam Rivera"}
    assert indexed(memo.db, rivera) == {"action_item": 2, "decision": 1}
    assert aliases(memo.db) == {}
    button(at, "Undo").click().run()  # type: ignore[attr-defined]
    assert "Taken back: “Sam” waits again in 2 action items and 1 decision." in text_of(at)
    assert names(memo.db, m) == {"Sam": "?"}
    assert [radio.label for radio in at.radio] == ["Who is Sam?"]


def test_an_answer_may_hold_wherever_the_name_is_said(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    one, two = meeting(memo.db, items=["Sam"]), meeting(memo.db, items=["Sam"], title="Retro")
    at = open_page(PAGE)
    assert "2 names wait" in text_of(at)
    choose(at, "Sam", "Sam Okafor")
    at.selectbox[0].set_value("everywhere")
    save(at)
    assert (names(memo.db, one), names(memo.db, two)) == ({"Sam": "Sam Okafor"}, {"Sam": "Sam Okafor"})
    assert aliases(memo.db) == {"Sam": (sams[1], False)}
    button(at, "Revoke").click().run()  # type: ignore[attr-defined]
    assert "“Sam” stands for Sam Okafor no longer" in text_of(at)
    assert aliases(memo.db) == {}


def test_an_answer_may_hold_in_one_project(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    ferry = project(memo.db, "Ferry")
    meeting(memo.db, items=["Sam"], project_id=ferry)
    at = open_page(PAGE)
    choose(at, "Sam", "Sam Okafor")
    at.selectbox[0].set_value("project")
    save(at)
    assert "“Sam” is **Sam Okafor** in the project Ferry" in text_of(at)


def test_somebody_new_needs_a_name(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    m = meeting(memo.db, items=["Sam"])
    at = open_page(PAGE)
    choose(at, "Sam", "Someone new")
    save(at)
    assert "Type the full name of someone new." in text_of(at)
    assert names(memo.db, m) == {"Sam": "?"}
    at.text_input[0].set_value("Sam <b>Whitlock</b>")
    save(at)
    assert names(memo.db, m) == {"Sam": "Sam <b>Whitlock</b>"}
    assert "<b>" in text_of(at)
    assert not any(element.allow_html for element in at.markdown)


def test_nothing_chosen_is_said(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    meeting(memo.db, items=["Sam"])
    assert "Choose who is meant first." in text_of(save(open_page(PAGE)))


def test_none_of_these_keeps_the_name_as_said(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    m = meeting(memo.db, items=["Sam"])
    at = open_page(PAGE)
    choose(at, "Sam", "None of these")
    save(at)
    assert "“Sam” stays as it was said in 1 action item." in text_of(at)
    assert names(memo.db, m) == {"Sam": None}


def test_ask_me_later_puts_off_and_writes_nothing(
    open_page: Open, memo: Memo, sams: tuple[int, int], forbid_writes: Callable[[], None]
) -> None:
    m = meeting(memo.db, items=["Sam"])
    at = open_page(PAGE)
    forbid_writes()
    choose(at, "Sam", "Ask me later")
    save(at)
    assert not at.radio
    assert "1 name put off." in text_of(at)
    button(at, "Ask me now").click().run()  # type: ignore[attr-defined]
    assert len(at.radio) == 1
    assert names(memo.db, m) == {"Sam": "?"}


def test_who_comes_second_is_told_who_was_first(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    m = meeting(memo.db, items=["Sam"])
    at = open_page(PAGE)
    choose(at, "Sam", "Sam Rivera")
    memo.acting_as(BEA).confirm_name("Sam", "person", sams[1], meeting_id=m)
    save(at)
    assert "Bea was first and said that “Sam” is Sam Okafor in this meeting." in text_of(at)
    assert names(memo.db, m) == {"Sam": "Sam Okafor"}


def test_suggestions_are_confirmed_at_once(open_page: Open, memo: Memo) -> None:
    lee, chen = person(memo.db, "Christine Lee"), person(memo.db, "Robert Chen")
    m = meeting(memo.db, items=["Christina Lee", "Christina Lee", "Rob Chan"])
    at = unfold(open_page(PAGE), "bulk")
    assert [each.value for each in at.checkbox if "Christin" in each.label] == [True]
    button(at, "Confirm these").click().run()  # type: ignore[attr-defined]
    assert names(memo.db, m) == {"Christina Lee": "Christine Lee", "Rob Chan": "Robert Chen"}
    assert "2 action items now name Christine Lee." in text_of(at)
    assert aliases(memo.db) == {"Christina Lee": (lee, False), "Rob Chan": (chen, False)}


def test_full_names_of_nobody_known_are_added_at_once(open_page: Open, memo: Memo) -> None:
    facts = [
        {"fact_type": "action_item", "text": f"Count crate {n}.", "assignee": name}
        for n, name in enumerate(["Zoe Quill", "Yan Reed", "Yan Reed", "Ned"])
    ]
    memo.import_facts(facts)
    at = unfold(open_page(PAGE), "bulk-new")
    next(each for each in at.checkbox if "Zoe" in each.label).uncheck()
    button(at, "Add these people").click().run()  # type: ignore[attr-defined]
    assert "2 action items now name Yan Reed." in text_of(at)
    assert [person.name for person in memo.people()] == ["Yan Reed"]
    assert {name.mention for name in memo.pending_names()} == {"Zoe Quill", "Ned"}


def test_two_people_are_made_one_and_two_again(open_page: Open, memo: Memo) -> None:
    keep, other = person(memo.db, "Robert Chen"), person(memo.db, "Bobby Chan")
    m = meeting(memo.db, items=["Bobby Chan"])
    at = unfold(open_page(PAGE), "merge")
    people = {person.id: person for person in memo.people()}
    at.selectbox(key="merge-keep").set_value(people[keep])
    at.selectbox(key="merge-other").set_value(people[other])
    button(at, "Make them one").click().run()  # type: ignore[attr-defined]
    assert "Bobby Chan and Robert Chen are one person now: 1 action item moved." in text_of(at)
    assert names(memo.db, m) == {"Bobby Chan": "Robert Chen"}
    button(at, "Undo").click().run()  # type: ignore[attr-defined]
    assert "two people again" in text_of(at)
    assert names(memo.db, m) == {"Bobby Chan": "Bobby Chan"}


def test_one_person_is_made_two(open_page: Open, memo: Memo, sams: tuple[int, int]) -> None:
    m = meeting(memo.db, items=["Sam Rivera"], title="Sales")
    at = unfold(open_page(PAGE), "split")
    rivera = next(person for person in memo.people() if person.name == "Sam Rivera")
    at.selectbox(key="split-person").set_value(rivera).run()
    (use,) = at.checkbox
    assert use.label.replace("\\", "") == "“Sam Rivera” in Sales, 4 March 2026: 1 action item"
    use.check()
    at.text_input(key="split-new").set_value("Samira Rivera")
    button(at, "Make two of Sam Rivera").click().run()  # type: ignore[attr-defined]
    assert "1 action item of Sam Rivera now belongs to Samira Rivera." in text_of(at)
    assert names(memo.db, m) == {"Sam Rivera": "Samira Rivera"}


def test_a_rerun_writes_nothing(
    open_page: Open, memo: Memo, sams: tuple[int, int], forbid_writes: Callable[[], None]
) -> None:
    meeting(memo.db, items=["Sam", "Christina Lee"])
    memo.confirm_name("Sammy", "person", sams[0])
    at = open_page(PAGE)
    forbid_writes()
    at.run()
    assert not at.exception
    assert not at.error
