"""What the database is and how much it holds. One function per query of status.sql."""

from __future__ import annotations

from typing import get_args

from memo.models import Model
from memo.models.base import CaptureState
from memo.store.queries import Connection, Q


class DatabaseState(Model):
    """Versions and counts; `pending_names` are distinct mentions."""

    server_version: str
    vector_version: str
    schema_version: str
    meetings: int
    pending_names: int


def database_state(conn: Connection, most: int | None = None) -> DatabaseState:
    """What the database is and how much it holds that one may see; meetings are counted up to `most`."""
    return Q["database_state"].one(conn, DatabaseState, most=most)


def capture_states(conn: Connection, most: int | None = None) -> dict[str, int]:
    """How many captures stand where, each state counted up to `most`; states that none is in are left out."""
    rows = Q["capture_states"].rows(conn, states=list(get_args(CaptureState)), most=most)
    return {row["state"]: row["count"] for row in rows if row["count"]}
