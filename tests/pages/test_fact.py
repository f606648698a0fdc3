"""One fact: what it says, where it comes from, and what a person does to it."""

from __future__ import annotations

import pytest

from memo.errors import NotFound
from memo.models import CaptureRecord
from memo.service import Memo
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP


@pytest.fixture
def weekly(memo: Memo) -> CaptureRecord:
    return memo.capture(STANDUP, "weekly.txt")


def test_without_a_fact_it_leads_to_all(open_page: Open) -> None:
    assert "This page shows one fact" in text_of(open_page("8_Fact.py"))
    assert "This page shows one fact" in text_of(open_page("8_Fact.py", type="secret", id="1"))


def test_what_is_not_there_is_said(open_page: Open) -> None:
    at = open_page("8_Fact.py", type="decision", id="99")
    assert "There is no such thing" in text_of(at)
    assert [each.value for each in at.title] == ["Fact"]


def test_sentence_why_who_when_provenance_and_proof(open_page: Open, weekly: CaptureRecord) -> None:
    at = open_page("8_Fact.py", type="decision", id=str(weekly.decisions[0].id))
    told = text_of(at)
    assert "Postgres for the event store" in at.subheader[0].value
    assert ":gray[2 March 2026]" in told
    assert "Agreed in *Platform weekly*, 2 March 2026, captured from *weekly.txt* by the person at this machine" in told
    assert "I compared both candidates" in told
    assert ":yellow-background[" in told


def test_an_edit_needs_a_reason_and_keeps_what_it_said(open_page: Open, memo: Memo, weekly: CaptureRecord) -> None:
    key = weekly.decisions[0].id
    at = open_page("8_Fact.py", type="decision", id=str(key))
    button(at, "Edit").click().run()
    at.text_area(key="edit_text").set_value("We use MariaDB.")
    button(at, "Save").click().run()
    assert "Say why" in text_of(at)
    at.text_input(key="edit_reason").set_value("I was there")
    button(at, "Save").click().run()
    assert not at.exception
    assert memo.fact("decision", key).text == "We use MariaDB."
    told = text_of(open_page("8_Fact.py", type="decision", id=str(key)))
    assert "local user, " in told
    assert "I was there" in told
    assert f"Words: “{weekly.decisions[0].description}” → “We use MariaDB.”" in told


def test_marking_as_wrong_and_taking_it_back(open_page: Open, memo: Memo, weekly: CaptureRecord) -> None:
    key = weekly.action_items[0].id
    at = open_page("8_Fact.py", type="action_item", id=str(key))
    button(at, "Mark as wrong").click().run()
    at.text_input(key="wrong_reason").set_value("nobody said that")
    [each for each in at.button if each.label == "Mark as wrong"][-1].click()
    at.run()
    assert memo.fact("action_item", key).status == "wrong"
    at = open_page("8_Fact.py", type="action_item", id=str(key))
    assert "Marked as wrong, and left out of every search: nobody said that" in text_of(at)
    button(at, "It is right after all").click().run()
    assert memo.fact("action_item", key).status == "open"


def test_an_item_is_done_and_opened_again(open_page: Open, memo: Memo, weekly: CaptureRecord) -> None:
    key = weekly.action_items[0].id
    at = open_page("8_Fact.py", type="action_item", id=str(key))
    button(at, "Done").click().run()
    assert memo.fact("action_item", key).status == "done"
    button(at, "Open again").click().run()
    assert memo.fact("action_item", key).status == "open"
    assert "Status: done → open" in text_of(at)


def test_deleting_asks_first(open_page: Open, memo: Memo, weekly: CaptureRecord) -> None:
    key = weekly.decisions[0].id
    at = open_page("8_Fact.py", type="decision", id=str(key))
    button(at, "Delete").click().run()
    assert "mark it as wrong instead" in text_of(at)
    assert memo.fact("decision", key)
    button(at, "Delete it").click().run()
    assert not at.exception
    with pytest.raises(NotFound):
        memo.fact("decision", key)


def test_a_meeting_is_not_deleted_but_forgotten(open_page: Open, weekly: CaptureRecord) -> None:
    at = open_page("8_Fact.py", type="meeting", id=str(weekly.meeting_id))
    assert "Delete" not in [each.label for each in at.button]
    assert "The summary of *Platform weekly*" in text_of(at)


def test_a_proposed_link_is_settled_by_a_person(open_page: Open, memo: Memo, weekly: CaptureRecord) -> None:
    decision, item = weekly.decisions[0].id, weekly.action_items[0].id
    with memo.db.write(memo.who) as conn:
        conn.execute("DELETE FROM fact_links")
        conn.execute(
            "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id)"
            " VALUES ('implements', 'action_item', %s, 'decision', %s)",
            (item, decision),
        )
    at = open_page("8_Fact.py", type="decision", id=str(decision))
    assert "Carried out by · proposed by rules, not confirmed yet" in text_of(at)
    button(at, "Yes, it does").click().run()
    assert "not confirmed yet" not in text_of(at)
    assert "Carried out by" in text_of(at)
    at = open_page("8_Fact.py", type="action_item", id=str(item))
    assert "Carries out" in text_of(at)


