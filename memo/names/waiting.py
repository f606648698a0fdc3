"""The names that wait for a person, each once, with those it may stand for and what these have been doing lately."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from memo.models import Candidate, PendingName, Principal, Recent, Resolution
from memo.names.directory import KnownNames, is_short, mention_key
from memo.names.score import Known, score
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database
from memo.store.queries import Connection

LATELY = 3
"""Things shown of each candidate."""


def pending_names(db: Database, who: Principal) -> list[PendingName]:
    """What waits and `who` may see, the most often said first.

    A name is one question wherever it is said; a first name that fits several people is a question for each meeting.
    """
    with db.read(who) as conn:
        rows = name_rows.waiting_rows(conn)
        if not rows:
            return []
        asked = _Asking(conn, rows).questions()
        recent = _lately(conn, asked)
    named = [_with_lately(name, recent) for name in asked]
    return sorted(named, key=lambda n: (-(n.action_items + n.decisions + n.meetings), n.mention.casefold()))


class _Asking:
    """Turns rows into questions."""

    def __init__(self, conn: Connection, rows: Sequence[name_rows.WaitingRow]) -> None:
        self._rows = rows
        self._known = KnownNames.read(conn, "person", {row.project_id for row in rows})
        self._present: dict[int, set[int]] = defaultdict(set)
        for attendee in name_rows.attendees_of(conn, {row.meeting_id for row in rows if row.meeting_id is not None}):
            if attendee.person_id is not None:
                self._present[attendee.meeting_id].add(attendee.person_id)
        self._resolved: dict[tuple[str, frozenset[int], int | None], Resolution] = {}

    def questions(self) -> list[PendingName]:
        by_name: dict[str, list[name_rows.WaitingRow]] = defaultdict(list)
        for row in self._rows:
            by_name[mention_key(row.name, "person") or row.name].append(row)
        return [question for rows in by_name.values() for question in self._asked(rows)]

    def _asked(self, rows: Sequence[name_rows.WaitingRow]) -> Iterable[PendingName]:
        by_meeting: dict[int | None, list[name_rows.WaitingRow]] = defaultdict(list)
        for row in rows:
            by_meeting[row.meeting_id].append(row)
        shared = is_short(rows[0].name) and any(
            _bearers(self._resolution(_newest(some))) > 1 for some in by_meeting.values()
        )
        if not shared:
            yield self._question(rows, "everywhere")
            return
        outside = by_meeting.pop(None, [])
        for some in by_meeting.values():
            yield self._question(some, "meeting")
        if outside:
            yield self._question(outside, "everywhere")

    def _question(self, rows: Sequence[name_rows.WaitingRow], scope: str) -> PendingName:
        shown = _newest(rows)
        resolution = self._resolution(shown)
        return PendingName.model_validate(
            {
                "mention": shown.name,
                "type": "person",
                **shown.model_dump(include=set(_SHOWN)),
                "action_items": sum(row.source == "action_item" for row in rows),
                "decisions": len({row.decision_id for row in rows if row.source == "decision_maker"}),
                "meetings": len({row.meeting_id for row in rows if row.source == "attendee"}),
                "candidates": self._candidates(shown, resolution),
                "why": _why(resolution),
                "scope": scope,
            }
        )

    def _candidates(self, row: name_rows.WaitingRow, resolution: Resolution) -> tuple[Candidate, ...]:
        """The candidates, those who were there marked so."""
        present = self._present.get(row.meeting_id or 0, set())
        return tuple(
            c.model_copy(update={"why": f"{c.why}, was in this meeting"}) if c.id in present else c
            for c in resolution.candidates
        )

    def _resolution(self, row: name_rows.WaitingRow) -> Resolution:
        present = frozenset(self._present.get(row.meeting_id, ())) if row.meeting_id is not None else frozenset()
        key = (row.name, present, row.project_id)
        if key not in self._resolved:
            self._resolved[key] = self._known.resolve(row.name, present, row.project_id)
        return self._resolved[key]


_SHOWN = (
    "meeting_id",
    "meeting",
    "happened_on",
    "quote",
    "text",
    "turn",
    "start",
    "end",
    "project_id",
    "project",
)


def _newest(rows: Sequence[name_rows.WaitingRow]) -> name_rows.WaitingRow:
    """The row to show: one with a fact rather than a presence, of the newest day."""
    return max(rows, key=lambda row: (row.source != "attendee", row.happened_on or date.min, row.id))


def _bearers(resolution: Resolution) -> int:
    """How many candidates answer to the name itself, rather than to one that is written nearly like it."""
    alone = (score(resolution.mention, [Known(None, c.name, in_meeting=True)], "person") for c in resolution.candidates)
    return sum(one.band == "auto" for one in alone)


def _why(resolution: Resolution) -> str:
    """Why it is a question; what looks certain waits because both names have a voice in the meeting."""
    if resolution.candidate is not None:
        return f"fits {resolution.candidate.name}, who has another name beside it in the meeting"
    return resolution.why


def _lately(conn: Connection, asked: Iterable[PendingName]) -> dict[int, tuple[Recent, ...]]:
    ids = {candidate.id for name in asked for candidate in name.candidates if candidate.id is not None}
    found: dict[int, list[Recent]] = defaultdict(list)
    for row in store.lately(conn, ids, LATELY) if ids else ():
        found[row.person_id].append(Recent(**row.model_dump(exclude={"person_id"})))
    return {person_id: tuple(recent) for person_id, recent in found.items()}


def _with_lately(name: PendingName, recent: dict[int, tuple[Recent, ...]]) -> PendingName:
    candidates = tuple(
        candidate.model_copy(update={"lately": recent.get(candidate.id or 0, ())}) for candidate in name.candidates
    )
    return name.model_copy(update={"candidates": candidates})
