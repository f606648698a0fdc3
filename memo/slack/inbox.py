"""What was asked in Slack is kept first and done in the background; a kill in between loses nothing.

Each thing asked is one row: kept before Slack is told that it arrived, claimed with a lease that this process renews
while it works, and emptied when it is over.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from memo.capture.tools import WORKER
from memo.errors import MemoError, SlackLimited, StoreError
from memo.slack.events import Asked
from memo.store import slack as store
from memo.store.pool import Database
from memo.store.slack import DueEvent

SLOTS = 4
"""Things done at a time."""
LEASE_SECONDS = 30.0
LOOK_SECONDS = 1.0
"""Between two looks for what is due; what has just come in wakes at once."""
FILE_SECONDS = 2.0
"""How long a mention without a file waits for the delivery that has it."""
MAX_ATTEMPTS = 3
FIRST_RETRY_SECONDS = 5.0
KEEP_DAYS = 7.0
"""How long keys are kept, to know a redelivery by."""

_log = logging.getLogger(__name__)


class Job:
    """One thing asked, under way; `attempts` counts this try, `reply_ts` is the message that tells how it goes."""

    def __init__(self, db: Database, due: DueEvent) -> None:
        self.id, self.attempts, self.reply_ts = due.id, due.attempts, due.reply_ts
        self.asked = Asked.model_validate(due.event)
        self.wants_file = due.wants_file
        self._db = db

    def replied(self, ts: str) -> None:
        """Remember the message that tells how it goes."""
        with self._db.write(WORKER) as conn:
            store.event_replied(conn, self.id, ts)
        self.reply_ts = ts


class Inbox:
    """Keeps what is asked and has it done by `do`; `tell` says to the person that it cannot be done."""

    def __init__(self, db: Database, do: Callable[[Job], None], tell: Callable[[Job, MemoError], None]) -> None:
        self._db, self._do, self._tell = db, do, tell
        self._held: set[int] = set()
        self._mutex = threading.Lock()
        self._wake = threading.Event()

    def keep(self, asked: Asked) -> bool:
        """Keep what was asked; False when it is kept already."""
        wait = FILE_SECONDS if asked.wants_file else 0.0
        event = asked.model_dump(mode="json")
        with self._db.write(WORKER) as conn:
            kept = store.keep_event(conn, asked.key, event, wants_file=asked.wants_file, wait=wait)
        self._wake.set()
        return kept

    def run(self, stop: threading.Event) -> None:
        """Have what is due done until `stop` is set; what is not finished then is left to the next at once."""
        self._forget_old()
        while not stop.is_set():
            self._wake.clear()
            try:
                self._renew()
                while len(self._held) < SLOTS and self._begin():
                    pass
            except StoreError as exc:
                _log.warning("what was asked in Slack has to wait: %s", exc)
            self._wake.wait(LOOK_SECONDS)
        self._give_back()

    def end(self) -> None:
        """Wake `run` so that it sees that it is to stop."""
        self._wake.set()

    def _begin(self) -> bool:
        with self._db.write(WORKER) as conn:
            due = store.claim_event(conn, LEASE_SECONDS)
        if due is None:
            return False
        with self._mutex:
            self._held.add(due.id)
        # A thread that the end of the process does not wait for: a transcript takes minutes.
        threading.Thread(target=self._work, args=(due,), name=f"memo-slack-{due.id}", daemon=True).start()
        return True

    def _work(self, due: DueEvent) -> None:
        try:
            self._attempt(Job(self._db, due))
        except StoreError as exc:  # its lease runs out, and it is done again
            _log.warning("what was asked in Slack has to wait: %s", exc)
        finally:
            with self._mutex:
                self._held.discard(due.id)
            self._wake.set()

    def _attempt(self, job: Job) -> None:
        error: MemoError | None = None
        try:
            if job.attempts <= MAX_ATTEMPTS:
                self._do(job)
            else:
                error = MemoError("This could not be done: it was begun several times and never came to an end.")
        except MemoError as exc:
            error = exc
        if error is not None and error.retryable and job.attempts < MAX_ATTEMPTS:
            with self._db.write(WORKER) as conn:
                store.put_event_off(conn, job.id, _retry_in(job.attempts, error), error.message)
            return
        if error is not None:
            _log.warning("something asked in Slack was not done: %s", type(error).__name__)
            self._say(job, error)
        with self._db.write(WORKER) as conn:
            why = error.message if error else None
            if not store.event_done(conn, job.id, wants_file=job.wants_file, error=why):
                store.put_event_off(conn, job.id, 0.0, why)

    def _say(self, job: Job, error: MemoError) -> None:
        try:
            self._tell(job, error)
        except MemoError as exc:
            _log.warning("nor could the person be told: %s", exc)

    def _renew(self) -> None:
        with self._mutex:
            held = list(self._held)
        if held:
            with self._db.write(WORKER) as conn:
                store.renew_events(conn, held, LEASE_SECONDS)

    def _give_back(self) -> None:
        with self._mutex:
            held = list(self._held)
        for event_id in held:
            try:
                with self._db.write(WORKER) as conn:
                    store.put_event_off(conn, event_id, 0.0, None)
            except StoreError as exc:
                _log.warning("what was asked in Slack will be done when its lease has run out: %s", exc)

    def _forget_old(self) -> None:
        try:
            with self._db.write(WORKER) as conn:
                store.forget_events(conn, KEEP_DAYS)
        except StoreError as exc:
            _log.warning("old keys are kept: %s", exc)


def _retry_in(attempts: int, error: MemoError) -> float:
    asked_for = error.retry_after if isinstance(error, SlackLimited) else 0.0
    return max(asked_for, FIRST_RETRY_SECONDS * 4.0 ** (attempts - 1))
