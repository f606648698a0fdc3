"""Numbers as values: "1,000", "1k" and "one thousand" are the same, "$5" and "€5" are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from memo.extraction.words import words_of

_NUMERAL: Final = re.compile(
    r"\d+(?:[.,]\d+)*(?:\s?(?P<scale>k|m|mn|bn|b|thousand|million|billion)(?![\w]))?", re.IGNORECASE
)
_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z")
_SCALES: Final = {
    "k": 10**3,
    "thousand": 10**3,
    "m": 10**6,
    "mn": 10**6,
    "million": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "billion": 10**9,
}
_UNITS: Final = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
_TENS: Final = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_ORDINALS: Final = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
    "fifteenth": 15,
    "twentieth": 20,
    "thirtieth": 30,
}
_LARGE: Final = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_OFTEN_NO_NUMBER: Final = frozenset({"zero", "one", "first", "second", "third"})
"""Words that mostly mean something else ("no one", "first of all"): evidence for a number, never a claim of one."""

_CURRENCIES: Final = {
    "$": "dollar",
    "usd": "dollar",
    "dollar": "dollar",
    "dollars": "dollar",
    "bucks": "dollar",
    "€": "euro",
    "eur": "euro",
    "euro": "euro",
    "euros": "euro",
    "£": "pound",
    "gbp": "pound",
    "¥": "yen",
    "yen": "yen",
    "jpy": "yen",
    "₹": "rupee",
    "rupees": "rupee",
    "inr": "rupee",
    "chf": "franc",
    "francs": "franc",
    "%": "percent",
    "percent": "percent",
}


def claimed_numbers(text: str) -> dict[str, str]:
    """The numbers that `text` states: value as a canonical string -> as it is written."""
    claimed = {value: written for written, value in _numerals(text)}
    claimed |= {value: written for written, value in _spelled(text) if written not in _OFTEN_NO_NUMBER}
    return claimed


def evident_numbers(text: str) -> frozenset[str]:
    """Every value that `text` can be read as stating; "2026-03-04" holds 2026, 3 and 4."""
    values = {value for _, value in _numerals(text)}
    values |= {_canonical(Decimal(digits)) for digits in re.findall(r"\d+", text)}
    values |= {value for _, value in _spelled(text)}
    words = {word.text for word in words_of(text)}
    values |= {_canonical(Decimal(number)) for word, number in (_UNITS | _ORDINALS).items() if word in words}
    return frozenset(values)


def currencies(text: str) -> frozenset[str]:
    """The currencies (and "percent") that `text` names by sign or word."""
    signs = {_CURRENCIES[char] for char in text if char in _CURRENCIES}
    return frozenset(signs | {_CURRENCIES[word.text] for word in words_of(text) if word.text in _CURRENCIES})


def _numerals(text: str) -> Iterator[tuple[str, str]]:
    for match in _NUMERAL.finditer(text):
        written = match[0]
        scale = match["scale"]
        digits = written.removesuffix(scale).rstrip() if scale else written
        if _GROUPED.match(digits):
            digits = digits.replace(",", "")
        parts = [digits] if digits.count(".") <= 1 and "," not in digits else [digits.replace(",", ".")]
        for part in parts:
            yield written, _scaled(part, scale)


def _scaled(digits: str, scale: str | None) -> str:
    if digits.count(".") > 1:
        return digits
    return _canonical(Decimal(digits) * _SCALES.get((scale or "").casefold(), 1))


def _spelled(text: str) -> Iterator[tuple[str, str]]:
    """Runs of number words: "two hundred and fifty" -> 250."""
    run: list[str] = []
    for word in [*(word.text for word in words_of(text)), ""]:
        if word in _UNITS or word in _TENS or word in _LARGE or word in _ORDINALS or (word == "and" and run):
            run.append(word)
            continue
        while run and run[-1] == "and":
            run.pop()
        if any(each in _UNITS or each in _TENS or each in _ORDINALS for each in run):
            yield " ".join(run), _canonical(Decimal(_value(run)))
        run = []


def _value(run: Sequence[str]) -> int:
    total = part = 0
    for word in run:
        if word in _LARGE and _LARGE[word] == 100:
            part = max(part, 1) * 100
        elif word in _LARGE:
            total, part = total + max(part, 1) * _LARGE[word], 0
        else:
            part += _UNITS.get(word, 0) + _TENS.get(word, 0) + _ORDINALS.get(word, 0)
    return total + part


def _canonical(value: Decimal) -> str:
    return format(value.normalize(), "f")
