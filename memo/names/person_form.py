"""A person's name as written, taken apart: words given name first, titles, asides and addresses set apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memo.names.fold import APOSTROPHES, EMAIL, alias_key, spellings, visible
from memo.names.lexicon import (
    CJK_ENDINGS,
    DEVICES,
    GENERATIONS,
    HONORIFIC_ENDINGS,
    LOWER_CASE_DEGREES,
    PARTICLES,
    POST_NOMINALS,
    ROLES_IN_BRACKETS,
    TITLES,
)

Word = tuple[str, ...]
"""The spellings of one word, the folded one first."""

MAX_WORDS = 7
BRACKETS = re.compile(r"[(\[{<（【]([^()\[\]{}<>（）【】]*)[)\]}>）】]")
_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]+)[\"“”„«»]")
_TAIL = re.compile(r"\s+[|–—·•-]+\s+|\s*\|\s*|\s+(?:from|at|@)\s+", re.IGNORECASE)
POSSESSIVE = re.compile(rf"(?<=\w)(?:[{APOSTROPHES}][sS]|(?<=[sS])[{APOSTROPHES}])(?=\s|$)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GLUED_PREFIXES = PARTICLES | {"mac", "mc", "fitz", "ben", "des", "el", "al", "o"}
_INITIALS = re.compile(r"[A-Z]{2,4}|(?:[A-Z]\.\s?){2,4}")
_DOTTED_DEGREE = re.compile(r"\b(Ph|M|J|Psy|Ed)\.\s?(D|B\.?\s?A)\b\.?(?=\s*(?:,|$))")
_ENDING = re.compile(rf"(?<=\w)-(?:{'|'.join(sorted(HONORIFIC_ENDINGS))})$")
_PLAIN_NAME = re.compile(r"(?:[A-Z][a-z]+ ){1,2}[A-Z][a-z]+")
_SPECIAL_WORDS = TITLES | GENERATIONS.keys() | POST_NOMINALS | PARTICLES | {"at", "from"}
_CJK = re.compile("^[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af々]+$")


@dataclass(frozen=True, slots=True)
class PersonForm:
    """One written name, `glued` without its spaces.

    `words` go given name first; `ordered`: a comma showed which word is the family name; `handle`: written as user
    names are (one word, no capitals); `addressed`: certainly a user name ("@sam", an e-mail address).
    """

    text: str
    key: str
    words: tuple[Word, ...]
    ordered: bool = False
    generation: str = ""
    asides: tuple[str, ...] = ()
    email: str = ""
    initials: str = ""
    handle: bool = False
    addressed: bool = False
    trailing_digits: bool = False
    glued: str = ""

    @property
    def cjk(self) -> bool:
        """Whether the name is one run of Chinese, Japanese or Korean characters."""
        return len(self.words) == 1 and bool(_CJK.match(self.words[0][0]))


@lru_cache(maxsize=16_384)
def person_form(text: str) -> PersonForm:
    """`text` taken apart; a name without any word has `words == ()`."""
    if _PLAIN_NAME.fullmatch(text):
        words = text.lower().split()
        if _SPECIAL_WORDS.isdisjoint(words):
            return PersonForm(text=text, key=" ".join(words), words=tuple((w,) for w in words), glued="".join(words))
    return take_apart(text)


def take_apart(text: str) -> PersonForm:
    """`person_form` without its short cut for plain two-word and three-word names."""
    text = _DOTTED_DEGREE.sub(lambda m: alias_key(m.group()).replace(" ", "").upper(), visible(text))
    email, text, handle = _take_email(text)
    text = POSSESSIVE.sub("", _without_device(text))
    if text[:1].isupper():
        text = _ENDING.sub("", text)
    if text.startswith("@"):
        text, handle = text[1:].split(":")[0], True
    whole, addressed = text.strip(" .,:;?!"), handle
    key = email if email and handle else alias_key(text)
    text, asides = _take_asides(text)
    initials = "".join(c for c in text if c.isalpha()).lower() if _INITIALS.fullmatch(text) else ""
    text, ordered, generation = _take_commas(text)
    raw, single_handle = _raw_words(text)
    raw, own_generation = _without_titles(raw)
    words = tuple(w for w in (spellings(r) for r in raw) if w)
    if ordered:
        family, _, given = text.partition(",")
        front, _ = _without_titles(_raw_words(given)[0])
        back, own_generation = _without_titles(_raw_words(family)[0])
        words = tuple(w for w in map(spellings, front) if w) + _glue_particles(
            [w for w in map(spellings, back) if w], True
        )
    else:
        words = _glue_particles(list(words), False)
    words = words if len(words) <= MAX_WORDS else ()
    digits = len(words) == 1 and words[0][0].rstrip("0123456789") not in ("", words[0][0])
    return PersonForm(
        text=whole,
        key=key,
        words=words,
        glued="".join(word[0] for word in words),
        ordered=ordered,
        generation=generation or own_generation,
        asides=asides,
        email=email,
        initials=initials,
        handle=handle or single_handle,
        addressed=addressed,
        trailing_digits=digits,
    )


def _take_email(text: str) -> tuple[str, str, bool]:
    if "@" not in text:
        return "", text, False
    found = EMAIL.search(text)
    if not found:
        return "", text, False
    email = found.group().lower()
    rest = (text[: found.start()] + text[found.end() :]).replace("mailto:", "").strip(" <>()[]\"',;:")
    if alias_key(rest):
        return email, rest, False
    return email, found.group().split("@")[0].split("+")[0], True


def _without_device(text: str) -> str:
    owner = POSSESSIVE.search(text)
    if owner and only(text[owner.end() :], DEVICES):
        return text[: owner.start()]
    return text


def _take_asides(text: str) -> tuple[str, tuple[str, ...]]:
    asides: list[str] = []

    def keep(found: re.Match[str]) -> str:
        asides.append(found.group(1))
        return " "

    for pattern in (BRACKETS, _QUOTED):
        text = pattern.sub(keep, text)
    if asides and not alias_key(text):
        text = asides.pop(0)
    text, *tail = _TAIL.split(text.strip())
    keys = [alias_key(a) for a in (*asides, *tail)]
    return text.strip(), tuple(k for k in keys if k and not only(k, ROLES_IN_BRACKETS | POST_NOMINALS))


def _take_commas(text: str) -> tuple[str, bool, str]:
    if "," not in text:
        return text, False, ""
    generation = ""
    parts = []
    for part in text.split(","):
        if only(part, POST_NOMINALS | GENERATIONS.keys() | TITLES):
            generation = generation or next((GENERATIONS[w] for w in alias_key(part).split() if w in GENERATIONS), "")
        else:
            parts.append(part.strip())
    return ",".join(parts[:2]) if len(parts) > 1 else "".join(parts), len(parts) == 2, generation


def only(text: str, allowed: frozenset[str] | set[str]) -> bool:
    """Whether `text` has no words but those of `allowed`."""
    key = alias_key(text)
    return key.replace(" ", "") in allowed or all(w in allowed for w in key.split())


def _raw_words(text: str) -> tuple[list[str], bool]:
    """The written words; a lone `first-last`, `first_last`, `first.last` or `FirstLast` is a handle and comes apart."""
    text = re.sub(rf"[{APOSTROPHES}]", "", text)
    words = [w for w in re.split(r"[\s,]+", text) if alias_key(w)]
    if len(words) != 1:
        return [p for w in words for p in re.split(r"[._]+", w) if alias_key(p)], False
    word = words[0]
    for ending in CJK_ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            return [word[: -len(ending)]], False
    pieces = [p for p in re.split(r"[._|\-‐–`]+", word) if alias_key(p)]
    if len(pieces) > 1:
        return pieces, word == word.lower()
    pieces = pieces or [word]
    camel = _CAMEL.split(pieces[0])
    if len(camel) == 2 and len(camel[0]) >= 3 and camel[0].lower() not in _GLUED_PREFIXES:
        return camel, True
    return pieces, word == word.lower() and word.isascii()


def _without_titles(words: list[str]) -> tuple[list[str], str]:
    generation = ""
    keys = [alias_key(w) for w in words]
    while len(words) > 1 and keys[0] in TITLES:
        words, keys = words[1:], keys[1:]
    shouted = all(w.isupper() for w in words)
    while len(words) > 1:
        last = keys[-1]
        if last in GENERATIONS and not (len(last) > 3 and len(words) == 2):
            generation = GENERATIONS[last]
        elif not _is_post_nominal(words[-1], last, shouted):
            break
        words, keys = words[:-1], keys[:-1]
    return words, generation


def _is_post_nominal(word: str, key: str, shouted: bool) -> bool:
    """Degrees are also family names (Jack Ma, Ada Mba): they count only in the capitals of a degree."""
    return key in POST_NOMINALS and (word in LOWER_CASE_DEGREES or (word == word.upper() and not shouted))


def _glue_particles(words: list[Word], family_only: bool) -> tuple[Word, ...]:
    """ "van der Berg" is one word; a particle in front of just one word may be a given name (Di Wu, Van Jones)."""
    glued: list[Word] = []
    pending = ""
    for place, word in enumerate(words):
        last = place == len(words) - 1
        leads = place == 0 and not family_only and not (len(words) > 2 and words[1][0] in PARTICLES)
        if word[0] in PARTICLES and not last and not leads:
            pending += word[0]
            continue
        glued.append(tuple(pending + s for s in word))
        pending = ""
    return tuple(glued)