@pytest.fixture
def reversed_later(memo: Memo, weekly: CaptureRecord) -> int:
    """The link by which rules propose that an imported decision reverses the meeting's."""
    memo.import_facts([{"fact_type": "decision", "text": "We use SQLite instead.", "happened_on": "2026-04-01"}])
    newer = next(fact for fact in memo.facts().facts if fact.text.startswith("We use SQLite"))
    with memo.db.owner() as conn:
        made = conn.execute(
            "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id)"
            " VALUES ('supersedes', 'decision', %s, 'decision', %s) RETURNING id",
            (newer.fact_id, weekly.decisions[0].id),
        )
        return int(made.fetchall()[0]["id"])


@pytest.mark.parametrize("page", ["app.py", "4_Facts.py", "8_Fact.py"])
def test_a_reversal_is_said_beside_the_decision_and_settled_there(
    page: str, open_page: Open, memo: Memo, weekly: CaptureRecord, reversed_later: int
) -> None:
    key = weekly.decisions[0].id
    at = open_page(page, **({"type": "decision", "id": str(key)} if page == "8_Fact.py" else {}))
    assert text_of(at).count("Reversed by") == 1
    assert "“We use SQLite instead.”" in text_of(at)
    assert "proposed by rules, not confirmed" in text_of(at)
    button(at, "Yes, reversed").click().run()
    assert not at.exception
    assert memo.fact("decision", key).status == "superseded"
    at = open_page("8_Fact.py", type="decision", id=str(key))
    assert ":gray[Reversed by]" in text_of(at)
    button(at, "It still holds").click().run()
    assert memo.fact("decision", key).status == "active"
    assert "Reversed by" not in text_of(at)


def test_a_proposed_reversal_is_refused(
    open_page: Open, memo: Memo, weekly: CaptureRecord, reversed_later: int
) -> None:
    at = open_page()
    at.button(key=f"reject-{reversed_later}").click().run()
    assert "Reversed by" not in text_of(at)
    assert memo.fact("decision", weekly.decisions[0].id).status == "active"


def test_another_decision_takes_its_place_by_hand(open_page: Open, memo: Memo, weekly: CaptureRecord) -> None:
    key = weekly.decisions[0].id
    memo.import_facts([{"fact_type": "decision", "text": "We paint the door.", "source_id": "n"}])
    at = open_page("8_Fact.py", type="decision", id=str(key))
    button(at, "Another takes its place").click().run()
    at.text_input(key="successor_words").set_value("paint door").run()
    assert "nearest in meaning" not in text_of(at)
    assert at.radio(key="successor_chosen").options == ["We paint the door\\."]
    button(at, "Take its place").click().run()
    assert "Choose a decision first." in text_of(at)
    at.radio(key="successor_chosen").set_value(memo.search("paint door")[0].fact_id)
    button(at, "Take its place").click().run()
    assert not at.exception
    assert memo.fact("decision", key).status == "superseded"
    assert "“We paint the door.”" in text_of(at)


def test_what_is_only_near_in_meaning_is_called_so(
    open_page: Open, memo: Memo, weekly: CaptureRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    memo.import_facts([{"fact_type": "decision", "text": "We paint the door.", "source_id": "n"}])
    (door,) = memo.search("paint")
    near = door.model_copy(update={"matched": ("vector",)})
    monkeypatch.setattr(Memo, "search", lambda *args, **kwargs: [near])
    at = open_page("8_Fact.py", type="decision", id=str(weekly.decisions[0].id))
    button(at, "Another takes its place").click().run()
    assert "nearest in meaning" not in text_of(at)
    at.text_input(key="successor_words").set_value("zebra stripes").run()
    assert "No decision has these words; these come nearest in meaning." in text_of(at)
    assert at.radio(key="successor_chosen").options == ["We paint the door\\."]


def test_hostile_words_do_nothing(open_page: Open, memo: Memo) -> None:
    evil = "![x](https://evil.example/x) $5M to $10M :red[x] <img src=x>"
    memo.import_facts([{"fact_type": "decision", "text": evil, "reasoning": evil, "source_id": evil, "meeting": evil}])
    found = memo.facts().facts[0]
    at = open_page("8_Fact.py", type="decision", id=str(found.fact_id))
    assert evil.split(" ")[1] in text_of(at)
    assert not any("](https" in str(each.value) for each in (*at.markdown, *at.caption, *at.subheader))
