"""Who may see a meeting and all that hangs on it. One function per query of audiences.sql."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memo.models import CaptureState, Model
from memo.store.queries import Connection, Q


class MeetingAudience(Model):
    """Who may see a meeting (None: the whole team); `uploader` is the member who handed it in."""

    meeting_id: int
    title: str
    audience: tuple[str, ...] | None
    uploader: int | None


def meeting_audience(conn: Connection, meeting_id: int) -> MeetingAudience:
    """Who may see a meeting; raises `NotFound`."""
    return Q["meeting_audience"].one(conn, MeetingAudience, meeting_id=meeting_id)


def hold_captures(conn: Connection, captures: Collection[int]) -> list[CaptureState]:
    """Where captures stand, held until the transaction ends."""
    return Q["hold_captures"].values(conn, captures=list(captures))


def set_audience(
    conn: Connection, meetings: Collection[int], captures: Collection[int], audience: Sequence[str] | None
) -> None:
    """Let `audience` alone see these meetings and captures, and whatever was read from or into them."""
    wanted = None if audience is None else list(audience)
    Q["set_captures_audience"].run(
        conn, captures=list(captures), audience=wanted, audience_key=",".join(audience or ())
    )
    Q["set_meetings_audience"].run(conn, meetings=list(meetings), audience=wanted)
    Q["set_notes_audience"].run(conn, captures=list(captures), audience=wanted)


def delete_unsent_messages(conn: Connection, meetings: Collection[int]) -> int:
    """Delete what Slack has not been told of these meetings; how many messages."""
    return Q["delete_unsent_messages"].run(conn, meetings=list(meetings))
