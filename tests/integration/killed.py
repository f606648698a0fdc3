"""What a child process does that captures a file, or works, and dies at one step."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from multiprocessing.synchronize import Event
from typing import Any, NoReturn

from memo import jobs
from memo.capture import receive, work, write
from memo.extraction import PartText
from memo.models import LOCAL_USER, Draft
from memo.store import captures
from memo.store.pool import Database
from tests.integration.capturing import Script, by_the_book, long_meeting, tools
from tests.integration.test_jobs import Place


def die(*args: object, **kwargs: object) -> NoReturn:
    """End as a power cut ends a process: nothing is cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def before(owner: Any, name: str) -> None:
    """Die instead of calling a function."""
    setattr(owner, name, die)


def after(owner: Any, name: str) -> None:
    """Die when a function has done its work."""
    original: Callable[..., Any] = getattr(owner, name)
    setattr(owner, name, lambda *args, **kwargs: die(original(*args, **kwargs)))


def die_in_part(number: int) -> Callable[[PartText], Draft]:
    """Die in the call that reads one part, once the parts before it are kept."""

    def read(part: PartText) -> Draft:
        if part.index == number:
            time.sleep(1.0)  # the other parts come in meanwhile
            die()
        return by_the_book(part)

    return read


STEPS: dict[str, Callable[[], None]] = {
    "upload not committed": lambda: after(captures, "insert_capture"),
    "upload committed": lambda: after(receive, "_keep"),
    "lease taken": lambda: before(work, "_transcript"),
    "all parts read": lambda: before(work, "store_meeting"),
    "meeting half written": lambda: before(write, "_insert_facts"),
    "facts written, not committed": lambda: before(captures, "finish_capture"),
    "state written, not committed": lambda: after(captures, "finish_capture"),
    "committed": lambda: before(work._log, "info"),
}


def capture(url: str, step: str) -> None:
    """Capture a meeting of three parts, and die on the way."""
    with Database(url) as db:
        reading = die_in_part(2) if step == "in a call" else by_the_book
        STEPS.get(step, lambda: None)()
        work.capture(db, LOCAL_USER, tools(Script(reading)), long_meeting(3), "day.txt")


def be_a_worker(url: str, reading: Event) -> None:
    """Be a worker whose model never answers; `reading` is set once it is asked."""

    def wait(part: PartText) -> Draft:
        reading.set()
        time.sleep(60)
        return Draft()

    jobs.GRACE_SECONDS = 0.2
    with Database(url) as db:
        jobs.work(Place(db, tools(Script(wait))))
