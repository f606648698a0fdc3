"""One reader per format, and the choice between them: the surest reader gets the text."""

from __future__ import annotations

from typing import Final

from memo.transcripts.formats import (
    elitr,
    fathom,
    fenced,
    google_meet,
    granola,
    html_page,
    irc,
    irc_w3c,
    named_lines,
    otter,
    scribejs,
    skype,
    srt,
    tc39,
    teams_docx,
    transcript_json,
    vtt,
    zoom_captions,
    zoom_chat,
)
from memo.transcripts.formats.reading import Format, Reading, rendered

FORMATS: Final[tuple[Format, ...]] = (
    transcript_json,
    fenced,
    vtt,
    srt,
    google_meet,
    teams_docx,
    fathom,
    otter,
    granola,
    zoom_captions,
    zoom_chat,
    skype,
    irc_w3c,
    irc,
    scribejs,
    tc39,
    elitr,
    named_lines,
)
"""In order of preference where two readers are equally sure; the last one takes every text."""

SURE: Final = 0.9
"""From here on a reader that finds no turn is believed: there is nothing said in the file."""


def read(text: str) -> Reading:
    """`text` by the surest reader; a reader that is less than `SURE` and finds no turn gives it to the next.

    Raises `FileNotAccepted` for JSON that is no transcript.
    """
    if html_page.detect(text) > 0.5:
        return html_page.read_page(text, read_text)
    return read_text(text)


def read_document(text: str) -> Reading:
    """Text that was taken out of a Word document, as a reading text of one line per turn."""
    inner = read_text(text)
    label = inner.label if inner.format == "teams-docx" else f"Word document: {inner.label}"
    return rendered(inner, inner.format, label)


def read_text(text: str) -> Reading:
    """`text` that is no web page."""
    ranked = sorted(((reader.detect(text), reader) for reader in FORMATS), key=lambda each: -each[0])
    for confidence, reader in ranked:
        if confidence > 0:
            reading = reader.read(text)
            if reading.spans or confidence >= SURE:
                return reading
    return named_lines.read(text)
