"""Plain text with or without `Name: words` lines: the fallback that takes everything else.

    labelled = [ time ] name ":" words             a turn of that speaker
    marker   = "Decision:" | "ACTION:" | ...       a turn of nobody's; the marker stays in its words
    stamp    = time | "[" time [ "-->" time ] "]"  the time of the words after it, and no part of them
    apart    = heading | list item | "Word:" ...   a turn of nobody's
    other                                          goes on with the turn above; after a blank line, a new turn

Who counts as a speaker is `labels.speakers_of`. A text with at least two turns of speakers is "named-lines"; without,
"paragraphs": each paragraph, heading and item is a turn and nobody is invented.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from memo.transcripts.formats.headers import header_of
from memo.transcripts.formats.labels import is_heading, is_item, is_marker, label_of, speakers_of
from memo.transcripts.formats.lines import Line, Turns, elapsed, lines_of
from memo.transcripts.formats.reading import Reading, Span

_CLOCK: Final = r"(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?"
_STAMP: Final = re.compile(
    rf"[ \t]*(?:[\[(](?P<bracketed>{_CLOCK})(?:[ ]*(?:-{{1,2}}>|[-–])[ ]*{_CLOCK})?[\])][ \t]*"
    rf"|(?P<alone>{_CLOCK})(?:[ ]*(?:-{{1,2}}>|[-–])[ ]*{_CLOCK})?[ \t]*$)"
)
_KEYED: Final = re.compile(r"[ \t]*(?:[A-Z][\w &/()'’-]{1,40}:(?:[ \t]|$)|\d{1,2}:\d{2}[ \t])")


def detect(text: str) -> float:
    """Always a little sure: this is the fallback."""
    return 0.05 if text.strip() else 0.0


def read(text: str) -> Reading:
    """Speakers where the text has them, paragraphs where it has none."""
    lines = list(lines_of(text))
    header = header_of(text)
    attendees = tuple(header.attendees)
    spans = spans_of(text, lines, speakers_of((line.text for line in lines), attendees))
    name, label = "named-lines", "Text with speakers"
    if sum(1 for span in spans if span.speaker is not None) < 2:
        name, label = "paragraphs", "Plain text, no speakers found"
        spans = spans_of(text, lines, frozenset())
    return Reading(name, label, text, spans, header.title, header.held_on, attendees)


def spans_of(text: str, lines: Iterable[Line], speakers: frozenset[str]) -> tuple[Span, ...]:
    """`lines` of `text` as turns, where the labels in `speakers` are the ones that speak."""
    turns = Turns(text)
    above: str | None = None
    for line in lines:
        label = label_of(line.text) if speakers else None
        stamp = _STAMP.match(line.text)
        if line.blank:
            turns.close()
        elif label is not None and label.name in speakers:
            time = (elapsed(label.time) or label.time) if label.time else None
            turns.begin(line.start + label.words_at, line.end, label.name, time or above)
            above = None
        elif stamp is not None:
            turns.close()
            above = elapsed(stamp["bracketed"] or stamp["alone"])
            turns.begin(line.start + stamp.end(), line.end, None, above)
        elif is_heading(line.text):
            turns.begin(line.start, line.end)
            turns.close()
        elif is_item(line.text) or is_marker(line.text) or _KEYED.match(line.text) or not turns.open:
            turns.begin(line.start, line.end, None, above)
        else:
            turns.extend(line.end)
    return turns.done()
