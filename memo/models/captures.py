"""What the write path tells: previews, progress and the record of a capture, synced notes."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from memo.models.base import CaptureState, Model
from memo.models.extraction import CostEstimate, Coverage, Rejected
from memo.models.transcripts import Transcript


class DecisionOut(Model):
    """A stored decision as `memo capture --json` prints it; without proof (accepted, imported) its quote is empty."""

    id: int
    description: str
    reasoning: str | None
    decided_by: list[str]
    quote: str
    turn: int | None
    start: int | None
    end: int | None


class ActionItemOut(Model):
    """A stored action item as `memo capture --json` prints it; without proof its quote is empty, its place None."""

    id: int
    description: str
    assignee: str | None
    assignee_pending: bool
    due_on: date | None
    due_text: str | None
    quote: str
    turn: int | None
    start: int | None
    end: int | None


class CaptureRecord(Model):
    """What Memo remembered of one transcript: the JSON contract of `memo capture --json`.

    `state` is a capture state, or "duplicate" when the content was captured before (the record is the earlier one), or
    "replaced" for a meeting that a later reading took the place of. `capture_id` is None for an imported meeting.
    """

    state: str
    capture_id: int | None
    meeting_id: int | None
    title: str
    held_on: date | None
    summary: str
    attendees: list[str]
    topics: list[str]
    outcomes: list[str]
    decisions: list[DecisionOut]
    action_items: list[ActionItemOut]
    rejected: list[Rejected]
    coverage: Coverage | None
    model: str | None
    cost_microdollars: int | None
    extractor: str | None = None
    format: str | None = None
    file_name: str | None = None
    warnings: list[str] = Field(default_factory=list)
    error: str | None = None
    carried_over: list[str] = Field(default_factory=list)
    not_carried_over: list[str] = Field(default_factory=list)


class EarlierCapture(Model):
    """A capture that holds the same or nearly the same words as what is being handed in."""

    capture_id: int
    meeting_id: int | None
    title: str | None
    held_on: date | None


class Preview(Model):
    """What Memo sees in a file before it spends or keeps anything; title, date, client, project are guesses to correct.

    `duplicate_of` holds the same words, `similar_to` nearly the same, of what may be the same day.
    """

    transcript: Transcript
    estimate: CostEstimate
    title: str
    held_on: date | None
    client: str | None
    project: str | None
    duplicate_of: EarlierCapture | None = None
    similar_to: EarlierCapture | None = None


class Received(Model):
    """What was handed in is kept; "duplicate": the same words were kept before, and nothing new was queued."""

    capture_id: int
    state: Literal["received", "duplicate"]
    meeting_id: int | None = None


class CaptureProgress(Model):
    """Where a capture stands, for the page that watches it; a failed one is tried again at `next_try_at`, if ever."""

    capture_id: int
    meeting_id: int | None
    state: CaptureState
    file_name: str | None
    title: str | None
    attempts: int
    error: str | None
    next_try_at: datetime | None = None
    parts: int
    parts_done: int
    facts: int
    cost_microdollars: int | None
    received_at: datetime


class SyncedNote(Model):
    """A note fetched from a folder or a note taker; "changed": other words of it were captured than it has now."""

    id: int
    provider: str
    key: str
    title: str
    held_on: date | None
    chars: int
    synced_at: datetime
    capture_id: int | None
    state: Literal["new", "captured", "changed"]


class SyncReport(Model):
    """What fetching notes did; `problems` are sentences about notes that could not be read."""

    new: int
    changed: int
    unchanged: int
    problems: list[str] = Field(default_factory=list)
