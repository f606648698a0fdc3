"""What the first lines of a text say about the meeting: title, date, who was there.

    header = { "# " title | "Title:" words | "Date:" date | "Attendees:" names | "Participants:" names ... }

Only the first lines are looked at, and only a line that says what it is counts: a date somewhere in the talk is not the
date of the meeting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.vocabulary import phrases

HEADER_LINES: Final = 40
HEADER_CHARS: Final = 8_000

_HEADING: Final = re.compile(r"#{1,6}[ \t]*(?P<words>[^\s#].{0,200})$")
_KEY: Final = re.compile(
    r"[ \t]*(?:[-*][ \t]+)?(?:\*\*|__)?(?P<key>[A-Za-z][A-Za-z ()]{1,30}?)(?:\*\*|__)?[ \t]*:(?:\*\*|__)?"
    r"(?P<value>(?:[ \t].*)?)$"
)
_TITLE_KEYS: Final = phrases("title, meeting title, meeting, subject, meeting name")
_DATE_KEYS: Final = phrases("date, meeting date, when, held on, date and time, start time, started, created, time, day")
_PEOPLE_KEYS: Final = phrases(
    """attendees, participants, present, meeting participants, invitees, in attendance, attending, people present,
    guests, chair, facilitator, members present, attendance"""
)
_GENERIC_TITLES: Final = phrases("transcript, meeting notes, notes, meeting, minutes, meeting minutes, summary, agenda")
_SPLIT: Final = re.compile(r"[,;•\t][ \t]*(?:and[ \t]+)?|[ \t]+and[ \t]+(?=[A-Z])|[ \t]+&[ \t]+")
_FULL_STOP: Final = re.compile(r"(?<!\b[JS]r)\.$")
_ITEM: Final = re.compile(r"[ \t]*[-*+•][ \t]+(?P<name>\S.{0,80})$")
MAX_NAME_CHARS: Final = 80


@dataclass
class Header:
    """What a header says; everything may be missing."""

    title: str | None = None
    held_on: date | None = None
    attendees: list[str] = field(default_factory=list)


def header_of(text: str) -> Header:
    """The header at the beginning of `text`."""
    header = Header()
    lines = text[:HEADER_CHARS].split("\n")[:HEADER_LINES]
    for number, line in enumerate(lines):
        heading = _HEADING.match(line)
        key = _KEY.match(line)
        if heading is not None:
            _heading(header, heading["words"].strip(" #*_:"), number, lines)
        elif key is not None:
            _key(header, key["key"].strip().casefold(), key["value"].strip(" \t*_[]\"'"), number, lines)
            header.held_on = header.held_on or (date_in(line) if number == 0 and len(line) < 80 else None)
        elif number < 4 and len(line) < 60:
            header.held_on = header.held_on or date_in(line)
    return header


def is_header_line(line: str) -> bool:
    """Whether `line` is a `Title:`, `Date:` or `Attendees:` line, which is no speech."""
    key = _KEY.match(line)
    return key is not None and key["key"].strip().casefold() in _TITLE_KEYS | _DATE_KEYS | _PEOPLE_KEYS


def _heading(header: Header, words: str, number: int, lines: list[str]) -> None:
    if words.casefold() in _PEOPLE_KEYS:
        header.attendees += _names_below(lines[number + 1 :])
    elif number < 5:
        header.held_on = header.held_on or date_in(words)
        if words.casefold() not in _GENERIC_TITLES:
            header.title = header.title or words


def _key(header: Header, key: str, value: str, number: int, lines: list[str]) -> None:
    if key in _TITLE_KEYS and value and len(value) <= 200:
        header.title = header.title or value
    elif key in _DATE_KEYS:
        header.held_on = header.held_on or date_in(value)
    elif key in _PEOPLE_KEYS:
        header.attendees += split_names(value) if value else _names_below(lines[number + 1 :])


def split_names(value: str) -> list[str]:
    """A written list of names as names; brackets after a name are left with it."""
    names = (part.strip(" \t*_\"'") for part in _SPLIT.split(_FULL_STOP.sub("", value.strip())))
    return [name for name in names if name and len(name) <= MAX_NAME_CHARS]


def _names_below(lines: list[str]) -> list[str]:
    names: list[str] = []
    for line in lines:
        item = _ITEM.match(line)
        if item is not None:
            names.append(item["name"].strip(" *_"))
        elif line.strip():
            return names or (split_names(line) if "," in line else [])
    return names
