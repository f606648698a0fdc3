"""Whether the facts that a sentence cites bear it out: its dates, numbers, names, addresses, quotations and drift."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from memo.extraction.claims import Ground, unsupported
from memo.extraction.words import STOP_WORDS, stem, words_of
from memo.models import Fact

LEAST_SHARED: Final = 0.25
"""Share of a sentence's words of meaning that its facts must hold: less is about something else."""

_MONTHS: Final = "|".join(name for name in (*calendar.month_name, *calendar.month_abbr) if name)
_MONTH_OF: Final = {name.casefold()[:3]: number for number, name in enumerate(calendar.month_name) if name}
_DATE: Final = re.compile(
    rf"\b(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})\b"
    rf"|\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{_MONTHS})\b\.?(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|\b(?P<month2>{_MONTHS})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year2>\d{{4}}))?"
    rf"|\b(?P<month3>{_MONTHS})\b\.?,?\s+(?P<year3>\d{{4}})\b"
    rf"|\b(?:in|since|during|of|until|from|by)\s+(?:(?P<month4>{_MONTHS})\b(?!\.?,?\s+\d)|(?P<year4>(?:19|20)\d\d)\b)",
)
_NOBODY: Final = frozenset(
    {"everyone", "everybody", "nobody", "someone", "somebody", "anyone", "team", "group", "nothing"}
)
_QUOTED: Final = re.compile(r"[\"“”„«]([^\"“”„«»]{4,}?)[\"“”»]")
_NOT_TEXT: Final = re.compile(
    r"!\[|\]\(|\]\s*\[(?!\d)|^\s*\[[^\]\d][^\]]*\]:|<\s*/?\s*[a-zA-Z!@#]|<https?:|data:\w+/|javascript:", re.MULTILINE
)
_NO: Final = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|cannot|without|neither|nor|no\s+longer)\b|n['’]t\b", re.IGNORECASE
)
_AGAINST: Final = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|cannot|without|neither|nor|against|instead|rather|stop\w*|drop\w*|cancel\w*|reject\w*"
    r"|refus\w*|declin\w*|abandon\w*|avoid\w*|remov\w*|postpon\w*|defer\w*|delay\w*|supersed\w*|revers\w*|rul\w+\s+out|only"
    r"|out\s+of|lack\w*|miss\w*|fail\w*|un\w{4,}|open|pending)\b|n['’]t\b",
    re.IGNORECASE,
)


def unborne(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """What of `sentence` the cited `facts` do not bear out, in words, or None; `people` are folded words of names."""
    for check in CHECKS.values():
        why = check(sentence, facts, people)
        if why is not None:
            return why
    return None


def not_text(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """Markup that could load or lead anywhere: answers are plain text."""
    del facts, people
    return "markup" if _NOT_TEXT.search(sentence) else None


def wrong_date(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """A date that is none of the facts' own and stands in none of their texts."""
    del people
    known = _dates_of(facts)
    for found in _DATE.finditer(sentence):
        if not any(_agree(_parts(found), day) for day in known):
            return f"the date {found[0]!r}"
    return None


def wrong_particular(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """A number, currency, name, e-mail or web address that the facts do not hold; dates are another check's."""
    return unsupported(_DATE.sub(" ", sentence), _ground(facts), people)


def wrong_subject(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """A first word that acts like a person ("Carol hates ...") and is in no fact: its capital alone proves nothing."""
    del people
    words = words_of(sentence)[:2]
    if len(words) < 2 or not sentence[words[0].start].isupper() or sentence[words[1].end :].startswith("@"):
        return None
    first, second = (word.text for word in words)
    acts = second.endswith(("s", "ed")) and second not in STOP_WORDS
    nobody = first in STOP_WORDS or first in _NOBODY or first.endswith(("s", "ing", "ly"))
    if acts and not nobody and stem(first) not in _ground(facts).stems:
        return f"the name {sentence[words[0].start : words[0].end]!r}"
    return None


def wrong_quotation(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """Words in quotation marks that no fact holds in that order."""
    del people
    said = f" {' '.join(word.text for word in words_of(_text(facts)))} "
    for quoted in _QUOTED.findall(sentence):
        words = " ".join(word.text for word in words_of(quoted))
        if words and f" {words} " not in said:
            return f"the quotation {quoted!r}"
    return None


def elsewhere(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """A sentence that shares almost no word with its facts is about something else."""
    del people
    held = _ground(facts).stems | {stem(word.text) for word in words_of(_labels(facts))}
    meant = {stem(word.text) for word in words_of(_DATE.sub(" ", sentence)) if word.text not in STOP_WORDS}
    if meant and len(meant & held) < LEAST_SHARED * len(meant):
        return "what it is about"
    return None


def turned_round(sentence: str, facts: Sequence[Fact], people: frozenset[str]) -> str | None:
    """A "not" where no fact has anything of the kind."""
    del people
    if _NO.search(_QUOTED.sub(" ", sentence)) and not _AGAINST.search(_text(facts)):
        return 'its "not"'
    return None


CHECKS: Final[dict[str, Callable[[str, Sequence[Fact], frozenset[str]], str | None]]] = {
    "text": not_text,
    "date": wrong_date,
    "particular": wrong_particular,
    "first word": wrong_subject,
    "quotation": wrong_quotation,
    "subject": elsewhere,
    "negation": turned_round,
}
"""Each check by itself; a test takes each one out and sees an attack get through."""


def _ground(facts: Sequence[Fact]) -> Ground:
    names = tuple(name for fact in facts for name in (*fact.people, fact.meeting, fact.client, fact.project) if name)
    return Ground(_text(facts), names)


def _text(facts: Sequence[Fact]) -> str:
    parts = (part for fact in facts for part in (fact.text, fact.reasoning, fact.quote, fact.due_text) if part)
    return "\n".join(parts)


def _labels(facts: Sequence[Fact]) -> str:
    """Words that say what a fact is rather than what it says."""
    return " ".join(f"{fact.fact_type.replace('_', ' ')} {fact.status} decided agreed due meeting" for fact in facts)


_Parts = tuple[int | None, int | None, int | None]
"""Year, month and day, each None where it is not said."""


def _dates_of(facts: Sequence[Fact]) -> list[_Parts]:
    days: list[date] = [day for fact in facts for day in (fact.happened_on, fact.due_on) if day]
    said = [_parts(found) for found in _DATE.finditer(_text(facts))]
    return [(day.year, day.month, day.day) for day in days] + said


def _parts(found: re.Match[str]) -> _Parts:
    if found["iso"]:
        year, month, day = (int(part) for part in found["iso"].split("-"))
        return year, month, day
    named = found["month"] or found["month2"] or found["month3"] or found["month4"]
    said_year = found["year"] or found["year2"] or found["year3"] or found["year4"]
    said_day = found["day"] or found["day2"]
    return (
        int(said_year) if said_year else None,
        _MONTH_OF[named.casefold()[:3]] if named else None,
        int(said_day) if said_day else None,
    )


def _agree(claimed: _Parts, known: _Parts) -> bool:
    """Whether every part that is claimed is known and the same."""
    return all(mine is None or mine == theirs for mine, theirs in zip(claimed, known, strict=True))
