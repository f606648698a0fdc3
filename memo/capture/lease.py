"""Holding a capture while it is read: the lease is renewed in the background, and given back when the process ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from memo.capture.tools import WORKER
from memo.errors import StoreError
from memo.store import captures
from memo.store.captures import Lease
from memo.store.pool import Database

RENEWALS = 3
"""Renewals within one lease: two may fail before it runs out."""

_log = logging.getLogger(__name__)
_held: dict[Lease, Database] = {}
"""What this process reads just now, so that it can all be given back when the process is told to stop."""


@contextmanager
def held(db: Database, lease: Lease, seconds: float) -> Iterator[None]:
    """Renew `lease` until the block is left; it is given back at once when the process ends (Ctrl-C)."""
    stop = threading.Event()
    renewing = threading.Thread(target=_renew, args=(db, lease, seconds, stop), name="memo-lease", daemon=True)
    _held[lease] = db
    renewing.start()
    try:
        yield
    except Exception:
        raise
    except BaseException:  # the process ends: somebody else need not wait for the lease to run out
        _release(db, lease)
        raise
    finally:
        stop.set()
        _held.pop(lease, None)


def release_all() -> None:
    """Give back everything this process reads: it is about to end. Its late writes will be refused."""
    for lease, db in list(_held.items()):
        _release(db, lease)


def _renew(db: Database, lease: Lease, seconds: float, stop: threading.Event) -> None:
    while not stop.wait(seconds / RENEWALS):
        try:
            with db.write(WORKER) as conn:
                if not captures.renew_lease(conn, lease, seconds):
                    return
        except StoreError as exc:
            _log.warning("the lease of capture %d could not be renewed: %s", lease.capture_id, exc)


def _release(db: Database, lease: Lease) -> None:
    try:
        with db.write(WORKER) as conn:
            captures.release_capture(conn, lease)
    except StoreError as exc:
        _log.warning("capture %d could not be given back, its lease will run out: %s", lease.capture_id, exc)
