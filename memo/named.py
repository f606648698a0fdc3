"""Filters as people and programs give them - client, project and person by name - as a `FactFilter` with ids."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from memo.errors import InputError
from memo.models import FACT_TYPES, EntityType, FactFilter

if TYPE_CHECKING:
    from memo.service import Memo


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
    types: Sequence[str] | None = None,
    client: str | None = None,
    project: str | None = None,
    person: str | None = None,
    meeting: int | None = None,
    since: date | None = None,
    until: date | None = None,
) -> FactFilter:
    """The filter that these options ask for; raises `InputError` for a kind or a name that is not known."""
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
