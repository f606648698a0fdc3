"""What an extractor proposes, and what is left of it when code has checked it."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from memo.models.base import Model


class DraftDecision(Model):
    """A decision as an extractor proposes it, before code has checked it."""

    description: str
    reasoning: str | None = None
    decided_by: tuple[str, ...] = ()
    quote: str = ""


class DraftAction(Model):
    """An action item as an extractor proposes it, before code has checked it."""

    description: str
    assignee: str | None = None
    due_text: str | None = None
    quote: str = ""


class Rejected(Model):
    """An item that failed a check: kept with the reason, shown on the page, never a fact unless a person accepts it."""

    kind: Literal["decision", "action_item", "summary", "outcome"]
    text: str
    quote: str
    why: str
    detail: dict[str, str | None] = Field(default_factory=dict)


class Draft(Model):
    """What an extractor proposes for one part of a transcript; `rejected` is what it leaves to a person."""

    summary: str = ""
    topics: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    decisions: tuple[DraftDecision, ...] = ()
    action_items: tuple[DraftAction, ...] = ()
    rejected: tuple[Rejected, ...] = ()


class Evidence(Model):
    """The words that prove a fact: `transcript.text[start:end] == quote`, beginning inside turn `turn`."""

    quote: str
    turn: int
    start: int
    end: int


class CheckedDecision(Model):
    """A decision whose quote code found in the transcript and whose claims the quote bears out."""

    description: str
    reasoning: str | None = None
    decided_by: tuple[str, ...] = ()
    evidence: Evidence


class CheckedAction(Model):
    """An action item whose quote code found in the transcript; `due_on` was resolved by code against `held_on`."""

    description: str
    assignee: str | None = None
    due_text: str | None = None
    due_on: date | None = None
    evidence: Evidence


class Gap(Model):
    """A stretch of the transcript that could not be read."""

    part: int
    start: int
    end: int
    why: str


class Coverage(Model):
    """How much of the transcript was read; `chars_read == chars` and no gap means all of it."""

    chars: int
    chars_read: int
    turns: int
    parts: int
    parts_failed: int
    gaps: tuple[Gap, ...] = ()


class Extraction(Model):
    """Everything learned from one transcript, checked, with its coverage and the model runs that paid for it."""

    extractor: Literal["anthropic", "offline"]
    model: str
    summary: str
    topics: tuple[str, ...]
    outcomes: tuple[str, ...]
    decisions: tuple[CheckedDecision, ...]
    action_items: tuple[CheckedAction, ...]
    rejected: tuple[Rejected, ...]
    coverage: Coverage
    cost_microdollars: int | None


class CostEstimate(Model):
    """What reading a transcript will take, known before anything is spent; `microdollars`: None for unknown prices."""

    model: str
    chars: int
    turns: int
    parts: int
    input_tokens: int
    output_tokens: int
    microdollars: int | None
