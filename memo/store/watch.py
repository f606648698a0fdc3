"""`python -m memo.store.watch FOLDER GRACE`: stops the embedded server when its last user died without a word.

Started by whoever starts the server, in a session of its own. It sleeps on the lock of one live holder, wakes when
that is gone, looks for another, and when there has been none for GRACE seconds stops the server. It ends with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from memo.store.locks import Holders, Lock, exclusive, held, wait_until_free
from memo.store.postmaster import DataFolder

START_LOCK = "start.lock"
WATCH_LOCK = "watch.lock"
HOLDERS = "holders"
_LOCK_WAIT = 120.0


def ensure_watched(folder: Path, grace: float) -> None:
    """Start a watcher for `folder` unless there is one; call with the start lock held."""
    if held(folder / WATCH_LOCK):
        return
    command = [sys.executable, "-m", "memo.store.watch", str(folder), str(grace)]
    with (folder / "server.log").open("ab") as log:
        # The process started here forks and ends at once: nobody is left with a child to wait for.
        subprocess.run(
            command, check=True, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True
        )


def watch(folder: Path, grace: float) -> None:
    """Watch until the server of `folder` is gone; returns at once when another watcher is at work."""
    with exclusive(folder / START_LOCK, wait=_LOCK_WAIT):
        try:
            mine = Lock(folder / WATCH_LOCK)
        except BlockingIOError:
            return
    while not _finished(folder, mine, stop=False):
        _sleep_while_held(folder)
        _sleep_while_deserted(folder, grace)
        if _finished(folder, mine, stop=True):
            return


def _finished(folder: Path, mine: Lock, *, stop: bool) -> bool:
    with exclusive(folder / START_LOCK, wait=_LOCK_WAIT):
        if Holders(folder / HOLDERS).alive():
            return False
        data = DataFolder(folder)
        if stop:
            data.stop()
        if data.runs() is not None:
            return False
        # Still inside the start lock: the next one to start must find that nobody watches any more.
        mine.release()
        return True


def _sleep_while_held(folder: Path) -> None:
    while True:
        with exclusive(folder / START_LOCK, wait=_LOCK_WAIT):
            holder = Holders(folder / HOLDERS).alive()
        if holder is None:
            return
        wait_until_free(holder)


def _sleep_while_deserted(folder: Path, grace: float) -> None:
    deadline = time.monotonic() + grace
    while time.monotonic() < deadline:
        with exclusive(folder / START_LOCK, wait=_LOCK_WAIT):
            if Holders(folder / HOLDERS).alive() or DataFolder(folder).runs() is None:
                return
        time.sleep(min(0.2, grace))


def main() -> None:
    """Detach and watch; a folder that was deleted has no server to stop."""
    folder, grace = Path(sys.argv[1]), float(sys.argv[2])
    if os.fork():
        os._exit(0)
    try:
        watch(folder, grace)
    except FileNotFoundError:
        return


if __name__ == "__main__":
    main()
