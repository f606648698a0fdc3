"""Bring a database to the schema of this Memo: one transaction, forward only, safe when many start at once.

`sql/migrations/*.sql` are applied once and in order, and refused when an applied file was changed afterwards; then the
job queue's own schema; then `sql/views/*.sql`, which are rebuilt whenever anything changed. What was applied is kept in
`schema_migrations` by name: "0001_foundation.sql", "procrastinate/<its migration>", "views/facts.sql".
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from procrastinate.schema import SchemaManager

from memo.errors import ConfigError, SchemaOutdated, StoreError, StoreUnavailable
from memo.store.files import SQL

LOCK_WAIT = 60
"""Seconds that one migration waits for another."""

_LOCK_KEY = 0x6D656D6F  # "memo"
_OLDEST_SERVER = 150000
_OLDEST_VECTOR = (0, 8)

_log = logging.getLogger(__name__)

Connection = psycopg.Connection[tuple[object, ...]]


@dataclass(frozen=True)
class Step:
    """One piece of SQL that is recorded under `name` once it ran."""

    name: str
    statements: bytes

    @property
    def sha256(self) -> str:
        """Fingerprint by which a changed file is noticed."""
        return hashlib.sha256(self.statements).hexdigest()


@dataclass(frozen=True)
class Plan:
    """Everything this Memo wants to see applied, in order."""

    migrations: tuple[Step, ...]
    queue: tuple[Step, ...]
    views: tuple[Step, ...]

    @property
    def names(self) -> set[str]:
        """The names of all steps."""
        return {step.name for step in (*self.migrations, *self.queue, *self.views)}


@dataclass(frozen=True)
class SchemaState:
    """How a database's schema compares with this Memo's; `version` is the newest applied migration, "" when empty."""

    version: str
    pending: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def current(self) -> bool:
        """Whether pages can be served from it."""
        return not self.pending and not self.unknown


@dataclass(frozen=True)
class Migrated:
    """What one call of `migrate` applied."""

    applied: tuple[str, ...] = ()
    state: SchemaState = field(default_factory=lambda: SchemaState(""))


def load_plan(folder: Path = SQL) -> Plan:
    """The steps of the files below `folder` and of the installed job queue."""
    migrations = _steps(folder / "migrations")
    if not migrations:
        raise ConfigError(f"There are no migrations in {folder}: this installation of Memo is incomplete.")
    queue = tuple(_steps(Path(SchemaManager.get_migrations_path()), "procrastinate/"))
    # access.sql grants on what the other files make, so it comes last.
    views = sorted(_steps(folder / "views", "views/"), key=lambda step: (step.name == "views/access.sql", step.name))
    return Plan(migrations, queue, tuple(views))


def _steps(folder: Path, prefix: str = "") -> tuple[Step, ...]:
    return tuple(Step(prefix + path.name, path.read_bytes()) for path in sorted(folder.glob("*.sql")))


def schema_state(conn: psycopg.Connection[object], plan: Plan | None = None) -> SchemaState:
    """How the schema that `conn` sees compares with `plan` (default: this Memo's); one or two quick reads."""
    return _compare(_applied(conn), plan or load_plan())


def require_current(conn: psycopg.Connection[object], plan: Plan | None = None) -> None:
    """Raise `SchemaOutdated` when the schema is not the one this Memo needs."""
    state = schema_state(conn, plan)
    if state.unknown:
        raise SchemaOutdated(f"The database was migrated by a newer Memo ({state.version}): update this one.")
    if state.pending:
        raise SchemaOutdated(f"The database schema is older than this Memo ({len(state.pending)} steps): run `memo migrate`.")


def _compare(applied: dict[str, str], plan: Plan) -> SchemaState:
    pending = [step.name for step in (*plan.migrations, *plan.queue) if step.name not in applied]
    pending += [step.name for step in plan.views if applied.get(step.name) != step.sha256]
    # A view may be dropped by a later Memo; a migration or a queue step that we do not know means the schema is newer.
    unknown = [name for name in applied if name not in plan.names and not name.startswith("views/")]
    own = [name for name in applied if "/" not in name]
    return SchemaState(max(own, default=""), tuple(pending), tuple(sorted(unknown)))


def _applied(conn: psycopg.Connection[object]) -> dict[str, str]:
    with conn.cursor(row_factory=psycopg.rows.tuple_row) as cur:
        if cur.execute("SELECT to_regclass('schema_migrations') IS NULL").fetchone() == (True,):
            return {}
        return dict(cur.execute("SELECT name, sha256 FROM schema_migrations").fetchall())


def migrate(conninfo: str, *, plan: Plan | None = None, lock_wait: float = LOCK_WAIT, rebuild: bool = False) -> Migrated:
    """Bring the database at `conninfo` up to date and say what was done; all or nothing.

    `rebuild` makes the views again even when nothing changed. Raises `StoreUnavailable` when the database cannot be
    reached or another migration takes longer than `lock_wait` seconds, `ConfigError` when the server is not fit for
    Memo, `StoreError` when an applied migration was edited or the schema belongs to a newer Memo.
    """
    plan = plan or load_plan()
    try:
        with psycopg.connect(conninfo, autocommit=True, connect_timeout=10, application_name="memo migrate") as conn:
            check_server(conn)
            before = _applied(conn)
            _refuse(before, plan)
            state = _compare(before, plan)
            if state.current and not rebuild:
                return Migrated((), state)
            with conn.transaction():
                return _migrate_locked(conn, plan, lock_wait, rebuild=rebuild)
    except psycopg.OperationalError as exc:
        raise StoreUnavailable(f"The database cannot be reached to migrate it: {str(exc).strip()}") from exc


def _migrate_locked(conn: Connection, plan: Plan, lock_wait: float, *, rebuild: bool) -> Migrated:
    _lock(conn, lock_wait)
    conn.execute(
        "CREATE TABLE IF NOT EXISTS schema_migrations "
        "(name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())"
    )
    applied = _applied(conn)  # again: another process may have been at work while we waited
    _refuse(applied, plan)
    state = _compare(applied, plan)
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
    return Migrated(state.pending, _compare(_applied(conn), plan))


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
    unknown = _compare(applied, plan).unknown
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
        raise StoreError("This database holds procrastinate tables that Memo did not make: give Memo a database of its own.")
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
    """Create what the schema needs and the server offers; a migration that needs a missing one says so itself."""
    offered = "SELECT name FROM pg_available_extensions WHERE installed_version IS NULL AND name = ANY(%s)"
    names = {row[0] for row in conn.execute(offered, (["vector", "unaccent", "pg_trgm"],))}
    for name in sorted(str(name) for name in names):
        conn.execute(psycopg.sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(psycopg.sql.Identifier(name)))


def check_server(conn: Connection) -> None:
    """Raise `ConfigError` unless what the server acknowledges is safe on disk and it is new enough; all faults at once."""
    settings = dict(
        conn.execute(
            "SELECT name, setting FROM pg_settings WHERE name IN "
            "('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num', 'server_encoding')"
        ).fetchall()
    )
    faults = [
        f"{name} is off: what it calls saved may be lost in a crash"
        for name in ("fsync", "full_page_writes", "synchronous_commit")
        if settings[name] == "off"
    ]
    if int(str(settings["server_version_num"])) < _OLDEST_SERVER:
        faults.append("PostgreSQL 15 or newer is needed")
    if settings["server_encoding"] != "UTF8":
        faults.append(f"its encoding is {settings['server_encoding']}, not UTF8")
    vector = conn.execute("SELECT coalesce(installed_version, default_version) FROM pg_available_extensions WHERE name = 'vector'")
    version = vector.fetchone()
    if version is None:
        faults.append("the extension pgvector is not installed on the server")
    elif tuple(int(part) for part in str(version[0]).split(".")[:2]) < _OLDEST_VECTOR:
        faults.append(f"pgvector 0.8 or newer is needed, not {version[0]}")
    if faults:
        raise ConfigError("This PostgreSQL cannot keep Memo's data: " + "; ".join(faults) + ".")
    if conn.execute("SELECT lower('É') = 'é'").fetchone() != (True,):
        _log.warning("the locale of this database does not fold accents: capital letters with accents will not be found")
