"""Google Meet transcript, as Markdown or as the text of the document.

    file    = title [ " - " date ] "- Transcript" "Attendees" names [ disclaimer ] { mark | turn } end
    end     = ( "Meeting" | "Transcription" ) "ended after" HH:MM:SS
    mark    = HH:MM:SS on a line of its own                every five minutes: the time of the turns below it
    turn    = name ":" words { further line }

Attendees are in the file's own list; "X's Presentation" and note takers in it are not people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats.headers import header_of
from memo.transcripts.formats.labels import label_of, speakers_of
from memo.transcripts.formats.lines import Turns, elapsed, head, lines_of
from memo.transcripts.formats.reading import Reading

_MARK: Final = re.compile(r"[ \t#*_]*(?P<time>\d{2}:\d{2}:\d{2})[ \t*_]*$")
_TITLE: Final = re.compile(r"[ \t#*]*(?P<title>\S[^\n]{0,200}?)[ \t]+-[ \t]+Transcript[ \t*]*$")
_TITLE_DATE: Final = re.compile(r"[ \t]*(?:-[ \t]*|\()(?:\d{4}[/-]\d{2}[/-]\d{2})[^\n]{0,40}$")
_ATTENDEES: Final = re.compile(r"[ \t#*]*(?:Attendees|Invited)\b[ \t*:]*$")
_BOILERPLATE: Final = re.compile(
    r"[ \t#*_]*(?:This editable transcript was computer generated|(?:Meeting|Transcription) ended after \d"
    r"|Transcript[ \t*_]*$)"
)


def detect(text: str) -> float:
    """Two of: a title that ends in "Transcript", an attendee heading, Meet's disclaimer, Meet's last line."""
    start, end = head(text)[:4_000], text[-600:]
    lines = start.split("\n")[:40]
    signs = (
        any(_TITLE.match(line) for line in lines[:10]),
        any(_ATTENDEES.match(line) for line in lines),
        "editable transcript was computer generated" in start + end,
        re.search(r"(?:Meeting|Transcription) ended after \d", end) is not None,
    )
    return 0.94 if sum(signs) >= 2 else 0.0


def read(text: str) -> Reading:
    """Turns of named speakers; title, attendees, marks and Meet's own sentences are not speech."""
    header = header_of(text)
    lines = list(lines_of(text))
    speakers = speakers_of(_body(line.text for line in lines), header.attendees)
    turns = Turns(text)
    time: str | None = None
    preamble = True
    for line in lines:
        label = label_of(line.text)
        mark = _MARK.match(line.text)
        if mark is not None:
            turns.close()
            time, preamble = elapsed(mark["time"]), False
        elif label is not None and label.name in speakers:
            turns.begin(line.start + label.words_at, line.end, label.name, time)
            preamble = False
        elif line.blank or preamble or _BOILERPLATE.match(line.text):
            turns.close()
        elif turns.open:
            turns.extend(line.end)
        else:
            turns.begin(line.start, line.end, None, time)
    title, day = _title(lines[0].text if lines else "", [line.text for line in lines[:10]])
    return Reading(
        "google-meet",
        "Google Meet transcript",
        text,
        turns.done(),
        title or header.title,
        day or header.held_on,
        tuple(header.attendees),
    )


def _body(lines: Iterable[str]) -> list[str]:
    """The lines that can be speech, from the first label on."""
    kept = [line for line in lines if not (_MARK.match(line) or _BOILERPLATE.match(line) or _TITLE.match(line))]
    first = next((number for number, line in enumerate(kept) if label_of(line) is not None), 0)
    return kept[first:]


def _title(first: str, lines: list[str]) -> tuple[str | None, date | None]:
    match = next((found for line in lines if (found := _TITLE.match(line))), None)
    if match is None:
        return None, date_in(first[:80])
    whole = match["title"].strip(" *#")
    return _TITLE_DATE.sub("", whole).strip(), date_in(whole) or date_in(first[:80])
