"""Forgetting a meeting: it goes with everything that was made of it, in one transaction, and a receipt says what went.

All readings of the same upload go, and what they replaced: forgetting the newest alone would bring the older one back
to light. Answers that cite the meeting go, whoever asked. People, clients and projects stay, and so do the sums of what
models cost.
"""

from __future__ import annotations

from memo.errors import NotAllowed
from memo.models import LOCAL_USER, Model, Principal
from memo.store import forget as store
from memo.store import meetings
from memo.store.pool import Connection, Database

SECONDS = 60.0
"""How long one statement may run: much may hang on a long meeting."""


class ForgetReceipt(Model):
    """What went with a meeting, in numbers; `meetings` counts its earlier readings as well."""

    meeting_id: int
    title: str
    meetings: int
    captures: int
    decisions: int
    action_items: int
    vectors: int
    rejected_items: int
    messages: int
    digests: int
    answers: int
    notes: int


def forget_meeting(db: Database, who: Principal, meeting_id: int) -> ForgetReceipt:
    """Remove a meeting for good; raises `NotFound` when `who` may not see it, `NotAllowed` unless an administrator."""
    title = _allowed(db, who, meeting_id)
    # Answers and restricted readings of other people go as well, so this runs for everybody.
    with db.write(LOCAL_USER, timeout=SECONDS) as conn:
        return _forget(conn, meeting_id, title)


def preview_forget(db: Database, who: Principal, meeting_id: int) -> ForgetReceipt:
    """What `forget_meeting` would remove; removes nothing."""
    title = _allowed(db, who, meeting_id)
    with db.write(LOCAL_USER, timeout=SECONDS) as conn, conn.transaction(force_rollback=True):
        return _forget(conn, meeting_id, title)


def _allowed(db: Database, who: Principal, meeting_id: int) -> str:
    with db.read(who) as conn:
        title = meetings.meeting_head(conn, meeting_id).title
    if who.role != "admin":
        raise NotAllowed("Only an administrator can make Memo forget a meeting.")
    return title


def _forget(conn: Connection, meeting_id: int, title: str) -> ForgetReceipt:
    gone, captures = store.linked(conn, meeting_id)
    held = store.held_by_meetings(conn, gone)
    digests = store.delete_digests_telling(conn, gone)
    answers = store.delete_answers_telling(conn, gone)
    notes = store.delete_notes_of_captures(conn, captures)
    store.delete_jobs_of_captures(conn, captures)
    store.delete_receipts_of_meetings(conn, gone)
    return ForgetReceipt(
        meeting_id=meeting_id,
        title=title,
        meetings=store.delete_meetings(conn, gone),
        captures=store.delete_captures(conn, captures),
        digests=digests,
        answers=answers,
        notes=notes,
        **held.model_dump(),
    )
