"""Captions that the Zoom client saves (`meeting_saved_closed_caption.txt`).

turn   = header words
header = "[" name "]" HH:MM:SS
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats import stamped
from memo.transcripts.formats.lines import share
from memo.transcripts.formats.reading import Reading
from memo.transcripts.formats.stamped import Stamp

_HEADER: Final = re.compile(r"[ \t]*\[(?P<name>[^\]\n]{1,80})\][ \t]+(?P<time>\d{1,2}:\d{2}:\d{2})[ \t]*$")


def stamp_of(line: str) -> Stamp | None:
    """`[Priya Patel] 10:02:11`."""
    match = _HEADER.match(line)
    return Stamp(match["name"].strip(), match["time"].zfill(8), len(line)) if match else None


def detect(text: str) -> float:
    """The share of lines that are a name in brackets and a time."""
    return 0.94 if share(_HEADER, text) >= 0.2 else 0.0


def read(text: str) -> Reading:
    """Each header with the words below it is a turn."""
    return Reading("zoom-captions", "Zoom saved captions", text, stamped.read(text, stamp_of))
