"""YouTube captions: each line is shown twice while the next one is being spoken, and a mark begins a new voice.

    cue     = [ line shown before ] line being spoken
    change  = "- " | ">> " | "&gt;&gt; " [ name ":" ]

A line that the cue before already showed is dropped. A change of voice begins a new turn; where it names the voice, the
name holds until the next change.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats.cues import Cue
from memo.transcripts.formats.labels import label_of, speakers_of
from memo.transcripts.formats.payloads import words_of
from memo.transcripts.formats.reading import Said, fold

_CHANGE: Final = re.compile(r"(?:-|–|>>+)[ \t]*(?=\S)")


def read(cues: list[Cue]) -> list[Said]:
    """The cues without repeats, each change of voice at the beginning of a turn."""
    new = _without_repeats(cues)
    marks = [_CHANGE.match(line) for _, line in new]
    bare = [line[mark.end() :] if mark else line for (_, line), mark in zip(new, marks, strict=True)]
    speakers = speakers_of(bare)
    speaker: str | None = None
    said: list[Said] = []
    for (cue, _), mark, line in zip(new, marks, bare, strict=True):
        label = label_of(line) if speakers else None
        named = label is not None and label.name in speakers
        if label is not None and named:
            speaker, words = label.name, line[label.words_at :]
        else:
            speaker, words = (None if mark else speaker), line
        said.append(Said(speaker, words, cue.time, fresh=named or mark is not None))
    return said


def _without_repeats(cues: list[Cue]) -> list[tuple[Cue, str]]:
    shown: list[str] = []
    new: list[tuple[Cue, str]] = []
    for cue in cues:
        lines = [line for line in (fold(words_of(line)) for line in cue.lines) if line]
        new += [(cue, line) for line in _added(shown, lines)]
        shown = lines or shown
    return new


def _added(shown: list[str], lines: list[str]) -> list[str]:
    """What `lines` adds to the lines shown by the cue before: the end of those may be its beginning."""
    for overlap in range(min(len(shown), len(lines)), 0, -1):
        if shown[-overlap:] == lines[:overlap]:
            return lines[overlap:]
    return lines
