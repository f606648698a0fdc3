"""A decision and an action item as Markdown: the sentence, why or by when, and who, without saying anything twice."""

from __future__ import annotations

from collections.abc import Sequence

from memo.ui.plain import plain
from memo.ui.words import listed


def decision_markdown(description: str, reasoning: str | None, people: Sequence[str] = ()) -> str:
    """The decision in bold, then why, unless it says so itself, then who decided."""
    lines = [f"**{plain(description)}**"]
    if reasoning and not says(description, reasoning):
        lines.append(f"*Why: {plain(reasoning)}*")
    if people:
        lines.append(f":gray[{plain(listed(people))}]")
    return "\\\n".join(lines)


def item_markdown(description: str, assignee: str | None, *, pending: bool) -> str:
    """What is to be done, led by its owner's name in bold; an owner who is not settled is asked about."""
    if not assignee:
        return f"**Nobody yet**: {plain(description)}"
    asks = " :orange[(who is that?)]" if pending else ""
    name, rest = description[: len(assignee)], description[len(assignee) :]
    if name.casefold() == assignee.casefold() and not rest[:1].isalnum():
        glue = " " if rest[:1].isspace() else ""
        return f"**{plain(name)}**{asks}{glue}{plain(rest)}"
    return f"**{plain(assignee)}**{asks}: {plain(description)}"


def says(sentence: str, part: str) -> bool:
    """Whether `sentence` holds the words of `part` already."""
    return _bare(part) in _bare(sentence)


def _bare(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .!")
