"""Due dates: what the words mean on the day they are said, and what is no day at all."""

from __future__ import annotations

from datetime import date

import pytest

from memo.extraction import resolve_due

WEDNESDAY = date(2026, 3, 4)
FRIDAY = date(2026, 3, 6)
SATURDAY = date(2026, 3, 7)
DECEMBER = date(2026, 12, 30)


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("2026-04-01", date(2026, 4, 1)),
        ("by 2026-04-01 at the latest", date(2026, 4, 1)),
        ("04.05.2026", date(2026, 5, 4)),
        ("today", WEDNESDAY),
        ("this afternoon", WEDNESDAY),
        ("EOD", WEDNESDAY),
        ("by COB", WEDNESDAY),
        ("by end of day", WEDNESDAY),
        ("close of business", WEDNESDAY),
        ("EOD tomorrow", date(2026, 3, 5)),
        ("COB Friday", date(2026, 3, 6)),
        ("end of day on Monday", date(2026, 3, 9)),
        ("tomorrow", date(2026, 3, 5)),
        ("by tomorrow morning", date(2026, 3, 5)),
        ("the day after tomorrow", date(2026, 3, 6)),
        ("Friday", date(2026, 3, 6)),
        ("by Friday", date(2026, 3, 6)),
        ("before Fri", date(2026, 3, 6)),
        ("this Friday", date(2026, 3, 6)),
        ("on Monday", date(2026, 3, 9)),
        ("by Wednesday", date(2026, 3, 11)),
        ("next Friday", date(2026, 3, 13)),
        ("next Monday", date(2026, 3, 9)),
        ("Tuesday of next week", date(2026, 3, 10)),
        ("Tuesday next week", date(2026, 3, 10)),
        ("within 3 days", date(2026, 3, 7)),
        ("within ten days", date(2026, 3, 14)),
        ("in two weeks", date(2026, 3, 18)),
        ("in a week", date(2026, 3, 11)),
        ("in a couple of weeks", date(2026, 3, 18)),
        ("in the next two weeks", date(2026, 3, 18)),
        ("two weeks from now", date(2026, 3, 18)),
        ("in a month", date(2026, 4, 4)),
        ("within 3 working days", date(2026, 3, 9)),
        ("end of the week", date(2026, 3, 6)),
        ("by the end of this week", date(2026, 3, 6)),
        ("end of next week", date(2026, 3, 13)),
        ("end of month", date(2026, 3, 31)),
        ("EOM", date(2026, 3, 31)),
        ("end of next month", date(2026, 4, 30)),
        ("end of the quarter", date(2026, 3, 31)),
        ("end of next quarter", date(2026, 6, 30)),
        ("by the end of the year", date(2026, 12, 31)),
        ("end of April", date(2026, 4, 30)),
        ("end of February", date(2027, 2, 28)),
        ("March 15", date(2026, 3, 15)),
        ("by March 4", WEDNESDAY),
        ("March 3rd", date(2027, 3, 3)),
        ("the 15th of March", date(2026, 3, 15)),
        ("4 April 2027", date(2027, 4, 4)),
        ("Apr 2nd, 2026", date(2026, 4, 2)),
        ("Friday, March 6", date(2026, 3, 6)),
        ("before the 3rd", date(2026, 4, 3)),
        ("by the 15th", date(2026, 3, 15)),
        ("the 31st", date(2026, 3, 31)),
        ("the 3rd of next month", date(2026, 4, 3)),
        ("3/15", date(2026, 3, 15)),
        ("15/3/2027", date(2027, 3, 15)),
    ],
)
def test_a_day_is_resolved_against_the_day_of_the_meeting(said: str, due: date) -> None:
    assert resolve_due(said, WEDNESDAY) == due


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Q3",
        "by Q3",
        "soon",
        "ASAP",
        "next sprint",
        "next week",
        "next month",
        "next meeting",
        "before the launch",
        "in March",
        "March",
        "may",
        "5",
        "12",
        "by 5pm",
        "3/4",
        "03/04/2026",
        "in a few days",
        "early next week",
        "mid-March",
        "around Friday",
        "every Friday",
        "last Friday",
        "Friday, March 7",
        "the 32nd",
        "February 30",
        "2026-02-30",
        "2026-13-01",
        "two weeks",
        "Friday the 14th",
    ],
)
def test_what_names_no_day_stays_open(said: str) -> None:
    assert resolve_due(said, WEDNESDAY) is None


@pytest.mark.parametrize("said", ["Friday", "tomorrow", "EOD", "in two weeks", "March 15", "the 15th", "end of month"])
def test_without_the_meetings_date_only_a_complete_date_is_a_day(said: str) -> None:
    assert resolve_due(said, None) is None


@pytest.mark.parametrize("said", ["2027-03-15", "March 15, 2027", "15th of March 2027", "15.3.2027"])
def test_a_complete_date_needs_no_meeting_date(said: str) -> None:
    assert resolve_due(said, None) == date(2027, 3, 15)


def test_the_year_turns() -> None:
    assert resolve_due("Friday", DECEMBER) == date(2027, 1, 1)
    assert resolve_due("January 5", DECEMBER) == date(2027, 1, 5)
    assert resolve_due("end of next month", DECEMBER) == date(2027, 1, 31)
    assert resolve_due("end of next quarter", DECEMBER) == date(2027, 3, 31)
    assert resolve_due("in two months", DECEMBER) == date(2027, 2, 28)


def test_friday_said_on_a_friday_is_the_next_one_but_this_friday_is_today() -> None:
    assert resolve_due("by Friday", FRIDAY) == date(2026, 3, 13)
    assert resolve_due("this Friday", FRIDAY) == FRIDAY
    assert resolve_due("end of the week", FRIDAY) == FRIDAY
    assert resolve_due("end of the week", SATURDAY) == date(2026, 3, 13)
