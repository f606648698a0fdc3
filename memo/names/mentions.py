"""What a mention is before anybody is compared with it: nobody in particular, several people, or one name."""

from __future__ import annotations

import re

from memo.names.fold import EMAIL, alias_key, visible
from memo.names.lexicon import (
    ARTICLES,
    CAPITAL_ROLES,
    DEPARTMENTS,
    DEVICES,
    GENERATIONS,
    GROUPS,
    NAMELIKE_GROUPS,
    NOBODY,
    NUMBERED_NOBODY,
    POST_NOMINALS,
    ROLE_MAILBOXES,
)
from memo.names.person_form import BRACKETS, POSSESSIVE, only

_SEVERAL = re.compile(r"\s*[/;&+]\s*|\s+(?:and|und|or|oder|with|plus)\s+|\s*,\s*(?:and|or)\s+|\s*、\s*", re.IGNORECASE)


def names_nobody(mention: str) -> bool:
    """Whether `mention` stands for no particular person: pronouns, placeholders, "Sam's manager", nothing."""
    text = visible(mention)
    key = alias_key(POSSESSIVE.sub("", text))
    bare = key.removeprefix("the ")
    if not key or bare in NOBODY:
        return True
    if "@" in key and key.split("@")[0] in ROLE_MAILBOXES:
        return True
    words = key.split()
    if words[0] in NUMBERED_NOBODY and len(words) == 2 and words[1].isdecimal():
        return True
    if " of us" in key or words[0] in {"all", "everyone", "everybody", "someone", "somebody"}:
        return True
    owner = POSSESSIVE.search(text)
    rest = alias_key(text[owner.end() :]).split() if owner else []
    return bool(rest) and rest[0] not in DEVICES


def names_a_group(mention: str) -> bool:
    """Whether `mention` stands for a team, a department or a role: nobody, unless somebody is known by just that."""
    text = visible(mention)
    words = alias_key(POSSESSIVE.sub("", text)).removeprefix("the ").split()
    if not words:
        return False
    if len(words) == 1 and (words[0] in DEPARTMENTS or (text.isupper() and words[0] in CAPITAL_ROLES)):
        return True
    namelike = words[-1] in NAMELIKE_GROUPS and (len(words) == 1 or text.split()[-1].islower())
    return words[-1] in GROUPS or namelike


def several_people(mention: str) -> tuple[str, ...]:
    """The parts of a mention that names several people ("Gregg and Manu"); () when it names one."""
    if EMAIL.search(mention):
        return ()
    bare = BRACKETS.sub(" ", visible(mention))
    parts = [p.strip() for piece in _SEVERAL.split(bare) for p in _unless_ordered(piece)]
    parts = [p for p in parts if alias_key(p)]
    return tuple(parts) if len(parts) > 1 else ()


def _unless_ordered(piece: str) -> list[str]:
    """Split at commas only where they cannot stand between a family and a given name."""
    parts = comma_separated(piece)
    return list(parts) if len(parts) > 2 else [piece]


def comma_separated(mention: str) -> tuple[str, ...]:
    """The parts between commas, but for degrees and generations ("Sam Rivera, Jr." has one part)."""
    parts = (part.strip() for part in mention.split(","))
    return tuple(part for part in parts if not only(part, POST_NOMINALS | GENERATIONS.keys()))


def names_nothing(mention: str) -> bool:
    """Whether `mention` stands for no particular client or project: "the client", "TBD", nothing."""
    key = alias_key(mention)
    words = key.split()
    while len(words) > 1 and words[0] in ARTICLES | {"this", "that", "their", "your"}:
        words = words[1:]
    return not words or " ".join(words) in NOBODY or key in NOBODY
