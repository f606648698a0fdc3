"""The names that wait for a person, each once, with those it may stand for and what these have been doing lately."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache

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
    """What waits and `who` may see, the most often said first; what candidates did lately is for `with_lately`.

    A name is one question wherever it is said; a first name that fits several people is a question for each meeting.
    """
    with db.read(who) as conn:
        rows = name_rows.waiting_rows(conn)
        if not rows:
            return []
        asked = _Asking(conn, rows).questions()
    return sorted(asked, key=lambda n: (-(n.action_items + n.decisions + n.meetings), n.mention.casefold()))


def with_lately(db: Database, who: Principal, names: Sequence[PendingName]) -> list[PendingName]:
    """`names`, each candidate with what he or she had to do with lately, as far as `who` may see it."""
    ids = {candidate.id for name in names for candidate in name.candidates if candidate.id is not None}
    if not ids:
        return list(names)
    recent: dict[int, list[Recent]] = defaultdict(list)
    with db.read(who) as conn:
        for row in store.lately(conn, ids, LATELY):
            recent[row.person_id].append(Recent(**row.model_dump(exclude={"person_id"})))
    return [_with_lately(name, recent) for name in names]


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
    return sum(_answers(candidate.name, resolution.mention) for candidate in resolution.candidates)


@lru_cache(maxsize=10_000)  # asked for every name that waits, each time the page is drawn
def _answers(name: str, mention: str) -> bool:
    return score(mention, [Known(None, name, in_meeting=True)], "person").band == "auto"


def _why(resolution: Resolution) -> str:
    """Why it is a question; what looks certain waits because both names have a voice in the meeting."""
    if resolution.candidate is not None:
        return f"fits {resolution.candidate.name}, who has another name beside it in the meeting"
    return resolution.why


def _with_lately(name: PendingName, recent: Mapping[int, Sequence[Recent]]) -> PendingName:
    candidates = tuple(
        candidate.model_copy(update={"lately": tuple(recent.get(candidate.id or 0, ()))})
        for candidate in name.candidates
    )
    return name.model_copy(update={"candidates": candidates})
