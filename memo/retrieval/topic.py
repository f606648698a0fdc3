"""What a question is about: the words that name a topic, and the occasion that is not part of what it asks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from memo.extraction.words import STOP_WORDS, words_of

_EMPTY_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        "show list give tell find see look anything everything something item items thing things open still "
        "outstanding happened happen going decided decide agreed agree settled settle resolved concluded discussed "
        "talked said say think thought opinion opinions group decision decisions key main far action actions task "
        "tasks todo todos meeting meetings project client status new latest recent recently currently please team "
        "exist made make taken take took reached passed previous previously originally earlier superseded",
    )
)
"""Words that, beside a filter, ask for nothing in particular: "what is open for Northwind?"."""
_TALKING: Final = (
    r"(?:\w+ly\s+)?"
    r"(?:discuss|talk|present|reflect|elaborat|mention|explain|introduc|review|debat|speak|comment|address)"
)
_WHO: Final = r"\w+(?:\s+\w+){0,2}?\s+(?:(?:was|were|had\s+been)\s+)?"
_OCCASION: Final = re.compile(
    rf"(?<![\s,])[\s,]+(?:(?:when|while)\s+{_TALKING}ing|(?:when|while|as)\s+{_WHO}{_TALKING}(?:ing|ed))\b"
    r"(?P<rest>[^?]*)\??\s*$",
    re.IGNORECASE,
)
_PAST: Final = re.compile(r"\b(?:did|was|were|had)\b", re.IGNORECASE)
_ASKS_ON: Final = re.compile(r"[,;.]|\b(?:who|which|what|why|how|where|whose)\b", re.IGNORECASE)
"""What of an occasion may be another question."""
_NEGATION: Final = re.compile(
    r"\b(?:not|never|nobody|no\s+one|none|nothing|without|except|besides|cannot|other\s+than|apart\s+from)\b|n['’]t\b",
    re.IGNORECASE,
)
_I: Final = re.compile(r"I\b")
_POINTS: Final = re.compile(
    r"\b(?:he|she|they|you|him|her|them|it|that|those|(?:the|this|our)\s+(?:client|customer|project)|to\s+be|"
    r"(?:have|has|had|need|needs|going|gonna)\s+to|will|should|must|shall|yet)\b",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"\b(?:about|regarding|concerning|on)\s+(?:(?:the|our|your|their|its|this|that|an?|any)\s+)?(?P<word>[^\W\d_]+)",
    re.IGNORECASE,
)


def names_a_topic(text: str) -> bool:
    """Whether any word of `text` says what it is about; after "about" any word does, and so does a name like "Go"."""
    if any(word.text not in STOP_WORDS and word.text not in _EMPTY_WORDS for word in words_of(text)):
        return True
    if any(found["word"].lower() not in STOP_WORDS for found in _ABOUT.finditer(text)):
        return True
    words = text.split()
    named = [word[0].isupper() and not _I.match(word) for word in words]
    return any(named[1:]) and not all(word[0].isupper() for word in words)


def points(text: str) -> bool:
    """Whether `text` points at something or somebody that it does not name, or at what is still to come."""
    return bool(_POINTS.search(text))


def rest_of(question: str, said: Iterable[str]) -> str:
    """`question` without some of its passages and their words."""
    for passage in said:
        question = re.sub(re.escape(passage), " ", question, flags=re.IGNORECASE)
        for word in passage.split():
            question = re.sub(rf"\b{re.escape(word)}\b", " ", question, flags=re.IGNORECASE)
    return question


def negates(text: str) -> bool:
    """Whether `text` asks for what was not so, or for all but something."""
    return bool(_NEGATION.search(text))


def without_occasion(question: str) -> str:
    """`question` without when it was talked of: "What was said about buttons when discussing the remote?".

    The occasion helps to find the place, but a fact that was said there does not repeat it. Only what asks for what was
    is told without it: "What do we do when reviewing?" asks about reviews. What asks for nothing else is left whole; a
    name tells who spoke, not of what.
    """
    found = _OCCASION.search(question)
    if found is None or not _PAST.search(question[: found.start()]) or _ASKS_ON.search(found["rest"]):
        return question
    rest = question[: found.start()]
    bare = " ".join(word for word in rest.split()[1:] if not word[:1].isupper() or word.isupper())
    return f"{rest}?" if names_a_topic(bare) else question
