"""Forget: a preview, a confirmation, a receipt, and then nothing is found."""

from __future__ import annotations

from memo.service import Memo
from memo.ui.forget import what_goes
from tests.pages.conftest import Open, button, text_of
from tests.pages.meetings import STANDUP

PAGE = "7_Forget.py"


def test_a_meeting_is_forgotten_only_when_the_box_is_ticked(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE, meeting=str(record.meeting_id))
    told = text_of(at)
    assert "Forgetting **Platform weekly** removes for good" in told
    assert "2 action items" in told
    button(at, "Forget it").click().run()
    assert "Tick the box first." in text_of(at)
    assert memo.search("Postgres event store")
    at.checkbox[0].check()
    button(at, "Forget it").click().run()
    assert not at.exception
    assert "Forgotten: Platform weekly" in text_of(at)
    assert memo.search("Postgres event store") == []
    assert "There is no meeting to forget." in text_of(at.run())


def test_what_goes_is_said_in_words_of_people_and_without_what_there_is_none_of(memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    receipt = memo.preview_forget(record.meeting_id or 0).model_copy(update={"vectors": 3, "captures": 0})
    goes = what_goes(receipt)
    assert "3 entries in the search by meaning" in goes
    assert not any("uploaded" in line or "vector" in line for line in goes)


def test_a_meeting_is_chosen_from_a_list(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE)
    at.selectbox[0].select_index(0).run()
    assert at.query_params["meeting"] == str(record.meeting_id)
    assert "removes for good" in text_of(at)


def test_a_rerun_keeps_everything(open_page: Open, memo: Memo) -> None:
    record = memo.capture(STANDUP, "weekly.txt")
    at = open_page(PAGE, meeting=str(record.meeting_id))
    assert not at.run().exception
    assert memo.meeting_record(record.meeting_id or 0).decisions
