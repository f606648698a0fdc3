"""SubRip as transcription tools write it; `cues` has the shared grammar and `payloads` what stands inside a cue.

Order is by begin time; cues of one speaker are joined until a sentence ends.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats.cues import TIMING, cues_of
from memo.transcripts.formats.payloads import bracketed, labelled
from memo.transcripts.formats.reading import Reading, joined, render

_COMMA_TIMING: Final = re.compile(r"^[ \t]*\d{1,2}:\d{2}:\d{2},\d{1,3}[ \t]*-->", re.MULTILINE)


def detect(text: str) -> float:
    """Sure of two comma-decimal timings near the beginning, or of a number and a timing as the first lines."""
    if len(_COMMA_TIMING.findall(text[:4_000])) >= 2:
        return 0.95
    first = text.lstrip()[:400].split("\n")[:2]
    return 0.9 if first[0].strip().isdigit() and any(TIMING.match(line) for line in first) else 0.0


def read(text: str) -> Reading:
    """The file as a reading text of one line per turn."""
    cues = sorted(cues_of(text), key=lambda cue: cue.begin)
    in_brackets = bracketed(cues)
    rendered, spans = render(joined(labelled(cues) if in_brackets is None else in_brackets))
    return Reading("srt", "Subtitles (SRT)", rendered, spans)
