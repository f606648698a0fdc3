"""Pieces of language the offline rules share: bare sentences, who is meant, why, and by when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from memo.extraction.owners import known, same_person
from memo.extraction.words import STOP_WORDS, content_stems, word_set
from memo.models import Turn
from memo.transcripts.people import clean_name


def any_of(phrases: str) -> str:
    """A pattern for any of `phrases`, which are parted by ";" and may run over lines; blanks match any space."""
    return "(?:" + "|".join(r"\s+".join(phrase.split()) for phrase in phrases.split(";") if phrase.strip()) + ")"


# Words that can begin a noun phrase ("good point", "right to left") are filler only where a clause or a pause follows.
_PAUSE: Final = r"(?=\s*[,.;:!…–—]|\s+-\s|\s*$)"
_CLAUSE_FOLLOWS: Final = r"(?=\s+(?:i|we|you|let|so|and|but|then|ok|okay|yes|yeah|please|can|could|would|will|who)\b)"
_FILLER: Final = re.compile(
    r"^(?:(?:(?:so(?! (?:far|long|much|many|few|called)\b)|okay|ok|and|but|um+|uh+|yeah|yes|yep|alright|all right|then|"
    r"oh|also|anyway|basically|actually|i mean|you know|i think|i guess|i suppose|maybe)(?![\w'’/-])|"
    rf"(?:well|right|great|good|cool|perfect|sure|now|just)\b(?:{_PAUSE}|{_CLAUSE_FOLLOWS})|"
    r"(?:(?:good|great|fair) (?:point|idea|question|enough)|no (?:problem|worries)|sounds good|makes sense|of course|"
    rf"absolutely|definitely|thanks|thank you|sorry|will do|sure thing)\b{_PAUSE})(?:[\s,.;:!…–—]|-\s)*)+",
    re.IGNORECASE,
)
_PICTURES: Final = re.compile(
    "[\u200d\u20e3\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]+|(?<![\\w:]):[a-z][a-z_+-]{2,30}:(?![\\w:])"
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
_WHY: Final = r"[\s,:]*(?P<why>[^.?!\n]{4,300})"
_BECAUSE: Final = re.compile(
    r"(?:\bbecause\b(?: of\b)?|\bdue to\b|\b(?:the|main) reason (?:is|being|was)\b(?: that)?|\bgiven that\b|"
    r"\bsince (?=(?:\w+ ){1,3}(?:is|are|has|have|can|cannot|can['’]t|needs?|does|doesn['’]t|do|don['’]t|will|"
    r"won['’]t)\b))" + _WHY,
    re.IGNORECASE,
)
_PERHAPS_BECAUSE: Final = re.compile(
    r"(?:\bsince\b(?=\s+(?:we|it|they|that|the|this|there|our|i|you|he|she)\b)|\bso that\b|"
    r"\bas (?=(?:we|it|they|this|there)\b))" + _WHY,
    re.IGNORECASE,
)
"""Words that may tell the time or the manner as well ("as we go", "since we met"): a longer clause is a reason."""

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
    r"^(?:i['’]ll|i will|i(?:['’]m| am) (?:going to|gonna)|i can|i need to|i have to|i should|i must|i shall|let me|"
    r"i['’]d like to|i (?:plan|intend|volunteer) to)\s+"
    r"(?:also |just |definitely |then |try (?:to|and) |go ahead and )*(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_ASKED_OF: Final = re.compile(
    r"^(?:(?P<who>@?[\w.'’-]+(?:\s+[A-Z][\w.'’-]+){0,2})\s*[,:]?\s+)?(?:and |so |then |maybe )?"
    r"(?:(?:can|could|would|will) you|(?P<duty>you (?:can|could|should|will)|you['’]ll|will|to|should|needs? to|has to|"
    r"is going to|please|can))\s+(?:please |also |just |maybe |then |perhaps |kindly )*"
    r"(?P<rest>(?!(?:be|i|we|you|he|she|they|it)\b).+)",
    re.IGNORECASE | re.DOTALL,
)


def plain(sentence: str) -> str:
    """`sentence` on one line without list signs, emphasis and emoji."""
    return " ".join(_MARKUP.sub("", _DECORATION.sub("", _PICTURES.sub(" ", sentence))).split())


def bare(sentence: str) -> str:
    """`sentence` on one line without list signs, emphasis, emoji, and filler words at its beginning."""
    text = plain(sentence)
    return _FILLER.sub("", text).strip() or text


def capital(text: str) -> str:
    """`text` with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def person(turn: Turn) -> str | None:
    """The cleaned name of who speaks in `turn`; None for unknown voices and for bots."""
    return clean_name(turn.speaker) if turn.speaker else None


def own_task(text: str) -> str:
    """ "I'll send the list" as the task it is, "send the list"; anything else as it is."""
    match = _FIRST_PERSON.match(text)
    return match["rest"] if match and content_stems(match["rest"]) else text


def asked_task(text: str, people: Sequence[str]) -> str:
    """ "Bob, could you send the list?" or "Bob will send the list" as the task: "send the list"; else `text`."""
    match = _ASKED_OF.match(text)
    if match is None or (match["who"] is None and match["duty"]) or (match["who"] and not known(match["who"], people)):
        return text
    task = match["rest"].rstrip(" ?")
    said, comma, last = task.rpartition(",")
    task = said if comma and len(last.split()) <= 2 and known(last, people) else task
    return task if content_stems(task) else text


def unaddressed(text: str, people: Sequence[str]) -> str:
    """ "Ann: I'll send it" said to Ann, without whom it is said to."""
    name, sign, rest = text.partition(":") if ":" in text[:40] else text.partition(",")
    return bare(rest) if sign and len(name.split()) <= 3 and known(name, people) and rest.strip() else text


def leading_owner(task: str, people: Sequence[str]) -> tuple[str | None, str]:
    """Who a noted task names first, and the task without that name: "Bob to call", "Bob: call", "@bob call".

    A task of several ("Bob and Ann will call") stays as it is.
    """
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
            several = match["more"] and match["sign"][0] not in ":,–—-"
            return who, task if several else _without(who, task, task[match.end() :])
    first = task.split(maxsplit=1)
    if len(first) == 2 and first[0].casefold() not in _NO_OWNER and _is_handle(first[0], people):
        return first[0].strip("@:,"), first[1] if content_stems(first[1]) else task
    return None, task


def _without(who: str, task: str, rest: str) -> str:
    """The `rest` of a task after its owner, who may be named twice ("bob: Bob to call"); `task` if nothing is left."""
    again, shorter = leading_owner(rest, (who,))
    if again is not None and same_person(again, who):
        rest = shorter
    return rest if content_stems(rest) else task


def reason_in(text: str) -> str | None:
    """The reason that `text` gives after "because", "so that", "the reason is" and the like."""
    for pattern, least in ((_BECAUSE, 1), (_PERHAPS_BECAUSE, 2)):
        match = pattern.search(text)
        if match is not None and len(content_stems(match["why"])) >= least:
            return capital(match["why"].strip(" ,;:-"))
    return None


def due_in(text: str) -> str | None:
    """The words of `text` that say by when."""
    match = _DUE.search(text)
    return match[0].strip() if match else None


def _is_handle(word: str, people: Sequence[str]) -> bool:
    name = word.strip("@:,").casefold()
    return word.startswith("@") or (bool(name) and any(name == other.casefold() for other in people))
