"""The filters that `search`, `facts` and `export` share: options and JSON lines in, a `FactFilter` out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memo.cli.output import a_date
from memo.errors import InputError
from memo.models import FACT_TYPES, EntityType, FactFilter

if TYPE_CHECKING:
    from memo.service import Memo

Types = Annotated[
    list[str] | None, typer.Option("--type", help=f"Only this kind of fact; may be repeated: {', '.join(FACT_TYPES)}.")
]
Client = Annotated[str | None, typer.Option(help="Only facts of this client.")]
Project = Annotated[str | None, typer.Option(help="Only facts of this project.")]
Person = Annotated[str | None, typer.Option(help="Only facts that this person decided or has to do.")]
Meeting = Annotated[int | None, typer.Option(help="Only facts of this meeting (its number).")]
Since = Annotated[
    date | None, typer.Option(parser=a_date, metavar="DATE", help="Nothing that happened before this day.")
]
Until = Annotated[
    date | None, typer.Option(parser=a_date, metavar="DATE", help="Nothing that happened after this day.")
]

LINE_KEYS = frozenset({"query", "limit", "type", "client", "project", "person", "meeting", "since", "until"})


class Named:
    """Client, project and person names turned into ids, each asked for once."""

    def __init__(self, memo: Memo) -> None:
        self._memo = memo
        self._known: dict[tuple[EntityType, str], int] = {}

    def id_of(self, kind: EntityType, name: str | None) -> int | None:
        """The id that `name` certainly stands for; `InputError` names whom it could mean."""
        if name is None:
            return None
        if (kind, name) not in self._known:
            self._known[kind, name] = self._resolve(kind, name)
        return self._known[kind, name]

    def _resolve(self, kind: EntityType, name: str) -> int:
        found = self._memo.resolve_name(name, kind)
        if found.candidate is not None and found.candidate.id is not None and found.band == "auto":
            return found.candidate.id
        could = ", ".join(candidate.name for candidate in found.candidates)
        raise InputError(f"{kind} {name!r} is not known" + (f"; did you mean {could}?" if could else "."))


def fact_filter(
    named: Named,
    *,
    types: list[str] | None = None,
    client: str | None = None,
    project: str | None = None,
    person: str | None = None,
    meeting: int | None = None,
    since: date | None = None,
    until: date | None = None,
) -> FactFilter:
    """The filter that these options ask for."""
    unknown = [kind for kind in types or () if kind not in FACT_TYPES]
    if unknown:
        raise InputError(f"There is no kind of fact {unknown[0]!r}; there are {', '.join(FACT_TYPES)}.")
    return FactFilter(
        fact_types=tuple(kind for kind in FACT_TYPES if kind in (types or ())),
        client_id=named.id_of("client", client),
        project_id=named.id_of("project", project),
        person_id=named.id_of("person", person),
        meeting_id=meeting,
        since=since,
        until=until,
    )


def line_filter(named: Named, line: dict[str, Any]) -> FactFilter:
    """The filter of one line of a `--queries` file; `type` is a name or a list of names, dates are YYYY-MM-DD."""
    unknown = sorted(set(line) - LINE_KEYS)
    if unknown:
        raise InputError(f"{', '.join(unknown)}: not a filter; there are {', '.join(sorted(LINE_KEYS))}.")
    kinds = line.get("type")
    return fact_filter(
        named,
        types=[kinds] if isinstance(kinds, str) else kinds,
        client=line.get("client"),
        project=line.get("project"),
        person=line.get("person"),
        meeting=line.get("meeting"),
        since=_day(line, "since"),
        until=_day(line, "until"),
    )


def _day(line: dict[str, Any], key: str) -> date | None:
    value = line.get(key)
    try:
        return None if value is None else date.fromisoformat(value)
    except (TypeError, ValueError) as exc:
        raise InputError(f"{key}: {value!r} is not a date; write it as 2026-03-04.") from exc
