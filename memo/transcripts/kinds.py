"""What a file is by its first bytes and its name, and the sentence that refuses it when it is not a transcript."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

from memo.errors import FileNotAccepted

ACCEPTED_EXTENSIONS: Final = (".txt", ".md", ".vtt", ".srt", ".docx", ".json", ".html", ".htm", ".log")
ACCEPTED_IN_WORDS: Final = (
    "Memo reads text (.txt, .md, .log), captions (.vtt, .srt), .docx, .html and transcript .json."
)

_SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (.doc, .xls, .ppt)"),
    (b"{\\rtf", "an RTF document"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "a database"),
    (b"ID3", "an audio recording"),
    (b"OggS", "an audio recording"),
    (b"fLaC", "an audio recording"),
    (b"RIFF", "an audio or video recording"),
    (b"\x1aE\xdf\xa3", "a video recording"),
)
# These begin with letters that a real text could begin with, so a NUL has to follow soon.
_NEEDS_NUL: Final = frozenset({b"BZh", b"ID3", b"OggS", b"fLaC", b"RIFF"})


def binary_kind(data: bytes) -> str | None:
    """What known binary kind `data` is ("a PDF"), or None when its first bytes say nothing."""
    head = data[:512]
    for signature, kind in _SIGNATURES:
        if head.startswith(signature) and (signature not in _NEEDS_NUL or b"\x00" in head):
            return kind
    if head.startswith(b"MZ") and b"\x00" in head:
        return "a program"
    if head[4:8] == b"ftyp":
        return "an audio or video recording"
    return None


def is_zip(data: bytes) -> bool:
    """Whether `data` begins like a zip archive, which a .docx is."""
    return data.startswith(b"PK\x03\x04")


def check_extension(file_name: str | None) -> None:
    """Raise `FileNotAccepted` for a file name whose extension is not accepted; no name and no extension pass."""
    if not file_name:
        return
    extension = PurePosixPath(file_name.replace("\\", "/")).suffix.lower()
    # "notes.2024" and "call with J. Smith" have a dot but no extension: only a short word of letters is one.
    looks_like_one = 2 <= len(extension) <= 6 and extension[1:].isascii() and extension[1:].isalnum()
    if looks_like_one and not extension[1:].isdigit() and extension not in ACCEPTED_EXTENSIONS:
        raise FileNotAccepted(f"{extension} files are not accepted. {ACCEPTED_IN_WORDS}")
