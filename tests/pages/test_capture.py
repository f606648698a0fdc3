"""Capture: what Memo takes a file for, what it asks, what becomes of it, and the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from psycopg.types.json import Jsonb
from streamlit.testing.v1 import AppTest

from memo.capture.work import work
from memo.errors import Conflict
from memo.models import Received
from memo.service import Memo
from memo.ui.words import today
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import OTHER, STANDUP

PAGE = "1_Capture.py"


def handed_in(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    """The page after these files were dropped on it."""
    at.file_uploader[0].set_value([(name, data, "text/plain") for name, data in files])
    assert not at.run().exception
    return at


def test_it_says_what_it_took_a_file_for_before_anything_is_kept(open_page: Open, memo: Memo) -> None:
    at = handed_in(open_page(PAGE), ("weekly.txt", STANDUP))
    told = text_of(at)
    assert "8 turns of Ana Costa, Ben Ode and Cleo Park" in told
    assert "found by rules (no model), free" in told
    assert [field.value for field in at.text_input if field.label == "Title"] == ["Platform weekly"]
    assert str(at.date_input[0].value) == "2026-03-02"
    assert memo.recent_captures() == []


def test_without_a_day_in_it_today_is_proposed_in_words(open_page: Open, memo: Memo) -> None:
    at = handed_in(open_page(PAGE), ("weekly.txt", STANDUP.replace(b"Date: 2026-03-02", b"")))
    assert at.date_input[0].value == today(memo.settings.timezone)
    assert "No day is named in it: today is proposed" in text_of(at)
    at.date_input[0].set_value(None)
    button(at, "Remember this").click().run()
    assert work(memo.db, memo.tools, memo.recent_captures()[0].capture_id)
    assert memo.facts().facts[0].happened_on is None
    assert "No day is named" not in text_of(handed_in(open_page(PAGE), ("weekly.txt", STANDUP)))


def test_what_is_remembered_is_shown_as_a_record(open_page: Open, memo: Memo) -> None:
    at = handed_in(open_page(PAGE), ("weekly.txt", STANDUP))
    next(field for field in at.text_input if field.label == "Title").set_value("Platform sync")
    button(at, "Remember this").click().run()
    assert not at.exception
    (capture,) = memo.recent_captures()
    assert at.query_params["capture"] == str(capture.capture_id)
    assert work(memo.db, memo.tools, capture.capture_id)
    told = text_of(at.run())
    for words in ("Platform sync", "Decisions (1)", "Action items (2)", "Ben Ode", "all 436 characters", "no model"):
        assert words in told, words


def test_a_mark_opens_the_words_between_their_neighbours(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE, capture=str(record.capture_id))
    assert "compared both candidates" not in text_of(at)
    at.session_state[f"proof-decision-{record.decisions[0].id}"] = True
    told = text_of(at.run())
    assert ":yellow-background[" in told
    assert "compared both candidates" in told


def test_several_files_are_handed_in_at_once(open_page: Open, memo: Memo) -> None:
    other = STANDUP.replace(b"Postgres", b"SQLite").replace(b"2026-03-02", b"2026-04-06")
    at = handed_in(open_page(PAGE), ("a.txt", STANDUP), ("b.txt", other), ("empty.txt", b"..."))
    assert "empty.txt cannot be used" in text_of(at)
    button(at, "Remember these 2").click().run()
    assert not at.exception
    assert len(memo.recent_captures()) == 2


def test_the_sample_meeting_is_one_click_away(open_page: Open) -> None:
    at = open_page(PAGE)
    button(at, "Try the sample meeting").click().run()
    assert [field.value for field in at.text_input if field.label == "Title"] == ["Weekly product sync"]


def test_pasted_text_is_taken(open_page: Open) -> None:
    at = open_page(PAGE)
    at.text_area[0].set_value(STANDUP.decode())
    button(at, "Use this text").click().run()
    assert [field.value for field in at.text_input if field.label == "Title"] == ["Platform weekly"]


def test_the_same_words_again_ask_whether_to_open_or_replace(open_page: Open, memo: Memo) -> None:
    first = memo.capture(STANDUP, "weekly.txt")
    at = handed_in(open_page(PAGE), ("again.txt", STANDUP))
    assert "The same words were captured before as “Platform weekly”" in text_of(at)
    button(at, "Remember this").click().run()
    assert "Reading them anew replaces" in text_of(at)
    button(at, "Open the earlier one").click().run()
    assert at.query_params["capture"] == str(first.capture_id)
    assert len(memo.recent_captures()) == 1


def test_nearly_the_same_words_can_be_kept_as_another_meeting(open_page: Open, memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    at = handed_in(open_page(PAGE), ("again.txt", OTHER))
    assert "very like" in text_of(at)
    button(at, "Remember this").click().run()
    button(at, "Keep both").click().run()
    assert not at.exception
    assert len(memo.recent_captures()) == 2


def test_what_is_refused_at_the_last_moment_is_told_beside_what_was_kept(
    open_page: Open, memo: Memo, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = handed_in(open_page(PAGE), ("weekly.txt", STANDUP), ("other.txt", STANDUP.replace(b"Postgres", b"SQLite")))
    receive = Memo.receive

    def refuse_one(memo: Memo, data: bytes, file_name: str | None, **asked: Any) -> Received:
        if file_name == "other.txt":
            raise Conflict("Somebody else was first.")
        return receive(memo, data, file_name, **asked)

    monkeypatch.setattr(Memo, "receive", refuse_one)
    button(at, "Remember these 2").click().run()
    assert "other.txt was not kept: Somebody else was first." in text_of(at)
    assert at.query_params["capture"] == str(memo.recent_captures()[0].capture_id)


def test_the_missing_part_is_named_and_read_again(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    gap = {"part": 1, "start": 100, "end": 200, "why": "The model did not answer in time."}
    coverage = {"chars": 436, "chars_read": 336, "turns": 8, "parts": 2, "parts_failed": 1, "gaps": [gap]}
    with memo.db.owner() as conn:
        conn.execute("SET LOCAL session_replication_role = replica")  # no reading ends as stored and then as partial
        conn.execute("UPDATE captures SET state = 'partial', coverage = %s", (Jsonb(coverage),))
        conn.execute("UPDATE meetings SET coverage = %s", (Jsonb(coverage),))
    at = open_page(PAGE, capture=str(record.capture_id))
    told = text_of(at)
    assert "characters 100 to 200: The model did not answer in time." in told
    assert "336 of 436 characters read" in told
    button(at, "Read the missing part").click().run()
    assert not at.exception
    assert memo.capture_progress(record.capture_id or 0).state == "received"


def test_what_was_left_out_can_be_accepted(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    with memo.db.write(memo.who) as conn:
        conn.execute(
            "INSERT INTO rejected_items (meeting_id, kind, text, quote, why)"
            " VALUES (%s, 'decision', 'We drop the old importer.', 'drop the importer', 'No such words were said.')",
            (record.meeting_id,),
        )
    at = open_page(PAGE, capture=str(record.capture_id))
    assert "No such words were said." in text_of(at)
    button(at, "Accept").click().run()
    assert not at.exception
    assert "Decisions (2)" in text_of(at)
    assert [decision.description for decision in memo.meeting_record(record.meeting_id or 0).decisions][-1:] == [
        "We drop the old importer."
    ]


def test_a_capture_that_is_not_there_is_said_to_be_missing(open_page: Open) -> None:
    assert "Nothing was handed in under this number" in text_of(open_page(PAGE, capture="999"))


def test_a_rerun_writes_nothing(open_page: Open, memo: Memo, forbid_writes: Callable[[], None]) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE, capture=str(record.capture_id))
    fresh = handed_in(open_page(PAGE), ("other.txt", OTHER))
    forbid_writes()
    for page in (at, fresh):
        before = text_of(page)
        assert not page.run().exception
        assert text_of(page) == before
