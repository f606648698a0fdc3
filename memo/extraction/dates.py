"""When something is due: the words as they were said, resolved against the day of the meeting, or not at all.

A day comes out only where the words name one. "Q3", "soon", "next week" and "the next sprint" are no days, "5" is no
day, and "3/4" is two; a day is never invented. Weeks begin on Monday and a week's end is its Friday.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

import dateparser

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY: Final = (
    r"(?P<day>mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_COUNTS: Final = {
    name: value
    for names, value in (
        ("a an one", 1),
        ("two couple", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("twelve", 12),
        ("fourteen", 14),
        ("thirty", 30),
        ("sixty", 60),
        ("ninety", 90),
    )
    for name in names.split()
}
_COUNT: Final = rf"(?:a\s+)?(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})"

_ISO: Final = re.compile(r"\b(?P<year>20\d{2})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b")
_DOTTED: Final = re.compile(r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>20\d{2})\b")
_SLASHED: Final = re.compile(r"\b(?P<one>\d{1,2})/(?P<two>\d{1,2})(?:/(?P<year>20\d{2}))?\b(?!/)")
_NAMED_DATE: Final = re.compile(
    rf"\b(?:{_MONTH}\.?\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH})\b"
    r"(?!\s*[-–]\s*\d)(?:\.?,?\s+(?:20\d{2}))?(?![:\d])"
)
_THE_NTH: Final = re.compile(r"\b(?P<number>\d{1,2})(?:st|nd|rd|th)\b(?:\s+of\s+(?P<month>this|next|the)\s+month)?")
_IN: Final = re.compile(
    rf"\b(?:in|within|inside)\s+(?:about\s+)?(?:the\s+)?(?:next\s+)?{_COUNT}(?:\s+of)?\s+"
    r"(?P<unit>hours?|(?:working|business|work)\s+days?|days?|weeks?|fortnights?|months?|years?)\b"
)
_FROM_NOW: Final = re.compile(
    rf"\b{_COUNT}(?:\s+of)?\s+(?P<unit>hours?|(?:working|business|work)\s+days?|days?|weeks?|fortnights?|months?|"
    rf"years?)\s+"
    r"from\s+(?:now|today)\b"
)
_END_OF: Final = re.compile(
    r"\b(?:(?:the\s+)?end\s+of\s+(?:(?P<which>this|next|the)\s+)?(?P<unit>business|day|today|week|month|quarter|year)"
    r"|(?P<short>eod|cob|eob|eow|eom|eoq|eoy)|close\s+of\s+(?:business|play))\b(?:\s+(?:on\s+)?(?P<rest>.*))?"
)
_END_OF_MONTH: Final = re.compile(rf"\b(?:the\s+)?end\s+of\s+(?P<month>{_MONTH})\b(?:\s+(?P<year>20\d{{2}}))?")
_WEEKDAY: Final = re.compile(
    rf"\b(?:(?P<which>this|next|coming|following)\s+)?{_DAY}\b(?:\s+(?:of\s+)?(?P<week>next|this)\s+week|\s+week\b)?"
)
_TODAY: Final = re.compile(r"\b(?:today|tonight|this\s+(?:morning|afternoon|evening)|later\s+today)\b")
_TOMORROW: Final = re.compile(r"\b(?P<after>(?:the\s+)?day\s+after\s+)?tomorrow\b")
_YEAR_LAST: Final = re.compile(r"20\d{2}$")
_VAGUE: Final = re.compile(
    r"\b(?:or\s+so|around|roughly|approximately|maybe|sometime|some\s+time|early|mid|late|after|since|until\s+after|"
    r"last|every|each|weekly|daily|yesterday|ago)\b|\bmid-"
)
_UNIT_ENDS: Final = {
    "eod": "day",
    "cob": "day",
    "eob": "day",
    "eow": "week",
    "eom": "month",
    "eoq": "quarter",
    "eoy": "year",
}


def resolve_due(due_text: str, held_on: date | None) -> date | None:
    """The day that `due_text` ("by Friday", "within 10 days") means in a meeting held on `held_on`, or None.

    Without `held_on` only a complete date is a day. "Friday" said on a Friday is the next one; "next Friday" is the
    Friday of the next week; a date without a year is the first one from the meeting on.
    """
    text = " ".join(due_text.casefold().replace("’", "'").split())
    for complete in (_ISO, _DOTTED):
        if match := complete.search(text):
            return _day(int(match["year"]), int(match["month"]), int(match["day"]))
    if held_on is None:
        match = _NAMED_DATE.search(text)
        return _named_date(match, text, None) if match and _YEAR_LAST.search(match[0]) else None
    if _VAGUE.search(text.replace("day after", "")):
        return None
    # The first form that stands in the text decides, also when it comes to nothing: a second look would be a guess.
    for form, resolve in _FORMS:
        if match := form.search(text):
            return resolve(match, text, held_on)
    return None


def _named_date(match: re.Match[str], text: str, held_on: date | None) -> date | None:
    """ "March 4", "4th of March", "Mar 4 2027"; a weekday beside it has to agree."""
    base = datetime.combine(held_on or date(2000, 1, 1), datetime.min.time())
    found = dateparser.parse(
        match[0],
        languages=["en"],
        settings={
            # A day earlier, since "March 4" said on March 4 means that very day.
            "RELATIVE_BASE": base - timedelta(days=1),
            "PREFER_DATES_FROM": "future",
            "REQUIRE_PARTS": ["day", "month"],
        },
    )
    return _agreeing(found.date(), text) if found else None


def _slashed(match: re.Match[str], text: str, held_on: date) -> date | None:
    """ "3/15" and "15/3" are one day, "3/4" could be two."""
    one, two = int(match["one"]), int(match["two"])
    if one <= 12 and two <= 12 and one != two:
        return None
    month, day = (one, two) if one <= 12 else (two, one)
    if match["year"]:
        return _day(int(match["year"]), month, day)
    found = _day(held_on.year, month, day)
    return found if found is None or found >= held_on else _day(held_on.year + 1, month, day)


def _ahead(match: re.Match[str], text: str, held_on: date) -> date | None:
    """ "in two weeks", "within 10 days", "3 working days from now"."""
    count = int(match["count"]) if match["count"].isdigit() else _COUNTS[match["count"]]
    unit = match["unit"].rstrip("s")
    if unit == "hour":
        return held_on + timedelta(days=count // 24)
    if unit in {"month", "year"}:
        return _months_on(held_on, count * (12 if unit == "year" else 1))
    if " " in unit:
        return _working_days_on(held_on, count)
    return held_on + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit])


def _end_of(match: re.Match[str], text: str, held_on: date) -> date | None:
    """ "end of the month", "EOW", "COB Friday", "end of next quarter"."""
    unit = _UNIT_ENDS.get(match["short"] or "", match["unit"] or "day")
    ahead = 1 if match["which"] == "next" else 0
    if unit in {"business", "day", "today"}:
        if ahead:
            return None
        for form, resolve in _DAY_FORMS:
            if named := form.search(match["rest"] or ""):
                return resolve(named, match["rest"], held_on)
        return held_on
    if unit == "week":
        friday = held_on + timedelta(days=4 - held_on.weekday() + 7 * ahead)
        return friday if friday >= held_on else friday + timedelta(days=7)
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    first = (held_on.month - 1) // months * months + months * ahead
    return _month_end(held_on.year, first + months)


def _end_of_month(match: re.Match[str], text: str, held_on: date) -> date | None:
    """ "end of March"."""
    month = 1 + next(n for n, name in enumerate(calendar.month_abbr[1:]) if name.lower() == match["month"][:3])
    year = int(match["year"]) if match["year"] else held_on.year + (month < held_on.month)
    return _month_end(year, month)


def _today(match: re.Match[str], text: str, held_on: date) -> date | None:
    return held_on


def _tomorrow(match: re.Match[str], text: str, held_on: date) -> date | None:
    return held_on + timedelta(days=2 if match["after"] else 1)


def _on_weekday(match: re.Match[str], text: str, held_on: date) -> date | None:
    if match[0].endswith(" week") and match["week"] is None:
        return None
    ahead = _weekday(match) - held_on.weekday()
    if "next" in {match["which"], match["week"]}:
        return held_on + timedelta(days=ahead + 7)
    if "this" in {match["which"], match["week"]} and ahead >= 0:
        return held_on + timedelta(days=ahead)
    return held_on + timedelta(days=(ahead - 1) % 7 + 1)


def _the_nth(match: re.Match[str], text: str, held_on: date) -> date | None:
    """ "the 15th": the next one; "the 3rd of next month"."""
    for ahead in range(1 if match["month"] == "next" else 0, 13):
        first = _months_on(held_on.replace(day=1), ahead)
        day = _day(first.year, first.month, int(match["number"]))
        if day is not None and day >= held_on:
            return _agreeing(day, text)
    return None


_Resolver = Callable[[re.Match[str], str, date], date | None]
_FORMS: Final[tuple[tuple[re.Pattern[str], _Resolver], ...]] = (
    (_NAMED_DATE, _named_date),
    (_END_OF_MONTH, _end_of_month),
    (_SLASHED, _slashed),
    (_IN, _ahead),
    (_FROM_NOW, _ahead),
    (_END_OF, _end_of),
    (_TOMORROW, _tomorrow),
    (_THE_NTH, _the_nth),
    (_WEEKDAY, _on_weekday),
    (_TODAY, _today),
)
_DAY_FORMS: Final[tuple[tuple[re.Pattern[str], _Resolver], ...]] = (
    (_TOMORROW, _tomorrow),
    (_WEEKDAY, _on_weekday),
    (_TODAY, _today),
)


def _agreeing(day: date, text: str) -> date | None:
    """`day`, unless `text` names another weekday: then nobody knows which of the two was meant."""
    match = _WEEKDAY.search(text)
    return day if match is None or day.weekday() == _weekday(match) else None


def _weekday(match: re.Match[str]) -> int:
    return next(n for n, name in enumerate(_DAYS) if name.startswith(match["day"][:3]))


def _day(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1] else None


def _month_end(year: int, month: int) -> date:
    """The last day of a month; months past December run on into the next year."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, calendar.monthrange(year, month)[1])


def _months_on(day: date, months: int) -> date:
    end = _month_end(day.year, day.month + months)
    return end.replace(day=min(day.day, end.day))


def _working_days_on(day: date, count: int) -> date:
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day
