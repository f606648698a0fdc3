"""Bytes or pasted text become a `Transcript`: decoded, recognised, cut into turns, checked for being one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from memo.errors import TranscriptEmpty, TranscriptTooLong
from memo.models import Transcript, Turn
from memo.transcripts.dates import date_in
from memo.transcripts.decode import decode_and_normalise, normalise_text
from memo.transcripts.kinds import check_extension, is_zip
from memo.transcripts.people import clean_name

if TYPE_CHECKING:
    from memo.transcripts.formats.reading import Reading

MAX_MARKUP: Final = 10
"""A file may be this many times longer than its transcript: timings and tags go. A longer one is not even read."""
MIN_LETTERS: Final = 20
"""With fewer spoken letters there is nothing to capture."""


def read(data: bytes, file_name: str | None = None, *, max_chars: int | None = None) -> Transcript:
    """The transcript in a file; the format is recognised by content, the name only refuses kinds that cannot be one.

    Raises `FileNotAccepted`, `NotText`, `TranscriptEmpty` (fewer than 20 letters are spoken) or `TranscriptTooLong`
    (more than `max_chars` code points in `Transcript.text`).
    """
    from memo.transcripts import formats  # here, since its many patterns take a while to compile

    check_extension(file_name)
    if is_zip(data):
        decoded = normalise_text(_docx_text(data))
        _check_length(decoded.text, max_chars, MAX_MARKUP)
        return _transcript(formats.read_document(decoded.text), decoded.warnings, file_name, max_chars)
    decoded = decode_and_normalise(data)
    _check_length(decoded.text, max_chars, MAX_MARKUP)
    return _transcript(formats.read(decoded.text), decoded.warnings, file_name, max_chars)


def read_text(text: str, file_name: str | None = None, *, max_chars: int | None = None) -> Transcript:
    """The transcript in pasted text; raises as `read` does."""
    from memo.transcripts import formats

    decoded = normalise_text(text)
    _check_length(decoded.text, max_chars, MAX_MARKUP)
    return _transcript(formats.read(decoded.text), decoded.warnings, file_name, max_chars)


def _docx_text(data: bytes) -> str:
    # python-docx takes a while to import and most files are none of its.
    from memo.transcripts.docx_text import text_of

    return text_of(data)


def _transcript(
    reading: Reading, warnings: tuple[str, ...], file_name: str | None, max_chars: int | None
) -> Transcript:
    turns = tuple(
        Turn(
            index=index,
            speaker=span.speaker,
            text=reading.text[span.start : span.end],
            start=span.start,
            end=span.end,
            time=span.time,
        )
        for index, span in enumerate(reading.spans)
    )
    _check_letters(turns)
    _check_length(reading.text, max_chars)
    return Transcript(
        text=reading.text,
        format=reading.format,
        format_label=reading.label,
        turns=turns,
        title=reading.title,
        held_on=reading.held_on or (date_in(file_name) if file_name else None),
        people=_people(reading),
        names={short: clean_name(name) or name for short, name in reading.names.items()},
        warnings=warnings,
    )


def _check_letters(turns: tuple[Turn, ...]) -> None:
    letters = 0
    for turn in turns:
        letters += sum(1 for char in turn.text if char.isalpha())
        if letters >= MIN_LETTERS:
            return
    raise TranscriptEmpty(f"There is nothing to capture: the file holds only {letters} letters of speech.")


def _check_length(text: str, max_chars: int | None, markup: int = 1) -> None:
    if max_chars is not None and len(text) > max_chars * markup:
        raise TranscriptTooLong(f"The transcript has {len(text):,} characters; the limit is {max_chars:,}.")


def _people(reading: Reading) -> tuple[str, ...]:
    """Cleaned names, speakers first; the attendee list completes a first name if only one attendee has it."""
    speakers = _named((span.speaker for span in reading.spans), reading.names)
    attendees = _named(reading.attendees, reading.names)
    listed = [name for name in attendees if name.casefold() not in {speaker.casefold() for speaker in speakers}]
    longer = _by_first_word(listed)
    spoken = [longer.get(name.casefold()) or name for name in speakers]
    longer_too = _by_first_word([*spoken, *listed])
    people: dict[str, str] = {}
    for name in (*spoken, *(name for name in listed if name.casefold() not in longer_too)):
        people.setdefault(name.casefold(), name)
    return tuple(people.values())


def _named(raw: Iterable[str | None], names: Mapping[str, str]) -> list[str]:
    cleaned = (clean_name(names.get(each, each)) for each in dict.fromkeys(raw) if each is not None)
    return [name for name in cleaned if name is not None]


def _by_first_word(names: Iterable[str]) -> dict[str, str]:
    """First word -> the one longer name that begins with it; words with which several names begin are left out."""
    found: dict[str, set[str]] = {}
    for name in names:
        first, space, _ = name.casefold().partition(" ")
        if space:
            found.setdefault(first, set()).add(name)
    return {first: longer.pop() for first, longer in found.items() if len(longer) == 1}
