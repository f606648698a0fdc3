"""Bring a database to the schema of this Memo: one transaction, forward only, safe when many start at once.

`sql/migrations/*.sql` are applied once and in order, and refused when an applied file was changed afterwards; then the
job queue's own schema; then `sql/views/*.sql`, which are rebuilt whenever anything changed. What was applied is kept in
`schema_migrations` by name: "0001_foundation.sql", "procrastinate/<its migration>", "views/facts.sql".
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import psycopg
from procrastinate.schema import SchemaManager
from psycopg import sql

from memo.errors import ConfigError, StoreError, StoreUnavailable
from memo.store.fitness import check_server
from memo.store.schema import Plan, SchemaState, Step, applied_steps, compare, load_plan, require_current, schema_state

__all__ = ["Migrated", "SchemaState", "migrate", "require_current", "schema_state"]

LOCK_WAIT = 60
"""Seconds that one migration waits for another."""

_LOCK_KEY = 0x6D656D6F  # "memo"

_log = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]


@dataclass(frozen=True)
class Migrated:
    """What one call of `migrate` applied."""

    applied: tuple[str, ...]
    state: SchemaState


def migrate(
    conninfo: str, *, plan: Plan | None = None, lock_wait: float = LOCK_WAIT, rebuild: bool = False
) -> Migrated:
    """Bring the database at `conninfo` up to date and say what was done; all or nothing.

    `rebuild` makes the views again even when nothing changed. Raises `StoreUnavailable` when the database cannot be
    reached or another migration takes longer than `lock_wait` seconds, `ConfigError` when the server is not fit for
    Memo or an administrator has to add an extension, `StoreError` when an applied migration was edited or the schema
    belongs to a newer Memo.
    """
    plan = plan or load_plan()
    try:
        with psycopg.connect(conninfo, autocommit=True, connect_timeout=10, application_name="memo migrate") as conn:
            check_server(conn)
            before = applied_steps(conn)
            _refuse(before, plan)
            state = compare(before, plan)
            if state.current and not rebuild:
                return Migrated((), state)
            with conn.transaction():
                return _migrate_locked(conn, plan, lock_wait, rebuild=rebuild)
    except psycopg.OperationalError as exc:
        raise StoreUnavailable(f"The database could not be migrated: {str(exc).strip()}") from exc


def _migrate_locked(conn: Connection, plan: Plan, lock_wait: float, *, rebuild: bool) -> Migrated:
    _lock(conn, lock_wait)
    conn.execute(
        "CREATE TABLE IF NOT EXISTS schema_migrations "
        "(name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())"
    )
    applied = applied_steps(conn)  # again: another process may have been at work while we waited
    _refuse(applied, plan)
    state = compare(applied, plan)
    if state.current and not rebuild:
        return Migrated((), state)
    _extensions(conn)
    for step in plan.migrations:
        if step.name not in applied:
            _apply(conn, step)
    _migrate_queue(conn, plan, applied)
    for step in plan.views:
        _apply(conn, step)
    conn.execute(
        "DELETE FROM schema_migrations WHERE name LIKE 'views/%%' AND name <> ALL(%s)", ([s.name for s in plan.views],)
    )
    return Migrated(state.pending, compare(applied_steps(conn), plan))


def _lock(conn: Connection, wait: float) -> None:
    conn.execute("SELECT set_config('lock_timeout', %s, true)", (f"{int(wait * 1000)}ms",))
    conn.execute("SET LOCAL statement_timeout = 0")
    if conn.execute("SELECT pg_try_advisory_xact_lock(%s)", (_LOCK_KEY,)).fetchone() == (True,):
        return
    _log.info("another process migrates this database: waiting for it, at most %g s", wait)
    try:
        conn.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK_KEY,))
    except psycopg.errors.LockNotAvailable as exc:
        raise StoreUnavailable(f"Another process has been migrating this database for {wait:g} s.") from exc


def _refuse(applied: dict[str, str], plan: Plan) -> None:
    edited = [step.name for step in plan.migrations if applied.get(step.name, step.sha256) != step.sha256]
    if edited:
        raise StoreError(f"Applied migrations are never edited, but these were: {', '.join(edited)}.")
    unknown = compare(applied, plan).unknown
    if unknown:
        raise StoreError(f"The database was migrated by a newer Memo ({', '.join(unknown)}): update this one.")


def _apply(conn: Connection, step: Step) -> None:
    _log.info("applying %s", step.name)
    try:
        conn.execute(step.statements)
    except psycopg.OperationalError:
        raise
    except psycopg.Error as exc:
        raise StoreError(f"{step.name} cannot be applied; the schema is as it was: {exc}") from exc
    _record(conn, step)


def _record(conn: Connection, step: Step) -> None:
    conn.execute(
        "INSERT INTO schema_migrations (name, sha256) VALUES (%s, %s) "
        "ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()",
        (step.name, step.sha256),
    )


def _migrate_queue(conn: Connection, plan: Plan, applied: dict[str, str]) -> None:
    """The job queue's schema: whole on a new database, else the migrations that its newer version brings."""
    known = any(step.name in applied for step in plan.queue)
    exists = conn.execute("SELECT to_regclass('procrastinate_jobs') IS NOT NULL").fetchone() == (True,)
    if exists and not known:
        raise StoreError(
            "This database holds procrastinate tables that Memo did not make: give Memo a database of its own."
        )
    if exists:
        for step in plan.queue:
            if step.name not in applied:
                _apply(conn, step)
        return
    _log.info("applying the schema of the job queue")
    conn.execute(SchemaManager.get_schema())
    for step in plan.queue:
        _record(conn, step)


def _extensions(conn: Connection) -> None:
    """Create what the schema needs and the server offers; a migration that needs a missing one says so itself.

    Raises `ConfigError` with what an administrator has to run where the user may not.
    """
    offered = "SELECT name FROM pg_available_extensions WHERE installed_version IS NULL AND name = ANY(%s)"
    names = sorted(str(row[0]) for row in conn.execute(offered, (["vector", "unaccent"],)))
    try:
        for name in names:
            conn.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(name)))
    except psycopg.errors.InsufficientPrivilege as exc:
        wanted = " ".join(f"CREATE EXTENSION {name};" for name in names)
        raise ConfigError(
            f"{conn.info.user} may not create extensions. Let an administrator run in this database: {wanted}"
        ) from exc
