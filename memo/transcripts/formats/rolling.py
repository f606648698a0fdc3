"""YouTube captions: each line is shown twice while the next one is being spoken, and "- " or ">> " marks a new voice.

    cue     = [ line shown before ] line being spoken
    change  = "- " | ">> " | "&gt;&gt; "

A line that the cue before already showed is dropped. Nobody is named, so a change of voice only begins a new turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from memo.transcripts.formats.cues import Cue
from memo.transcripts.formats.reading import Said, fold

_CHANGE: Final = re.compile(r"(?:-|–|>>+)[ \t]*(?=\S)")


def read(cues: list[Cue], words_of: Callable[[str], str]) -> list[Said]:
    """The cues without repeats, each change of voice at the beginning of a turn."""
    shown: list[str] = []
    said: list[Said] = []
    for cue in cues:
        lines = [fold(words_of(line)) for line in cue.lines]
        lines = [line for line in lines if line]
        for line in _new_lines(shown, lines):
            change = _CHANGE.match(line)
            words = line[change.end() :] if change else line
            said.append(Said(None, words, cue.time, fresh=change is not None))
        if lines:
            shown = lines
    return said


def _new_lines(shown: list[str], lines: list[str]) -> list[str]:
    """What `lines` adds to the lines shown by the cue before: its end may be their beginning."""
    for overlap in range(min(len(shown), len(lines)), 0, -1):
        if shown[-overlap:] == lines[:overlap]:
            return lines[overlap:]
    return lines
