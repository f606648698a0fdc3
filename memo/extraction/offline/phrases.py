"""Pieces of language the offline rules share: bare sentences, who is meant, why, and by when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from memo.extraction.owners import known
from memo.extraction.words import STOP_WORDS, content_stems, word_set
from memo.models import Turn
from memo.transcripts.people import clean_name


def any_of(phrases: str) -> str:
    """A pattern for any of `phrases`, which are parted by ";" and may run over lines; blanks match any space."""
    return "(?:" + "|".join(r"\s+".join(phrase.split()) for phrase in phrases.split(";") if phrase.strip()) + ")"


_FILLER: Final = re.compile(
    r"^(?:(?:so|okay|ok|and|but|um+|uh+|yeah|yes|yep|well|right|alright|all right|great|good|cool|perfect|sure|then|"
    r"now|oh|also|anyway|basically|actually|i mean|you know|i think|i guess|i suppose|maybe|just)\b[\s,.;:!…–—-]*)+",
    re.IGNORECASE,
)
_DECORATION: Final = re.compile(r"^[\s>*_•#|\-–—]+|[\s*_|]+$")
_MARKUP: Final = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)")
_NO_OWNER: Final = word_set(
    """
    we they it this that these those there you someone somebody anyone anybody everyone everybody nobody who which what
    need needs try tries want wants have has going able ready how when where why group team people all us them one
    action item todo task next first then also and or but if in on at by for from with the a an to be is are not note
    notes deadline status update updates due owner priority link links fix docs reminder question idea context
    """
)
_BECAUSE: Final = re.compile(
    r"(?:\bbecause\b|\bsince\b(?=\s+(?:we|it|they|that|the|this|there|our|i|you|he|she)\b)|\bso that\b|\bdue to\b|"
    r"\b(?:the|main) reason (?:is|being|was)\b(?: that)?|\bgiven that\b|\bas (?=(?:we|it|they|this|there)\b))"
    r"[\s,:]*(?P<why>[^.?!\n]{12,300})",
    re.IGNORECASE,
)
_UNIT: Final = r"(?:hour|day|week|month|fortnight|quarter|year|business day|working day)s?"
_NUMBER: Final = r"(?:\d{1,3}|a|an|one|two|three|four|five|six|seven|ten|couple of|few)"
_DAY: Final = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|eod|cob|eow|eom|eoq|eoy|end of (?:the |this |"
    r"next )?"
    r"(?:day|week|month|quarter|year|business)|close of business|next (?:week|month|quarter|sprint|meeting|call|year|"
    r"release)|"
    r"this (?:week|month|quarter|afternoon|evening|morning|sprint)|\d{4}-\d{2}-\d{2}|the \d{1,2}(?:st|nd|rd|th)|"
    r"\d{1,2}/\d{1,2}(?:/\d{2,4})?|"
    r"(?:jan|febr)uary|march|april|may|june|july|august|(?:sept|nov|dec)ember|october|q[1-4]|the next (?:meeting|call|"
    r"sprint|release)"
)
_DUE: Final = re.compile(
    rf"\b(?:(?:by|before|until|no later than|due(?: on| by)?|on|this|next|coming)\s+(?:the\s+|this\s+|next\s+|"
    rf"coming\s+)?)?(?:{_DAY})\b"
    rf"(?:\s+\d{{1,2}}(?:st|nd|rd|th)?\b)?(?:,?\s+20\d{{2}}\b)?(?:\s+(?:morning|afternoon|evening))?"
    rf"|\b(?:in|within)\s+(?:the\s+)?(?:next\s+)?{_NUMBER}\s+{_UNIT}\b|\b{_NUMBER}\s+{_UNIT}\s+from\s+(?:now|today)\b|"
    rf"\basap\b",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = re.compile(
    r"^(?:i['’]ll|i will|i(?:['’]m| am) (?:going to|gonna)|i can|i need to|i have to|i should|i must|let me|"
    r"i['’]d like to)\s+"
    r"(?:also |just |definitely |then |try (?:to|and) |go ahead and )*(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)


def bare(sentence: str) -> str:
    """`sentence` on one line without list signs, emphasis and filler words at its beginning."""
    text = _MARKUP.sub("", _DECORATION.sub("", " ".join(sentence.split())))
    return _FILLER.sub("", text).strip() or text.strip()


def capital(text: str) -> str:
    """`text` with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def person(turn: Turn) -> str | None:
    """The cleaned name of who speaks in `turn`; None for unknown voices and for bots."""
    return clean_name(turn.speaker) if turn.speaker else None


def third_person(text: str, speaker: str | None) -> str:
    """ "I'll send it" said by Ann as "Ann will send it", which can be understood alone."""
    match = _FIRST_PERSON.match(text)
    return f"{speaker} will {match['rest']}" if match and speaker else text


def unaddressed(text: str, people: Sequence[str]) -> str:
    """ "Ann: I'll send it" said to Ann, without whom it is said to."""
    name, sign, rest = text.partition(":") if ":" in text[:40] else text.partition(",")
    return bare(rest) if sign and len(name.split()) <= 3 and known(name, people) and rest.strip() else text


def leading_owner(task: str, people: Sequence[str]) -> tuple[str | None, str]:
    """Who a noted task names first and the task: "Bob to call", "Bob: call", "@bob call", "Bob and Ann will call"."""
    match = re.match(
        r"@?(?P<who>[\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2})(?P<more>(?:\s*(?:,|&|/|"
        r"\band\b)\s*@?[\w.'’-]+(?:\s+[A-Z][\w'’-]+)?)*)"
        r"\s*(?P<sign>[:,–—]|-\s|\bto\b|\bwill\b|\bshould\b|\bneeds? to\b|\bcan\b|\bis going to\b|\bhas to\b|"
        r"['’]ll\b)\s*",
        task,
    )
    if match is not None:
        who = match["who"].strip("'’.-_")
        is_name = who.casefold() not in _NO_OWNER and who.casefold() not in STOP_WORDS
        # A word before "to" is a name in a noted task ("kohsuke to ask"), before ":" or "," only if somebody has it.
        # and nobody has to have it if it is written like one ("Bob: call").
        sure = match["sign"] in {"to", "will", "should"} or (match["sign"] == ":" and who[0].isupper())
        if is_name and (sure or known(who, people) or task.startswith("@")):
            rest = task[match.end() :]
            return who, task if match["sign"][0] not in ":,–—-" else rest
    first = task.split(maxsplit=1)
    if len(first) == 2 and first[0].casefold() not in _NO_OWNER and _is_handle(first[0], people):
        return first[0].strip("@:,"), task
    return None, task


def reason_in(text: str) -> str | None:
    """The reason that `text` gives after "because", "so that", "the reason is" and the like."""
    match = _BECAUSE.search(text)
    if match is None or len(content_stems(match["why"])) < 2:
        return None
    return capital(match["why"].strip(" ,;:-"))


def due_in(text: str) -> str | None:
    """The words of `text` that say by when."""
    match = _DUE.search(text)
    return match[0].strip() if match else None


def _is_handle(word: str, people: Sequence[str]) -> bool:
    plain = word.strip("@:,")
    return word.startswith("@") or (bool(plain) and any(plain.casefold() == name.casefold() for name in people))
