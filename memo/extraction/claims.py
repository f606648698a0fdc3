"""The particulars nobody may make up - names, numbers, amounts, dates, addresses - and whether words bear them out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from memo.extraction.numbers import claimed_numbers, currencies, evident_numbers
from memo.extraction.words import STOP_WORDS, sentences_of, stem, word_set, words_of

_ADDRESS: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_LINK: Final = re.compile(
    r"(?:\w{2,10}:)?//[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+"
    r"|\b(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|io|dev|ai|co|app|gov|edu|info|biz|xyz|example|test|uk|de|eu|ru|cn)\b"
    r"(?:/[^\s<>\"')\]]*)?",
    re.IGNORECASE,
)
_MARKUP: Final = re.compile(r"<[!@#/]?\w[^<>]{0,200}>|<[!@#]|!?\[[^\[\]]{0,200}\]\(|!\[|javascript:", re.IGNORECASE)
_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH_NAMES: Final = {name: full[:3] for full in _MONTHS for name in (full, full[:3])} | {"sept": "sep"}
_DAY_NAMES: Final = {name: full[:3] for full in _DAYS for name in (full, full[:3], f"{full}s")} | {
    "tues": "tue",
    "thur": "thu",
    "thurs": "thu",
}
_RELATIVE_DAYS: Final = frozenset({"today", "tonight", "tomorrow", "yesterday"})
_ISO_DATE: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_MONTH_NUMBERS: Final = {number: full[:3] for number, full in enumerate(_MONTHS, start=1)}

_AFTER_A_NAME: Final = word_set(
    """
    will should must shall has is was can could would may might needs agreed agrees decided decides takes took approves
    approved wants said says owns pays sends gets becomes
    """
)
_NO_SUBJECT: Final = re.compile(r"(?:s|ed|ing|ly|ion|ment|ness|ity|ance|ence)$")
"""How words end that are rarely names: "Concerns raised", "Newly added", "Migration completed"."""

_NO_NAME: Final = word_set(
    """
    i i'll i'm i've i'd ok okay team everyone everybody group members participants attendees committee all
    nobody somebody someone discussion management
    """
) | frozenset((*_MONTH_NAMES, *_DAY_NAMES))


@dataclass(frozen=True)
class Ground:
    """Words that can bear out a claim, and the names of those who said them."""

    text: str
    names: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word, folded, of text and names; those of "oleg_nenashev" apart."""
        return frozenset(w.text.removesuffix("'s") for each in (self.text, *self.names) for w in words_of(each))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the words."""
        return frozenset(stem(word) for word in self.words)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The values it states."""
        return evident_numbers(" ".join((self.text, *self.names)))

    @cached_property
    def currencies(self) -> frozenset[str]:
        """The currencies it names."""
        return currencies(self.text)

    @cached_property
    def days(self) -> frozenset[str]:
        """The months, weekdays and "tomorrow"s it names, in short."""
        return frozenset(_calendar_words(self.text).values()) | {
            _MONTH_NUMBERS[int(month)] for _, month, _ in _ISO_DATE.findall(self.text) if 1 <= int(month) <= 12
        }

    @cached_property
    def folded(self) -> str:
        """The text without case, for addresses."""
        return self.text.casefold()


def unsupported(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """What of `claim` is not in `ground`, in words ("the number 500"), or None; `people` are folded words of names."""
    for kind, find in PARTICULARS.items():
        missing = find(claim, ground, people)
        if missing is not None:
            return f"the {kind} {missing!r}"
    return None


def missing_number(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """A number of `claim` whose value is not in `ground`."""
    plain = _ISO_DATE.sub(" ", _LINK.sub(" ", claim))
    return next(
        (as_written for value, as_written in claimed_numbers(plain).items() if value not in ground.numbers), None
    )


def missing_currency(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """A currency of `claim` that `ground` does not name."""
    return next(iter(sorted(currencies(claim) - ground.currencies)), None)


def missing_date(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """A calendar word of `claim`, or a part of a date written in figures, that is not in `ground`."""
    for written, day in _calendar_words(claim).items():
        if day not in ground.days:
            return written
    for year, month, day in _ISO_DATE.findall(claim):
        known = _MONTH_NUMBERS.get(int(month)) in ground.days or str(int(month)) in ground.numbers
        if not known or str(int(day)) not in ground.numbers or year not in ground.numbers:
            return f"{year}-{month}-{day}"
    return None


def missing_address(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """An e-mail address of `claim` that is not in `ground`."""
    return next((a for a in _ADDRESS.findall(claim) if a.casefold().rstrip(".") not in ground.folded), None)


def missing_link(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """A web address of `claim` that is not in `ground`."""
    plain = _ADDRESS.sub(" ", claim)
    links = (match[0].rstrip(".,;:!?)") for match in _LINK.finditer(plain))
    return next((link for link in links if link.casefold().removeprefix("https://") not in ground.folded), None)


def missing_markup(claim: str, ground: Ground) -> str | None:
    """A tag, mention or link sign of `claim` that `ground` does not hold: nobody speaks markup."""
    return next((match[0] for match in _MARKUP.finditer(claim) if match[0].casefold() not in ground.folded), None)


def missing_name(claim: str, ground: Ground, people: frozenset[str]) -> str | None:
    """A name of `claim` that `ground` does not hold."""
    plain = _LINK.sub(" ", _ADDRESS.sub(" ", claim))
    for sentence in sentences_of(plain):
        words = words_of(sentence)
        for position, word in enumerate(words):
            written = sentence[word.start : word.end]
            folded = word.text.removesuffix("'s")
            if not _is_name(written, folded, [w.text for w in words], position, people):
                continue
            exact = folded in people
            if folded not in ground.words and (exact or stem(folded) not in ground.stems):
                return written
    return None


PARTICULARS: Final = {
    "number": missing_number,
    "amount in": missing_currency,
    "date": missing_date,
    "e-mail address": missing_address,
    "link": missing_link,
    "name": missing_name,
}
"""The kinds of particulars and how each is looked for; a test takes each one out and sees an attack get through."""


def _is_name(written: str, folded: str, words: list[str], position: int, people: frozenset[str]) -> bool:
    if folded in people and folded not in STOP_WORDS:
        return True
    if not written[0].isupper() or folded in _NO_NAME:
        return False
    if written.isupper() and len(written) > 1 and folded not in STOP_WORDS:
        return True
    if position > 0:
        return folded not in STOP_WORDS
    # Every sentence begins with a capital; what acts ("Acme will ...", "Trent praised ...") is taken for a name.
    follower = words[1] if len(words) > 1 else ""
    acts = follower in _AFTER_A_NAME or (follower.endswith("ed") and _NO_SUBJECT.search(folded) is None)
    return folded not in STOP_WORDS and (acts or written.casefold().endswith(("'s", "’s")))


def _calendar_words(text: str) -> dict[str, str]:
    found = {}
    for word in words_of(text):
        written = text[word.start : word.end]
        folded = word.text.removesuffix("'s")
        if folded in _RELATIVE_DAYS:
            found[written] = folded
        elif written[0].isupper() or len(folded) > 5:
            # "may", "mar", "sat" and "sun" are words as well: only a capital makes them days.
            short = _MONTH_NAMES.get(folded) or _DAY_NAMES.get(folded)
            if short:
                found[written] = short
    return found
