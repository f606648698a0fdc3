"""A fact's provenance, history and relatives in words. No streamlit in here."""

from __future__ import annotations

from datetime import date
from typing import Final, Literal

from memo.facts.story import Change, Edited, Related, Story
from memo.models import FactType
from memo.ui.words import clipped, long_date, moment

_IN_MEETING: Final[dict[FactType, str]] = {
    "decision": "Agreed in",
    "action_item": "Taken on in",
    "meeting": "The summary of",
}
_AGENTS: Final = {"memo": "the person at this machine", "slack": "a message in Slack", "mcp": "another program"}
_COLUMNS: Final = {
    "description": "words",
    "text": "words",
    "summary": "words",
    "reasoning": "reason",
    "happened_on": "day",
    "held_on": "day",
    "client_id": "client",
    "project_id": "project",
    "assignee_id": "owner",
    "assignee_name": "owner",
    "due_on": "due day",
    "due_text": "words for the due day",
}
_DATES: Final = ("happened_on", "held_on", "due_on")
_LONGEST: Final = 300
_LINKS: Final[dict[tuple[str, bool], str]] = {
    ("supersedes", True): "Takes the place of",
    ("supersedes", False): "Its place is taken by",
    ("reaffirms", True): "Says again",
    ("reaffirms", False): "Said again by",
    ("implements", True): "Carries out",
    ("implements", False): "Carried out by",
}

Part = tuple[Literal["said", "name", "title"], str]
"""A piece of a sentence: Memo's own words, or a name or title from elsewhere, which has to be made inert."""


def provenance(story: Story, timezone: str) -> list[Part]:
    """Where a fact comes from, as a sentence in pieces."""
    fact, origin = story.fact, story.origin
    by: Part = (
        "name",
        origin.member or _AGENTS.get(fact.triggered_by_agent or "", fact.triggered_by_agent or "somebody"),
    )
    captured: Part = ("said", f", {moment(fact.captured_at, timezone)}.")
    if fact.source_type == "edit":
        where: list[Part] = [("said", " to "), ("title", fact.meeting)] if fact.meeting else []
        return [("said", "Added by "), by, *where, captured]
    if fact.source_type == "import":
        return [("said", "Brought in from elsewhere as "), ("title", fact.source_id), captured]
    if fact.source_type == "pulse":
        return [("said", "Put together by rules (no model)"), captured]
    if fact.meeting is None:
        return [("said", "Written down by "), by, captured]
    held: Part = ("said", f", {long_date(fact.happened_on)}, captured from ")
    file: Part = ("title", origin.file_name) if origin.file_name else ("said", "pasted text")
    verb: Part = ("said", f"{_IN_MEETING.get(fact.fact_type, 'Found in')} ")
    return [verb, ("title", fact.meeting), held, file, ("said", " by "), by, captured]


def link_phrase(related: Related) -> str:
    """What a link says: "Takes the place of"."""
    return _LINKS[related.kind, related.forward]


def edit_head(edited: Edited, timezone: str) -> str:
    """Who changed a fact, and when."""
    return f"{edited.edit.edited_by}, {moment(edited.edit.edited_at, timezone)}"


def change_line(change: Change) -> str:
    """What one change did: "Day: 3 March 2026 → 4 March 2026"."""
    if change.column == "status":
        return f"Status: {change.before or 'none'} → {change.after or 'none'}"
    name = _COLUMNS.get(change.column, change.column.replace("_", " "))
    return f"{name.capitalize()}: {_said(change.column, change.before)} → {_said(change.column, change.after)}"


def _said(column: str, value: str | None) -> str:
    if not value:
        return "nothing"
    return long_date(date.fromisoformat(value)) if column in _DATES else f"“{clipped(value, _LONGEST)}”"
