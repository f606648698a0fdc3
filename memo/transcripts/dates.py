"""Calendar dates as file headers and file names write them; no words such as "Friday", no guesses at day or month."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_FORMS: Final[tuple[re.Pattern[str], ...]] = tuple(
    re.compile(form, re.IGNORECASE | re.VERBOSE)
    for form in (
        r"(?<!\d) (?P<year>(?:19|20)\d{2}) (?P<sep>[-/._]) (?P<month>\d{1,2}) (?P=sep) (?P<day>\d{1,2}) (?!\d)",
        r"(?<!\d) (?P<year>20\d{2}) (?P<month>[01]\d) (?P<day>[0-3]\d) (?!\d)",
        rf"(?<!\d) (?P<day>\d{{1,2}}) (?:st|nd|rd|th)? [ .,-]{{0,2}} (?:of[ ])? (?P<name>{_MONTH}) \.? [ ,-]{{1,2}}"
        r"(?P<year>(?:19|20)\d{2})\b",
        rf"\b (?P<name>{_MONTH}) \.? [ -] (?P<day>\d{{1,2}}) (?:st|nd|rd|th)? ,? [ -]"
        r"(?:\d{1,2}:\d{2} (?::\d{2})? [ ])? (?P<year>(?:19|20)\d{2})\b",
        r"(?<!\d) (?P<first>\d{1,2}) (?P<sep>[/.]) (?P<second>\d{1,2}) (?P=sep) (?P<year>(?:19|20)\d{2})"
        r"(?P<twelve> ,? [ ] \d{1,2}:\d{2} (?::\d{2})? [ ]? [AP]M )?",
    )
)


def date_in(text: str) -> date | None:
    """The first calendar date in `text` (a line or two, or a file name), or None.

    `3/4/2026` is left alone unless one number is over 12 or a twelve-hour clock beside it shows American order.
    """
    found = [
        (match.start(), day) for form in _FORMS for match in [form.search(text)] if match and (day := _date(match))
    ]
    return min(found)[1] if found else None


def _date(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    year = int(parts["year"])
    if parts.get("first"):
        first, second = int(parts["first"]), int(parts["second"])
        if second > 12 or (parts["sep"] == "/" and parts["twelve"] and first <= 12):
            month, day = first, second
        elif first > 12 or parts["sep"] == ".":
            month, day = second, first
        else:
            return None
    else:
        month = _MONTHS[parts["name"].lower()] if parts.get("name") else int(parts["month"])
        day = int(parts["day"])
    try:
        return date(year, month, day)
    except ValueError:
        return None
