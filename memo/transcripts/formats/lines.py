"""Lines of a text with their offsets, the clock labels that stand in them, and turns made of consecutive lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from memo.transcripts.formats.reading import Span

HEAD_CHARS: Final = 100_000
MAX_SECONDS: Final = 3_600 * 999

_CLOCK: Final = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,]\d{1,9})?$")
_INVISIBLE: Final = "\u200b\u200e\u200f\ufeff \t\xa0"


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end: `source[start:end] == text`."""

    text: str
    start: int
    end: int

    @property
    def blank(self) -> bool:
        """Whether the line shows nothing."""
        return not self.text.strip(_INVISIBLE)


def lines_of(text: str) -> Iterator[Line]:
    """The lines of `text` in order; only LF ends a line, as `decode.clean` leaves it."""
    start = 0
    for line in text.split("\n"):
        yield Line(line, start, start + len(line))
        start += len(line) + 1


def head(text: str) -> str:
    """The beginning of `text` up to a line end: enough to recognise a format by."""
    if len(text) <= HEAD_CHARS:
        return text
    return text[:HEAD_CHARS].rpartition("\n")[0] or text[:HEAD_CHARS]


def share(pattern: re.Pattern[str], text: str) -> float:
    """The share of the non-blank lines at the head of `text` that match `pattern` from their beginning."""
    lines = [line for line in head(text).split("\n") if line.strip()]
    return sum(1 for line in lines if pattern.match(line)) / len(lines) if lines else 0.0


class Turns:
    """Collects the turns of a line-based text: a turn is begun, extended line by line, and closed."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._spans: list[Span] = []
        self._current: tuple[int, int, str | None, str | None] | None = None

    @property
    def open(self) -> bool:
        """Whether a turn has been begun and not closed."""
        return self._current is not None

    def begin(self, start: int, end: int, speaker: str | None = None, time: str | None = None) -> None:
        """Close the turn so far and begin one over `source[start:end]`."""
        self.close()
        self._current = (start, end, speaker, time)

    def extend(self, end: int) -> None:
        """Let the open turn go on to `end`; without one, nothing."""
        if self._current is not None:
            start, _, speaker, time = self._current
            self._current = (start, end, speaker, time)

    def close(self) -> None:
        """End the open turn; one without words is dropped."""
        if self._current is not None:
            start, end, speaker, time = self._current
            span = span_of(self._source, start, end, speaker, time)
            words = self._source[span.start : span.end] if span else ""
            if span is not None and (speaker is not None or any(char.isalnum() for char in words)):
                self._spans.append(span)
        self._current = None

    def done(self) -> tuple[Span, ...]:
        """All turns, the open one closed."""
        self.close()
        return tuple(self._spans)


def span_of(source: str, start: int, end: int, speaker: str | None, time: str | None = None) -> Span | None:
    """The span of the words in `source[start:end]`, spaces at both ends left out; None when there are none."""
    words = source[start:end]
    stripped = words.strip(_INVISIBLE + "\n")
    if not stripped:
        return None
    start += len(words) - len(words.lstrip(_INVISIBLE + "\n"))
    return Span(speaker, start, start + len(stripped), time)


def elapsed(label: str) -> str | None:
    """A time into the meeting as HH:MM:SS ("0:03", "1:02:03.5", "03:21,740"); None when it is not one."""
    match = _CLOCK.match(label.strip())
    if match is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return elapsed_seconds(hours * 3_600 + minutes * 60 + seconds)


def elapsed_seconds(seconds: float) -> str:
    """Seconds into the meeting as HH:MM:SS; what is no number of seconds is 00:00:00."""
    whole = int(seconds) if math.isfinite(seconds) and 0 <= seconds < MAX_SECONDS else 0
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
