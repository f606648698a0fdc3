"""Minutes that scribejs makes of a W3C IRC log.

file      = [ "---" front matter "---" ] header { turn | remark | resolution | heading }
turn      = "**" name ":**" words { "… " words }
remark    = "> *" name ":* " words                                written on IRC meanwhile
proposal  = "> **Proposed resolution: " words "**" "*(" name ")*"
resolved  = "> ***Resolution #1: " words "***"                    nobody's, it is the group's
attribute = "{:" ... "}" | "* TOC"                                not speech
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats.headers import header_of
from memo.transcripts.formats.labels import is_heading
from memo.transcripts.formats.lines import Line, Turns, head, lines_of
from memo.transcripts.formats.reading import Reading

_TURN: Final = re.compile(r"\*\*(?P<name>[^*:\n]{1,64}):\*\*[ \t]*(?=\S|$)")
_REMARK: Final = re.compile(r">[ \t]*\*(?P<name>[^*:\n]{1,64}):\*[ \t]*(?=\S|$)")
_RESOLUTION: Final = re.compile(
    r">[ \t]*(?P<stars>\*{2,3})(?=(?:Proposed resolution|Resolution|Action)\b)", re.IGNORECASE
)
_PROPOSED_BY: Final = re.compile(r"\*\([ \t]*(?P<name>[^*()\n]{1,64})\)\*[ \t]*$")
_ATTRIBUTE: Final = re.compile(r"[ \t]*(?:\{:[^\n]*\}|\* TOC)[ \t]*$")
_HEADER_KEYS: Final = frozenset(["Date", "Present", "Regrets", "Guests", "Chair", "Chairs", "Scribe", "Scribe(s)"])
_FRONT_MATTER: Final = "---\n"


def detect(text: str) -> float:
    """Sure of bold speakers together with quoted remarks or scribejs' own marks."""
    start = head(text)
    bold = len(re.findall(r"^\*\*[^*:\n]{1,64}:\*\*", start, re.MULTILINE))
    marks = sum(
        len(re.findall(form, start, re.MULTILINE)) for form in (r"^> \*[^*:\n]{1,64}:\*", r"^… ", r"^\{: ?[.#]")
    )
    return 0.92 if bold >= 2 and marks >= 3 else 0.0


def read(text: str) -> Reading:
    """Spoken turns, remarks and resolutions in the order of the file."""
    body = _body_at(text)
    header = header_of(text[body:])
    front = header_of(text[:body])
    turns = Turns(text)
    for line in lines_of(text):
        if line.start >= body:
            _line(turns, line)
    return Reading(
        "scribejs",
        "W3C minutes (scribejs)",
        text,
        turns.done(),
        front.title or header.title,
        header.held_on or front.held_on,
        tuple(header.attendees),
    )


def _line(turns: Turns, line: Line) -> None:
    said = _TURN.match(line.text) or _REMARK.match(line.text)
    resolution = _RESOLUTION.match(line.text)
    if line.blank or _ATTRIBUTE.match(line.text) or (said is not None and said["name"] in _HEADER_KEYS):
        turns.close()
    elif said is not None:
        turns.begin(line.start + said.end(), line.end, said["name"])
    elif resolution is not None:
        by = _PROPOSED_BY.search(line.text)
        words = line.text[: by.start()] if by else line.text
        end = len(words.rstrip(" \t*"))
        turns.begin(line.start + resolution.end(), line.start + end, by["name"].strip() if by else None)
        turns.close()
    elif is_heading(line.text):
        turns.begin(line.start, line.end)
        turns.close()
    elif turns.open:
        turns.extend(line.end)
    else:
        turns.begin(line.start, line.end)


def _body_at(text: str) -> int:
    """Where the front matter ends."""
    if not text.startswith(_FRONT_MATTER):
        return 0
    end = text.find("\n---", len(_FRONT_MATTER))
    return text.find("\n", end + 1) + 1 if end >= 0 else 0
