"""Processes that hold an embedded database of their own, and what is left running after them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.conftest import in_memory

GRACE = 1.0
Hold = Callable[..., "Holder"]


class Holder:
    """A child process that holds the database of `home` until it is told to leave or gets a signal."""

    def __init__(self, home: Path, *how: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("holder.py")), str(home), str(GRACE), *how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def address(self) -> str:
        """What the child printed once it held the database."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line, self._process.communicate()[1]
        return line

    def leave(self) -> int:
        """End the child the ordinary way; its exit code."""
        self._process.communicate("\n", timeout=30)
        return self._process.returncode

    def signal(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; its exit code."""
        self._process.send_signal(number)
        self._process.communicate(timeout=30)
        return self._process.returncode

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the whole process group, as a terminal does on Ctrl-C."""
        os.killpg(self._process.pid, number)

    def close(self) -> None:
        if self._process.poll() is None:
            self.signal(signal.SIGKILL)


@pytest.fixture
def home() -> Iterator[Path]:
    """A MEMO_HOME of this test alone; fails when a process of it outlives the test."""
    folder = Path(tempfile.mkdtemp(prefix="memo-test-", dir=in_memory()))
    yield folder
    left = wait_until_deserted(folder, GRACE + 10)
    for process in left:
        process.kill()
    shutil.rmtree(folder)
    assert not left


@pytest.fixture
def hold(home: Path) -> Iterator[Hold]:
    """Start a holder of `home` in a child process."""
    holders: list[Holder] = []

    def start(*how: str) -> Holder:
        holders.append(Holder(home, *how))
        return holders[-1]

    yield start
    for holder in holders:
        holder.close()


def running(home: Path) -> list[psutil.Process]:
    """The servers and watchers of `home` that are alive."""
    found = []
    for process in psutil.process_iter(["cmdline", "status", "name"]):
        command = process.info["cmdline"] or []
        ours = any(str(home) in word for word in command) and any(
            word.endswith("postgres") or word == "memo.store.watch" for word in command
        )
        if ours and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process)
    return found


def wait_until_deserted(home: Path, seconds: float) -> list[psutil.Process]:
    """What of `home` still runs after at most `seconds`; empty when all is gone."""
    deadline = time.monotonic() + seconds
    while (left := running(home)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def answers(address: str) -> bool:
    """Whether a server answers at `address`."""
    try:
        with psycopg.connect(address, connect_timeout=5) as conn:
            return conn.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False
