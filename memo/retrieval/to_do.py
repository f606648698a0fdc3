"""Questions for what somebody has to do: these are answered by all the action items there are, not by a likeness."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from memo.extraction.words import word_set
from memo.retrieval.due import says_due

_NAME: Final = r"(?P<name>[^\s?,;]+(?:\s+[^\s?,;]+){0,3}?)"
_STILL: Final = r"(?:(?:still|also|currently|now|else|already|all)\s+)*"
_ITEMS: Final = r"(?:action\s*(?:items?|points?)|actions|tasks?|to-?dos?|follow[\s-]?ups?|items?|things?)"
_ASKING: Final = r"(?:do|does|did|is|are|was|were|has|have|had|should|must|will|can|could|would|else|still)"
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bwhat\s+{_STILL}(?:does|do|did|has|have)\s+{_NAME}\s+{_STILL}(?:(?:have|has|need|needs|got|supposed)\s+)?{_STILL}"
        r"to\s+do\b(?!\s+with\b)",
        rf"\bwhat\s+{_STILL}(?:should|must|will)\s+(?!(?:the|an?|our|this|that)\b){_NAME}\s+{_STILL}do\b(?!\s+with\b)",
        rf"\bwhat(?:\s+is|\s+are|\s+am|['’]s)\s+{_STILL}{_NAME}\s+{_STILL}(?:working\s+on|responsible\s+for|up\s+to|"
        r"(?:supposed|going)\s+to\s+do)\b",
        rf"\bwhat(?:\s+is|['’]s)\s+{_STILL}on\s+{_NAME}['’]s?\s+(?:plate|list|desk)\b",
        rf"\b(?:what|which|how\s+many)\s+(?:open\s+)?{_ITEMS}\s+{_STILL}(?:does|do|has|have)\s+{_NAME}\s+{_STILL}"
        r"(?:have|own|owe|got)\b",
        rf"\bwhat\s+{_STILL}(?:does|do)\s+{_NAME}\s+{_STILL}owe\b(?:\s+us\b)?",
        rf"\bwhat(?:\s+is|\s+are|['’]s)?\s+{_STILL}(?:open|outstanding|pending|left|due|overdue)\s+(?:to\s+do\s+)?(?:for|with)\s+"
        rf"{_NAME}(?=\s*(?:[?.!,]|$|\s(?:by|on|in|this|next|before|until|today|tomorrow)\b))",
        rf"\b(?:what|anything|everything|something)\s+(?:that\s+)?(?!{_ASKING}\b){_NAME}\s+{_STILL}(?:has|have|needs?|is|are)\s+"
        rf"{_STILL}(?:to\s+do\b(?!\s+with\b)|working\s+on\b)",
        rf"\b(?:anything|everything|something)\s+(?:that\s+)?{_NAME}\s+{_STILL}owes?\b(?:\s+us\b)?",
        rf"\b(?:does|do|has)\s+{_NAME}\s+{_STILL}(?:have\s+|got\s+)?(?:anything|something)\s+(?:else\s+|left\s+)?to\s+do\b",
        rf"\b(?P<name>[^\s?,;'’]+)['’]s?\s+(?:open|outstanding|pending|unfinished)\s+{_ITEMS}\b",
        rf"\bwho\s+(?:{_STILL}(?:has|needs)\s+to\s+do|does|is\s+doing)\s+what\b",
        rf"\bwhat\s+{_STILL}(?:has|have|needs?|remains?)\s+{_STILL}to\s+be\s+done\b|\bwhat\s+must\s+be\s+done\b",
        rf"\bwhat(?:\s+is|['’]s)\s+{_STILL}left\s+to\s+do\b",
    )
)
_MINE: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bmy\s+(?:(?:own|open|outstanding|pending|unfinished|remaining|overdue|current|next)\s+)*"
        r"(?:action\s*(?:items?|points?)|actions|tasks?|to-?dos?|follow[\s-]?ups?)"
        # "My task queue" is something else.
        r"(?=\s*(?:$|[?.!,;]|(?:are|is|for|from|with|by|until|before|in|on|this|next|today|tomorrow|due|left|open|still|now|"
        r"that|and)\b))",
        rf"\bwhat(?:\s+is|['’]s)\s+{_STILL}on\s+my\s+(?:plate|list|desk)\b",
    )
)
_ASKER: Final = word_set("i me my myself")
_NOBODY: Final = word_set(
    "i we you they he she it us me them him her everybody everyone anybody anyone somebody someone people all one there"
)
_TIME: Final = re.compile(
    r"^[\s,]*(?:(?:by|on|in|this|next|before|until|today|tomorrow|within|for)\b.*)?[\s?.!]*$", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True)
class ToDo:
    """A question for what is to be done: its words, and by whom with the place of the name; None: by anybody.

    `own` asks for what the one who asks has to do.
    """

    words: str
    name: str | None = None
    start: int = 0
    end: int = 0
    own: bool = False


def to_do(question: str) -> ToDo | None:
    """What of `question` asks what somebody has to do; None when it asks something else."""
    for pattern in _MINE:
        if mine := pattern.search(question):
            return ToDo(mine[0], own=True)
    for pattern in _PATTERNS:
        found = pattern.search(question)
        if found is None:
            continue
        name = found.groupdict().get("name")
        if name is None or name.casefold() in _NOBODY or name.casefold() in ("the team", "our team"):
            rest = question[found.end() :]
            # "What do we have to do to deploy?" asks how, not for a list.
            if _TIME.match(rest) or says_due(rest):
                return ToDo(found[0], own=name is not None and name.casefold() in _ASKER)
            continue
        return ToDo(found[0], re.sub(r"['’]s?$", "", name), *found.span("name"))
    return None
