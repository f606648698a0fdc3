"""kill -9 at every step of a capture: no upload is lost, no fact is there twice, and what was paid for is used."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess

import pytest

from memo.capture.receive import receive
from memo.capture.record import capture_progress, capture_record
from memo.capture.work import finish, work
from memo.models import LOCAL_USER
from memo.store.pool import Database
from tests.integration import killed
from tests.integration.capturing import Script, counts, long_meeting, make_due, tools
from tests.integration.killed import STEPS
from tests.integration.test_jobs import Place, until, working

UNWRITTEN = ("meetings", "decisions", "action_items", "rejected_items", "outbox")

# One server process imports everything once; each child is a fork of it, and shares nothing with this process.
children = multiprocessing.get_context("forkserver")
children.set_forkserver_preload(["tests.integration.killed"])


def kill_at(url: str, step: str) -> None:
    process = children.Process(target=killed.capture, args=(url, step))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL, f"it got past {step!r}"


@contextmanager
def a_worker(url: str) -> Iterator[BaseProcess]:
    """A worker process that waits for its model."""
    reading = children.Event()
    process = children.Process(target=killed.be_a_worker, args=(url, reading))
    process.start()
    try:
        assert reading.wait(30)
        yield process
    finally:
        process.kill()
        process.join()


def reread(db: Database, capture_id: int) -> list[int]:
    """Have it read to its end by somebody else; the parts that had to be paid for."""
    script = Script()
    make_due(db, capture_id)
    work(db, tools(script), capture_id)
    return sorted(script.calls)


@pytest.mark.parametrize("step", [*STEPS, "in a call"])
def test_no_kill_loses_an_upload_or_doubles_a_fact(db: Database, database_url: str, step: str) -> None:
    kill_at(database_url, step)
    found = counts(db)
    if step == "upload not committed":
        assert found["captures"] == 0, "what was never acknowledged is not half there"
        receive(db, LOCAL_USER, tools().settings, long_meeting(3), "day.txt")
    elif step == "committed":
        assert capture_record(db, LOCAL_USER, 1).state == "stored"
    else:
        assert found["captures"] == 1
        assert [found[table] for table in UNWRITTEN] == [0] * len(UNWRITTEN), "a meeting is there whole or not at all"
    parts_kept = counts(db)["capture_parts"]
    assert len(reread(db, _only_capture(db))) == 3 - parts_kept
    record = capture_record(db, LOCAL_USER, _only_capture(db))
    assert (record.state, len(record.decisions)) == ("stored", 3)
    found = counts(db)
    assert (found["captures"], found["meetings"], found["decisions"]) == (1, 1, 3)


def test_a_killed_worker_is_followed_by_the_next(db: Database, database_url: str) -> None:
    capture_id = receive(db, LOCAL_USER, tools().settings, long_meeting(1), "day.txt").capture_id
    with a_worker(database_url) as worker:
        worker.kill()
    assert capture_progress(db, LOCAL_USER, capture_id).state == "extracting"
    make_due(db, capture_id)
    with working(Place(db, tools(Script()))):
        until(lambda: capture_progress(db, LOCAL_USER, capture_id).state == "stored")
    assert counts(db)["decisions"] == 1


def test_a_worker_told_to_stop_gives_its_capture_back(db: Database, database_url: str) -> None:
    capture_id = receive(db, LOCAL_USER, tools().settings, long_meeting(1), "day.txt").capture_id
    with a_worker(database_url) as worker:
        worker.terminate()
        worker.join(10)
        assert worker.exitcode == 0
    assert capture_progress(db, LOCAL_USER, capture_id).state == "received"
    finish(db, LOCAL_USER, tools(Script()), capture_id)
    assert counts(db)["decisions"] == 1


def _only_capture(db: Database) -> int:
    with db.owner() as conn:
        rows = conn.execute("SELECT id FROM captures").fetchall()
    assert len(rows) == 1
    return int(rows[0]["id"])
