"""File locks that die with their process: one lock around start and stop, one per holder of the database.

A holder keeps an exclusive `flock` on a file of its own for as long as it lives. Nothing has to be cleaned up after a
SIGKILL: the kernel drops the lock, and a holder's file that can be locked belongs to nobody any more.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from memo.errors import StoreUnavailable

_log = logging.getLogger(__name__)


class Lock:
    """An exclusive lock on `path` held from construction until `release`; raises `BlockingIOError` when it is taken."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            os.close(self._fd)
            raise

    def release(self, *, unlink: bool = False) -> None:
        """Give the lock up; `unlink` also removes its file (only for files that nobody else creates)."""
        if unlink:
            self.path.unlink(missing_ok=True)
        os.close(self._fd)


def held(path: Path) -> bool:
    """Whether a live process holds the exclusive lock on `path`; a missing file is held by nobody."""
    return not _shared(path, fcntl.LOCK_NB)


def wait_until_free(path: Path) -> None:
    """Sleep, without polling, until nobody holds the exclusive lock on `path`."""
    _shared(path, 0)


def _shared(path: Path, flags: int) -> bool:
    # A shared lock never gets in the way of another process that looks at the same file.
    try:
        fd = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | flags)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(fd)


@contextmanager
def exclusive(path: Path, *, wait: float) -> Iterator[None]:
    """Hold the lock on `path` for the block; raises `StoreUnavailable` after `wait` seconds of trying."""
    lock = _acquire(path, wait)
    try:
        yield
    finally:
        lock.release()


def _acquire(path: Path, wait: float) -> Lock:
    deadline = time.monotonic() + wait
    told = False
    while True:
        try:
            return Lock(path)
        except BlockingIOError as exc:
            if time.monotonic() > deadline:
                raise StoreUnavailable(f"Another Memo has been starting the database for {wait:g} s.") from exc
        if not told:
            _log.info("waiting for another process that starts or stops the database")
            told = True
        time.sleep(0.02)


class Holders:
    """Who uses the database, one locked file each in `folder`; every call needs the start lock held."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def join(self) -> Lock:
        """Become a holder, until the lock is released or this process dies."""
        return Lock(self._folder / f"{os.getpid()}-{uuid4().hex[:8]}")

    def alive(self) -> Path | None:
        """The file of one live holder, or None when there is none; files of dead holders are removed on the way."""
        for path in self._folder.iterdir():
            if held(path):
                return path
            path.unlink(missing_ok=True)
        return None
