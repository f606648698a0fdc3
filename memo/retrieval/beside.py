"""What was said just before and just after a fact in its meeting: it helps to find it and to judge it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memo.store import search as store
from memo.store.facts import Key
from memo.store.pool import Connection
from memo.store.search import Found, Neighbour

REACH = 3
"""Turns that a neighbour may be away: facts further apart in a meeting are about something else."""
CONTEXT_CHARS = 250
"""How much of what was said before a fact is read with it."""


class Beside:
    """The neighbours of found facts."""

    def __init__(self, found: Sequence[Found], neighbours: Sequence[Neighbour]) -> None:
        places: dict[tuple[int, int], list[Neighbour]] = {}
        for one in neighbours:
            places.setdefault((one.meeting_id, one.turn), []).append(one)
        self._of = {one.key: places.get(one.place, []) for one in found if one.place}

    @classmethod
    def look(cls, conn: Connection, found: Sequence[Found], within: Mapping[str, Any]) -> Beside:
        """Look up the neighbours of `found`; `within` decides which of them pass."""
        places = {one.place for one in found if one.place}
        neighbours = store.surroundings(conn, sorted(places), REACH, within) if places else []
        return cls(found, neighbours)

    def passing(self, key: Key) -> list[Neighbour]:
        """The neighbours of a fact that may be results themselves."""
        return [one for one in self._of.get(key, []) if one.passes]

    def before(self) -> dict[Key, str]:
        """The end of what was said just before each found fact."""
        said = {}
        for key, neighbours in self._of.items():
            for one in neighbours:
                if one.side == "before":
                    said[key] = one.search_text[-CONTEXT_CHARS:]
        return said


def as_found(neighbour: Neighbour) -> Found:
    """A neighbour as a result of its own."""
    return Found(
        neighbour.fact_type,
        neighbour.fact_id,
        neighbour.search_text,
        neighbour.meeting_id,
        neighbour.at,
        neighbour.happened_on,
    )
