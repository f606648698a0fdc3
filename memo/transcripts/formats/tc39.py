"""Notes whose speakers are initials, with a table or a list that says whose they are (TC39 plenaries).

    file      = heading { "|" name "|" initials "|" organisation "|" } { presenter | turn | notes }
    presenter = "Presenter:" name "(" initials ")"
    turn      = initials ":" words
    notes     = headings, lists, summaries and conclusions                  nobody says them

The initials stay the speaker of the turn; `Transcript.people` has the names.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats.headers import header_of
from memo.transcripts.formats.lines import lines_of, share
from memo.transcripts.formats.named_lines import spans_of
from memo.transcripts.formats.reading import Reading

_TURN: Final = re.compile(r"(?P<initials>[A-Z]{2,4}):[ \t]")
_ROW: Final = re.compile(
    r"^\|[ \t]*(?P<name>[^|\n]{3,64}?)[ \t]*\|[ \t]*(?P<initials>[A-Z]{2,4})[ \t]*\|", re.MULTILINE
)
_NAMED: Final = re.compile(
    r"(?P<name>[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30}){1,3}) \((?P<initials>[A-Z]{2,4})\)"
)
_PRESENTER: Final = re.compile(r"^(?:Note:[ \t]*)?Presenters?:[^\n]{0,300}$", re.MULTILINE | re.IGNORECASE)


def detect(text: str) -> float:
    """Many lines that begin with initials, and at least one name for some of them."""
    found = share(_TURN, text)
    return min(0.85, 0.6 + found) if found >= 0.2 and _names(text) else 0.0


def read(text: str) -> Reading:
    """Turns by initials; everything else by paragraph, heading and list item."""
    lines = list(lines_of(text))
    names = _names(text)
    counted = {match["initials"] for line in lines if (match := _TURN.match(line.text))}
    header = header_of(text)
    present = tuple(match["name"] for match in _ROW.finditer(text))
    spans = spans_of(text, lines, frozenset(counted))
    title, day = header.title, header.held_on
    return Reading("tc39", "Notes with initials for speakers", text, spans, title, day, present, names)


def _names(text: str) -> dict[str, str]:
    """Initials -> name, from the attendee table and the presenters; the table is believed first."""
    names: dict[str, str] = {}
    for row in _ROW.finditer(text):
        names.setdefault(row["initials"], row["name"])
    for line in _PRESENTER.finditer(text):
        for named in _NAMED.finditer(line[0].partition("resenter")[2]):
            names.setdefault(named["initials"], named["name"])
    attendees = re.compile(r"^\W{0,4}(?:Remote |In-person )?[Aa]ttendees\W[^\n]{0,4000}", re.MULTILINE)
    for line in attendees.finditer(text):
        for named in _NAMED.finditer(line[0]):
            names.setdefault(named["initials"], named["name"])
    return names
