"""Meeting: the record beside the transcript, opened at a turn."""

from __future__ import annotations

from collections.abc import Callable

from memo.service import Memo
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP

PAGE = "6_Meeting.py"
LONG = b"Title: Marathon\nDate: 2026-03-02\n\n" + b"".join(
    b"Speaker %d: This is sentence number %d of a long meeting.\n" % (number % 3, number) for number in range(500)
)


def test_every_fact_is_marked_in_the_transcript(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    told = text_of(open_page(PAGE, meeting=str(record.meeting_id)))
    assert told.count(":yellow-background[") == len(record.decisions) + 1  # and the legend
    assert told.count(":blue-background[") == len(record.action_items) + 1


def test_it_opens_at_the_turn_that_was_asked_for(open_page: Open, memo: Memo) -> None:
    record = memo.capture(LONG, "marathon.txt")
    at = open_page(PAGE, meeting=str(record.meeting_id), turn="250")
    told = text_of(at)
    assert "Turns 249 to " in told
    assert "number 248 of" in told  # the title and the date are turns as well
    assert "number 200 of" not in told
    button(at, "248 earlier turns").click().run()
    assert "Turns 209 to 248" in text_of(at)
    assert "number 245 of" in text_of(at)
    assert "number 246 of" not in text_of(at)


def test_what_was_said_in_the_turns_that_are_shown_comes_first(open_page: Open, memo: Memo) -> None:
    early, late = b"Ana Costa: Decision: we keep the old printer.\n", b"Ana Costa: Decision: we sell the green boat.\n"
    record = memo.capture(early + LONG + late, "marathon.txt")
    assert "Elsewhere" not in text_of(open_page("1_Capture.py", capture=str(record.capture_id)))
    told = text_of(open_page(PAGE, meeting=str(record.meeting_id), turn=str(record.decisions[-1].turn)))
    assert told.rindex("green boat") < told.rindex("old printer")  # the first are in the summary
    assert "Elsewhere in the meeting" in told


def test_a_turn_that_is_not_there_shows_the_last_ones(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    assert "that is all for today" in text_of(open_page(PAGE, meeting=str(record.meeting_id), turn="99999"))


def test_where_it_was_said_is_one_click_away(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE, meeting=str(record.meeting_id))
    at.button(key=f"go-decision-{record.decisions[0].id}").click().run()
    assert at.query_params["turn"] == str(record.decisions[0].turn)


def test_without_a_meeting_it_says_what_it_is_for(open_page: Open) -> None:
    assert "This page shows one meeting" in text_of(open_page(PAGE))
    assert "There is no such meeting" in text_of(open_page(PAGE, meeting="4711"))
    assert "This page shows one meeting" in text_of(open_page(PAGE, meeting="1 OR 1=1"))


def test_a_rerun_writes_nothing(open_page: Open, memo: Memo, forbid_writes: Callable[[], None]) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE, meeting=str(record.meeting_id))
    forbid_writes()
    before = text_of(at)
    assert not at.run().exception
    assert text_of(at) == before
