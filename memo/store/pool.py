"""Connections to PostgreSQL on behalf of somebody.

A transaction runs as the role `memo_app`, which owns nothing, with `memo.audience`, `memo.member` and `memo.asker` set
for row-level security; all of it travels with BEGIN, in one round trip. Nothing of it survives the transaction.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Literal, Self

import psycopg
from pgvector.psycopg import register_vector
from psycopg import errors
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolTimeout, TooManyRequests

from memo.errors import SchemaOutdated, StoreError, StoreUnavailable
from memo.models import Principal
from memo.store import scope
from memo.store.failures import BUSY, UNREACHABLE, retrying, translated

__all__ = ["Connection", "Database", "retrying", "translated"]

Connection = psycopg.Connection[DictRow]

APP_ROLE = "memo_app"
CHECKOUT_WAIT = 5.0
"""Seconds that a call waits for a connection."""
MAX_WAITING = 50
"""Calls that may wait for a connection at once; the next one is refused at once."""

SESSION = {
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
    "timezone": "UTC",
    # A filter in WHERE takes rows out after the index gave them: without this a search can come back empty.
    "hnsw.iterative_scan": "strict_order",
    "hnsw.ef_search": "100",
    # `(%(x)s IS NULL OR column = %(x)s)` only meets its index when the planner sees the value.
    "plan_cache_mode": "force_custom_plan",
}
"""What every connection is set to."""


class Database:
    """A pool of at most `max_size` connections to `conninfo`, which opens them when they are first needed.

    `statement_timeout` is how many seconds one statement may run, unless a call asks for more, `checkout_wait` how many
    a call waits for a connection. Thread-safe; close it.
    """

    def __init__(
        self,
        conninfo: str,
        *,
        max_size: int = 10,
        statement_timeout: float = 5.0,
        checkout_wait: float = CHECKOUT_WAIT,
    ) -> None:
        self.conninfo = conninfo
        self._settings = SESSION | {"statement_timeout": f"{int(statement_timeout * 1000)}ms"}
        self._mutex = threading.Lock()
        self._out = 0
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            conninfo,
            connection_class=psycopg.Connection[DictRow],
            kwargs={"autocommit": True, "row_factory": dict_row, "application_name": "memo", "connect_timeout": 5},
            min_size=1,
            max_size=max_size,
            timeout=checkout_wait,
            max_waiting=MAX_WAITING,
            # After this many seconds of failing a new attempt waits for the next call, so recovery is never far away.
            reconnect_timeout=5.0,
            configure=self._configure,
            open=True,
        )

    def close(self) -> None:
        """Close every connection; later calls raise `StoreUnavailable`."""
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def read(self, who: Principal, *, timeout: float | None = None, plan_once: bool = False) -> Iterator[Connection]:
        """A read-only transaction that sees what `who` may see; `timeout` overrides the seconds a statement may run.

        With `plan_once` a statement keeps its plan whatever the values: half of the time of a quick one, but wrong for
        values that want different plans, such as a client with many facts and one with few.
        """
        with translated(), self._transaction("READ ONLY", who, timeout, plan_once=plan_once) as conn:
            yield conn

    @contextmanager
    def write(self, who: Principal, *, timeout: float | None = None) -> Iterator[Connection]:
        """A transaction that sees and changes what `who` may; committed when the block ends well, else undone."""
        with translated(), self._transaction("READ WRITE", who, timeout) as conn:
            yield conn

    @contextmanager
    def owner(self, *, timeout: float | None = None) -> Iterator[Connection]:
        """A transaction past row-level security, for upkeep that acts for nobody: never for a request of a person."""
        with translated(), self._transaction("READ WRITE", None, timeout) as conn:
            yield conn

    @contextmanager
    def _transaction(
        self,
        mode: Literal["READ ONLY", "READ WRITE"],
        who: Principal | None,
        timeout: float | None,
        *,
        plan_once: bool = False,
    ) -> Iterator[Connection]:
        conn = self._begin(_opening(mode, who, timeout, plan_once=plan_once))
        try:
            yield conn
            conn.execute("COMMIT")
        except errors.FeatureNotSupported:
            conn.close()  # its prepared statements may be older than the last migration
            raise
        except BaseException:  # also what Streamlit raises to stop a script
            with suppress(psycopg.OperationalError):  # the connection is gone, and with it the transaction
                conn.execute("ROLLBACK")
            raise
        finally:
            self._give_back(conn)

    def _begin(self, opening: bytes) -> Connection:
        """A connection in a transaction; BEGIN doubles as the check that the connection still lives."""
        for last in (False, False, True):
            conn = self._take()
            try:
                if conn.adapters.types.get("vector") is None:  # it was opened before the migration
                    _know_vectors(conn)
                conn.execute(opening, prepare=False)
            except BaseException as exc:
                broken = conn.broken
                conn.close()  # in no known state: the pool makes another
                self._give_back(conn)
                if refused := _refused_role(exc):
                    raise refused from exc
                if not broken or last:
                    raise
                # The server was restarted: look at all of them now rather than at one with each call.
                self._pool.check()
            else:
                return conn
        raise AssertionError("the last try returns or raises")

    def _take(self) -> Connection:
        try:
            conn = self._pool.getconn()
        except TooManyRequests as exc:
            raise StoreUnavailable(BUSY) from exc
        except PoolTimeout as exc:
            busy = self._out >= self._pool.max_size
            raise StoreUnavailable(BUSY if busy else UNREACHABLE) from exc
        with self._mutex:
            self._out += 1
        return conn

    def _give_back(self, conn: Connection) -> None:
        with self._mutex:
            self._out -= 1
        self._pool.putconn(conn)

    def _configure(self, conn: Connection) -> None:
        conn.execute(
            "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS setting (name, value)",
            (list(self._settings), list(self._settings.values())),
        )
        _know_vectors(conn)


def _know_vectors(conn: Connection) -> None:
    """Teach `conn` the vector type; without effect before the first migration, whose lack the first statement names."""
    with suppress(psycopg.ProgrammingError):
        register_vector(conn)


def _refused_role(exc: BaseException) -> StoreError | None:
    """What it means that a transaction could not begin as the application's role."""
    if isinstance(exc, errors.InvalidParameterValue):
        return SchemaOutdated()
    if isinstance(exc, errors.InsufficientPrivilege):
        return StoreError(f"The database user may not act as {APP_ROLE}: run `memo migrate` as the same user.")
    return None


def _opening(mode: str, who: Principal | None, timeout: float | None, *, plan_once: bool = False) -> bytes:
    """BEGIN with the scope of `who` as one simple query: several statements, so the values are quoted here."""
    settings = {} if timeout is None else {"statement_timeout": f"{int(timeout * 1000)}ms"}
    if plan_once:
        settings["plan_cache_mode"] = "force_generic_plan"
    if who is None:
        # Whoever owns the tables is held to their policies too, unless it is a superuser.
        settings |= {"memo.audience": scope.EVERYTHING}
    else:
        settings |= {
            "role": APP_ROLE,
            "memo.audience": scope.audience(who),
            "memo.member": scope.member(who),
            "memo.asker": scope.asker(who),
        }
    calls = ", ".join(f"set_config('{name}', {_quoted(value)}, true)" for name, value in settings.items())
    return f"BEGIN {mode}; SELECT {calls}".encode()


def _quoted(value: str) -> str:
    # E'' whatever standard_conforming_strings says: the only two characters with a meaning are doubled.
    return "E'" + value.replace("\\", "\\\\").replace("'", "''").replace("\0", "") + "'"
