"""Notes that people write about a client or a project. One function per query of contexts.sql."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from memo.store.provenance import Provenance
from memo.store.queries import Connection, Q


class KeptContext(NamedTuple):
    """A note that was just kept."""

    id: int
    captured_at: datetime


def insert_client_context(
    conn: Connection,
    client_id: int,
    text: str,
    source: Provenance,
    *,
    happened_on: date | None,
    audience: list[str] | None = None,
) -> KeptContext:
    """Keep a note about a client."""
    return Q["insert_client_context"].one(
        conn,
        KeptContext,
        client_id=client_id,
        text=text,
        happened_on=happened_on,
        audience=audience,
        **source.columns(),
    )


def insert_project_context(
    conn: Connection,
    project_id: int,
    text: str,
    source: Provenance,
    *,
    happened_on: date | None,
    audience: list[str] | None = None,
) -> KeptContext:
    """Keep a note about a project."""
    return Q["insert_project_context"].one(
        conn,
        KeptContext,
        project_id=project_id,
        text=text,
        happened_on=happened_on,
        audience=audience,
        **source.columns(),
    )
