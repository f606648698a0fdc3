"""kill -9 at every step of a capture: no upload is lost, no fact is there twice, and what was paid for is used."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memo.capture.receive import receive
from memo.capture.record import capture_progress, capture_record
from memo.capture.work import finish, work
from memo.models import LOCAL_USER
from memo.store.pool import Database
from tests.integration.capturing import Script, counts, long_meeting, make_due, tools
from tests.integration.killed import STEPS
from tests.integration.test_jobs import Place, until, working

ROOT = Path(__file__).parents[2]
UNWRITTEN = ("meetings", "decisions", "action_items", "rejected_items", "outbox")


def child(url: str, step: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.integration.killed", url, step], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def kill_at(url: str, step: str) -> None:
    process = child(url, step)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, f"it got past {step!r}"


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
    worker = child(database_url, "working")
    assert worker.stdout is not None
    assert worker.stdout.readline() == "reading\n"
    worker.kill()
    worker.communicate()
    assert capture_progress(db, LOCAL_USER, capture_id).state == "extracting"
    make_due(db, capture_id)
    with working(Place(db, tools(Script()))):
        until(lambda: capture_progress(db, LOCAL_USER, capture_id).state == "stored")
    assert counts(db)["decisions"] == 1


def test_a_worker_told_to_stop_gives_its_capture_back(db: Database, database_url: str) -> None:
    capture_id = receive(db, LOCAL_USER, tools().settings, long_meeting(1), "day.txt").capture_id
    worker = child(database_url, "working")
    assert worker.stdout is not None
    assert worker.stdout.readline() == "reading\n"
    worker.terminate()
    until(lambda: capture_progress(db, LOCAL_USER, capture_id).state == "received")
    worker.kill()
    worker.communicate()
    finish(db, LOCAL_USER, tools(Script()), capture_id)
    assert counts(db)["decisions"] == 1


def _only_capture(db: Database) -> int:
    with db.owner() as conn:
        rows = conn.execute("SELECT id FROM captures").fetchall()
    assert len(rows) == 1
    return int(rows[0]["id"])
