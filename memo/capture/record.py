"""What Memo remembered of a transcript, read back from the database."""

from __future__ import annotations

from memo.capture.write import title_of
from memo.errors import NotFound
from memo.models import CaptureProgress, CaptureRecord, Principal, Rejected
from memo.store import captures, meetings
from memo.store.captures import CaptureHead
from memo.store.meetings import StoredTranscript
from memo.store.pool import Connection, Database


def capture_record(db: Database, who: Principal, capture_id: int) -> CaptureRecord:
    """The record of a capture, with its meeting once that is stored; raises `NotFound`."""
    with db.read(who) as conn:
        head = captures.capture_head(conn, capture_id)
        if head.meeting_id is None:
            return _unread(head)
        return _record(conn, head.meeting_id, head)


def meeting_record(db: Database, who: Principal, meeting_id: int) -> CaptureRecord:
    """The record of a meeting, also of one that was imported or replaced; raises `NotFound`."""
    with db.read(who) as conn:
        meeting = meetings.meeting_head(conn, meeting_id)
        head = captures.capture_head(conn, meeting.capture_id) if meeting.capture_id is not None else None
        return _record(conn, meeting_id, head)


def transcript(db: Database, who: Principal, meeting_id: int) -> StoredTranscript:
    """The stored transcript of a meeting, exactly as offsets point into it; raises `NotFound`."""
    with db.read(who) as conn:
        stored = meetings.meeting_transcript(conn, meeting_id)
    if not stored.text:
        raise NotFound("This meeting has no transcript: it was imported.")
    return stored


def capture_progress(db: Database, who: Principal, capture_id: int) -> CaptureProgress:
    """Where a capture stands; raises `NotFound`."""
    with db.read(who) as conn:
        return captures.capture_progress(conn, capture_id)


def recent_captures(db: Database, who: Principal, limit: int = 20) -> list[CaptureProgress]:
    """Where the newest captures stand."""
    with db.read(who) as conn:
        return captures.recent_captures(conn, limit)


def _unread(head: CaptureHead) -> CaptureRecord:
    return CaptureRecord(
        state=head.state,
        capture_id=head.id,
        meeting_id=None,
        title=title_of(head.requested.title, None, head.file_name),
        held_on=head.held_on,
        summary="",
        attendees=[],
        topics=[],
        outcomes=[],
        decisions=[],
        action_items=[],
        rejected=[],
        coverage=None,
        model=None,
        cost_microdollars=head.cost_microdollars,
        format=head.format,
        file_name=head.file_name,
        warnings=head.warnings,
        error=head.last_error,
    )


def _record(conn: Connection, meeting_id: int, head: CaptureHead | None) -> CaptureRecord:
    meeting = meetings.meeting_head(conn, meeting_id)
    replaced = meeting.status == "replaced"
    extra = ("replaced",) if replaced else ()
    current = head if head is not None and head.meeting_id == meeting_id else None
    return CaptureRecord(
        state="replaced" if replaced else current.state if current else "stored",
        capture_id=meeting.capture_id,
        meeting_id=meeting_id,
        title=meeting.title,
        held_on=meeting.held_on,
        summary=meeting.summary,
        attendees=meetings.meeting_attendees(conn, meeting_id),
        topics=meeting.topics,
        outcomes=meeting.outcomes,
        decisions=meetings.meeting_decisions(conn, meeting_id, (*meetings.SHOWN_DECISIONS, *extra)),
        action_items=meetings.meeting_action_items(conn, meeting_id, (*meetings.SHOWN_ACTION_ITEMS, *extra)),
        rejected=list[Rejected](meetings.meeting_rejected(conn, meeting_id)),
        coverage=meeting.coverage,
        model=meeting.model,
        cost_microdollars=head.cost_microdollars if head else None,
        extractor=meeting.extractor,
        format=meeting.format,
        file_name=head.file_name if head else None,
        warnings=head.warnings if head else [],
        error=current.last_error if current else None,
        carried_over=current.carried_over if current else [],
        not_carried_over=current.not_carried_over if current else [],
    )
