"""Facts from elsewhere: lines are read one by one, written in batches, and a bad line is refused alone.

What tells one imported fact from another is its type, its `source_id`, what it belongs to (meeting, client, project)
and its text. A line that repeats all of them changes nothing. Where a `source_id` stands for one fact alone, in the
lines as in the store, another text is the same fact put differently: it is updated.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Self

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from memo.invisible import visible
from memo.models import FactType, ImportReport, Principal, ScoredFact
from memo.retrieval.import_names import Names, owner
from memo.store import imports as store
from memo.store.pool import Connection, Database
from memo.transcripts.decode import clean

BATCH = 1000
MAX_IMPORT_TEXT = 20_000
"""Longest text of one fact, in characters."""

_WRITE_SECONDS = 120.0

_STATUSES: dict[FactType, set[str]] = {
    "decision": {"active", "superseded", "wrong", "replaced"},
    "action_item": {"open", "done", "cancelled", "wrong", "replaced"},
}
_OTHER_STATUSES = {"active", "wrong", "replaced"}


def _words(value: object) -> object:
    return (clean(value).strip() or None) if isinstance(value, str) else value


def _names(value: object) -> object:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list | tuple):
        return value
    return tuple(clean(str(name)).strip() for name in value if str(name).strip())


def _id(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _words(value)


Text = Annotated[Annotated[str, Field(max_length=MAX_IMPORT_TEXT)] | None, BeforeValidator(_words)]
Name = Annotated[Annotated[str, Field(max_length=300)] | None, BeforeValidator(_words)]


class ImportLine(BaseModel):
    """One line of an import; fields that Memo does not know are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    fact_type: FactType
    text: Annotated[str, BeforeValidator(_words), Field(min_length=1, max_length=MAX_IMPORT_TEXT)]
    happened_on: date | None = None
    client: Name = None
    project: Name = None
    meeting: Name = Field(default=None, validation_alias=AliasChoices("meeting", "title"))
    source_id: Annotated[Annotated[str, Field(max_length=500)] | None, BeforeValidator(_id)] = None
    reasoning: Text = None
    status: Name = None
    quote: Text = None
    decided_by: Annotated[tuple[str, ...], BeforeValidator(_names)] = Field(
        default=(), validation_alias=AliasChoices("decided_by", "people")
    )
    assignee: Name = None
    due_on: date | None = None
    due_text: Name = None
    audience: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.fact_type == "client_context" and not self.client:
            raise ValueError("a client_context needs a client")
        if self.fact_type == "project_context" and not self.project:
            raise ValueError("a project_context needs a project")
        if self.fact_type == "pulse_summary" and not self.happened_on:
            raise ValueError("a pulse_summary needs happened_on")
        if self.status and self.status not in _STATUSES.get(self.fact_type, _OTHER_STATUSES):
            raise ValueError(f"{self.status} is no status of a {self.fact_type}")
        return self

    @property
    def source(self) -> str:
        """The id of the source, or a fingerprint of what the line says."""
        if self.source_id:
            return self.source_id
        parts = (self.fact_type, self.text, str(self.happened_on), self.client, self.project, self.meeting)
        return "import:" + hashlib.sha256("\0".join(part or "" for part in parts).encode()).hexdigest()[:24]


_FIELDS = ImportLine.model_fields.keys() | ScoredFact.model_fields.keys() | {"title"}
"""What a line may hold; what an export tells beside is made anew here."""
_NAMED_FIELDS = 5
_FIELD_CHARS = 40


@dataclass(frozen=True)
class _Read:
    number: int
    line: ImportLine


@dataclass
class _Tally:
    imported: int = 0
    updated: int = 0
    skipped: int = 0
    unknown: Counter[str] = field(default_factory=Counter)


