"""A WEBVTT file inside a Markdown fence, with notes around it.

    file  = notes fence notes
    fence = ( "```" | "~~~" ) [ language ] NEWLINE "WEBVTT" ... ( "```" | "~~~" )

The notes stay as they are and are turns of nobody; the fenced captions are rendered as `vtt` renders them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from memo.transcripts.formats import vtt
from memo.transcripts.formats.headers import header_of
from memo.transcripts.formats.lines import lines_of
from memo.transcripts.formats.named_lines import spans_of
from memo.transcripts.formats.reading import Reading, Span

_OPENING: Final = re.compile(r"^(?P<fence>`{3,}|~{3,})[^\n`]{0,40}\n(?=[ \t\n]{0,20}WEBVTT\b)", re.MULTILINE)


def detect(text: str) -> float:
    """Certain of a fence that begins with WEBVTT."""
    return 1.0 if _OPENING.search(text) else 0.0


def read(text: str) -> Reading:
    """Notes and captions in the order of the file; the format is that of the captions."""
    pieces: list[str] = []
    spans: list[Span] = []
    captions: Reading | None = None
    length = 0

    def add(piece: str, found: tuple[Span, ...]) -> None:
        nonlocal length
        pieces.append(piece)
        spans.extend(replace(span, start=span.start + length, end=span.end + length) for span in found)
        length += len(piece) + 2

    at = 0
    for opening in _OPENING.finditer(text):
        if opening.start() < at:
            continue
        end = text.find(f"\n{opening['fence']}", opening.end())
        inside = text[opening.end() : end if end >= 0 else len(text)]
        if notes := text[at : opening.start()].strip():
            add(notes, spans_of(notes, lines_of(notes), frozenset()))
        captions = vtt.read(inside.lstrip())
        if captions.text:
            add(captions.text, captions.spans)
        at = end + 1 + len(opening["fence"]) if end >= 0 else len(text)
    if notes := text[at:].strip():
        add(notes, spans_of(notes, lines_of(notes), frozenset()))
    header = header_of(text)
    name, label = (captions.format, captions.label) if captions else ("whisper-vtt", "Captions")
    return Reading(
        name,
        f"{label} in Markdown",
        "\n\n".join(pieces),
        tuple(spans),
        header.title,
        header.held_on,
        tuple(header.attendees),
    )
