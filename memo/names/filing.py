"""Everybody known and the index over them, read and made anew only when that is needed.

For thousands of people the index takes seconds to make and milliseconds to use, and most captures add nobody or few.
A page asks for the same hundreds of names each time it is drawn, so what was worked out is remembered with the index.
Names are open to the whole team, so that it does not matter for whom they were read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from memo.models import EntityType
from memo.names.score import Known, NameIndex, RememberingIndex

NEWER: Final = 30
"""So many who came since are tried one by one beside the index."""


class _Filed(NamedTuple):
    """Everybody known at some moment, with the index over them."""

    known: dict[int, Known]
    names: NameIndex


class _Newer(NamedTuple):
    """Those who came since, with the index over them."""

    known: Sequence[Known]
    names: NameIndex


_read: dict[EntityType, tuple[str, Sequence[Known]]] = {}
_latest: dict[EntityType, _Filed] = {}
_since: dict[EntityType, _Newer] = {}
_mutex = threading.Lock()


def known_now(kind: EntityType, mark: str, read: Callable[[], Sequence[Known]]) -> Sequence[Known]:
    """Everybody known: as `read` gave them the last time, when `mark` is still the same."""
    last = _read.get(kind)
    if last is None or last[0] != mark:
        last = _read[kind] = (mark, read())
    return last[1]


def filed(kind: EntityType, known: Mapping[int, Known]) -> tuple[NameIndex, NameIndex | None]:
    """An index over nearly all of `known` and nobody else, and one over the few who came since (None: nobody)."""
    with _mutex:
        latest = _latest.get(kind)
        if latest is None or len(known) - len(latest.known) > NEWER or not latest.known.items() <= known.items():
            latest = _latest[kind] = _Filed(dict(known), RememberingIndex(known.values()))
        newer = [entity for entity_id, entity in known.items() if entity_id not in latest.known]
        if not newer:
            return latest.names, None
        since = _since.get(kind)
        if since is None or since.known != newer:
            since = _since[kind] = _Newer(newer, RememberingIndex(newer))
        return latest.names, since.names
