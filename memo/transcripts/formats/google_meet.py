"""Google Meet transcript, as Markdown or as the text of the document, alone or below the notes that Gemini took.

    file    = { note } title [ " - " date ] "- Transcript" [ "Attendees" names ] { mark | turn } end
    mark    = HH:MM:SS on a line of its own                the time of the turns below it
    turn    = name ":" words { further line }
    end     = ( "Meeting" | "Transcription" ) "ended after" HH:MM:SS

Attendees are in the file's own list, where "X's Presentation" and note takers are not people. Notes are nobody's turns.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats.headers import header_of
from memo.transcripts.formats.labels import label_of, speakers_of
from memo.transcripts.formats.lines import Line, Turns, elapsed, head, lines_of
from memo.transcripts.formats.named_lines import spans_of
from memo.transcripts.formats.reading import Reading, Span

_MARK: Final = re.compile(r"[ \t#*_]*(?P<time>\d{2}:\d{2}:\d{2})[ \t*_]*$")
_TITLE: Final = re.compile(r"[ \t#*]*(?P<title>\S[^\n]{0,200}?)[ \t]+-[ \t]+Transcript[ \t*]*$")
_TITLE_DATE: Final = re.compile(r"[ \t]*(?:-[ \t]*|\()(?:\d{4}[/-]\d{2}[/-]\d{2})[^\n]{0,40}$")
_ATTENDEES: Final = re.compile(r"[ \t#*]*(?:Attendees|Invited)\b[ \t*:]*$")
_NOTES: Final = re.compile(r"[ \t#*]*(?:📝|✍️)|.{0,200}Notes by Gemini|[ \t#*]*(?:Summary|Quick notes|Details)[ \t*]*$")
_BOILERPLATE: Final = re.compile(
    r"[ \t#*_]*(?:This editable transcript was computer generated|(?:Meeting|Transcription) ended after \d"
    r"|(?:📖[ \t]*)?Transcript[ \t*_]*$|You should review Gemini's notes|How is the quality of these specific notes)"
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
    begin = _begin(lines)
    notes, talk = lines[:begin], lines[begin:]
    spans = (*_note_spans(text, notes), *_spans(text, talk, header.attendees))
    titled = next((number for number, line in enumerate(notes) if _TITLE.match(line.text)), 0)
    title, day = _title([line.text for line in notes[max(0, titled - 2) : titled + 1]])
    attendees = tuple(header.attendees)
    return Reading(
        "google-meet", "Google Meet transcript", text, spans, title or header.title, day or header.held_on, attendees
    )


def _begin(lines: list[Line]) -> int:
    """Where people begin to speak: after the transcript's own title, at the first mark or label."""
    titled = next((number for number, line in enumerate(lines) if _TITLE.match(line.text)), 0)
    for number, line in enumerate(lines[titled:], start=titled):
        if _MARK.match(line.text) or label_of(line.text) is not None:
            return number
    return len(lines)


def _note_spans(text: str, notes: list[Line]) -> tuple[Span, ...]:
    if not any(_NOTES.match(line.text) for line in notes):
        return ()
    kept = (line for line in notes if not (_BOILERPLATE.match(line.text) or _TITLE.match(line.text)))
    return spans_of(text, kept, frozenset())


def _spans(text: str, talk: list[Line], attendees: list[str]) -> tuple[Span, ...]:
    speech = [line.text for line in talk if not (_MARK.match(line.text) or _BOILERPLATE.match(line.text))]
    speakers = speakers_of(speech, attendees)
    turns = Turns(text)
    time: str | None = None
    for line in talk:
        label = label_of(line.text)
        mark = _MARK.match(line.text)
        if mark is not None:
            turns.close()
            time = elapsed(mark["time"])
        elif label is not None and label.name in speakers:
            turns.begin(line.start + label.words_at, line.end, label.name, time)
        elif line.blank or _BOILERPLATE.match(line.text):
            turns.close()
        elif turns.open:
            turns.extend(line.end)
        else:
            turns.begin(line.start, line.end, None, time)
    return turns.done()


def _title(lines: list[str]) -> tuple[str | None, date | None]:
    """Title and date from the transcript's title line and the lines above it."""
    match = next((found for line in lines if (found := _TITLE.match(line))), None)
    whole = match["title"].strip(" *#") if match else None
    dates = (date_in(line[:200]) for line in [whole or "", *lines])
    return _TITLE_DATE.sub("", whole).strip() if whole else None, next((day for day in dates if day), None)
