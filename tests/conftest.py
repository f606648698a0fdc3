"""What every test stands on: a clean environment, no network, and a database of its own when it asks for one."""

from __future__ import annotations

import ipaddress
import itertools
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from memo.store.embedded import EmbeddedDatabase
from memo.store.migrate import migrate
from memo.store.pool import Database

_FOREIGN = ("MEMO_", "ANTHROPIC_", "SLACK_", "CLOUDFLARE_", "STREAMLIT_", "PG")
_TEMPLATE = "memo_template"


def _is_foreign(name: str) -> bool:
    return name.startswith(_FOREIGN) or name == "DATABASE_URL"


# At import, so that neither a session fixture nor a child process sees the settings of whoever runs the tests.
for _name in filter(_is_foreign, list(os.environ)):
    del os.environ[_name]

# In the background of a script SIGINT is ignored, and the processes that tests start and interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class NetworkForbiddenError(RuntimeError):
    """A test tried to leave this machine; not an OSError, which code under test may handle."""


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, memo_home: Path) -> None:
    """No setting but MEMO_HOME, which is a folder of this run."""
    for name in filter(_is_foreign, list(os.environ)):
        monkeypatch.delenv(name)
    monkeypatch.setenv("MEMO_HOME", str(memo_home))


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """A connection to anything but this machine raises `NetworkForbiddenError`."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _local_only(getattr(socket.socket, name)))
        yield


def _local_only(original: Callable[[socket.socket, Any], Any]) -> Callable[[socket.socket, Any], Any]:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address[0]):
            raise NetworkForbiddenError(f"a test tried to reach {address}")
        return original(self, address)

    return guarded


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def in_memory() -> str | None:
    """A folder in memory where there is room: fsync stays on in tests, and costs nothing there."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 4_000_000_000
    return str(memory) if roomy else None


@pytest.fixture(scope="session")
def memo_home() -> Iterator[Path]:
    """MEMO_HOME of this run; not below pytest's own folders, whose modes pytest resets while other runs use them."""
    home = Path(tempfile.mkdtemp(prefix="memo-tests-", dir=in_memory()))
    yield home
    shutil.rmtree(home)


@pytest.fixture(scope="session")
def server(memo_home: Path) -> Iterator[EmbeddedDatabase]:
    """One embedded PostgreSQL for the whole run."""
    with EmbeddedDatabase(memo_home, grace=1.0) as running:
        yield running


@pytest.fixture(scope="session")
def template_database(server: EmbeddedDatabase) -> str:
    """The name of a migrated, empty database that each test's own is copied from."""
    _create(server, _TEMPLATE, "template1")
    migrate(server.url(_TEMPLATE))
    return _TEMPLATE


@pytest.fixture
def database_url(server: EmbeddedDatabase, template_database: str) -> Iterator[str]:
    """The address of a migrated database that belongs to this test alone."""
    with _copy(server, template_database) as url:
        yield url


@pytest.fixture
def empty_database_url(server: EmbeddedDatabase) -> Iterator[str]:
    """The address of a database of this test alone that was never migrated."""
    with _copy(server, "template1") as url:
        yield url


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    """A pool on this test's own migrated database."""
    with Database(database_url) as database:
        yield database


_numbers = itertools.count(1)


@contextmanager
def _copy(server: EmbeddedDatabase, template: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    _create(server, name, template)
    yield server.url(name)
    _admin(server, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _create(server: EmbeddedDatabase, name: str, template: str) -> None:
    copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    _admin(server, copy.format(sql.Identifier(name), sql.Identifier(template)))


def _admin(server: EmbeddedDatabase, statement: sql.Composed) -> None:
    with psycopg.connect(server.url("postgres"), autocommit=True) as conn:
        conn.execute(statement)
