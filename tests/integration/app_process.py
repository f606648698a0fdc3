"""`memo` as a person runs it: child processes of one MEMO_HOME, and what is left of them."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import psutil

MEMO = [sys.executable, "-m", "memo"]
START_SECONDS = 90.0


def environment(home: Path, **settings: str) -> dict[str, str]:
    """What a child of the tests sees: no setting but MEMO_HOME and `settings`."""
    return os.environ | {"MEMO_HOME": str(home)} | settings


def memo(
    home: Path, *arguments: str | Path, stdin: bytes | None = None, cwd: Path | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Runs one command to its end."""
    done = subprocess.run(
        [*MEMO, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(home, **settings),
        cwd=cwd,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class App:
    """`memo app` on a port of its own; its terminal is read line by line as it comes."""

    def __init__(
        self, home: Path, *arguments: str, cwd: Path | None = None, wait: bool = True, **settings: str
    ) -> None:
        self.home = home
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [*MEMO, "app", "--no-browser", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(home, **settings),
            cwd=cwd,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self.line(r"Memo is at (http://\S+)") if wait else ""

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def line(self, pattern: str, seconds: float = START_SECONDS) -> str:
        """The first group (or all) of the first line that matches; waits for it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            ended = self.process.poll() is not None
            for line in list(self.lines):
                found = re.search(pattern, line)
                if found:
                    return found[found.re.groups and 1]
            if ended:
                break
            time.sleep(0.05)
        self.stop(signal.SIGKILL)
        raise AssertionError(f"no line like {pattern!r} in {self.lines}")

    def get(self, path: str = "/") -> bytes:
        """What the pages answer."""
        with urllib.request.urlopen(self.url + path, timeout=30) as reply:
            assert reply.status == 200
            return bytes(reply.read())

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Sends a signal as a terminal would, to the whole process group, and returns the exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        code = self.process.wait(60)
        self._reader.join(10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def processes_of(home: Path) -> list[psutil.Process]:
    """Every process but this one that was started with `home` in its command line or environment."""
    found = []
    for process in psutil.process_iter():
        try:
            words = [*process.cmdline(), process.environ().get("MEMO_HOME", "")]
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
        if process.pid != os.getpid() and any(str(home) in word for word in words):
            found.append(process)
    return found


def left_after(home: Path, seconds: float) -> Sequence[str]:
    """What still runs of `home` after at most `seconds`."""
    until = time.monotonic() + seconds
    while True:
        left = processes_of(home)
        if not left or time.monotonic() > until:
            return [f"{process.pid} {' '.join(process.cmdline())}" for process in left if process.is_running()]
        time.sleep(0.1)


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
