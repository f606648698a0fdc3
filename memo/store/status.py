"""What the database is and how much it holds. One function per query of status.sql."""

from __future__ import annotations

from memo.models import Model
from memo.store.queries import Connection, Q


class DatabaseState(Model):
    """Versions and counts; `pending_names` are distinct mentions."""

    server_version: str
    vector_version: str
    schema_version: str
    meetings: int
    pending_names: int


def database_state(conn: Connection) -> DatabaseState:
    """What the database is and how much it holds that one may see."""
    return Q["database_state"].one(conn, DatabaseState)


def capture_states(conn: Connection) -> dict[str, int]:
    """How many captures stand where."""
    return {row["state"]: row["count"] for row in Q["capture_states"].rows(conn)}
