"""The one transaction that turns a reading into a meeting with facts; all of it, or nothing, and only under the lease.

Order: the capture is locked and its lease checked; client and project; the meeting; its facts; what people did to the
meeting it replaces; names; links; the message for Slack; and last the capture's new state, which checks the lease anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import PurePath
from typing import Literal, TypeVar

from memo.capture.links import propose_links
from memo.capture.replace import Carried, Returning, replace_meeting
from memo.capture.tools import WORKER, Tools
from memo.models import CaptureState, CheckedAction, CheckedDecision, Extraction, Rejected, Transcript
from memo.store import captures, meetings, outbox
from memo.store.captures import Claim, Lease
from memo.store.pool import Connection, Database
from memo.store.provenance import Provenance

CAPTURE_STORED = "capture_stored"
"""The kind of the message that says a capture is stored."""
UNSTORABLE = "It could not be stored as it is."
TIMEOUT = 30.0
"""Seconds that one statement of the transaction may take: a full day's meeting has hundreds of facts."""

LOCK_WAIT = 20
"""Seconds that it waits for other meetings being stored: what was read has been paid for."""

F = TypeVar("F", CheckedDecision, CheckedAction)


@dataclass(frozen=True)
class Stored:
    """What was written."""

    meeting_id: int
    state: CaptureState


def store_meeting(db: Database, tools: Tools, claim: Claim, transcript: Transcript, extraction: Extraction) -> Stored:
    """Write everything that was learned from one capture; raises `LeaseLost`, with nothing written, when not ours."""
    lease = Lease(claim.id, claim.lease)
    with db.write(WORKER, timeout=TIMEOUT) as conn:
        captures.wait_for_locks(conn, LOCK_WAIT)
        captures.hold_capture(conn, lease)
        source = provenance(claim)
        meeting_id = meetings.insert_meeting(conn, _meeting(conn, claim, transcript, extraction), source)
        meetings.insert_attendees(conn, meeting_id, transcript.people)
        facts, unstorable = _insert_facts(conn, meeting_id, extraction, source)
        meetings.insert_rejected(conn, meeting_id, [*extraction.rejected, *unstorable])
        carried = Carried()
        if claim.replaces_meeting_id is not None:
            carried = replace_meeting(conn, claim.replaces_meeting_id, meeting_id, facts, transcript)
        tools.resolve_names(conn, WORKER, meeting_id)
        propose_links(conn, meeting_id, facts, held_on=held_on(claim, transcript), audience=claim.audience)
        state: CaptureState = "partial" if extraction.coverage.gaps or extraction.coverage.parts_failed else "stored"
        if tools.settings.slack_bot_token and _has_channel(tools, claim):
            _tell(conn, claim, meeting_id, state)
        captures.finish_capture(
            conn,
            lease,
            state=state,
            meeting_id=meeting_id,
            extractor=extraction.extractor,
            model=extraction.model,
            coverage=extraction.coverage,
            warnings=transcript.warnings,
            carried_over=carried.over,
            not_carried_over=carried.not_over,
            facts=len(facts.decisions) + len(facts.action_items),
        )
    return Stored(meeting_id, state)


def provenance(claim: Claim) -> Provenance:
    """Who or what set this capture off, and what was read."""
    return Provenance(
        "note" if claim.source_key.startswith("note:") else "meeting",
        claim.source_key,
        claim.triggered_by_user_id,
        claim.triggered_by_agent,
    )


def title_of(requested: str | None, transcript: Transcript | None, file_name: str | None) -> str:
    """The person's title, else the file's own, else the file's name."""
    stem = PurePath(file_name).stem.replace("_", " ").strip() if file_name else ""
    return requested or (transcript and transcript.title) or stem or "Untitled meeting"


def _meeting(conn: Connection, claim: Claim, transcript: Transcript, extraction: Extraction) -> meetings.NewMeeting:
    client_id, project_id = _client_and_project(conn, claim)
    return meetings.NewMeeting(
        capture_id=claim.id,
        title=title_of(claim.requested.title, transcript, claim.file_name),
        held_on=held_on(claim, transcript),
        summary=extraction.summary,
        topics=extraction.topics,
        outcomes=extraction.outcomes,
        transcript=transcript.text,
        turns=transcript.turns,
        format=transcript.format,
        extractor=extraction.extractor,
        model=extraction.model,
        coverage=extraction.coverage,
        client_id=client_id,
        project_id=project_id,
        audience=claim.audience,
    )


def held_on(claim: Claim, transcript: Transcript) -> date | None:
    """The day the meeting was held: what the person said, else what the file says, else unknown."""
    return claim.requested.held_on or transcript.held_on or claim.held_on


def _client_and_project(conn: Connection, claim: Claim) -> tuple[int | None, int | None]:
    client_id = meetings.named_client(conn, claim.requested.client) if claim.requested.client else None
    if not claim.requested.project:
        return client_id, None
    project_id, its_client = meetings.named_project(conn, claim.requested.project, client_id)
    return client_id or its_client, project_id


def _insert_facts(
    conn: Connection, meeting_id: int, extraction: Extraction, source: Provenance
) -> tuple[Returning, list[Rejected]]:
    """Store each fact by itself: one that the database refuses is rejected alone."""
    decisions, bad_decisions = _each(
        conn, extraction.decisions, lambda fact: meetings.insert_decision(conn, meeting_id, fact, source)
    )
    items, bad_items = _each(
        conn, extraction.action_items, lambda fact: meetings.insert_action_item(conn, meeting_id, fact, source)
    )
    rejected = [_unstorable("decision", fact) for fact in bad_decisions]
    rejected += [_unstorable("action_item", fact) for fact in bad_items]
    return Returning(decisions, items), rejected


def _each(conn: Connection, facts: tuple[F, ...], insert: Callable[[F], int]) -> tuple[list[tuple[int, F]], list[F]]:
    stored, refused = [], []
    for fact in facts:
        fact_id = meetings.attempt(conn, partial(insert, fact))
        if fact_id is None:
            refused.append(fact)
        else:
            stored.append((fact_id, fact))
    return stored, refused


def _unstorable(kind: Literal["decision", "action_item"], fact: CheckedDecision | CheckedAction) -> Rejected:
    return Rejected(kind=kind, text=fact.description, quote=fact.evidence.quote, why=UNSTORABLE)


def _has_channel(tools: Tools, claim: Claim) -> bool:
    """Whether Slack may hear of it: a restricted meeting is told only where a channel is named for its audience."""
    return claim.audience is None or not tools.settings.slack_channels.keys().isdisjoint(claim.audience)


def _tell(conn: Connection, claim: Claim, meeting_id: int, state: CaptureState) -> None:
    outbox.insert_message(
        conn,
        kind=CAPTURE_STORED,
        dedup_key=f"{CAPTURE_STORED}:{claim.id}:{meeting_id}",
        payload={"capture_id": claim.id, "meeting_id": meeting_id, "state": state},
        meeting_id=meeting_id,
    )
