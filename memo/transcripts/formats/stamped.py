"""The shape that many exports share: a line with a name and a time, then the words below it until the next such line.

    file   = { preamble line } { header { words line } }
    header = name and time, alone on the line; each format has its own grammar for it

Used by `otter`, `teams_docx`, `fathom`, `skype`, `zoom_chat`. Lines before the first header are no speech.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from memo.transcripts.formats.lines import Turns, head, lines_of
from memo.transcripts.formats.reading import Span

BEGINS_BEFORE: Final = "00:02:00"


@dataclass(frozen=True, slots=True)
class Stamp:
    """A header line: who, when, and where words begin on the line itself (its length when there are none)."""

    name: str | None
    time: str | None
    words_at: int


def read(
    text: str,
    stamp_of: Callable[[str], Stamp | None],
    not_speech: re.Pattern[str] | None = None,
    apart: Callable[[str], bool] | None = None,
) -> tuple[Span, ...]:
    """The turns of `text`; a line of `not_speech` is left out, a line that is `apart` is a turn of nobody's."""
    turns = Turns(text)
    current: Stamp | None = None
    for line in lines_of(text):
        stamp = stamp_of(line.text)
        if stamp is not None:
            current = stamp
            turns.begin(line.start + stamp.words_at, line.end, stamp.name, stamp.time)
        elif not_speech is not None and not_speech.match(line.text):
            turns.close()
        elif current is not None and not line.blank:
            if apart is not None and apart(line.text):
                turns.begin(line.start, line.end, None, current.time)
                turns.close()
            elif turns.open:
                turns.extend(line.end)
            else:
                turns.begin(line.start, line.end, current.name, current.time)
    return turns.done()


def preamble(text: str, stamp_of: Callable[[str], Stamp | None]) -> list[str]:
    """The lines before the first header."""
    lines: list[str] = []
    for line in head(text).split("\n"):
        if stamp_of(line) is not None:
            return lines
        lines.append(line)
    return []


def stamps(text: str, stamp_of: Callable[[str], Stamp | None]) -> Iterator[Stamp]:
    """The headers at the head of `text` that have words: on their own line or on the next one."""
    lines = [line for line in head(text).split("\n") if line.strip()]
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        stamp = stamp_of(line)
        if stamp is not None and (line[stamp.words_at :].strip() or (below and stamp_of(below) is None)):
            yield stamp


def sureness(text: str, stamp_of: Callable[[str], Stamp | None]) -> float:
    """How sure a stamped format may be: at least two headers, and more the more of the lines they are."""
    found = list(stamps(text, stamp_of))
    lines = sum(1 for line in head(text).split("\n") if line.strip())
    if len(found) < 2 or len(found) < lines * 0.04:
        return 0.0
    # An agenda has the same shape ("Demo 10:30"), but nothing comes back in it and it does not begin at zero.
    comes_back = len({stamp.name for stamp in found}) < len(found)
    from_zero = (found[0].time or "") < BEGINS_BEFORE
    return min(0.9, 0.6 + len(found) / lines) if comes_back or from_zero else 0.0
