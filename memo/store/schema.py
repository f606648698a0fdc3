"""What the schema should be and what it is: the steps of this Memo compared with those a database has had."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from procrastinate.schema import SchemaManager
from psycopg.rows import tuple_row

from memo.errors import ConfigError, SchemaOutdated
from memo.store.files import SQL


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


def schema_state(conn: psycopg.Connection[Any], plan: Plan | None = None) -> SchemaState:
    """How the schema that `conn` sees compares with `plan` (default: this Memo's); one or two quick reads."""
    return compare(applied_steps(conn), plan or load_plan())


def require_current(conn: psycopg.Connection[Any], plan: Plan | None = None) -> None:
    """Raise `SchemaOutdated` when the schema is not the one this Memo needs."""
    state = schema_state(conn, plan)
    if state.unknown:
        raise SchemaOutdated(f"The database was migrated by a newer Memo ({state.version}): update this one.")
    if state.pending:
        steps = len(state.pending)
        raise SchemaOutdated(f"The database schema is older than this Memo ({steps} steps): run `memo migrate`.")


def compare(applied: dict[str, str], plan: Plan) -> SchemaState:
    """How what was `applied` (name -> sha256) compares with `plan`."""
    pending = [step.name for step in (*plan.migrations, *plan.queue) if step.name not in applied]
    pending += [step.name for step in plan.views if applied.get(step.name) != step.sha256]
    # A view may be dropped by a later Memo; a migration or a queue step that we do not know means the schema is newer.
    unknown = [name for name in applied if name not in plan.names and not name.startswith("views/")]
    own = [name for name in applied if "/" not in name]
    return SchemaState(max(own, default=""), tuple(pending), tuple(sorted(unknown)))


def applied_steps(conn: psycopg.Connection[Any]) -> dict[str, str]:
    """The name and sha256 of every step that was applied; empty for a database that was never migrated."""
    with conn.cursor(row_factory=tuple_row) as cur:
        if cur.execute("SELECT to_regclass('schema_migrations') IS NULL").fetchone() == (True,):
            return {}
        return dict(cur.execute("SELECT name, sha256 FROM schema_migrations").fetchall())
