"""Dates of meetings: from the header, from the file name, never from the talk."""

from __future__ import annotations

from datetime import date

import pytest

from memo.transcripts import read_text
from memo.transcripts.dates import date_in


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-12",
        "2026/03/12 15:51 GMT",
        "call_2026_03_12.vtt",
        "meeting.2026-03-12-18.00.log.txt",
        "GMT20260312-150000_Recording.transcript.vtt",
        "12th March 2026",
        "12 March, 2026",
        "12-Mar-2026",
        "the 12th of March 2026",
        "March 12, 2026, 3:00PM",
        "Mar 12th 2026",
        "Thu Mar 12 18:00:00 2026",
        "3/12/2026 9:05 AM",
        "12.03.2026",
        "12.3.2026",
    ],
)
def test_a_date_is_found(text: str) -> None:
    assert date_in(text) == date(2026, 3, 12)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Friday",
        "3/4/2026",
        "2026-13-40",
        "31 February 2026",
        "March 2026",
        "version 20269912",
        "1.2.3",
        "12345678901",
    ],
)
def test_no_date_is_guessed(text: str) -> None:
    assert date_in(text) is None


def test_day_and_month_are_told_apart_when_one_is_over_twelve() -> None:
    assert date_in("26/01/2026") == date_in("1/26/2026") == date(2026, 1, 26)


TALK = "Priya: we ship on 14 May 2026, as agreed.\nSam: yes, then 2026-05-14 it is.\n"


def test_a_date_in_the_talk_is_not_the_date_of_the_meeting() -> None:
    assert read_text("Priya: hello\nSam: hello\nAnn: hello\nJo: hello\n" + TALK).held_on is None


def test_the_header_wins_over_the_file_name() -> None:
    text = f"# Queue call\nDate: 12 March 2026\n\n{TALK}"
    assert read_text(text, "call 2026-01-01.md").held_on == date(2026, 3, 12)
    assert read_text("Priya: hello\n" * 5 + TALK, "call 2026-01-01.md").held_on == date(2026, 1, 1)


def test_title_and_attendees_come_from_front_matter_too() -> None:
    text = f"---\ntitle: Queue call\ndate: 2026-03-12\nattendees: [Priya Patel, Jo Lin]\n---\n\n{TALK * 3}"
    transcript = read_text(text)
    assert (transcript.title, transcript.held_on) == ("Queue call", date(2026, 3, 12))
    assert transcript.people == ("Priya Patel", "Sam", "Jo Lin")
