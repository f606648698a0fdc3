"""What the reading of a capture needs from other rooms, put together once by the service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memo.models import ModelRun, Principal
from memo.settings import Settings
from memo.store.pool import Connection, Database

if TYPE_CHECKING:
    from memo.extraction import Extractor

WORKER = Principal(name="memo worker", agent="memo", role="admin", audience=("*",))
"""Who reads captures: it may see every one of them; the facts' provenance is that of the upload."""


@dataclass(frozen=True)
class Tools:
    """The settings and three things that others do.

    `extractor(record, trigger_detail)` makes the extractor whose model calls are given to `record` as they happen.
    `resolve_names(conn, who, meeting_id)` settles or sets pending the names of a meeting, inside the transaction that
    stores it. `embed(db, who, meeting_id)` gives the meeting's facts their vectors, or leaves them to the backfill.
    """

    settings: Settings
    extractor: Callable[[Callable[[ModelRun], None], str], Extractor]
    resolve_names: Callable[[Connection, Principal, int], object]
    embed: Callable[[Database, Principal, int], object]
