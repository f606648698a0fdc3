"""What Slack tests share: a memory whose Slack is the fake one, somebody who listens there, and processes that die."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from memo.capture import work
from memo.models import LOCAL_USER
from memo.service import Memo
from memo.slack.fetch import Files, Origin
from memo.slack.listen import listen
from memo.slack.notify import Notifier
from memo.store.pool import Database
from tests.fakes.slack import FakeSlack
from tests.integration.capturing import STANDUP, settings

PUBLIC = ["93.184.216.34"]


def memory(db: Database, fake_url: str, **values: Any) -> Memo:
    """A memory without a model whose Slack is at `fake_url`."""
    slack = {"slack_api_url": fake_url, "slack_bot_token": FakeSlack.bot_token, "slack_app_token": FakeSlack.app_token}
    return Memo(settings(**{**slack, **values}), LOCAL_USER, db)


def files_of(fake: FakeSlack, *, most: int = 100_000, seconds: float = 10.0) -> Files:
    """Fetches from the fake's file host, and from nowhere else."""
    origin = Origin("http", "127.0.0.1", fake.port)
    return Files(fake.bot_token, most, origins=frozenset({origin}), resolve=lambda host, port: PUBLIC, seconds=seconds)


@contextmanager
def listening(memo: Memo, fake: FakeSlack, files: Files | None = None) -> Iterator[None]:
    """Somebody listens in Slack; what goes wrong there fails the test."""
    stop = threading.Event()
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            listen(memo, stop, files=files or files_of(fake))
        except BaseException as exc:  # noqa: BLE001 - raised again in the test
            wrong.append(exc)

    before = fake.connections
    thread = threading.Thread(target=run)
    thread.start()
    try:
        until(lambda: fake.connections > before or bool(wrong))
        yield
    finally:
        stop.set()
        thread.join(20)
    assert not thread.is_alive()
    if wrong:
        raise wrong[0]


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)


def idle(db: Database) -> bool:
    """Whether everything asked is done."""
    with db.owner() as conn:
        return bool(conn.execute("SELECT count(*) AS n FROM slack_inbox WHERE done_at IS NULL").fetchone() == {"n": 0})


def rows(db: Database, statement: str) -> list[dict[str, Any]]:
    with db.owner() as conn:
        return conn.execute(statement.encode()).fetchall()


# --- in child processes ---


def die(*args: object, **kwargs: object) -> NoReturn:
    """End as a power cut ends a process."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def capture_and_die(url: str, fake_url: str) -> None:
    """Capture a meeting, and die as soon as it is committed."""
    work._log.info = die  # type: ignore[method-assign]
    with Database(url) as db:
        memory(db, fake_url, slack_channel="C1").capture(STANDUP, "standup.txt")


def send_and_die(url: str, fake_url: str, after: int) -> None:
    """Send what waits, and die in place of the post number `after` (from 0)."""
    with Database(url) as db:
        notifier = Notifier(memory(db, fake_url, slack_channel="C1"))
        post, posts = notifier._slack.post, iter(range(100))
        notifier._slack.post = lambda *a, **k: die() if next(posts) == after else post(*a, **k)  # type: ignore[method-assign]
        notifier.send_due()
