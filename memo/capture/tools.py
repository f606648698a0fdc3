"""What the reading of a capture needs from other rooms, put together once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from memo.extraction import AnthropicExtractor, Extractor, OfflineExtractor
from memo.llm import MessagesClient
from memo.models import ModelRun, Principal
from memo.settings import Settings
from memo.store.pool import Connection, Database

if TYPE_CHECKING:
    from memo.embed import Embedder

WORKER = Principal(name="memo worker", agent="memo", role="admin", audience=("*",))
"""Who reads captures: it may see every one of them; the facts' provenance is that of the upload."""

Record = Callable[[ModelRun], None]
ResolveNames = Callable[[Connection, Principal, int], object]


@dataclass(frozen=True)
class Tools:
    """The settings and three things that others do.

    `extractor(record, trigger_detail)` makes the extractor whose model calls are given to `record` as they happen.
    `resolve_names(conn, who, meeting_id)` settles or sets pending the names of a meeting, inside the transaction that
    stores it. `embed(db, who, meeting_id)` gives the meeting's facts their vectors, or leaves them to the backfill.
    """

    settings: Settings
    extractor: Callable[[Record, str], Extractor]
    resolve_names: ResolveNames
    embed: Callable[[Database, Principal, int], object]


def tools_for(settings: Settings, embedder: Callable[[], Embedder], resolve_names: ResolveNames) -> Tools:
    """The tools that `settings` ask for; neither the model's client nor the embedder is made before it is needed."""

    @cache
    def client() -> MessagesClient:
        return MessagesClient(settings)

    def extractor(record: Record, trigger_detail: str) -> Extractor:
        if settings.extractor == "offline":
            return OfflineExtractor()
        return AnthropicExtractor(client(), settings, record, trigger_detail=trigger_detail)

    def embed(db: Database, who: Principal, meeting_id: int) -> None:
        # Imported here: it takes as long to load as all the rest, and receiving a file does not need it.
        from memo.retrieval.backfill import embed_pending

        embed_pending(db, who, embedder(), meeting_id=meeting_id)

    return Tools(settings, extractor, resolve_names, embed)
