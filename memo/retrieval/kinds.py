"""What kind of facts a question asks about, and in what state: only what it says outright."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from memo.models import FactType
from memo.retrieval.to_do import ToDo, to_do

Asks = Literal["why", "who", "when", "what"]

_ITEMS: Final = r"(?:action\s*(?:items?|points?)|actions|tasks?|to-?dos?|follow[\s-]?ups?)"
_TYPES: Final[tuple[tuple[FactType, re.Pattern[str]], ...]] = (
    ("action_item", re.compile(rf"\b{_ITEMS}\b", re.IGNORECASE)),
    ("decision", re.compile(r"\bdecisions\b", re.IGNORECASE)),
    (
        "meeting",
        re.compile(r"\b(?:which|what|list|all|how many)\s+(?:the\s+)?meetings\b|\bsummar(?:y|ies)\b", re.IGNORECASE),
    ),
    ("client_context", re.compile(r"\bclient\s+(?:notes?|contexts?)\b", re.IGNORECASE)),
    ("project_context", re.compile(r"\bproject\s+(?:notes?|contexts?)\b", re.IGNORECASE)),
    ("pulse_summary", re.compile(r"\b(?:daily\s+)?(?:digests?|pulse)\b", re.IGNORECASE)),
)
_OPEN: Final = re.compile(
    rf"\b(?:open\s+{_ITEMS}|{_ITEMS}\s+(?:are\s+|is\s+)?(?:still\s+)?(?:open|outstanding|pending|left|unfinished)"
    rf"|(?:outstanding|pending|unfinished|overdue|remaining)\s+{_ITEMS}"
    r"|(?:what|which|anything|everything|things?|items?)(?:['’]s|\s+is|\s+are)?\s+(?:still\s+)?(?:open|outstanding|pending|overdue)"
    r"|still\s+(?:open|outstanding|pending|to\s+do|to\s+be\s+done)"
    r"|what(?:['’]s|\s+is|\s+has|\s+was)?\s+not\s+(?:been\s+)?(?:yet\s+)?(?:done|finished|completed)(?:\s+yet)?"
    r"|what\s+(?:has|is|was)n['’]t\s+(?:been\s+)?(?:done|finished|completed)(?:\s+yet)?)\b",
    re.IGNORECASE,
)
_OVERDUE: Final = re.compile(r"\boverdue\b|\bpast\s+(?:its|their|the)\s+(?:due\s+date|deadline)\b", re.IGNORECASE)
_ASKS_DUE: Final = re.compile(
    r"^\W*(?:(?:and|so|but)\s+)?(?:what(?:['’]s)?|which|who|list|show|all|everything|(?:is\s+)?(?:any|some)thing|(?:are\s+)?any|"
    rf"{_ITEMS}|things?)\b[^?]{{0,60}}?\bdue\b(?!\s+(?:to|date)\b)",
    re.IGNORECASE,
)
_WAS_DUE: Final = re.compile(r"\b(?:was|were|have\s+been|had\s+been)\b", re.IGNORECASE)
_NEWEST: Final = re.compile(
    r"\bwhat\s+(?:else\s+)?(?:did|have|has|do|was|were|is|are)\s+(?:[\w'’-]+\s+){0,4}?(?:decid\w*|agree\w*|cho(?:se|ose|sen)|settled?|resolved?|concluded?|approved?)\b"
    r"|\bdecisions?\s+(?:about|on|for)\b",
    re.IGNORECASE,
)
_DECIDE: Final = r"(?:decided?|agreed?|choose|chose|chosen|settled?|resolved?|approved?)"
_OWN: Final = re.compile(
    rf"\b(?:did|have|had)\s+I\s+(?:\w+ly\s+|ever\s+|just\s+)?{_DECIDE}\b|\bI\s+(?:\w+ly\s+)?(?:decided|agreed|chose|settled|approved)\b"
    r"|\b(?:decided|agreed|chosen|approved|settled|made|taken)\s+by\s+me\b|\bmy\s+(?:own\s+)?decisions\b"
    r"|\bdecisions\s+(?:did|have)\s+I\s+(?:made?|make|taken?)\b|\bdecisions\s+(?:are|were)\s+mine\b",
    re.IGNORECASE,
)
_DONE: Final = re.compile(
    rf"\b(?:(?:done|completed|finished|closed)\s+{_ITEMS}|{_ITEMS}\s+(?:are|were|was|is|have\s+been|got)\s+(?:done|completed|finished|closed))\b",
    re.IGNORECASE,
)
_CANCELLED: Final = re.compile(
    rf"\bcancel(?:l)?ed\s+{_ITEMS}|\b{_ITEMS}\s+(?:were|was|are|got)\s+cancel(?:l)?ed\b", re.IGNORECASE
)
_HISTORY: Final = re.compile(
    r"\b(?:superseded|previous(?:ly)?|originally|used\s+to|history|earlier\s+decision|before\s+that|change[ds]?\s+(?:our|their|its)?\s*minds?"
    r"|revers(?:ed|al)|overturn(?:ed)?|no\s+longer|how\s+(?:has|did)\s+.{0,60}\bchange)\b",
    re.IGNORECASE,
)
_ASKS: Final[tuple[tuple[Asks, re.Pattern[str]], ...]] = (
    (
        "why",
        re.compile(
            r"\bwhy\b|\bwhat\s+(?:was|is|were)\s+the\s+(?:reason|rationale|reasoning)|\breasons?\s+(?:for|behind|why)\b|\bhow\s+come\b",
            re.IGNORECASE,
        ),
    ),
    ("who", re.compile(r"\bwho(?:m|se|['’]s)?\b|\bwhich\s+(?:person|people)\b", re.IGNORECASE)),
    (
        "when",
        re.compile(
            r"\bwhen\b(?!\s+(?:will|shall|can|should|do|does|is|are)\b)|\bwhat\s+(?:day|date|time)\b|\bwhich\s+(?:day|date|month|year)\b|\bhow\s+long\s+ago\b",
            re.IGNORECASE,
        ),
    ),
)


@dataclass(frozen=True)
class Kinds:
    """What a question asks about: `history` asks for what no longer holds, `words` are the ones that say all this.

    `to_do` asks what somebody has to do, `due` asks by when; `newest` asks what was decided, of which the last counts;
    `own` asks for what the one who asks decided.
    """

    fact_types: tuple[FactType, ...] = ()
    statuses: tuple[str, ...] = ()
    history: bool = False
    asks: Asks = "what"
    words: tuple[str, ...] = ()
    to_do: ToDo | None = None
    due: bool = False
    newest: bool = False
    own: bool = False


def kinds(question: str) -> Kinds:
    """The kinds of fact and the states that `question` names; empty where it leaves them open."""
    words: list[str] = []
    types: list[FactType] = []
    for fact_type, pattern in _TYPES:
        if found := pattern.search(question):
            types.append(fact_type)
            words.append(found[0])
    statuses: tuple[str, ...] = ()
    for status, pattern in (("open", _OPEN), ("done", _DONE), ("cancelled", _CANCELLED)):
        if found := pattern.search(question):
            statuses = (status,)
            types = ["action_item"]
            words.append(found[0])
            break
    asks: Asks = next((kind for kind, pattern in _ASKS if pattern.search(question)), "what")
    task = to_do(question)
    due = next((found for pattern in (_OVERDUE, _ASKS_DUE) if (found := pattern.search(question))), None)
    if (task or due) and not (types and types != ["action_item"]):
        types = ["action_item"]
        words += [task.words] if task else ["due"]
        if not statuses and not _WAS_DUE.search(question):
            statuses = ("open",)
    return Kinds(
        tuple(types),
        statuses,
        bool(_HISTORY.search(question)),
        asks,
        tuple(words),
        task,
        due is not None,
        bool(_NEWEST.search(question)),
        bool(_OWN.search(question)),
    )
