"""SubRip as transcription tools write it; `cues` has the shared grammar.

    payload = [ "[" speaker "]: " | name ": " ] words     WhisperX: "[SPEAKER_03]: The report is coming!"

Order is by begin time; cues of one speaker are joined until a sentence ends.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats.cues import TIMING, cues_of
from memo.transcripts.formats.reading import Reading, Said, joined, render
from memo.transcripts.formats.vtt import labelled, words_of

_COMMA_TIMING: Final = re.compile(r"^[ \t]*\d{1,2}:\d{2}:\d{2},\d{1,3}[ \t]*-->", re.MULTILINE)
_BRACKETED: Final = re.compile(r"[ \t]*[\[(](?P<name>[^\])\n]{1,64})[\])](?::[ \t]*|[ \t]+(?=\S))")


def detect(text: str) -> float:
    """Certain of two comma-decimal timings near the beginning."""
    return 0.95 if len(_COMMA_TIMING.findall(text[:4_000])) >= 2 else 0.9 * _only_one(text)


def _only_one(text: str) -> bool:
    return text.lstrip()[:1].isdigit() and any(TIMING.match(line) for line in text.lstrip()[:400].split("\n")[:3])


def read(text: str) -> Reading:
    """The file as a reading text of one line per turn."""
    cues = sorted(cues_of(text), key=lambda cue: cue.begin)
    bracketed = [_BRACKETED.match(cue.lines[0]) if cue.lines else None for cue in cues]
    if sum(1 for match in bracketed if match) >= max(1, len(cues) // 2):
        said = []
        for cue, match in zip(cues, bracketed, strict=True):
            words = " ".join(words_of(line) for line in cue.lines)
            said.append(
                Said(match["name"].strip(), words[match.end() :], cue.time) if match else Said(None, words, cue.time)
            )
    else:
        said = labelled(cues)
    rendered, spans = render(joined(said))
    return Reading("srt", "Subtitles (SRT)", rendered, spans)
