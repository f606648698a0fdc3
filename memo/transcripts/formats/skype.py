"""Skype and Skype for Business chat; WhatsApp exports have the same shape.

    message = "[" date [ "," ] time "]" name ":" words { further line }
    message = date "," time " - " name ":" words { further line }          WhatsApp on Android

Skype writes U+200E between the numbers of a date; it stays in the text and is ignored here.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats import stamped
from memo.transcripts.formats.lines import share
from memo.transcripts.formats.reading import Reading
from memo.transcripts.formats.stamped import Stamp

_DATE: Final = r"\d{1,4}[\u200e\u200f]?[./-][\u200e\u200f]?\d{1,2}[\u200e\u200f]?[./-][\u200e\u200f]?\d{2,4}"
_CLOCK: Final = r"(?P<time{n}>\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ \u202f][AaPp]\.?[Mm]\.?)?)"
_MESSAGE: Final = re.compile(
    rf"[\u200e\u200f]?(?:\[[\u200e\u200f]?{_DATE}(?P<comma1>,)?[ \u200e\u200f]+{_CLOCK.format(n=1)}[\u200e\u200f]?\]"
    rf"|{_DATE}(?P<comma2>,)[ ]{_CLOCK.format(n=2)}[ ]-)[ \t]+(?P<name>[^\n:]{{1,64}}?)[ \t]*:(?:[ \t]+|$)"
)
_NOTICE: Final = re.compile(
    r"[\u200e\u200f]?(?:You (?:were|have been) (?:removed|added)|Messages and calls are end-to-end|"
    r"[^\n:]{1,64} (?:joined|left|added|removed|created) (?:the|this)? ?(?:group|conversation|chat))"
)


def stamp_of(line: str) -> Stamp | None:
    """`[1/26/2017 9:05 AM]  Drew Burt:`."""
    match = _MESSAGE.match(line)
    if match is None:
        return None
    return Stamp(match["name"].strip("\u200e\u200f~ "), match["time1"] or match["time2"], match.end())


def detect(text: str) -> float:
    """The share of lines that begin a message."""
    found = share(_MESSAGE, text)
    return min(0.97, 0.75 + found / 2) if found >= 0.15 else 0.0


def read(text: str) -> Reading:
    """Every message a turn; the programs' own notices are not speech."""
    spans = stamped.read(text, stamp_of, _NOTICE)
    first = next((match for line in text[:4_000].split("\n") if (match := _MESSAGE.match(line))), None)
    comma = first is not None and (first["comma1"] or first["comma2"]) is not None
    name, label = ("whatsapp", "WhatsApp chat") if comma else ("skype", "Skype chat")
    stamp = first[0].replace("\u200e", "").replace("\u200f", "") if first else ""
    return Reading(name, label, text, spans, held_on=date_in(stamp))
