"""Whether a PostgreSQL server is fit to keep Memo's data."""

from __future__ import annotations

import logging
from typing import Any

import psycopg

from memo.errors import ConfigError

_OLDEST_SERVER = 150000
_OLDEST_VECTOR = (0, 8)

_log = logging.getLogger(__name__)

_FACTS = """
SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit,
       current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
       (SELECT coalesce(installed_version, default_version)
        FROM pg_available_extensions WHERE name = 'vector') AS vector,
       lower('É') = 'é' AS folds
"""


def check_server(conn: psycopg.Connection[Any]) -> None:
    """Raise `ConfigError`, naming all faults at once, unless the server is new enough and keeps what it calls saved."""
    with conn.cursor(row_factory=psycopg.rows.dict_row) as cur:
        server = cur.execute(_FACTS).fetchone() or {}
    faults = [
        f"{name} is off: what it calls saved may be lost in a crash"
        for name in ("fsync", "full_page_writes", "synchronous_commit")
        if server[name] == "off"
    ]
    if server["version"] < _OLDEST_SERVER:
        faults.append("PostgreSQL 15 or newer is needed")
    if server["encoding"] != "UTF8":
        faults.append(f"its encoding is {server['encoding']}, not UTF8")
    if server["vector"] is None:
        faults.append("the extension pgvector is not installed on the server")
    elif tuple(int(part) for part in server["vector"].split(".")[:2]) < _OLDEST_VECTOR:
        faults.append(f"pgvector 0.8 or newer is needed, not {server['vector']}")
    if faults:
        raise ConfigError("This PostgreSQL cannot keep Memo's data: " + "; ".join(faults) + ".")
    if not server["folds"]:
        _log.warning("this database's locale does not fold accents: capitals with accents will not be found")
