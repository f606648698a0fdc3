"""The days by which something is due that a question asks about, resolved by code against the day it is asked on.

A day without a year or a week is the next such day: what is due lies ahead, unless the question says "overdue".
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from memo.retrieval.when import Span, calendar_span, month_span

_MONTHS: Final = {name.lower(): at for at, name in enumerate(calendar.month_name) if name} | {
    name.lower(): at for at, name in enumerate(calendar.month_abbr) if name
}
_MONTH: Final = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_WEEKDAYS: Final = {name.lower(): at for at, name in enumerate(calendar.day_name)}
_COUNTS: Final = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "few": 3}
_COUNT: Final = rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})"
_UNIT: Final = r"(?P<unit>day|week|month|quarter|year)"
_RELATION: Final = r"(?:\b(?P<relation>by|until|till|before|after|from|on|in|within|for|during)\s+)?(?:the\s+)?\b"
_OVERDUE: Final = re.compile(
    r"\boverdue\b|\bpast\s+(?:its|their|the)\s+(?:due\s+date|deadline)\b|\blate\s*\?*\s*$", re.I
)
_DUE: Final = re.compile(r"\b(?:over)?due\b|\bdeadlines?\b|\bby\s+\w+|\blate\s*\?*\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Due:
    """Due days, both inclusive (None: open), and the words that say so; `overdue` asks for what should be done."""

    since: date | None
    until: date | None
    words: str
    overdue: bool = False


def says_due(question: str) -> bool:
    """Whether `question` has a word for being due, or an end ("by Friday")."""
    return bool(_DUE.search(question))


def resolve_due(question: str, today: date) -> Due | None:
    """The due days that `question` names as seen from `today`; None when it names none."""
    if found := _OVERDUE.search(question):
        return Due(None, today - timedelta(days=1), found[0], overdue=True)
    for pattern, read in _RULES:
        for match in pattern.finditer(question):
            span = read(match, today)
            if span is not None:
                return _within((match["relation"] or "").lower(), span, match[0].strip())
    return None


def _within(relation: str, span: Span, words: str) -> Due:
    match relation:
        case "by" | "until" | "till":
            return Due(None, span[1], words)
        case "before":
            return Due(None, span[0] - timedelta(days=1), words)
        case "after":
            return Due(span[1] + timedelta(days=1), None, words)
        case "from":
            return Due(span[0], None, words)
        case _:
            return Due(*span, words)


def _single(found: re.Match[str], today: date) -> Span:
    ahead = {"yesterday": -1, "today": 0, "tomorrow": 1, "the day after tomorrow": 2, "day after tomorrow": 2}
    day = today + timedelta(days=ahead[" ".join(found["day"].lower().split())])
    return day, day


def _unit(found: re.Match[str], today: date) -> Span:
    this = calendar_span(today, found["unit"].lower())
    match found["which"].lower():
        case "next" | "coming":
            return calendar_span(this[1] + timedelta(days=1), found["unit"].lower())
        case "last" | "past":
            return calendar_span(this[0] - timedelta(days=1), found["unit"].lower())
        case _:
            return this


def _end_of(found: re.Match[str], today: date) -> Span:
    last = _unit(found, today)[1] if found["which"] else calendar_span(today, found["unit"].lower())[1]
    if found["unit"].lower() == "week":
        last -= timedelta(days=2)
    return last, last


def _ahead(found: re.Match[str], today: date) -> Span:
    word = found["count"].lower()
    count = int(word) if word.isdigit() else _COUNTS[word]
    return today, today + timedelta(
        days=count * {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}[found["unit"].lower()]
    )


def _weekday(found: re.Match[str], today: date) -> Span:
    day = today + timedelta(days=(_WEEKDAYS[found["day"].lower()] - today.weekday()) % 7)
    if (found["which"] or "").lower() == "next":
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7)
        day = monday + timedelta(days=_WEEKDAYS[found["day"].lower()])
    return day, day


def _dated(found: re.Match[str], today: date) -> Span | None:
    number = int(found["day"])
    month = _MONTHS[found["month"].lower()]
    years = (int(found["year"]),) if found["year"] else (today.year, today.year + 1)
    for year in years:
        if number <= calendar.monthrange(year, month)[1] and number > 0:
            day = date(year, month, number)
            if found["year"] or day >= today:
                return day, day
    return None


def _iso(found: re.Match[str], today: date) -> Span | None:
    del today
    try:
        day = date.fromisoformat(found["day"])
    except ValueError:
        return None
    return day, day


def _month(found: re.Match[str], today: date) -> Span:
    month = _MONTHS[found["month"].lower()]
    return month_span(int(found["year"]) if found["year"] else today.year + (month < today.month), month)


def _rule(
    pattern: str, read: Callable[[re.Match[str], date], Span | None]
) -> tuple[re.Pattern[str], Callable[[re.Match[str], date], Span | None]]:
    return re.compile(rf"{_RELATION}{pattern}\b", re.IGNORECASE), read


_YEAR: Final = r"(?:,?\s+(?P<year>(?:19|20)\d\d))?"
_WHICH: Final = r"(?P<which>this|next|coming|last|past)"
_RULES: Final = (
    _rule(r"(?P<day>(?:19|20)\d\d-\d\d-\d\d)", _iso),
    _rule(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}{_YEAR}", _dated),
    _rule(rf"{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?{_YEAR}", _dated),
    _rule(r"(?P<day>day\s+after\s+tomorrow|tomorrow|today|yesterday)", _single),
    _rule(rf"end\s+of\s+(?:the\s+)?(?:{_WHICH}\s+)?{_UNIT}", _end_of),
    _rule(rf"(?:next|coming)\s+{_COUNT}\s+{_UNIT}s?", _ahead),
    _rule(rf"{_COUNT}\s+{_UNIT}s?(?!\s+ago)", _ahead),
    _rule(rf"{_WHICH}\s+{_UNIT}", _unit),
    _rule(rf"(?:(?P<which>this|next|coming)\s+)?(?P<day>{'|'.join(_WEEKDAYS)})", _weekday),
    _rule(rf"(?:(?<=in )|(?<=by )|(?<=before )|(?<=after )|(?<=until )){_MONTH}{_YEAR}", _month),
)
