"""The names of a meeting settled as it is stored: certainly somebody known, a question, somebody new, or just a name.

Those present come first, full names before short ones: whoever is plausibly nobody known becomes a person. Then those
who decided something or are to do something, against everybody known and with a preference for those present.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memo.models import EntityType, Principal, Resolution
from memo.names.directory import KnownNames, is_short, mention_key
from memo.names.fold import alias_key
from memo.names.mentions import names_nobody, several_people
from memo.names.score import Known, score
from memo.store import name_rows
from memo.store import names as store
from memo.store.pool import Database
from memo.store.queries import Connection
from memo.transcripts.people import clean_name


def resolve_meeting(conn: Connection, who: Principal, meeting_id: int) -> None:
    """Settle every name of a meeting that stands for nobody yet, or let it wait for a person; run again, only new ones.

    Belongs into the transaction that writes the names. `who` is not asked anything: what is certain needs nobody.
    """
    rows = name_rows.unsettled_rows(conn, meeting_id)
    if not rows:
        return
    store.take_time(conn)
    KnownNames.read(conn, "person").file()  # what takes long is done before others have to wait
    store.hold_people_list(conn)
    words = store.meeting_in_words(conn, meeting_id)
    work = _Meeting(
        conn,
        words.project_id,
        KnownNames.read(conn, "person", [words.project_id]),
        store.settled_names(conn, words.readings),
        {name for speaker in words.speakers if (name := clean_name(speaker))},
    )
    for attendee in name_rows.attendees_of(conn, [meeting_id]):
        work.remember(attendee)
    work.settle_present([row for row in rows if row.source == "attendee"])
    work.settle_mentions([row for row in rows if row.source != "attendee"])
    name_rows.set_rows(conn, _judged(rows, work.verdicts))


def resolve_name(
    db: Database, who: Principal, mention: str, kind: EntityType = "person", *, meeting_id: int | None = None
) -> Resolution:
    """Whom a mention stands for, in a meeting when given; changes nothing. Raises `NotFound` for an unknown meeting."""
    with db.read(who) as conn:
        if meeting_id is None:
            return KnownNames.read(conn, kind).resolve(mention)
        words = store.meeting_in_words(conn, meeting_id)
        known = KnownNames.read(conn, kind, [words.project_id])
        if kind == "person":
            told = store.settled_names(conn, words.readings).get(mention_key(mention, kind))
            resolution = known.told(mention, told) if told is not None else None
            if resolution is not None:
                return resolution
        attendees = name_rows.attendees_of(conn, [meeting_id])
    present = [a.person_id for a in attendees if a.person_id is not None] if kind == "person" else []
    return known.resolve(mention, present, words.project_id)


@dataclass(frozen=True)
class Verdict:
    """Whom a name stands for, or that it waits; neither: it stays just a name."""

    person_id: int | None = None
    pending: bool = False


NOBODY = Verdict()
WAITS = Verdict(pending=True)


def _judged(
    rows: Iterable[name_rows.NameRow], verdicts: dict[tuple[name_rows.Source, int], Verdict]
) -> list[name_rows.NameRow]:
    """The rows that a verdict changes, changed."""
    judged = ((row, verdicts.get((row.source, row.id), NOBODY)) for row in rows)
    return [
        row.model_copy(update={"person_id": verdict.person_id, "pending": verdict.pending})
        for row, verdict in judged
        if verdict != NOBODY
    ]


@dataclass
class _Meeting:
    """One meeting under way. `speaks` tells for each person present whether a voice in the transcript is theirs."""

    conn: Connection
    project_id: int | None
    known: KnownNames
    told: dict[str, int | None]
    speakers: set[str]
    speaks: dict[int, bool] = field(default_factory=dict)
    unsettled: list[str] = field(default_factory=list)
    verdicts: dict[tuple[name_rows.Source, int], Verdict] = field(default_factory=dict)

    def remember(self, attendee: name_rows.Attendee) -> None:
        """Take in what is settled already."""
        if attendee.person_id is not None:
            self._present(attendee.person_id, attendee.name)
        elif attendee.pending:
            self.unsettled.append(attendee.name)

    def settle_present(self, rows: Sequence[name_rows.NameRow]) -> None:
        """Those listed or heard; a short name may belong to a full one, so full names come first."""
        for short in (False, True):
            new = []
            for row in rows:
                if is_short(row.name) == short and not self._known_attendee(row):
                    new.append(row)
            self._welcome(new)

    def settle_mentions(self, rows: Sequence[name_rows.NameRow]) -> None:
        """Those who decided something or are to do something; the same name is judged once."""
        judged: dict[str, Verdict] = {}
        for row in rows:
            key = mention_key(row.name, "person")
            if key not in judged:
                judged[key] = self._mention(row.name, key)
            self.verdicts[row.source, row.id] = judged[key]

    def _known_attendee(self, row: name_rows.NameRow) -> bool:
        """Whether the attendee is told, certain or a question already; False leaves it to be welcomed."""
        told = self._told(row.name)
        if told is not None:
            self._attend(row, told)
            return True
        found = self.known.resolve(row.name, self._others(row.name), self.project_id)
        if found.band == "none":
            if names_nobody(row.name) or several_people(row.name):
                self._attend(row, NOBODY)
                return True
            return False
        chosen = found.candidate.id if found.candidate else None
        twice = chosen is not None and row.name in self.speakers and self.speaks.get(chosen, False)
        if chosen is None or (twice and not _same(row.name, self.known.name_of(chosen))):
            self._attend(row, WAITS)
        else:
            self._attend(row, Verdict(chosen))
            self._keep_alias(row.name, found)
        return True

    def _welcome(self, rows: Sequence[name_rows.NameRow]) -> None:
        """Nobody known fits: each becomes a person, unless it may be one of those who just did."""
        made: list[Known] = []
        for row in rows:
            found = score(row.name, made, "person")
            if found.band == "none":
                person_id = store.insert_person(self.conn, row.name)
                made.append(Known(person_id, row.name))
                self.known.add(person_id, row.name)
                self._attend(row, Verdict(person_id))
            elif found.candidate is not None and not self.speaks.get(found.candidate.id or 0, False):
                self._attend(row, Verdict(found.candidate.id))
            else:
                self._attend(row, WAITS)

    def _mention(self, name: str, key: str) -> Verdict:
        told = self._told(name)
        if told is not None:
            return told
        if any(mention_key(waiting, "person") == key for waiting in self.unsettled):
            return WAITS
        found = self.known.resolve(name, self.speaks, self.project_id)
        if found.candidate is not None and not self._doubtful(name, found):
            self._keep_alias(name, found)
            return Verdict(found.candidate.id)
        return NOBODY if found.band == "none" else WAITS

    def _doubtful(self, name: str, found: Resolution) -> bool:
        """Whether only the meeting made it certain, while somebody in it who fits too is not told apart yet."""
        if not self.unsettled or self._anywhere(name, found):
            return False
        waiting = [Known(None, other, in_meeting=True) for other in self.unsettled]
        return score(name, waiting, "person").band != "none"

    def _anywhere(self, name: str, found: Resolution) -> bool:
        """Whether the same would be certain in any meeting of this project."""
        again = self.known.resolve(name, (), self.project_id)
        return again.candidate is not None and found.candidate is not None and again.candidate.id == found.candidate.id

    def _keep_alias(self, name: str, found: Resolution) -> None:
        """File another writing of a whole name; what only this meeting made certain, or one word, is not kept."""
        chosen = found.candidate
        if chosen is None or chosen.id is None or is_short(name) or not self._anywhere(name, found):
            return
        if _same(name, chosen.name) or chosen.why == "confirmed before":
            return
        store.insert_alias(
            self.conn,
            kind="person",
            entity_id=chosen.id,
            alias=name,
            alias_key=mention_key(name, "person"),
            project_id=None,
            confidence=found.confidence,
            confirmed_by=None,
        )

    def _told(self, name: str) -> Verdict | None:
        """What a person said about this name in this meeting or an earlier reading of it."""
        key = mention_key(name, "person")
        if key not in self.told:
            return None
        person_id = self.told[key]
        if person_id is not None and self.known.name_of(person_id) is None:
            return None
        return Verdict(person_id)

    def _others(self, name: str) -> set[int]:
        """Those present whose name this may be: a voice may be one who is listed only, and the other way round.

        Two voices are two people: a transcript gives each its own name.
        """
        is_voice = name in self.speakers
        return {person_id for person_id, speaks in self.speaks.items() if speaks != is_voice}

    def _attend(self, row: name_rows.NameRow, verdict: Verdict) -> None:
        self.verdicts[row.source, row.id] = verdict
        if verdict.person_id is not None:
            self._present(verdict.person_id, row.name)
        elif verdict.pending:
            self.unsettled.append(row.name)

    def _present(self, person_id: int, name: str) -> None:
        self.speaks[person_id] = self.speaks.get(person_id, False) or name in self.speakers


def _same(name: str, other: str | None) -> bool:
    return other is not None and alias_key(name) == alias_key(other)