def import_facts(db: Database, who: Principal, lines: Iterable[Mapping[str, Any]]) -> ImportReport:
    """Store the facts of `lines` and say what became of each; they are found by their words at once.

    A line is what a line of `memo import` holds: fact_type and text, and where known happened_on, client, project,
    meeting, source_id, reasoning, decided_by, assignee, due_on, due_text, status, quote, audience. Clients, projects
    and meetings are found or made by name. Vectors are made afterwards, by `backfill`.
    """
    rejected: list[tuple[int, str]] = []
    tally = _Tally()
    read = list(_checked(lines, rejected, tally.unknown))
    singles = _single_sources(read)
    for batch in _batches(read):
        with db.write(who, timeout=_WRITE_SECONDS) as conn:
            rejected += _store(conn, who, batch, singles, tally)
    notes = []
    if tally.skipped:
        notes.append(f"{tally.skipped} were here already and stay as they are.")
    if tally.updated:
        notes.append(f"{tally.updated} were here with another text, which was changed.")
    if tally.unknown:
        fields = ", ".join(f"{name} ({count})" for name, count in tally.unknown.most_common(_NAMED_FIELDS))
        more = f" and {len(tally.unknown) - _NAMED_FIELDS} more" if len(tally.unknown) > _NAMED_FIELDS else ""
        notes.append(f"Left out were fields that Memo does not know (in so many lines): {fields}{more}.")
    return ImportReport(
        imported=tally.imported,
        updated=tally.updated,
        skipped=tally.skipped,
        rejected=tuple(sorted(rejected)),
        notes=tuple(notes),
    )


def _checked(
    lines: Iterable[Mapping[str, Any]], rejected: list[tuple[int, str]], unknown: Counter[str]
) -> Iterator[_Read]:
    for number, line in enumerate(lines, start=1):
        try:
            read = _Read(number, ImportLine.model_validate(line))
        except ValidationError as exc:
            rejected.append((number, _why(exc)))
            continue
        unknown.update(
            visible(str(name))[:_FIELD_CHARS] for name in line.keys() - _FIELDS if line[name] not in (None, "")
        )
        yield read


def _why(exc: ValidationError) -> str:
    errors = exc.errors(include_input=False, include_url=False)
    return "; ".join(
        f"{'.'.join(str(part) for part in error['loc'])}: {error['msg']}" if error["loc"] else error["msg"]
        for error in errors
    )


def _single_sources(read: list[_Read]) -> set[tuple[object, ...]]:
    """The sources that stand for one fact alone in these lines, with what the fact belongs to."""
    counts = Counter(_scope(one.line) for one in read)
    return {scope for scope, count in counts.items() if count == 1}


def _scope(line: ImportLine) -> tuple[object, ...]:
    names = (line.meeting, line.client, line.project)
    return (line.fact_type, line.source, *(name.lower() if name else None for name in names))


def _batches(read: list[_Read]) -> Iterator[list[_Read]]:
    each = iter(read)
    while batch := list(itertools.islice(each, BATCH)):
        yield batch


def _store(
    conn: Connection, who: Principal, batch: list[_Read], singles: set[tuple[object, ...]], tally: _Tally
) -> list[tuple[int, str]]:
    names = Names.of(conn, who, [one.line for one in batch])
    before = defaultdict(list)
    for fact in store.imported_facts(conn, [one.line.source for one in batch]):
        before[(fact.fact_type, fact.source_id, *fact.owner)].append(fact)
    fresh: dict[FactType, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    seen: set[tuple[object, ...]] = set()
    for one in batch:
        row = names.row(one.line)
        key = (one.line.fact_type, one.line.source, *owner(row, one.line))
        known = before.get(key, [])
        if (*key, one.line.text) in seen or any(fact.text == one.line.text for fact in known):
            tally.skipped += 1
        elif len(known) == 1 and _scope(one.line) in singles and one.line.source_id:
            store.update_imported_text(conn, one.line.fact_type, known[0].fact_id, one.line.text)
            tally.updated += 1
        elif (meeting := names.unsummed(one.line)) is not None:
            store.set_meeting_summary(conn, meeting, one.line.text, one.line.source)
            tally.imported += 1
        else:
            fresh[one.line.fact_type].append((one.number, row))
        seen.add((*key, one.line.text))
    rejected = []
    for fact_type, rows in fresh.items():
        refused = store.import_rows(conn, who, fact_type, [row for _, row in rows])
        rejected += [(rows[index][0], why) for index, why in refused]
        tally.imported += len(rows) - len(refused)
    return rejected
