"""The time that a question asks about, resolved by code against the day it is asked on.

Facts are dated by the day they happened, so only words about the past narrow a search; "due by Friday" is about
something else, and a day to come never narrows. What is not understood is left alone: nothing is guessed.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_MONTH: Final = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_WEEKDAYS: Final = {name.lower(): number for number, name in enumerate(calendar.day_name)}
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "couple of": 2,
    "a couple of": 2,
    "three": 3,
    "four": 4,
    "five": 5,
}
_COUNTS |= {"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "few": 3}
_UNIT: Final = r"(?P<unit>day|week|fortnight|month|quarter|year)"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4}

_DUE: Final = re.compile(
    r"\b(?:due|deadline|overdue|deliver(?:ed|y)?|finish(?:ed)?|expires?)\b[^?.!]{0,20}$", re.IGNORECASE
)


_ONWARDS: Final = re.compile(
    r"\s*(?:on(?:wards?)?|and\s+(?:later|after|since)|forwards?|until|till|to|up\s+to)\b", re.IGNORECASE
)
"""What makes "from March" the beginning of a time; by itself it is a time, as in "the decisions from March"."""


@dataclass(frozen=True)
class When:
    """The days a question asks about, both inclusive, and the words that say so."""

    since: date | None
    until: date | None
    words: str


Span = tuple[date, date]


def resolve_when(question: str, today: date) -> When | None:
    """The days that `question` asks about as seen from `today`; None when it names none, or only days to come.

    Two ends may stand apart ("since January until the end of March"); the first expression of each kind counts.
    """
    between = _between(question, today)
    if between is not None:
        return between
    since: date | None = None
    until: date | None = None
    words = []
    taken: list[tuple[int, int]] = []
    for found, span in _spans(question, today):
        start, end = found.span("when")
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        taken.append((start, end))
        relation = (found["relation"] or "").lower()
        if relation == "by" or _DUE.search(question[: found.start()]) or span[0] > today:
            continue
        if relation in ("since", "starting") or (relation == "from" and _ONWARDS.match(question, end)):
            since = since or span[0]
        elif relation == "after":
            since = since or span[1] + timedelta(days=1)
        elif relation == "before":
            until = until or span[0] - timedelta(days=1)
        elif relation in ("until", "till", "through", "up to"):
            until = until or span[1]
        elif since is None and until is None:
            since, until = span
        else:
            continue
        words.append((start, found[0].strip()))
    if not words or (since is not None and (since > today or (until is not None and since > until))):
        return None
    return When(since, until, " ".join(said for _, said in sorted(words)))


def _between(question: str, today: date) -> When | None:
    found = re.search(
        r"\b(?:between|from)\s+(?P<first>[^?!;]{3,30}?)\s+(?:and|to|until|till)\s+(?P<last>[^?!;]{3,40})",
        question,
        re.I,
    )
    if found is None:
        return None
    first, last = (next(iter(_spans(f"in {found[name]}", today)), None) for name in ("first", "last"))
    if first is None or last is None or first[0].start() > 0 or last[0].start() > 0:
        return None
    since, until = first[1][0], last[1][1]
    if since > until and not re.search(r"\d{4}", found["first"]):
        since = _earlier_year(since)
    if since > until or since > today:
        return None
    return When(since, until, found[0][: found.start("last") - found.start() + last[0].end() - len("in ")].strip())


def _earlier_year(day: date) -> date:
    return day.replace(year=day.year - 1, day=min(day.day, 28))


_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], date], Span | None]]


def _spans(text: str, today: date) -> list[tuple[re.Match[str], Span]]:
    """Every expression in `text` with its days, the more exact kinds first."""
    found = []
    for pattern, read in _RULES:
        for match in pattern.finditer(text):
            span = read(match, today)
            if span is not None:
                found.append((match, span))
    return found


def month_span(year: int, month: int) -> Span:
    """The first and the last day of a month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def calendar_span(day: date, unit: str) -> Span:
    """The calendar day, week (from Monday), month, quarter or year that `day` lies in."""
    match unit:
        case "day":
            return day, day
        case "week":
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=6)
        case "month":
            return month_span(day.year, day.month)
        case "quarter":
            first = (day.month - 1) // 3 * 3 + 1
            return date(day.year, first, 1), month_span(day.year, first + 2)[1]
        case _:
            return date(day.year, 1, 1), date(day.year, 12, 31)


def _calendar_unit(found: re.Match[str], today: date) -> Span | None:
    unit = found["unit"].lower()
    this = calendar_span(today, unit)
    which = found["which"].lower()
    if which == "this":
        return this
    if which == "past" or found["the"]:
        return _back(today, 1, unit), today
    return calendar_span(this[0] - timedelta(days=1), unit)


def _counted(found: re.Match[str], today: date) -> Span | None:
    word = " ".join(found["count"].lower().split())
    count = int(word) if word.isdigit() else _COUNTS.get(word, 1)
    return _back(today, count, found["unit"].lower()), today


def _ago(found: re.Match[str], today: date) -> Span | None:
    day = _counted(found, today)
    return (
        None
        if day is None
        else calendar_span(day[0], "day" if found["unit"].lower() == "fortnight" else found["unit"].lower())
    )


