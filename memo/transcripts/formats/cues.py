"""Caption cues, the grammar that WebVTT and SRT share.

    file    = { block }                    blocks are parted by blank lines
    block   = [ id line ] timing { payload line }
    timing  = time "-->" time [ settings ]
    time    = [ hours ":" ] minutes ":" seconds ( "." | "," ) fraction

Tolerant where real files are: a missing blank line before a timing, blank lines inside a payload, one-digit hours, no
fraction. A line that stands between two cues and is not speech (a cue number, a GUID, NOTE, STYLE, REGION) is dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from memo.transcripts.formats.lines import elapsed_seconds

TIMING: Final = re.compile(
    r"[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?[ \t]*-{1,2}>[ \t]*"
    r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?(?:[ \t]|$)"
)
_CUE_ID: Final = re.compile(
    r'\s*(?:\d{1,9}(?: "[^"]{1,80}"(?: \(\d{1,12}\))?)?|[0-9a-fA-F-]{32,36}(?:/\S{1,20})?|\S{1,64}/\d+-\d+)\s*$'
)
_WORD: Final = re.compile(r"[^\s.?!,…]{1,64}$")
_NOT_SPEECH: Final = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t]|$)")


@dataclass(frozen=True, slots=True)
class Cue:
    """One caption: begin and end in seconds, its payload lines, and its identifier."""

    begin: float
    end: float
    lines: tuple[str, ...]
    id: str | None = None

    @property
    def time(self) -> str:
        """The beginning as HH:MM:SS."""
        return elapsed_seconds(self.begin)


def cues_of(text: str) -> list[Cue]:
    """The cues of a caption file in file order; what stands outside cues is left out."""
    cues: list[Cue] = []
    pending: tuple[float, float, str | None] | None = None
    payload: list[str] = []
    in_note = False
    previous = ""

    def close(drop_id: bool) -> str | None:
        nonlocal pending
        next_id = None
        while payload and not payload[-1].strip():
            payload.pop()
        if drop_id and payload and _is_id(payload):
            next_id = payload.pop().strip()
        if pending is not None:
            lines = tuple(line.strip() for line in payload if line.strip())
            cues.append(Cue(pending[0], pending[1], lines, pending[2]))
        payload.clear()
        pending = None
        return next_id

    for line in text.split("\n"):
        timing = TIMING.match(line)
        if timing is not None:
            inside = pending is not None
            next_id = close(drop_id=True)
            outside = previous.strip() if not inside and previous.strip() else None
            pending = (*_seconds(timing), next_id or outside)
            in_note = False
        elif not previous.strip() and _NOT_SPEECH.match(line):
            close(drop_id=False)
            in_note = True
        elif in_note and not line.strip():
            in_note = False
        elif pending is not None and not in_note:
            payload.append(line)
        previous = line
    close(drop_id=False)
    return cues


def _is_id(payload: list[str]) -> bool:
    """Whether the last line before a timing is a cue's identifier and not the end of the cue before."""
    if _CUE_ID.match(payload[-1]):
        return len(payload) == 1 or not payload[-2].strip() or "-" in payload[-1]
    return len(payload) > 1 and not payload[-2] and _WORD.match(payload[-1]) is not None


def _seconds(timing: re.Match[str]) -> tuple[float, float]:
    hours, minutes, seconds, fraction, *rest = timing.groups()
    return _number(hours, minutes, seconds, fraction), _number(*rest)


def _number(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction or 0}")
