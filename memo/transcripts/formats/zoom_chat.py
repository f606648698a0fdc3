"""Zoom in-meeting chat.

    message = time TAB [ "From " ] name [ " to " whom ] ":" ( TAB | " " ) words { further line }
    reply   = "Replying to " quoted beginning of another message, on a line of its own above the words

The quoted line of a reply is somebody else's and is not part of the turn.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats import stamped
from memo.transcripts.formats.lines import share
from memo.transcripts.formats.reading import Reading
from memo.transcripts.formats.stamped import Stamp

_MESSAGE: Final = re.compile(
    r"(?:\d{4}-\d{2}-\d{2} )?(?P<time>\d{1,2}:\d{2}:\d{2})(?:\t[ \t]*(?:From[ \t]+)?|[ ]+From[ \t]+)"
    r"(?P<name>[^\t\n:]{1,80}?)(?:[ \t]+to[ \t]+[^\t\n:]{1,80}?)?[ \t]*:"
    r"(?:[ \t]+|$)(?P<reply>Replying to [\"“][^\n]*$)?"
)
_REPLY: Final = re.compile(r"[ \t]*Replying to [\"“]")


def stamp_of(line: str) -> Stamp | None:
    """`00:24:53<TAB>stokes:<TAB>words`."""
    match = _MESSAGE.match(line)
    if match is None:
        return None
    words_at = len(line) if match["reply"] else match.end()
    return Stamp(" ".join(match["name"].split()), match["time"].zfill(8), words_at)


def detect(text: str) -> float:
    """The share of lines that begin a message; messages may go on for several lines."""
    found = share(_MESSAGE, text)
    return min(0.97, 0.75 + found / 2) if found >= 0.15 else 0.0


def read(text: str) -> Reading:
    """Every message a turn."""
    spans = stamped.read(text, stamp_of, _REPLY)
    return Reading("zoom-chat", "Zoom chat", text, spans, held_on=date_in(text[:10]))
