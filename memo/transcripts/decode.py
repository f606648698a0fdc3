"""Bytes and strings become clean text: the one gate for everything on its way to the model or to Postgres.

Lengths, hashes and offsets are computed after it. `clean` is idempotent, its result always encodes to UTF-8 and holds
no U+0000. `for_model` makes the model's copy of a text, which has no invisible instructions.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from memo.errors import FileNotAccepted, NotText, TranscriptEmpty
from memo.invisible import HIDDEN
from memo.transcripts.encodings import decode_bytes
from memo.transcripts.kinds import ACCEPTED_IN_WORDS, binary_kind

MAX_CONTROL_SHARE: Final = 0.01
MAX_FILE_NAME_BYTES: Final = 255

_LINE_ENDS: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
# Colour and weight codes of IRC clients: control characters that real text logs hold.
_IRC_CODES: Final = re.compile("\x03(?:\\d{1,2}(?:,\\d{1,2})?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]")
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_BIDI: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Clean text, the encoding it was read with, and sentences about what was odd in the file."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def decode_and_normalise(data: bytes) -> Decoded:
    """The text of a file; raises `TranscriptEmpty`, `FileNotAccepted` (a known binary kind) or `NotText`."""
    if not data.strip():
        raise TranscriptEmpty("The file is empty: there is nothing to capture.")
    kind = binary_kind(data)
    if kind is not None:
        raise FileNotAccepted(f"This file is {kind}, not a transcript. {ACCEPTED_IN_WORDS}")
    raw, encoding, warnings = decode_bytes(data)
    return _normalised(raw, encoding, warnings)


def normalise_text(text: str) -> Decoded:
    """Pasted text through the same gate; raises `TranscriptEmpty` or `NotText`."""
    return _normalised(text.removeprefix("\ufeff"), "unicode", ())


def _normalised(raw: str, encoding: str, warnings: tuple[str, ...]) -> Decoded:
    if not raw.strip("\ufeff\x00 \t\r\n\u2028\u2029\u200b\xa0"):
        raise TranscriptEmpty("The file is empty: there is nothing to capture.")
    nuls = raw.count("\x00")
    plain = _IRC_CODES.sub("", raw.replace("\x00", ""))
    controls = len(_CONTROLS.findall(plain))
    if controls + nuls > max(1, len(raw) * MAX_CONTROL_SHARE):
        raise NotText(f"The file does not hold text: {controls + nuls} of its {len(raw)} characters are control codes.")
    text = clean(plain)
    notes = list(warnings)
    if nuls:
        notes.append(f"{_count(nuls, 'NUL character')} removed.")
    if controls:
        notes.append(f"{_count(controls, 'control character')} removed.")
    broken = len(_SURROGATES.findall(raw))
    if broken:
        notes.append(f"{_count(broken, 'broken character')} replaced by \ufffd.")
    hidden = len(HIDDEN.findall(text))
    if hidden:
        notes.append(f"{_count(hidden, 'hidden character')} in the text: kept here, left out of the model's copy.")
    return Decoded(text, encoding, tuple(notes))


def clean(text: str) -> str:
    """`text` as it may be stored: LF line ends, no control characters but tab, no lone surrogates, NFC."""
    text = _LINE_ENDS.sub("\n", text)
    text = _CONTROLS.sub("", _IRC_CODES.sub("", text))
    return unicodedata.normalize("NFC", _SURROGATES.sub("\ufffd", text))


def for_model(text: str) -> tuple[str, int]:
    """The model's copy of `text` without `HIDDEN` characters, and how many were removed.

    Offsets into the copy are not offsets into the text: evidence is found in `Transcript.text`, ignoring `HIDDEN`.
    """
    return HIDDEN.subn("", text)


def display_file_name(name: str | None) -> str:
    """A file name fit to be shown: the last path component, no control or direction characters, at most 255 bytes."""
    base = clean(name or "").replace("\\", "/").rsplit("/", 1)[-1]
    base = _BIDI.sub("", HIDDEN.sub("", base)).replace("\n", " ").replace("\t", " ").strip()
    if base in {"", ".", ".."}:
        return "unnamed file"
    if len(base.encode()) <= MAX_FILE_NAME_BYTES:
        return base
    stem, dot, extension = base.rpartition(".")
    if not dot or len(extension.encode()) > 8:
        stem, dot, extension = base, "", ""
    room = MAX_FILE_NAME_BYTES - len((dot + extension).encode()) - len("…".encode())
    return stem.encode()[:room].decode(errors="ignore") + "…" + dot + extension


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
