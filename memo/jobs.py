"""What runs in the background: captures are read as they come in, and chores are done at their times.

The queue is procrastinate's, in the same database: it wakes a worker at once and spreads the work over as many as there
are. What is to be done, and who does it, is written in the captures themselves: each worker looks every few seconds for
captures whose reader died, or that are due for another try, so that a lost job loses nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from types import FrameType
from typing import Protocol

import procrastinate
from procrastinate.exceptions import ConnectorException

from memo.capture.lease import release_all
from memo.capture.notes import sync_granola
from memo.capture.pulse import due_pulse, pulse
from memo.capture.tools import WORKER, Tools
from memo.capture.work import MAX_ATTEMPTS
from memo.capture.work import work as read_capture
from memo.errors import MemoError, StoreError
from memo.store import captures
from memo.store.pool import Database
from memo.store.queue import CAPTURE, QUEUE, queue_capture

CONCURRENCY = 2
"""Captures that one worker reads at a time; each may have several model calls open."""
SWEEP_SECONDS = 5.0
PULSE_SECONDS = 60.0
VECTOR_SECONDS = 60.0
GRANOLA_SECONDS = 600.0
RESTART_SECONDS = 2.0
"""Before a worker that lost the database tries again."""
DEAD_SECONDS = 60.0
"""Without a heartbeat for so long, a worker's jobs leave the queue; their captures' leases ran out before."""
GRACE_SECONDS = 5.0
"""How long a stopping worker lets its captures come to an end; then they are given back."""

_log = logging.getLogger(__name__)


class Home(Protocol):
    """What a worker works on; `memo.service.Memo` is one."""

    @property
    def db(self) -> Database:
        """The database."""
        ...

    @property
    def tools(self) -> Tools:
        """What captures are read with."""
        ...

    def backfill(self) -> object:
        """Give vectors to facts that have none."""
        ...


@dataclass(frozen=True)
class Chore:
    """Something done every `seconds`; when it fails it is done again next time."""

    name: str
    seconds: float
    do: Callable[[], object]


def work(memo: Home, *, chores: Sequence[Chore] = (), stop: threading.Event | None = None) -> None:
    """Do background work until `stop` is set, or without one until SIGINT or SIGTERM.

    Runs in this thread. What is being read at the end is given back, and the next worker takes it up at once.
    """
    own = [
        Chore("captures", SWEEP_SECONDS, partial(sweep, memo.db)),
        Chore("pulse", PULSE_SECONDS, partial(make_due_pulse, memo.db, memo.tools)),
        Chore("vectors", VECTOR_SECONDS, memo.backfill),
    ]
    if memo.tools.settings.granola_api_key is not None:
        own.append(Chore("granola", GRANOLA_SECONDS, partial(sync_granola, memo.db, WORKER, memo.tools.settings)))
    with contextlib.ExitStack() as stack:
        ending = stop or stack.enter_context(_stop_signals())
        for chore in (*own, *chores):
            thread = threading.Thread(target=_repeat, args=(chore, ending), name=f"memo-{chore.name}", daemon=True)
            thread.start()
        while not ending.is_set():
            try:
                asyncio.run(_serve(memo, ending))
            except (ConnectorException, StoreError) as exc:
                _log.warning("the worker lost the database: %s", exc)
            # It ends by itself when its connections break; the database may need a moment to come back.
            ending.wait(RESTART_SECONDS)
        release_all()


def sweep(db: Database) -> list[int]:
    """Queue every capture that should be read and is not; the ids. Those whose readers die too often are left."""
    with db.write(WORKER) as conn:
        given_up = captures.give_up_on_dead(conn, MAX_ATTEMPTS)
        captures.delete_finished_jobs(conn, DEAD_SECONDS)
        waiting = captures.captures_to_queue(conn)
        for capture_id in waiting:
            queue_capture(conn, capture_id)
    for capture_id in given_up:
        _log.error("capture %d: its readers died %d times", capture_id, MAX_ATTEMPTS)
    return waiting


def make_due_pulse(db: Database, tools: Tools) -> None:
    """Make the day's digest once its time has come."""
    day = due_pulse(db, WORKER, tools.settings, datetime.now(UTC))
    if day is not None:
        pulse(db, WORKER, tools.settings, day)


async def _serve(memo: Home, ending: threading.Event) -> None:
    """Run one procrastinate worker until `ending`, or until it loses the database."""
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=memo.db.conninfo, min_size=1, max_size=3))
    app.task(name=CAPTURE, queue=QUEUE)(partial(_read_in_thread, memo))
    async with app.open_async():
        worker = asyncio.create_task(
            app.run_worker_async(
                queues=[QUEUE],
                concurrency=CONCURRENCY,
                install_signal_handlers=False,
                delete_jobs="always",
                fetch_job_polling_interval=SWEEP_SECONDS,
                shutdown_graceful_timeout=GRACE_SECONDS,
            )
        )
        try:
            while not ending.is_set() and not worker.done():
                await asyncio.sleep(0.1)
        finally:
            worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await worker


async def _read_in_thread(memo: Home, capture_id: int) -> None:
    """Read a capture in a thread of its own: one that the end of the process does not wait for."""
    loop = asyncio.get_running_loop()
    over: asyncio.Future[None] = loop.create_future()

    def end(error: BaseException | None) -> None:
        if over.done():
            return
        if error is None:
            over.set_result(None)
        else:
            over.set_exception(error)

    def read() -> None:
        error: BaseException | None = None
        try:
            read_capture(memo.db, memo.tools, capture_id)
        except BaseException as exc:  # noqa: BLE001 - not swallowed: raised again in the task that waits
            error = exc
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(end, error)

    threading.Thread(target=read, name=f"memo-capture-{capture_id}", daemon=True).start()
    await over


def _repeat(chore: Chore, ending: threading.Event) -> None:
    while not ending.is_set():
        began = time.monotonic()
        try:
            chore.do()
        except MemoError as exc:
            _log.warning("%s: %s", chore.name, exc)
        ending.wait(max(0.1, chore.seconds - (time.monotonic() - began)))


@contextlib.contextmanager
def _stop_signals() -> Iterator[threading.Event]:
    """An event that SIGINT and SIGTERM set; their former handlers are back when the block is left."""
    ending = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ending.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
