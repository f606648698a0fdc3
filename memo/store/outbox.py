"""What has to reach Slack, queued in the transaction that makes it true. One function per query of outbox.sql."""

from __future__ import annotations

from collections.abc import Mapping

from psycopg.types.json import Jsonb

from memo.store.queries import Connection, Q


def insert_message(
    conn: Connection, *, kind: str, dedup_key: str, payload: Mapping[str, object], meeting_id: int | None
) -> bool:
    """Queue a message; False when the same `dedup_key` was queued before."""
    return bool(
        Q["insert_message"].run(
            conn, kind=kind, dedup_key=dedup_key, payload=Jsonb(dict(payload)), meeting_id=meeting_id
        )
    )
