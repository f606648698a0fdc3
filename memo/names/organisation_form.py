"""The name of a client or project taken apart: its own words, its numbers, and what does not count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from memo.models import EntityType
from memo.names.fold import APOSTROPHES, alias_key, spellings, visible
from memo.names.lexicon import (
    ARTICLES,
    CJK_LEGAL_FORMS,
    GENERIC_WORDS,
    LEGAL_FORMS,
    NUMBER_WORDS,
    ROMAN,
    SMALL_WORDS,
    STAGES,
    TOP_LEVEL_DOMAINS,
)

_POSSESSIVE = re.compile(rf"(?<=\w)[{APOSTROPHES}]s?$", re.IGNORECASE)
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*?)(?:\.0)*(?:st|nd|rd|th)?")
_DOTTED = re.compile(r"\b(?:[^\W\d]\.){2,}|\b[^\W\d](?:\.[^\W\d])+\b\.?")
_CAPITALS = re.compile(r"(?:[A-Z]\.?&?){2,6}")


@dataclass(frozen=True, slots=True)
class OrganisationForm:
    """One written name; `words` are those that count, `numbers` the words of them that must agree exactly."""

    text: str
    key: str
    words: tuple[str, ...]
    numbers: frozenset[str]
    glued: frozenset[str]
    breaks: frozenset[int]
    acronym: str
    acronyms: frozenset[str]


@lru_cache(maxsize=16_384)
def organisation_form(text: str, kind: EntityType) -> OrganisationForm:
    """`text`, the name of a client or project, taken apart; `words` is never empty unless the text has no word."""
    text = visible(text)
    bare = _without_cjk_legal(_POSSESSIVE.sub("", text) or text)
    raw = [w for w in alias_key(_DOTTED.sub(lambda m: m.group().replace(".", "") + " ", bare)).split() if w != "and"]
    named = _without_articles(raw)
    own = _without_generic(_without_legal(named), kind)
    words = tuple(_number(own, place) for place in range(len(own)))
    other = (*spellings(bare), *spellings(text)) if len(own) == len(raw) == 1 else ()
    return OrganisationForm(
        text=text,
        key=alias_key(text),
        words=words,
        numbers=frozenset(w for w in words if len(words) > 1 and _must_agree(w)),
        glued=frozenset(("".join(words), *other)),
        breaks=frozenset(accumulate(map(len, words))),
        acronym="".join(own) if _CAPITALS.fullmatch(bare) else "",
        acronyms=frozenset(a for a in (_acronym(own), _acronym(_small_out(own)), _acronym(named)) if len(a) > 1),
    )


def _must_agree(word: str) -> bool:
    return any(c.isdecimal() for c in word) or (len(word) == 1 and word.isascii())


def _without_cjk_legal(text: str) -> str:
    for form in CJK_LEGAL_FORMS:
        if form in text and text != form:
            text = text.replace(form, " ").strip()
    return text


def _without_articles(words: list[str]) -> list[str]:
    while len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return words


def _without_legal(words: list[str]) -> list[str]:
    if len(words) == 2 and words[1] in TOP_LEVEL_DOMAINS and words[1] not in LEGAL_FORMS:
        return words[:1]
    while len(words) > 1 and words[-1] in LEGAL_FORMS:
        words = words[:-1]
    return words


def _without_generic(words: list[str], kind: EntityType) -> list[str]:
    generic = GENERIC_WORDS.get(kind, frozenset())
    while len(words) > 1 and words[0] in generic:
        words = words[1:]
    while len(words) > 1 and words[-1] in generic:
        words = words[:-1]
    return words


def _number(words: list[str], place: int) -> str:
    word = words[place]
    if version := _VERSION.fullmatch(word):
        return version.group(1)
    after_stage = place > 0 and words[place - 1] in STAGES
    if word in ROMAN and place > 0 and (after_stage or len(word) > 1):
        return ROMAN[word]
    return NUMBER_WORDS.get(word, word) if len(words) > 1 else word


def _small_out(words: list[str]) -> list[str]:
    return [w for w in words if w not in SMALL_WORDS]


def _acronym(words: list[str]) -> str:
    return "".join(w[0] for w in words) if len(words) > 1 else ""
