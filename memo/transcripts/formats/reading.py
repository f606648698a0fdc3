"""What a reader of one format gives back, and the two ways to make it.

Line-based formats keep the file's text and mark `Span`s in it. Cue and container formats (`Said`) are rendered into a
reading text of one line per turn, `Speaker: words`, by `render`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Protocol

from memo.transcripts.decode import clean

MAX_JOINED_CHARS: Final = 600

_SPACE: Final = re.compile(r"\s+")
_SENTENCE_END: Final = re.compile(r"[.?!…。！？][\"'”’»)\]]*$")


@dataclass(frozen=True, slots=True)
class Span:
    """A turn as offsets into the reading's text: the spoken words only, without speaker and time."""

    speaker: str | None
    start: int
    end: int
    time: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A turn or a cue before rendering; `time` is a label as the source has it, normalised.

    `fresh` says that somebody new begins to speak, though nobody knows who.
    """

    speaker: str | None
    text: str
    time: str | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as one format understands it; `attendees` and `names` (initials -> name) are from its own header."""

    format: str
    label: str
    text: str
    spans: tuple[Span, ...]
    title: str | None = None
    held_on: date | None = None
    attendees: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


class Format(Protocol):
    """One grammar: how sure it is of a text (0 to 1), and the text read by it; each module of this package is one."""

    def detect(self, text: str) -> float:
        """How sure this reader is that `text` is its format: 0 not at all, 1 certainly."""
        ...

    def read(self, text: str) -> Reading:
        """`text` as turns; only called when `detect` gave more than 0."""
        ...


def fold(text: str) -> str:
    """`text` on one line with single spaces."""
    return _SPACE.sub(" ", text).strip()


def ends_sentence(text: str) -> bool:
    """Whether `text` ends with the end of a sentence."""
    return _SENTENCE_END.search(text[-4:]) is not None


def joined(cues: Iterable[Said]) -> list[Said]:
    """Cues of one speaker joined into turns while the turn so far ends no sentence and stays short."""
    turns: list[Said] = []
    first: Said | None = None
    words: list[str] = []
    length = 0
    for cue in cues:
        text = fold(cue.text)
        if not text:
            continue
        if first is not None and (cue.fresh or cue.speaker != first.speaker or not _goes_on(words[-1], length, text)):
            turns.append(replace(first, text=" ".join(words)))
            first, words, length = None, [], 0
        first = first or cue
        words.append(text)
        length += len(text) + 1
    if first is not None:
        turns.append(replace(first, text=" ".join(words)))
    return turns


def _goes_on(last: str, length: int, text: str) -> bool:
    return not ends_sentence(last) and length + len(text) <= MAX_JOINED_CHARS


def render(turns: Sequence[Said]) -> tuple[str, tuple[Span, ...]]:
    """The reading text of `turns`, one line each, and the spans of their words in it."""
    lines: list[str] = []
    spans: list[Span] = []
    offset = 0
    for turn in turns:
        words = fold(clean(turn.text))
        if not words:
            continue
        speaker = fold(clean(turn.speaker or "")) or None
        label = f"{speaker}: " if speaker else ""
        start = offset + len(label)
        spans.append(Span(speaker, start, start + len(words), turn.time))
        lines.append(label + words)
        offset = start + len(words) + 1
    return "\n".join(lines), tuple(spans)


def rendered(inner: Reading, name: str, label: str) -> Reading:
    """What was read inside a container (a page, a document) as a reading text, under the container's name."""
    text, spans = render([Said(span.speaker, inner.text[span.start : span.end], span.time) for span in inner.spans])
    return replace(inner, format=name, label=label, text=text, spans=spans)
