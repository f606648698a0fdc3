"""A transcript and its turns; `start` and `end` are code points into `Transcript.text`, `end` is exclusive."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from memo.models.base import Model


class Turn(Model):
    """One utterance: `Transcript.text[start:end] == text`; `speaker` as the file writes it, None when unknown."""

    index: int
    speaker: str | None
    text: str
    start: int
    end: int
    time: str | None = None


class Transcript(Model):
    """A decoded transcript cut into turns, with what its own header says about the meeting.

    `text` is what is stored and what every offset points into. `format` is the reader's name for the file ("zoom-vtt").
    `people` are cleaned names (speakers first, then the file's attendee list); `names` says whose initials stand before
    the turns ("NRO" -> "Nina Roth"), where the file does. `warnings` are sentences for the person.
    """

    text: str
    format: str
    format_label: str
    turns: tuple[Turn, ...]
    title: str | None = None
    held_on: date | None = None
    people: tuple[str, ...] = ()
    names: dict[str, str] = Field(default_factory=dict)
    warnings: tuple[str, ...] = ()
