"""Granola notes and transcripts: only "Me" and "Them" speak.

file  = { "Meeting Title:" words | "Date:" date | "Meeting participants:" names } [ "Transcript:" ] { turn }
turn  = [ "**" ] ( "Me" | "Them" ) ":" [ "**" ] words
notes = headings, paragraphs and lists before the transcript          nobody says them
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats.headers import header_of, is_header_line
from memo.transcripts.formats.lines import lines_of
from memo.transcripts.formats.named_lines import spans_of
from memo.transcripts.formats.reading import Reading

SPEAKERS: Final = frozenset({"Me", "Them"})
_TURN: Final = re.compile(r"^[ \t]*(?:\*\*)?(?P<name>Me|Them)(?::\*\*|\*\*:|:)", re.MULTILINE)
_TRANSCRIPT: Final = re.compile(r"[ \t#*]*Transcript[ \t]*:?[ \t*]*$", re.IGNORECASE)


def detect(text: str) -> float:
    """At least two turns, and both of them speak or the file says that it is Granola's."""
    names = [match["name"] for match in _TURN.finditer(text[:200_000])]
    said_so = "granola" in text[:2_000].lower() or "Meeting participants:" in text[:2_000]
    return 0.9 if len(names) >= 2 and (len(set(names)) == 2 or said_so) else 0.0


def read(text: str) -> Reading:
    """Turns of "Me" and "Them", and the notes around them as turns of nobody."""
    header = header_of(text)
    lines = [line for line in lines_of(text) if not is_header_line(line.text) and not _TRANSCRIPT.match(line.text)]
    spans = spans_of(text, lines, SPEAKERS)
    return Reading("granola", "Granola notes", text, spans, header.title, header.held_on, tuple(header.attendees))
