"""What the Facts page shows, as its address says it: every filter has a word there. No streamlit in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, TypeVar

from memo.models import FACT_TYPES, FactFilter, FactType

T = TypeVar("T")

STATUSES: Final = ("active", "open", "done", "cancelled", "superseded", "wrong")
"""What a person may ask for; without one, all but what is superseded, wrong or replaced."""
MAX_TEXT_CHARS: Final = 300


@dataclass(frozen=True)
class FactsView:
    """One view of the facts. `ignored` are the words of the address that mean nothing."""

    types: tuple[FactType, ...] = ()
    client: int | None = None
    project: int | None = None
    person: int | None = None
    meeting: int | None = None
    since: date | None = None
    until: date | None = None
    status: str | None = None
    text: str = ""
    after: str | None = None
    table: bool = False
    ignored: tuple[str, ...] = field(default=(), compare=False)

    @property
    def filter(self) -> FactFilter:
        """The filter that the service is asked with."""
        return FactFilter(
            fact_types=self.types,
            client_id=self.client,
            project_id=self.project,
            person_id=self.person,
            meeting_id=self.meeting,
            since=self.since,
            until=self.until,
            statuses=(self.status,) if self.status else (),
            text=self.text or None,
        )

    @property
    def narrowed(self) -> bool:
        """Whether anything is left out beside what always is."""
        return self.filter != FactFilter()

    def address(self) -> dict[str, str | list[str]]:
        """The query parameters that lead back here."""
        said: dict[str, str | list[str]] = {"type": list(self.types)} if self.types else {}
        for name in ("client", "project", "person", "meeting", "since", "until", "status", "text", "after"):
            value = getattr(self, name)
            if value:
                said[name] = str(value)
        return said | ({"view": "table"} if self.table else {})

    def having(self, **changes: object) -> FactsView:
        """This view with something changed, from its first page on."""
        return replace(self, **{"after": None, **changes})  # type: ignore[arg-type]


def view_of(params: Mapping[str, Sequence[str]]) -> FactsView:
    """The view that query parameters ask for."""
    reading = _Reading(params)
    types = tuple(kind for kind in FACT_TYPES if kind in params.get("type", ()))
    reading.ignore("type", [kind for kind in params.get("type", ()) if kind not in FACT_TYPES])
    return FactsView(
        types=types,
        client=reading.one("client", _id),
        project=reading.one("project", _id),
        person=reading.one("person", _id),
        meeting=reading.one("meeting", _id),
        since=reading.one("since", date.fromisoformat),
        until=reading.one("until", date.fromisoformat),
        status=reading.one("status", _status),
        text=(reading.one("text", str.strip) or "")[:MAX_TEXT_CHARS],
        after=reading.one("after", str),
        table=reading.one("view", str) == "table",
        ignored=tuple(reading.ignored),
    )


class _Reading:
    """Reads parameters one by one and remembers those that make no sense."""

    def __init__(self, params: Mapping[str, Sequence[str]]) -> None:
        self._params = params
        self.ignored: list[str] = []

    def one(self, name: str, parse: Callable[[str], T]) -> T | None:
        """The last value given for `name`, parsed; None when there is none, or none that can be."""
        values = self._params.get(name, ())
        if not values or not values[-1]:
            return None
        try:
            return parse(values[-1])
        except ValueError:
            self.ignore(name, [values[-1]])
            return None

    def ignore(self, name: str, values: Sequence[str]) -> None:
        """Remember values that mean nothing."""
        self.ignored += [f"{name}={value}" for value in values]


def _id(value: str) -> int:
    if not value.isascii() or not value.isdecimal() or len(value) > 9:
        raise ValueError(value)
    return int(value)


def _status(value: str) -> str:
    if value not in STATUSES:
        raise ValueError(value)
    return value
