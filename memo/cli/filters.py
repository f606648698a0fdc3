"""The filters that `search`, `facts` and `export` share: options and JSON lines in, a `FactFilter` out."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import typer

from memo.cli.output import a_date
from memo.errors import InputError
from memo.models import FACT_TYPES, FactFilter
from memo.named import Named, fact_filter

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
