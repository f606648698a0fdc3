"""The PostgreSQL that Memo brings along: started on first use, shared by every process, gone after the last one.

Each process that uses it holds a lock of its own in MEMO_HOME/postgres/holders. The last holder to leave stops the
server, on a normal exit, an exception, SIGTERM or SIGINT; when the last one was killed, the watcher does (see `watch`).

`memo app` holds the database in the process that starts the web server, because Streamlit has signal handlers of its
own, and hands the address on: its children need no holder. Linux and macOS only; elsewhere set DATABASE_URL.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import threading
import time
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self
from urllib.parse import quote

import psycopg
from psycopg import sql

from memo.errors import ConfigError, StoreUnavailable
from memo.store.locks import Holders, Lock, exclusive, held
from memo.store.postmaster import PORT, DataFolder
from memo.store.watch import HOLDERS, START_LOCK, WATCH_LOCK, watched

DATABASE = "memo"
GRACE = 5.0
"""Seconds that the server outlives its last holder when that was killed."""

_START_WAIT = 60

_log = logging.getLogger(__name__)

# The locale folds accents the same on every machine, which `lower` and ILIKE need.
_CREATE = sql.SQL(
    "CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' "
    "LC_COLLATE 'C' LC_CTYPE 'C'"
)


class EmbeddedDatabase:
    """A handle on the PostgreSQL of `home`; `start` and `stop` may be called from any thread, and more than once.

    `grace` is how many seconds the server outlives its last holder when that was killed.
    """

    def __init__(self, home: Path, *, grace: float = GRACE) -> None:
        self._folder = home.expanduser().resolve() / "postgres"
        self._grace = grace
        self._data = DataFolder(self._folder)
        self._mutex = threading.Lock()
        self._holder: Lock | None = None
        self._pid = 0

    def start(self) -> str:
        """The address of the running database, started when needed; this process holds it until `stop`.

        Raises `ConfigError` when PostgreSQL cannot run here, `StoreUnavailable` when it does not start.
        """
        try:
            (self._folder / HOLDERS).mkdir(parents=True, exist_ok=True)
            with self._mutex, exclusive(self._folder / START_LOCK, wait=2 * _START_WAIT):
                return self._start_locked()
        except PermissionError as exc:
            raise ConfigError(f"{exc.filename} belongs to another user of this machine: set MEMO_HOME.") from exc

    def _start_locked(self) -> str:
        joined = self._join()
        try:
            with watched(self._folder, self._grace):
                address = self._running()
        except BaseException:
            if joined:
                self._leave()
            raise
        return address

    def stop(self) -> None:
        """Let the database go; the last holder of all stops the server and returns when it is gone."""
        with self._mutex:
            # A fork of this process inherits the handle, not the hold.
            if self._holder is None or self._pid != os.getpid():
                return
            with exclusive(self._folder / START_LOCK, wait=2 * _START_WAIT):
                stopped = self._leave()
            if stopped:
                self._see_watcher_off()

    def revive(self) -> bool:
        """Start the server again if it has died while this process holds it; whether it had. Raises as `start`."""
        with self._mutex:
            if self._holder is None or self._pid != os.getpid() or self._data.in_use():
                return False
        self.start()
        return True

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def url(self, database: str = DATABASE) -> str:
        """The address of one database of the running server; raises `StoreUnavailable` when it does not run."""
        found = self._data.postmaster()
        if found is None or found.socket is None:
            raise StoreUnavailable("The embedded database is not running.")
        return f"postgresql://postgres@/{quote(database)}?host={quote(str(found.socket), safe='')}&port={PORT}"

    def _join(self) -> bool:
        if self._holder is not None and self._pid == os.getpid():
            return False
        self._holder, self._pid = Holders(self._folder / HOLDERS).join(), os.getpid()
        atexit.register(self.stop)
        return True

    def _leave(self) -> bool:
        """Stop being a holder; whether that stopped the server."""
        if self._holder is not None:
            self._holder.release(unlink=True)
            self._holder = None
            atexit.unregister(self.stop)
        if Holders(self._folder / HOLDERS).alive():
            return False
        self._data.stop()
        return True

    def _see_watcher_off(self) -> None:
        # It needs a moment to wake up, and until then it touches the folder, which the caller may want to delete.
        # Somebody who starts the server again in that moment keeps it at work: so not for ever.
        deadline = time.monotonic() + 1
        while held(self._folder / WATCH_LOCK) and time.monotonic() < deadline:
            time.sleep(0.005)

    def _running(self) -> str:
        """The address of a server that answers, whatever state the last one was left in."""
        deadline = time.monotonic() + _START_WAIT
        while True:
            try:
                return self._reach()
            except psycopg.OperationalError as exc:
                if self._data.in_use():  # it starts, recovers, stops or is crowded: let it
                    if time.monotonic() > deadline:
                        raise StoreUnavailable(f"The embedded database does not answer: {exc}") from exc
                    time.sleep(0.05)
                    continue
            except StoreUnavailable:
                pass
            self._start_server()

    def _start_server(self) -> None:
        _log.info("starting PostgreSQL in %s", self._folder)
        for patience in (0.2, 1.0, 3.0, None):
            self._data.forget_stale_pid()
            try:
                self._data.start(wait=_START_WAIT)
            except StoreUnavailable:
                if patience is None:
                    raise
                # The children of a crashed server may still be on their way out, and hold its shared memory.
                time.sleep(patience)
            else:
                return

    def _reach(self) -> str:
        with psycopg.connect(self.url("postgres"), autocommit=True, connect_timeout=5) as conn:
            exists = conn.execute("SELECT FROM pg_database WHERE datname = %s", (DATABASE,)).rowcount
            if not exists:
                conn.execute(_CREATE.format(sql.Identifier(DATABASE)))
        return self.url()


def install_signal_handlers() -> None:
    """Make SIGTERM and SIGHUP end this process by `SystemExit`, so that `finally`, `with` and atexit still run.

    For processes that hold the database; call it from the main thread. SIGINT already is a `KeyboardInterrupt`.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _exit)


def _exit(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
