"""ELITR-style manual transcripts: letters in brackets for speakers.

turn  = "(" speaker ")" words { further line without label }
noise = "<other_noise>" on a line of its own            not speech
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats import stamped
from memo.transcripts.formats.lines import head, share
from memo.transcripts.formats.reading import Reading
from memo.transcripts.formats.stamped import Stamp

_TURN: Final = re.compile(r"[ \t]*\((?P<name>[A-Z]{1,3}\d{0,2}|(?i:person|speaker|spk)[ _]?\d{1,3})\)[ \t]*(?=\S|$)")
_NOISE: Final = re.compile(r"[ \t]*<[\w /-]{1,40}>[ \t]*$")


def stamp_of(line: str) -> Stamp | None:
    """`(A) words`."""
    match = _TURN.match(line)
    return Stamp(match["name"], None, match.end()) if match else None


def detect(text: str) -> float:
    """The share of lines that begin with a speaker in brackets; options "(A)", "(B)" do not come back."""
    found = share(_TURN, text)
    labels = [match["name"] for line in head(text).split("\n") if (match := _TURN.match(line))]
    return min(0.9, 0.6 + found) if found >= 0.2 and len(set(labels)) < len(labels) else 0.0


def read(text: str) -> Reading:
    """Each label with the lines up to the next one is a turn."""
    return Reading("elitr", "Transcript with letters for speakers", text, stamped.read(text, stamp_of, _NOISE))
