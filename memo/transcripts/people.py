"""A speaker label as the name of a person; bots, rooms and numbered voices are nobody.

The transcript itself is never changed: only `Transcript.people` and names that are shown or matched go through here.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from memo.transcripts.vocabulary import BOT_PATTERN, BOTS, DEGREES, NAME_PARTICLES, NOBODY_PATTERN, ROLES

MAX_RAW_CHARS: Final = 200

_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|（[^（）]*）")
_PRONOUNS: Final = re.compile(
    r"[-–|,/ ]+(?:she|he|they)/(?:her|him|hers|his|them|theirs|they)(?:/\w+)?$", re.IGNORECASE
)
_SUFFIX: Final = re.compile(r"(?: [|/@•·–—-] |\| ?| from (?=[A-Z])| @ ?(?=\w)).*$")
_PREFIX: Final = re.compile(
    r"(?:(?:co-?host|host|guest|moderator|presenter|organizer|chair|scribe|dr|mr|mrs|ms|prof)\.?(?:: *| +(?=[A-Z])))+",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(r" (?:external|guest|unverified|co-?host|host)$", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}")
_HANDLE: Final = re.compile(r"\s*[@<][\w.@+>-]+$")


def clean_name(raw: str | None) -> str | None:
    """The person that a speaker label names ("Lumi | Offchain Labs" -> "Lumi"), or None when it names nobody."""
    name = _visible((raw or "")[:MAX_RAW_CHARS])
    if not name or is_bot(name):
        return None
    name = _from_address(name) if _ADDRESS.fullmatch(name) else _HANDLE.sub("", name)
    name = _spaced(_BRACKETS.sub(" ", name))
    name = _SUFFIX.sub("", _PRONOUNS.sub("", name))
    name = _swapped(_PREFIX.sub("", name.strip(" ,;:|/-–—")))
    name = _spaced(_TAIL.sub("", name)).strip(" ,;:*\"'")
    if not any(char.isalpha() for char in name) or NOBODY_PATTERN.fullmatch(name) or is_bot(name):
        return None
    return name


def is_bot(name: str) -> bool:
    """Whether `name` is a meeting bot, a note taker or a shared screen."""
    name = name.strip()[:MAX_RAW_CHARS]
    return name.casefold() in BOTS or BOT_PATTERN.search(name) is not None


def _visible(raw: str) -> str:
    kept = (char for char in raw if char in "\u200c\u200d\t\n" or unicodedata.category(char) not in {"Cf", "Cc", "Cs"})
    return _spaced(unicodedata.normalize("NFC", "".join(kept))).strip(" *_@<>~")


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _swapped(name: str) -> str:
    """ "Rivera, Sam" -> "Sam Rivera"; a degree, a role or an organisation after the comma goes."""
    last, comma, rest = name.partition(",")
    if not comma:
        return name
    first = rest.split(",")[0].strip()
    words = first.casefold().replace(".", "").split()
    surname = [word for word in last.split() if word.casefold() not in NAME_PARTICLES]
    not_first = not words or len(words) > 3 or all(word in DEGREES for word in words) or any(w in ROLES for w in words)
    if not_first or len(surname) > 1:
        return last
    return f"{first} {last}"


def _from_address(address: str) -> str:
    local = address.partition("@")[0]
    parts = [part for part in re.split(r"[._+-]", local) if part.isalpha()]
    return " ".join(part.capitalize() for part in parts) if len(parts) > 1 else local
