"""Nothing of a model's answer is believed unless facts bear it out: sentence by sentence, as the text arrives.

A sentence stays when it cites facts that it was given, and only such, and they hold its dates, numbers and names. What
fails is left out. The numbers that stay are given anew in the order of their use, so that text and list agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from memo.extraction.words import words_of
from memo.invisible import visible
from memo.models import Citation, Fact
from memo.prompts import CANNOT_ANSWER
from memo.retrieval.support import unborne

MAX_ANSWER_CHARS: Final = 20_000
"""What is longer is not an answer."""

_WIDE: Final = str.maketrans("０１２３４５６７８９［］【】，－", "0123456789[][],-")
_GROUP: Final = re.compile(r"\[\s*(?P<numbers>\d{1,4}(?:\s*(?:[,;]|and|&|[-–—]|to)\s*\d{1,4}){0,40})\s*\]")
_BRACKETED: Final = re.compile(r"\[[^\[\]\n]{0,40}\]?")
_PART: Final = re.compile(r"(?P<first>\d+)(?:\s*(?:[-–—]|to)\s*(?P<last>\d+))?")
_END: Final = re.compile(r"(?:[.!?…]+[\"'”’)\]]*(?:\s*\[[\d\s,;&–—-]*\])*(?=\s|$)|\n)", re.MULTILINE)
_CITED_AFTER: Final = re.compile(r"(?:\s*\[[\d\s,;&–—-]{1,40}\])+")
_UNFINISHED: Final = re.compile(r"\s*(?:\[[^\]\n]{0,40})?")
"""What may still become a citation of the sentence before."""
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|mr|mrs|ms|dr|st|inc|ltd|co|jr|sr)|\b[A-Za-z])\.$", re.IGNORECASE
)
_BULLET: Final = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)])\s+")
_EMPHASIS: Final = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")


@dataclass
class Checked:
    """What of an answer stood: `text` with new numbers, `cited` the facts in the order of these, `removed` why not."""

    text: str = ""
    cited: list[Fact] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    declined: bool = False


class Checker:
    """Takes an answer as it arrives; `feed` and `finish` return what may be shown of it by now."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = list(facts)
        names = " ".join(name for fact in facts for name in fact.people)
        self._people = frozenset(word.text for word in words_of(names))
        self._numbers: dict[int, int] = {}
        self._pending = ""
        self._taken = 0
        self.checked = Checked()

    def feed(self, text: str) -> str:
        """The sentences that `text` completes and that stand."""
        if self._taken >= MAX_ANSWER_CHARS:
            return ""
        self._taken += len(text)
        self._pending += visible(text).translate(_WIDE)
        return self._release(whole=False)

    def finish(self) -> str:
        """What stands of the rest."""
        return self._release(whole=True)

    def _release(self, *, whole: bool) -> str:
        shown = ""
        while (cut := self._next(whole=whole)) is not None:
            sentence, self._pending = self._pending[:cut], self._pending[cut:]
            shown += self._judge(sentence)
        return shown

    def _next(self, *, whole: bool) -> int | None:
        """Where the first sentence of the pending text ends, once it is sure that nothing more belongs to it."""
        for found in _END.finditer(self._pending):
            if _ABBREVIATION.search(self._pending[: found.start() + 1]):
                continue
            if found[0] == "\n":
                return found.end()
            cited = _CITED_AFTER.match(self._pending, found.end())
            end = cited.end() if cited else found.end()
            if not whole and _UNFINISHED.fullmatch(self._pending, end):
                return None
            return end
        return len(self._pending) if whole and self._pending else None

    def _judge(self, sentence: str) -> str:
        if not sentence.strip():
            return "\n" if "\n" in sentence and self.checked.text and not self.checked.text.endswith("\n") else ""
        if CANNOT_ANSWER.rstrip(".").casefold() in sentence.casefold():
            self.checked.declined = True
            return ""
        words = _EMPHASIS.sub(r"\2", sentence)
        numbers = cited_numbers(words, len(self._facts))
        claim = _BULLET.sub("", _BRACKETED.sub(" ", words)).strip()
        if numbers is None or not re.search(r"\w", claim):
            return self._remove("no valid citation")
        facts = [self._facts[number - 1] for number in numbers]
        why = unborne(claim, facts, self._people)
        if why is not None:
            return self._remove(f"its facts do not bear out {why}")
        return self._keep(words, numbers)

    def _remove(self, why: str) -> str:
        self.checked.removed.append(why)
        return ""

    def _keep(self, words: str, numbers: Sequence[int]) -> str:
        for number in numbers:
            if number not in self._numbers:
                self._numbers[number] = len(self._numbers) + 1
                self.checked.cited.append(self._facts[number - 1])
        bullet = _BULLET.match(words)
        claim = _BULLET.sub("", _BRACKETED.sub("", words))
        claim = re.sub(r"\s+([.,;:!?])", r"\1", " ".join(claim.split()))
        marks = "".join(f"[{self._numbers[number]}]" for number in numbers)
        shown = f"{'- ' if bullet else ''}{claim} {marks}"
        if self.checked.text:
            line = bullet or words.startswith("\n") or self.checked.text.endswith("\n")
            shown = ("" if self.checked.text.endswith("\n") else "\n" if line else " ") + shown
        if words.endswith("\n"):
            shown += "\n"
        self.checked.text += shown
        return shown


def check(text: str, facts: Sequence[Fact]) -> Checked:
    """What of a whole answer stands."""
    checker = Checker(facts)
    checker.feed(text[:MAX_ANSWER_CHARS])
    checker.finish()
    checker.checked.text = checker.checked.text.strip()
    return checker.checked


def cited_numbers(sentence: str, count: int) -> list[int] | None:
    """The facts that `sentence` cites, in order and once each; None when there is none, or one that does not exist."""
    numbers: list[int] = []
    rest = sentence
    for group in _GROUP.finditer(sentence):
        rest = rest.replace(group[0], " ", 1)
        for part in _PART.finditer(group["numbers"]):
            first, last = int(part["first"]), int(part["last"] or part["first"])
            if not 1 <= first <= last <= count:
                return None
            numbers += range(first, last + 1)
    if "[" in rest or "]" in rest:
        return None
    return list(dict.fromkeys(numbers)) or None


def citations(facts: Sequence[Fact]) -> list[Citation]:
    """The numbered list under an answer, from the rows of the database."""
    return [
        Citation(
            n=number,
            fact_type=fact.fact_type,
            fact_id=fact.fact_id,
            text=fact.text,
            meeting_id=fact.meeting_id,
            meeting=fact.meeting,
            happened_on=fact.happened_on,
            quote=fact.quote,
            turn=fact.turn,
        )
        for number, fact in enumerate(facts, start=1)
    ]
