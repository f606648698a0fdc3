"""Taking a meeting out with everything that was made of it. One function per query of forget.sql."""

from __future__ import annotations

from collections.abc import Collection

from memo.models import Model
from memo.store.queries import Connection, Q


class Held(Model):
    """What goes with meetings by itself, in numbers."""

    decisions: int
    action_items: int
    vectors: int
    rejected_items: int
    messages: int


def captures_of_meetings(conn: Connection, meetings: Collection[int]) -> set[int]:
    """The captures that these meetings were read from, and those that were read in their place."""
    return set(Q["captures_of_meetings"].values(conn, meetings=list(meetings)))


def versions_of_meetings(conn: Connection, meetings: Collection[int]) -> set[int]:
    """The meetings that took the place of these, or whose place these took."""
    return set(Q["versions_of_meetings"].values(conn, meetings=list(meetings)))


def meetings_of_captures(conn: Connection, captures: Collection[int]) -> set[int]:
    """The meetings that were read from these captures, earlier readings and what they replaced among them."""
    return set(Q["meetings_of_captures"].values(conn, captures=list(captures)))


def linked(conn: Connection, meeting_id: int) -> tuple[set[int], set[int]]:
    """All meetings and captures that are readings or replacements of one another, this meeting among them."""
    found, captures = {meeting_id}, set[int]()
    while True:
        more_captures = captures | captures_of_meetings(conn, found)
        more = found | versions_of_meetings(conn, found) | meetings_of_captures(conn, more_captures)
        if (more, more_captures) == (found, captures):
            return found, captures
        found, captures = more, more_captures


def held_by_meetings(conn: Connection, meetings: Collection[int]) -> Held:
    """What goes with these meetings by itself."""
    return Q["held_by_meetings"].one(conn, Held, meetings=list(meetings))


def delete_digests_telling(conn: Connection, meetings: Collection[int]) -> int:
    """Delete digests that repeat these meetings; how many."""
    return Q["delete_digests_telling"].run(conn, meetings=list(meetings))


def delete_answers_telling(conn: Connection, meetings: Collection[int]) -> int:
    """Delete answers that cite these meetings and what followed them in their conversations; how many."""
    return Q["delete_answers_telling"].run(conn, meetings=list(meetings))


def delete_notes_of_captures(conn: Connection, captures: Collection[int]) -> int:
    """Delete the synced notes that were captured; how many."""
    return Q["delete_notes_of_captures"].run(conn, captures=list(captures))


def delete_jobs_of_captures(conn: Connection, captures: Collection[int]) -> int:
    """Delete the work that waits; how much."""
    return Q["delete_jobs_of_captures"].run(conn, captures=list(captures))


def delete_receipts_of_meetings(conn: Connection, meetings: Collection[int]) -> None:
    """Delete decisions about names that were for these meetings alone; the others no longer name them."""
    Q["delete_receipts_of_meetings"].run(conn, meetings=list(meetings))
    Q["drop_meetings_of_receipts"].run(conn, meetings=list(meetings))


def delete_meetings(conn: Connection, meetings: Collection[int]) -> int:
    """Delete meetings with everything that hangs on them; how many."""
    return Q["delete_meetings"].run(conn, meetings=list(meetings))


def delete_captures(conn: Connection, captures: Collection[int]) -> int:
    """Delete what was handed in; how many."""
    return Q["delete_captures"].run(conn, captures=list(captures))
