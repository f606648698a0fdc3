"""Fathom transcript, copied or exported.

file   = title " - " date "VIEW RECORDING - 31 mins (...): " url "---" { turn | notice }
turn   = header { indented words }
header = [ "@" ] time " - " name [ "(" organisation ")" ]
notice = ( "ACTION ITEM" | "SCREEN SHARING" | ... ) ":" words "- WATCH:" url      nobody says it
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats import stamped
from memo.transcripts.formats.labels import looks_like_speaker
from memo.transcripts.formats.lines import elapsed
from memo.transcripts.formats.reading import Reading
from memo.transcripts.formats.stamped import Stamp

_HEADER: Final = re.compile(r"[ \t]*@?(?P<time>(?:\d{1,2}:)?\d{1,2}:\d{2})[ \t]+-[ \t]*(?P<name>[^\n]{0,80}?)[ \t]*$")
_RECORDING: Final = re.compile(r"VIEW RECORDING - \d+ min")
_NOTICE: Final = re.compile(r"[ \t]*[A-Z][A-Z ]{3,30}:[ \t]")
_TITLE_DATE: Final = re.compile(r"[ \t]+-[ \t]+[A-Z][a-z]+ \d{1,2}(?:,? \d{4})?[ \t]*$")


def stamp_of(line: str) -> Stamp | None:
    """`0:23 - Bob Clams (Seafood Inc)`."""
    match = _HEADER.match(line[:120])
    if match is None or len(line) > 120 or (match["name"] and not looks_like_speaker(match["name"])):
        return None
    return Stamp(match["name"] or None, elapsed(match["time"]), len(line))


def detect(text: str) -> float:
    """Sure of lines of time, dash and name; surer with the recording link above them."""
    sure = stamped.sureness(text, stamp_of)
    return max(sure, 0.95) if sure and _RECORDING.search(text[:1_000]) else sure


def read(text: str) -> Reading:
    """Each header with the words below it is a turn; Fathom's own notices are turns of nobody."""
    lines = [line.strip(" \t#*") for line in stamped.preamble(text, stamp_of) if line.strip(" \t#*-")]
    first = lines[0] if lines and not _RECORDING.search(lines[0]) else None
    title = _TITLE_DATE.sub("", first) if first else None
    spans = stamped.read(text, stamp_of, apart=lambda line: _NOTICE.match(line) is not None)
    return Reading("fathom", "Fathom transcript", text, spans, title, date_in(first) if first else None)
