"""Mentions, whom they may stand for, and what decisions about them changed."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from memo.models.base import EntityType, FactType, Model


class Recent(Model):
    """Something that a person did lately; the text of a meeting is its title."""

    fact_type: FactType
    fact_id: int
    text: str
    happened_on: date | None


class Candidate(Model):
    """Somebody or something a mention may stand for, with how sure and why; `lately` is filled where people choose."""

    id: int | None
    name: str
    confidence: float
    why: str
    lately: tuple[Recent, ...] = ()


class Resolution(Model):
    """The outcome for one mention: `auto` has one candidate chosen, `ask` has some to choose from, `none` has none."""

    mention: str
    type: EntityType
    band: Literal["auto", "ask", "none"]
    confidence: float
    candidate: Candidate | None
    candidates: tuple[Candidate, ...]
    why: str


class PendingName(Model):
    """A mention that waits for a person to say who it is, with the newest place where it was said.

    `scope` says what one answer is for: a full name is one person wherever it is said ("everywhere"), a first name that
    fits several is asked for each meeting ("meeting"). `text` is the fact that waits, `quote` the words that were said,
    at `[start:end)` in the transcript; `meetings` counts the meetings that list the name among those present.
    """

    mention: str
    type: EntityType
    meeting_id: int | None
    meeting: str | None
    happened_on: date | None
    quote: str | None
    action_items: int
    decisions: int
    candidates: tuple[Candidate, ...]
    meetings: int = 0
    scope: Literal["everywhere", "meeting"] = "everywhere"
    why: str = ""
    text: str | None = None
    turn: int | None = None
    start: int | None = None
    end: int | None = None
    project_id: int | None = None
    project: str | None = None


class NameReceipt(Model):
    """What a decision about a name changed; `receipt_id` undoes it."""

    receipt_id: int
    mention: str
    type: EntityType
    name: str | None
    action_items: int
    decisions: int
    meetings: int = 0
    kind: str = "confirm"
    done_by: str = ""
    done_at: datetime | None = None
    undone: bool = False


class Alias(Model):
    """Another name of somebody or something; it holds in `project` alone; `confirmed_by` None: Memo was sure."""

    id: int
    type: EntityType
    entity_id: int
    name: str
    alias: str
    project: str | None
    confidence: float
    auto_resolved: bool
    confirmed_by: str | None
    created_at: datetime


class NameUse(Model):
    """A name under which facts of one meeting belong to somebody."""

    mention: str
    meeting_id: int | None
    meeting: str | None
    happened_on: date | None
    action_items: int
    decisions: int
    meetings: int


class Named(Model):
    """A person, client or project by id and name."""

    id: int
    name: str
