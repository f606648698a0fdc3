"""Who took a task or was given it, and who may have decided: read from the turns, never taken on trust.

An owner needs a turn in which they take the task ("I'll ...", or "sure" after being asked) or are given it ("Bob, can
you ...", "Bob to ...", "@bob", "(Bob)"). Being talked about is not enough: "I'll send it to Bob" gives Bob nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from memo.extraction.words import words_of
from memo.models import Turn

_TAKES: Final = re.compile(
    r"\b(?:i['’]?ll|i (?:will|can|could|shall|should|must)|i(?:['’]?m| am) (?:going to|gonna)|i (?:need|have|want) to|"
    r"i['’]?ve got to|i (?:plan|intend) to|i['’]?d (?:like|be happy) to|i (?:promise|take|took|own|volunteer)|"
    r"i['’]?m (?:on|taking|happy|doing|working|planning)|let me|leave (?:it|that) (?:to|with) me|on me|for me to|me to|"
    r"my (?:action|task|todo|job)|assign (?:it |this |that )?(?:to )?me|mine)\b",
    re.IGNORECASE,
)
_ACCEPTS: Final = re.compile(
    r"\W*(?:yes|yeah|yep|yup|sure|ok|okay|absolutely|of course|certainly|definitely|alright|all right|right|fine|"
    r"will do|can do|on it|got it|done|happy to|no problem|sounds good|sgtm|ack|aye|i['’]?ll|i will|i can|noted)\b",
    re.IGNORECASE,
)
_AGREES: Final = re.compile(
    r"\W*(?:agreed?|i agree|let['’]?s do|works for me|do it|approved|fully|deal|\+\s?1)", re.IGNORECASE
)
_DUTY: Final = (
    r"(?:can|could|would|will|to|should|shall|must|needs? to|has to|have to|is to|is going to|are going to|is gonna|"
    r"is taking|is on|is responsible|is assigned|takes?|owns?|please|volunteer(?:s|ed)?|agreed to|offered to|"
    r"promised to|you|['’]ll|action|leads?|drives?|handles?|follows? up)\b"
)
_ASIDE: Final = (
    r"(?:\s*[,:;=>–—-]+\s*|\s+)(?:(?:and|&|or|with)\s+[\w.-]+\s+)?(?:(?:please|also|just|then|kindly|so)\s+)?"
)
_SURNAME: Final = r"(?:\s+(?-i:[A-Z])[\w'’-]+){0,2}"
_BEFORE: Final = (
    r"(?:(?:can|could|would|will|should|let|have|get|assign(?:ed)?(?: (?:it|this|that))?(?: to)?|owners?:?|"
    r"assignees?:?|responsible:?|by|action(?: items?)?(?: on| for)?[:\s-]*)\s+|@)"
)
_NOT_THE_ONE: Final = re.compile(
    r"\b(?:ask|tell|remind|ping|bug|email|call|invite|want|wait for|waiting for)\s+\W*\Z", re.I
)
_LIST_HEAD: Final = r"(?:^|[\n|*•\]:]|\s[-–—]|(?:action|todo|ai|task)(?: item)?s?)[\s:@|*\[\]_-]*"
_OPEN_REQUEST: Final = re.compile(
    r"\b(?:who|anyone|anybody|someone|somebody|volunteers?|can you|could you|would you)\b", re.IGNORECASE
)
_MAX_ACCEPTING_WORDS: Final = 40


def takes(name: str, quoted: Sequence[Turn], quote: str, after: Sequence[Turn], asked: str) -> bool:
    """Whether `name` takes the task: says so in the quote, or accepts in a turn soon `after` having been `asked`."""
    if any(turn.speaker and same_person(name, turn.speaker) for turn in quoted) and _TAKES.search(quote):
        return True
    for turn in after:
        if turn.speaker and same_person(name, turn.speaker) and len(turn.text.split()) <= _MAX_ACCEPTING_WORDS:
            return bool(_ACCEPTS.match(turn.text) or _TAKES.search(turn.text)) and (
                _mentioned(name).search(asked) is not None or _asks_anyone(asked)
            )
    return False


def is_given(name: str, text: str) -> bool:
    """Whether `text` gives somebody called `name` something to do."""
    for pattern in _giving(name):
        for match in pattern.finditer(text):
            if not _NOT_THE_ONE.search(text[: match.start("name")]):
                return True
    return False


def full_name(name: str, names: Mapping[str, str]) -> str:
    """The name that `name` is short for by `names` (initials -> name), or itself."""
    return names.get(name) or next((full for short, full in names.items() if short.casefold() == name.casefold()), name)


def called(name: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """What somebody goes by in the turns: the `name` itself, and initials that stand for it by `names`."""
    full = full_name(name, names)
    return tuple(dict.fromkeys((name, full, *(short for short, other in names.items() if other == full))))


def says_yes(text: str) -> bool:
    """Whether `text` begins like an answer that agrees."""
    return _ACCEPTS.match(text) is not None or _AGREES.match(text) is not None


def same_person(mention: str, name: str) -> bool:
    """Whether `mention` can be short for `name` or the other way round: all words of one are words of the other."""
    one, other = _name_words(mention), _name_words(name)
    return bool(one and other) and (one <= other or other <= one)


def known(mention: str, names: Iterable[str]) -> bool:
    """Whether `mention` can stand for one of `names`."""
    return any(same_person(mention, name) for name in names)


def named_in(text: str, people: Iterable[str]) -> list[str]:
    """Those of `people` of whom `text` holds a name that is nobody else's: "Bob" is Bob Diaz unless there are two."""
    words = set(re.findall(r"[^\W_]+", text))
    everyone = list(people)
    return [
        name
        for name in everyone
        if any(
            part in words and sum(part in re.findall(r"[^\W_]+", other) for other in everyone) == 1
            for part in re.findall(r"[^\W_]{2,}", name)
        )
    ]


@lru_cache(maxsize=4_096)
def _name_words(name: str) -> frozenset[str]:
    return frozenset(word.text for word in words_of(name))


def _asks_anyone(text: str) -> bool:
    return (
        re.search(r"\b(?:who|anyone|anybody|someone|somebody|volunteers?|can you|could you|would you)\b", text, re.I)
        is not None
    )


@lru_cache(maxsize=4_096)
def _name_pattern(name: str) -> str:
    words = [re.escape(word.text) for word in words_of(name)]
    if not words:
        return r"(?!)"
    whole = r"[\W_]*".join(words)
    first = words[0] if len(words[0]) > 1 else whole
    return rf"(?P<name>(?<![\w])(?:{whole}|{first})(?![\w]))"


@lru_cache(maxsize=4_096)
def _mentioned(name: str) -> re.Pattern[str]:
    return re.compile(_name_pattern(name), re.IGNORECASE)


@lru_cache(maxsize=4_096)
def _giving(name: str) -> tuple[re.Pattern[str], ...]:
    who = _name_pattern(name)
    return tuple(
        re.compile(pattern, re.IGNORECASE | re.MULTILINE)
        for pattern in (
            rf"{who}{_SURNAME}{_ASIDE}{_DUTY}",
            rf"{who}['’]ll\b",
            rf"{_BEFORE}{who}",
            rf"\b(?:can|could|would|will) you\b[^.?!\n]{{0,160}}{who}",
            rf"{_LIST_HEAD}{who}\s*[\]*_]*\s*[:|,–—-]",
            rf"[(\[]\s*@?{who}\s*[)\]]\s*:",
            rf"[(\[–—-]\s*@?{who}(?:\s*[,/&+]\s*[\w. -]{{1,40}})?\s*[)\].]*\s*$",
        )
    )
