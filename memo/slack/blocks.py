"""Text from people and models as Slack blocks: inert, and within Slack's limits. No I/O.

Slack refuses a section over 3,000 characters, a message over 50 blocks or over about 13,000 characters in all, and a
context block over 10 elements. What is counted here is the JSON that is sent, so that no script makes it longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from memo.invisible import visible

Block = dict[str, Any]

SECTION_CHARS: Final = 2_900
MESSAGE_CHARS: Final = 12_000
MESSAGE_BLOCKS: Final = 45
CONTEXT_ELEMENTS: Final = 10
LINE_CHARS: Final = 1_200
"""The longest line of a section, escaped."""
LABEL_CHARS: Final = 75
"""Of a button."""
_SECTION_COST: Final = 7_000
_LINE_COST: Final = 5_500
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


@dataclass(frozen=True)
class Message:
    """One message; `text` is what notifications and screen readers say."""

    text: str
    blocks: list[Block] = field(default_factory=list)


def escape(text: str) -> str:
    """`text` in one line as Slack shows it letter for letter: no mention, no link, no hidden character."""
    folded = " ".join(visible(text).split())
    return "".join(_ENTITIES.get(char, char) for char in folded)


def clip(text: str, limit: int = LINE_CHARS) -> str:
    """`text` escaped, cut at a word where it is longer than `limit` characters."""
    folded = " ".join(visible(text).split())
    whole = escape(folded[: limit + 1])
    if len(whole) <= limit and _cost(whole) <= _LINE_COST:
        return whole
    kept, chars, cost = 0, 1, 6  # what the ellipsis takes
    for char in folded[:limit]:
        shown = _ENTITIES.get(char, char)
        chars, cost = chars + len(shown), cost + (len(shown) if char.isascii() else _cost(char))
        if chars > limit or cost > _LINE_COST:
            break
        kept += 1
    cut = folded[:kept]
    word = cut.rfind(" ", max(0, kept - 40))
    return escape(cut[:word] if word > 0 else cut) + "…"


def section(text: str) -> Block:
    """A paragraph of ready markup."""
    return {"type": "section", "text": _mrkdwn(text)}


def divider() -> Block:
    """A line across."""
    return {"type": "divider"}


def contexts(lines: Sequence[str]) -> list[Block]:
    """Small print: ready lines, at most ten a block."""
    return [
        {"type": "context", "elements": [_mrkdwn(line) for line in lines[start : start + CONTEXT_ELEMENTS]]}
        for start in range(0, len(lines), CONTEXT_ELEMENTS)
    ]


def sections(lines: Iterable[str]) -> list[Block]:
    """Ready lines, none longer than `LINE_CHARS`, in as few sections as hold them."""
    found: list[Block] = []
    held: list[str] = []
    for line in lines:
        whole = "\n".join([*held, line])
        if held and (len(whole) > SECTION_CHARS or _cost(whole) > _SECTION_COST):
            found.append(section("\n".join(held)))
            held = []
        held.append(line)
    return [*found, section("\n".join(held))] if held else found


def button(label: str, action_id: str, value: str) -> Block:
    """A button whose label a person or a model may have written."""
    return {
        "type": "button",
        "text": {"type": "plain_text", "text": clip(label, LABEL_CHARS), "emoji": False},
        "action_id": action_id,
        "value": value,
    }


def actions(buttons: Sequence[Block]) -> Block:
    """Buttons side by side."""
    return {"type": "actions", "elements": list(buttons)}


def packed(blocks: Iterable[Block]) -> list[list[Block]]:
    """The blocks in as few messages as Slack takes, in their order."""
    messages: list[list[Block]] = []
    cost = 0
    for block in blocks:
        size = len(json.dumps(block)) + 2
        if not messages or cost + size > MESSAGE_CHARS or len(messages[-1]) == MESSAGE_BLOCKS:
            messages.append([])
            cost = 2
        messages[-1].append(block)
        cost += size
    return messages


def link(url: str, label: str) -> str:
    """A link of ours; the address is a setting and an id."""
    return f"<{escape(url).replace('|', '%7C')}|{escape(label)}>"


def day(value: date | None) -> str:
    """ "4 March 2026", or "no date"."""
    return "no date" if value is None else f"{value.day} {value:%B %Y}"


def count(number: int, what: str) -> str:
    """ "1 decision", "3 decisions"."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def _cost(text: str) -> int:
    return len(json.dumps(text)) - 2
