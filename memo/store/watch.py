"""`python -m memo.store.watch FOLDER GRACE`: stops the embedded server when its last user died without a word.

Started by whoever starts the server, in a session of its own. It sleeps on the lock of one live holder, wakes when
that is gone, looks for another, and when there has been none for GRACE seconds stops the server. It ends with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memo.errors import StoreUnavailable
from memo.store.locks import Holders, Lock, exclusive, held, wait_until_free
from memo.store.postmaster import DataFolder

START_LOCK = "start.lock"
WATCH_LOCK = "watch.lock"
HOLDERS = "holders"
_LOCK_WAIT = 120.0


@contextmanager
def watched(folder: Path, grace: float) -> Iterator[None]:
    """Have a watcher for `folder` at the end of the block, which starts the server meanwhile.

    Call with the start lock held: the new watcher waits for it. Raises `StoreUnavailable` when it cannot be started.
    """
    if held(folder / WATCH_LOCK):
        yield
        return
    command = [sys.executable, "-m", "memo.store.watch", str(folder), str(grace)]
    # Not the keys and tokens of whoever starts it: it outlives them. The path serves a checkout that is not installed.
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PYTHON", "PATH", "HOME", "LD_"))}
    kept["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, [kept.get("PYTHONPATH")])])
    with (
        (folder / "server.log").open("ab") as log,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", env=kept, start_new_session=True
        ) as process,
    ):
        yield
    # It forked and ended: nobody is left with a child to wait for.
    if process.returncode:
        raise StoreUnavailable(f"The watcher of the embedded database does not start: see {folder / 'server.log'}.")


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
