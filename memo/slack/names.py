"""Asking who is meant: one button a candidate and "None of these", and the message once somebody has chosen. No I/O."""

from __future__ import annotations

from collections.abc import Sequence

from memo.models import Model, NameReceipt, PendingName
from memo.slack.blocks import Message, actions, button, clip, count, day, section

CHOICE = "memo_name"
"""How the ids of the buttons begin."""
VALUE_CHARS = 2_000
MOST_CANDIDATES = 4
MOST_QUESTIONS = 5
"""Names asked about one meeting; the others are on the Resolve page."""


class NameChoice(Model):
    """What a button stands for; `entity_id` None is "None of these"."""

    mention: str
    meeting_id: int | None
    entity_id: int | None


def questions(names: Sequence[PendingName]) -> list[Message]:
    """One message for each name that has candidates."""
    asked = (_question(name) for name in names)
    return [message for message in asked if message is not None][:MOST_QUESTIONS]


def settled(receipt: NameReceipt, user_id: str) -> Message:
    """What a question says once it is answered: who is meant, who said so, and what changed."""
    mention = f"“{clip(receipt.mention, 100)}”"
    if receipt.name is None:
        said = f"{mention} is none of the candidates and stays as it was said."
    else:
        filled = [
            count(number, what)
            for number, what in ((receipt.action_items, "action item"), (receipt.decisions, "decision"))
            if number
        ]
        now = f" {' and '.join(filled)} now {_name(receipt)} {clip(receipt.name, 100)}." if filled else ""
        said = f"{mention} is *{clip(receipt.name, 100)}*.{now}"
    return Message(said.replace("*", ""), [section(f"{said}\nChosen by <@{user_id}>.")])


def closed(why: str) -> Message:
    """What a question says that was answered elsewhere."""
    return Message(clip(why), [section(clip(why))])


def _name(receipt: NameReceipt) -> str:
    return "names" if receipt.action_items + receipt.decisions == 1 else "name"


def _question(name: PendingName) -> Message | None:
    meeting_id = name.meeting_id if name.scope == "meeting" else None
    known = [candidate for candidate in name.candidates if candidate.id is not None][:MOST_CANDIDATES]
    choices = [(candidate.name, candidate.id) for candidate in known] + [("None of these", None)]
    values = [
        NameChoice(mention=name.mention, meeting_id=meeting_id, entity_id=entity_id).model_dump_json()
        for _, entity_id in choices
    ]
    if not known or any(len(value) > VALUE_CHARS for value in values):
        return None
    where = f" in {clip(name.meeting, 200)}, {day(name.happened_on)}" if name.meeting else ""
    lines = [f"*Who is “{clip(name.mention, 100)}”*{where}?"]
    if words := name.quote or name.text:
        lines.append(f"“{clip(words, 500)}”")
    lines += [f"• {clip(candidate.name, 100)}: {clip(candidate.why, 200)}" for candidate in known if candidate.why]
    buttons = [
        button(label, f"{CHOICE}_{number}", value)
        for number, ((label, _), value) in enumerate(zip(choices, values, strict=True))
    ]
    return Message(f"Who is “{clip(name.mention, 100)}”?", [section("\n".join(lines)), actions(buttons)])
