"""Microsoft Teams transcript as a document, or the text copied out of one.

    file   = [ title "-" stamp "-Meeting Recording" ] [ date "," time ] [ length ] { notice | turn }
    turn   = header words
    header = name three spaces [ hours ":" ] minutes ":" seconds
    notice = name ( "started" | "stopped" ) "transcription"

The older export has `0:0:3.120 --> 0:0:6.400`, the name and the words on three lines; that one is rendered, since its
timings would stand inside quotes otherwise.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats import stamped
from memo.transcripts.formats.cues import cues_of
from memo.transcripts.formats.labels import looks_like_speaker
from memo.transcripts.formats.otter import stamp_of
from memo.transcripts.formats.reading import Reading, Said, joined, render

_LABEL: Final = "Microsoft Teams transcript (document)"
_NOTICE: Final = re.compile(r"[ \t]*\S.{0,80} (?:started|stopped) (?:the )?(?:transcription|recording)[ \t]*$")
_TITLE: Final = re.compile(r"(?P<title>\S.{0,150}?)-(?:20\d{6}_\d{6}(?:UTC)?-)?Meeting (?:Recording|Transcript)[ \t]*$")
_WIDE_HEADER: Final = re.compile(
    r"^[ \t]*\S[^\n]{0,80}?(?: {3,}|\xa0 {2,})(?:\d{1,2}:)?\d{1,2}:\d{2}[ \t]*$", re.MULTILINE
)
_OLD_TIMING: Final = re.compile(r"^\d{1,2}:\d:\d{1,2}(?:\.\d{1,9})? --> \d{1,2}:\d{1,2}:\d{1,2}", re.MULTILINE)


def detect(text: str) -> float:
    """Sure of Teams' notices and wide headers, or of the older export's one-digit timings."""
    start = text[:4_000]
    if "WEBVTT" in start[:40]:
        return 0.0
    if len(_OLD_TIMING.findall(start)) >= 2:
        return 0.93
    sure = stamped.sureness(text, stamp_of)
    if not sure:
        return 0.0
    said_so = any(_NOTICE.match(line) or _TITLE.match(line) for line in start.split("\n")[:12])
    return 0.93 if said_so else (sure + 0.02 if len(_WIDE_HEADER.findall(start)) >= 2 else 0.0)


def read(text: str) -> Reading:
    """Each header with the words below it is a turn; notices are not speech."""
    if len(_OLD_TIMING.findall(text[:4_000])) >= 2:
        return _old(text)
    lines = stamped.preamble(text, stamp_of)
    title = next((match["title"] for line in lines if (match := _TITLE.match(line.strip()))), None)
    held_on = next((day for line in lines[:8] if (day := date_in(line.replace("-", " ")) or date_in(line))), None)
    return Reading("teams-docx", _LABEL, text, stamped.read(text, stamp_of, _NOTICE), title, held_on)


def _old(text: str) -> Reading:
    said = []
    for cue in sorted(cues_of(text), key=lambda cue: cue.begin):
        named = len(cue.lines) > 1 and looks_like_speaker(cue.lines[0])
        words = cue.lines[1:] if named else cue.lines
        said.append(Said(cue.lines[0] if named else None, " ".join(words), cue.time))
    rendered, spans = render(joined(said))
    return Reading("teams-docx", _LABEL, rendered, spans)
