"""Whether a question needs the one before it: it points at something that it does not name, or names nothing at all.

"There is", "agreed that phone numbers ...", "it is raining" and "this week" point at nothing. A question with a
subject of its own, such as a name, stands alone, unless something like "it" comes before that subject or without it.
"""

from __future__ import annotations

import re
from typing import Final

from memo.extraction.words import STOP_WORDS, word_set, words_of

_LEAD: Final = re.compile(r"^\W*(?:(?:and|but|or|so|also|then|ok|okay|well|now)\b[\s,]*)+", re.IGNORECASE)
_CONTINUES: Final = re.compile(r"^\W*(?:(?:what|how)\s+about|same\s+(?:for|with))\b", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|should|will|"
    r"would|must|may|list|show|give|tell|find|any|anything)\b",
    re.IGNORECASE,
)
_POINTS_AT_NOTHING: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:it\s*(?:['’]s|is|was)|(?:is|was|isn['’]t)\s+it)\s+(?:still\s+|already\s+)?(?:true|possible|clear|known|likely|"
        r"important|time|ok|okay|fine|necessary|allowed|certain|worth|safe|the\s+case)\s+(?:that\b|to\b|for\b|if\b|(?=\w+ing\b))",
        r"\bthere\s*(?:['’]s|is|are|was|were|has|have|will)\b|\b(?:is|are|was|were|will|has|have|isn['’]t|aren['’]t)\s+there\b",
        r"\b(?:agree[ds]?|deci(?:de[ds]?|sion)|sa(?:y|ys|id)|kn[eo]ws?|th(?:ink|inks|ought)|mean[st]?|promised?|confirm(?:ed)?|"
        r"noted?|claim(?:ed)?|suggest(?:ed)?|insist(?:ed)?|hear[ds]?|told\s+\w+|sure|true|fact|reason|rule|possible|clear|"
        r"case|likely|important|so|ensure|wr(?:ite|ote))\s+that\s+"
        r"(?!(?:yesterday|today|now|then|again|already|and|or|in|at|on|for|with|by|last|before|after|too|together)\b)(?=\w)",
        r"\b(?:the|an?|any|all|every|which|what|open|no)\s+[\w-]+\s+that\s+(?=\w)",
        r"\b(?:anything|something|everything|nothing|things?|tasks?|items?|decisions?|meetings?|people|those|all|ones?)\s+"
        r"that\s+(?=\w)",
        r"\b(?:this|that|these)\s+(?:(?:past|last|coming|next)\s+)?(?:morning|afternoon|evening|day|week|weekend|month|quarter|"
        r"year|spring|summer|autumn|fall|winter|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
        r"\b(?:it\s*(?:['’]s|is|was|will\s+be)?|(?:is|was|does|did|will)\s+it)\s+(?:still\s+)?"
        r"(?:rain|snow)(?:s|ed|ing|y)?\b",
        r"\b(?:does|did|will|would)\s+it\s+(?:take|make\s+sense|matter)\b(?=\s+(?:to|for|if|that|when)\b)",
    )
)
_POINTS: Final = word_set("it its it's that that's this these those them there such")
_POINTS_AT_PEOPLE: Final = word_set("he him his she her hers they their theirs")
_POINTS_ANYWAY: Final = re.compile(r"\b(?:the\s+same|the\s+other|instead)\s*\??\s*$", re.IGNORECASE)
_SAYS_LITTLE: Final = word_set(
    """
    agree agreed ask asked change changed choose chose chosen come comes decide decided decides decision date day
    deadline details drop dropped exactly explain finish finished found happen happened happens happening item know
    known long made make makes many mean means meeting move moved often other owner owns person plan reason
    responsible review reviewed said say says soon status such suggest suggested take takes talk talked task team
    tell approve approved approves give list show find owe owes point settle settled again yesterday today confirm
    confirmed sign signed since told tells
    """
)
"""Words that ask about a subject and are none: "who decided?", "what is the deadline?"."""


def depends(question: str) -> bool:
    """Whether `question` needs what was said before it to be understood."""
    if _CONTINUES.search(question) or _POINTS_ANYWAY.search(question):
        return True
    rest = _LEAD.sub("", question)
    if _CONTINUES.search(rest) or (rest != question and not _ASKS.search(rest)):
        return True
    for pattern in _POINTS_AT_NOTHING:
        rest = pattern.sub(" ", rest)
    return _points_back(rest)


def names_something(question: str) -> bool:
    """Whether `question` has a subject of its own, whatever it points at beside."""
    return any(word.text not in STOP_WORDS | _POINTS | _POINTS_AT_PEOPLE | _SAYS_LITTLE for word in words_of(question))


def _points_back(question: str) -> bool:
    """Whether something is pointed at before anything is named that it could be, or nothing is named at all."""
    words = words_of(question)
    named = thing = False
    for at, word in enumerate(words):
        if word.text in _POINTS and not thing:
            return True
        if word.text in _POINTS_AT_PEOPLE and not (named or thing):
            return True
        if word.text in STOP_WORDS or word.text in _POINTS_AT_PEOPLE:
            continue
        if at and question[word.start].isupper():
            named = True
        elif word.text not in _SAYS_LITTLE:
            thing = True
    return not (named or thing)
