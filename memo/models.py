"""The pydantic models that cross module borders; all are frozen values and none does I/O.

Offsets (`start`, `end`) are code points into `Transcript.text`; `end` is exclusive.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

FactType = Literal["decision", "action_item", "meeting", "client_context", "project_context", "pulse_summary"]
FACT_TYPES: tuple[FactType, ...] = (
    "decision",
    "action_item",
    "meeting",
    "client_context",
    "project_context",
    "pulse_summary",
)
EntityType = Literal["person", "client", "project"]
CaptureState = Literal["received", "extracting", "stored", "partial", "failed_retryable", "failed_final"]
Role = Literal["reader", "member", "admin"]


class Model(BaseModel):
    """A frozen value; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- who asks -----------------------------------------------------------------------------------------------------


class Principal(Model):
    """The person or agent on whose behalf a service call is made; every service call has one.

    `audience` are the groups whose restricted meetings this principal may see ("member:7", "group:legal").
    """

    name: str
    member_id: int | None = None
    agent: str | None = None
    email: str | None = None
    role: Role = "member"
    audience: tuple[str, ...] = ()


LOCAL_USER = Principal(name="local user", agent="memo", role="admin", audience=("*",))
"""Who asks when no sign-in is configured: the server then listens on this machine only."""


# --- transcripts --------------------------------------------------------------------------------------------------


class Turn(Model):
    """One utterance: `Transcript.text[start:end] == text`; `speaker` as the file writes it, None when unknown."""

    index: int
    speaker: str | None
    text: str
    start: int
    end: int
    time: str | None = None


class Transcript(Model):
    """A decoded transcript cut into turns, with what its own header says about the meeting.

    `text` is what is stored and what every offset points into. `format` is the reader's name for the file ("zoom-vtt").
    `people` are cleaned names (speakers first, then the file's attendee list). `warnings` are sentences for the person.
    """

    text: str
    format: str
    format_label: str
    turns: tuple[Turn, ...]
    title: str | None = None
    held_on: date | None = None
    people: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


# --- model calls --------------------------------------------------------------------------------------------------


class ModelRun(Model):
    """One call to a model as `agent_runs` records it; `cost_microdollars` is None for unknown prices, never 0."""

    trigger_detail: str
    model: str
    started_at: datetime
    latency_ms: int
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost_microdollars: int | None = None
    outcome: str = "ok"
    error_class: str | None = None
    request_id: str | None = None
    stop_reason: str | None = None


# --- extraction ---------------------------------------------------------------------------------------------------


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


class Draft(Model):
    """What an extractor proposes for one part of a transcript."""

    summary: str = ""
    topics: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    decisions: tuple[DraftDecision, ...] = ()
    action_items: tuple[DraftAction, ...] = ()


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


class Rejected(Model):
    """An item that failed a check: kept with the reason, shown on the page, never a fact unless a person accepts it."""

    kind: Literal["decision", "action_item", "summary", "outcome"]
    text: str
    quote: str
    why: str
    detail: dict[str, str | None] = Field(default_factory=dict)


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


# --- the record of a capture --------------------------------------------------------------------------------------


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


# --- facts --------------------------------------------------------------------------------------------------------


class FactFilter(Model):
    """What a search or a listing is narrowed to; None and empty mean "any". Dates apply to `happened_on`, inclusive."""

    fact_types: tuple[FactType, ...] = ()
    client_id: int | None = None
    project_id: int | None = None
    person_id: int | None = None
    meeting_id: int | None = None
    since: date | None = None
    until: date | None = None
    statuses: tuple[str, ...] = ()
    text: str | None = None
    include_superseded: bool = False


class Fact(Model):
    """One row of the facts view with the names that its ids stand for."""

    fact_type: FactType
    fact_id: int
    text: str
    client_id: int | None = None
    client: str | None = None
    project_id: int | None = None
    project: str | None = None
    meeting_id: int | None = None
    meeting: str | None = None
    source_type: str
    source_id: str
    happened_on: date | None = None
    captured_at: datetime
    triggered_by_user_id: int | None = None
    triggered_by_agent: str | None = None
    status: str
    reasoning: str | None = None
    people: tuple[str, ...] = ()
    due_on: date | None = None
    due_text: str | None = None
    quote: str | None = None
    turn: int | None = None
    quote_start: int | None = None
    quote_end: int | None = None
    searchable: bool = True


class ScoredFact(Fact):
    """A fact found by a search; `score` orders one search's results, `similarity` is the cosine (None: words only)."""

    score: float
    similarity: float | None = None
    matched: tuple[str, ...] = ()


class FactPage(Model):
    """Facts newest first; `next` is the cursor of the page after this one, None on the last."""

    facts: tuple[Fact, ...]
    next: str | None = None


class ImportReport(Model):
    """What became of the lines of an import; `rejected` are (line number from 1, why)."""

    imported: int
    updated: int
    skipped: int
    rejected: tuple[tuple[int, str], ...]
    notes: tuple[str, ...] = ()


class BackfillReport(Model):
    """How many facts got their vector, how many could not, and how many are left without one of this model."""

    done: int
    failed: int
    left: int


# --- answers ------------------------------------------------------------------------------------------------------


class Citation(Model):
    """One numbered source of an answer, built from a database row and never from model text."""

    n: int
    fact_type: FactType
    fact_id: int
    text: str
    meeting_id: int | None
    meeting: str | None
    happened_on: date | None
    quote: str | None
    turn: int | None


class NearMiss(Model):
    """A fact that was found but not thought to answer the question."""

    fact_type: FactType
    fact_id: int
    text: str
    meeting_id: int | None
    meeting: str | None
    happened_on: date | None
    score: float


class Searched(Model):
    """How much was searched."""

    facts: int
    meetings: int


class Answer(Model):
    """A cited answer or an honest abstention: the JSON contract of `memo ask --json`.

    `filters` are the understood filters in words ("client": "Northwind"). `notes` say what was dropped, unsure or not
    done (no prose written, model down). `asked` is the question as rewritten with the conversation, when it was.
    `without` are the filters that the person has taken back.
    """

    answer: str
    abstained: bool
    citations: list[Citation]
    near_misses: list[NearMiss]
    searched: Searched
    filters: dict[str, str]
    model: str
    cost_microdollars: int | None
    notes: list[str] = Field(default_factory=list)
    asked: str | None = None
    without: list[str] = Field(default_factory=list)
    answer_id: int | None = None
    conversation: UUID | None = None


# --- names --------------------------------------------------------------------------------------------------------


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


class Status(Model):
    """What runs where: versions, database, embedder, counts and limits."""

    version: str
    database: str
    database_version: str
    schema_version: str
    model: str
    embedder: str
    embedding_model: str
    facts: dict[str, int]
    meetings: int
    not_searchable: int
    pending_names: int
    captures: dict[str, int]
    limits: dict[str, int | str]
