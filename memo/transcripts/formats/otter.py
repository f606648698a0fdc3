"""Otter text export, with or without Markdown bold around the name.

file   = [ title ] [ date "•" length ] [ "SUMMARY KEYWORDS" words ] [ "SPEAKERS" names ] { turn } [ footer ]
turn   = header words
footer = "Transcribed by https://otter.ai"
header = [ "**" ] name [ "**" ] spaces [ hours ":" ] minutes ":" seconds
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats import stamped
from memo.transcripts.formats.headers import header_of, split_names
from memo.transcripts.formats.labels import looks_like_speaker
from memo.transcripts.formats.lines import elapsed
from memo.transcripts.formats.reading import Reading
from memo.transcripts.formats.stamped import Stamp

_HEADER: Final = re.compile(
    r"[ \t]*(?:\*\*|__)?(?P<name>[^\s*#>|\d(\[-][^\n:*]{0,63}?)(?:\*\*|__)?(?P<gap>[ \t]+)"
    r"[(\[]?(?P<time>(?:\d{1,2}:)?\d{1,2}:\d{2})[)\]]?[ \t]*$"
)
_FOOTER: Final = re.compile(r"[ \t]*(?:\*|_)?Transcribed by (?:<|\[)?https?://otter\.ai", re.IGNORECASE)


def stamp_of(line: str) -> Stamp | None:
    """A line that is only a name and a time."""
    match = _HEADER.match(line[:120])
    if match is None or len(line) > 120 or not looks_like_speaker(match["name"].strip()):
        return None
    return Stamp(match["name"].strip(), elapsed(match["time"]), len(line))


def detect(text: str) -> float:
    """Sure of lines of name and time; surer with Otter's own footer."""
    sure = stamped.sureness(text, stamp_of)
    return max(sure, 0.95) if sure and "otter.ai" in text[-400:] else sure


def read(text: str) -> Reading:
    """Each header with the words below it is a turn; Otter's keywords and footer are not speech."""
    lines = stamped.preamble(text, stamp_of)
    header = header_of("\n".join(lines))
    words = [line.strip() for line in lines if line.strip()]
    attendees = list(header.attendees)
    for label, below in pairwise(words):
        if label.upper() == "SPEAKERS":
            attendees += split_names(below)
    title = header.title
    if title is None and words and date_in(words[0]) is None and len(words) > 1 and len(words[0]) < 120:
        title = words[0]
    held_on = header.held_on or next((day for line in words[:4] if (day := date_in(line))), None)
    spans = stamped.read(text, stamp_of, _FOOTER)
    return Reading("otter", "Otter export", text, spans, title, held_on, tuple(attendees))
