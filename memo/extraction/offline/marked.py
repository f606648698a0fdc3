"""What people noted as a decision or an action item themselves: marked lines, lists under a heading, checkboxes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memo.extraction.markers import ACTION_LINE, CHECKBOX, DECISION_LINE, LIST_ITEM, Kind, heading_kind
from memo.extraction.offline.cues import COURTESY
from memo.extraction.offline.phrases import bare, capital, due_in, leading_owner, own_task, person, reason_in
from memo.models import DraftAction, DraftDecision, Turn

Found = DraftDecision | DraftAction

_HEADING: Final = re.compile(
    r"^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|__[^_]+__:?\s*$|={3,}|-{3,}|[A-Z][\w &/'-]{2,40}:\s*$)"
)
_EMPTY: Final = re.compile(
    r"^\W*(?:none|n/?a|nothing|tbd|no (?:decisions?|actions?|action items?)\b.*|-+)?\W*$", re.IGNORECASE
)
_MARKED: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (("decision", DECISION_LINE), ("action_item", ACTION_LINE))


def marked(turns: Sequence[Turn], people: Sequence[str]) -> Iterator[Found]:
    """The marked facts of `turns` in order."""
    section: Kind | None = None
    for turn in turns:
        for line in turn.text.split("\n"):
            if not line.strip():
                continue
            kind = heading_kind(line)
            if kind is not None:
                section = kind
                continue
            if _HEADING.match(line):
                section = None
            found = _from_line(line, section, turn, people)
            if found is not None:
                yield found
            elif section is not None and not LIST_ITEM.match(line) and not line[:1].isspace():
                section = None


def _from_line(line: str, section: Kind | None, turn: Turn, people: Sequence[str]) -> Found | None:
    for kind, pattern in _MARKED:
        if match := pattern.match(line):
            return _fact(kind, match["what"], line.strip(), turn, people, owner=match.groupdict().get("who"))
    if match := CHECKBOX.match(line):
        if section == "decision":
            return _fact("decision", match["what"], line.strip(), turn, people)
        return _fact("action_item", match["what"], line.strip(), turn, people)
    if section is not None and (match := LIST_ITEM.match(line)) and not COURTESY.search(match["what"]):
        return _fact(section, match["what"], line.strip(), turn, people)
    return None


def _fact(
    kind: Kind, what: str, quote: str, turn: Turn, people: Sequence[str], *, owner: str | None = None
) -> Found | None:
    text = bare(what)
    if _EMPTY.match(text):
        return None
    if kind == "decision":
        return DraftDecision(description=capital(text), reasoning=reason_in(text), quote=quote)
    named, task = leading_owner(text, people)
    speaker = person(turn)
    own = own_task(task)
    assignee = owner or named or (speaker if own != task else None)
    return DraftAction(description=capital(own), assignee=assignee, due_text=due_in(what), quote=quote)