def _back(today: date, count: int, unit: str) -> date:
    days = {"day": 1, "week": 7, "fortnight": 14}.get(unit)
    if days is not None:
        return today - timedelta(days=min(count, 4000) * days)
    months = today.year * 12 + today.month - 1 - min(count, 400) * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    return date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))


def _single_day(found: re.Match[str], today: date) -> Span | None:
    word = " ".join(found["day"].lower().split())
    back = {"today": 0, "yesterday": 1, "the day before yesterday": 2, "day before yesterday": 2}[word]
    day = today - timedelta(days=back)
    return day, day


def _weekday(found: re.Match[str], today: date) -> Span | None:
    back = (today.weekday() - _WEEKDAYS[found["day"].lower()]) % 7 or 7
    day = today - timedelta(days=back)
    return day, day


def _dated(found: re.Match[str], today: date) -> Span | None:
    """A day by its date; without a year the last one that was."""
    month = _MONTHS[found["month"].lower()]
    given = found["year"]
    for year in (int(given),) if given else (today.year, today.year - 1):
        try:
            day = date(year, month, int(found["day"]))
        except ValueError:
            continue
        if given or day <= today:
            return day, day
    return None


def _iso(found: re.Match[str], today: date) -> Span | None:
    del today
    try:
        day = date(int(found["year"]), int(found["number"]), int(found["day"]))
    except ValueError:
        return None
    return day, day


def _month(found: re.Match[str], today: date) -> Span | None:
    """A month; without a year the last one that has begun."""
    name = found["month"]
    month = _MONTHS[name.lower()]
    if name.islower() and name in ("may", "march", "mar", "sun", "dec", "jun", "jan"):
        return None
    year = int(found["year"]) if found["year"] else today.year - (month > today.month)
    return month_span(year, month)


def _quarter(found: re.Match[str], today: date) -> Span | None:
    number = int(found["number"]) if found["number"] else _ORDINALS[found["ordinal"].lower()]
    first = 3 * number - 2
    year = int(found["year"]) if found["year"] else today.year - (first > today.month)
    return date(year, first, 1), month_span(year, first + 2)[1]


def _year(found: re.Match[str], today: date) -> Span | None:
    del today
    year = int(found["year"])
    return date(year, 1, 1), date(year, 12, 31)


_ENDS: Final = r"(?P<relation>since|from|starting|after|before|until|till|through|up to|by)"
_RELATION: Final = rf"(?:\b(?:{_ENDS}|in|on|at|during|of|for|within|over)\s+)?(?:(?P<the>the)\s+|early\s+|late\s+)?"
_NEEDED: Final = rf"\b(?:{_ENDS}|in|on|at|during|of|for|within|over)\s+(?:the\s+|early\s+|late\s+)?"
_YEARLY: Final = rf"\b(?:{_ENDS}|in|during|within|over)\s+"


def _rule(relation: str, pattern: str, read: Callable[[re.Match[str], date], Span | None]) -> _Rule:
    return re.compile(rf"{relation}(?P<when>{pattern})(?!\w)", re.IGNORECASE), read


_RULES: Final[tuple[_Rule, ...]] = (
    _rule(_RELATION, r"(?P<year>(?:19|20)\d\d)-(?P<number>\d{1,2})-(?P<day>\d{1,2})", _iso),
    _rule(_RELATION, rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?", _dated),
    _rule(_RELATION, rf"{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+{_YEAR})?", _dated),
    _rule(_RELATION, r"(?P<day>(?:the\s+)?day\s+before\s+yesterday|yesterday|today)", _single_day),
    _rule(
        _RELATION,
        rf"(?:last|past|previous)\s+(?P<count>\d{{1,3}}|(?:a\s+)?couple\s+of|few|{'|'.join(_COUNTS)})\s+{_UNIT}s?",
        _counted,
    ),
    _rule(_RELATION, rf"(?P<count>\d{{1,3}}|(?:a\s+)?couple\s+of|{'|'.join(_COUNTS)})\s+{_UNIT}s?\s+ago", _ago),
    _rule(_RELATION, r"(?P<which>this|last|past|previous)\s+(?P<unit>week|month|quarter|year)", _calendar_unit),
    _rule(_RELATION, rf"(?:last|past|previous)\s+(?P<day>{'|'.join(_WEEKDAYS)})", _weekday),
    _rule(_NEEDED, rf"(?P<day>{'|'.join(_WEEKDAYS)})", _weekday),
    _rule(
        _RELATION,
        rf"(?:q(?P<number>[1-4])|(?P<ordinal>{'|'.join(_ORDINALS)})\s+quarter)(?:\s+(?:of\s+)?{_YEAR})?",
        _quarter,
    ),
    _rule(_RELATION, rf"(?<!\d\s){_MONTH},?\s+(?:of\s+)?{_YEAR}", _month),
    _rule(_NEEDED, rf"(?:last\s+)?{_MONTH}(?P<year>\b)?", _month),
    _rule(_YEARLY, _YEAR, _year),
)
