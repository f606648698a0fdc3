"""Background work: a worker reads what comes in, takes over from the dead, and stops without losing anything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import pytest

from memo import jobs
from memo.capture.notes import notes
from memo.capture.receive import receive
from memo.capture.record import capture_progress, capture_record
from memo.capture.tools import WORKER, Tools
from memo.capture.work import MAX_ATTEMPTS, finish
from memo.extraction import PartText
from memo.models import LOCAL_USER, Coverage, Draft
from memo.store import captures
from memo.store.pool import Connection, Database
from tests.fakes.granola import FakeGranola
from tests.integration.capturing import RETRO, STANDUP, Script, by_the_book, counts, make_due, tools


@dataclass
class Place:
    """What a worker works on."""

    db: Database
    tools: Tools
    chores: list[jobs.Chore] = field(default_factory=list)
    backfills: int = 0

    def backfill(self) -> None:
        """Count that vectors were asked for."""
        self.backfills += 1


@contextmanager
def working(place: Place) -> Iterator[threading.Event]:
    """A worker in a thread, which has ended when the block is left."""
    stop = threading.Event()
    thread = threading.Thread(target=jobs.work, args=(place,), kwargs={"stop": stop, "chores": place.chores})
    thread.start()
    try:
        yield stop
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive()


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.05)


def state(db: Database, capture_id: int) -> str:
    return capture_progress(db, LOCAL_USER, capture_id).state


def test_a_worker_reads_what_comes_in_at_once(db: Database) -> None:
    script = Script()
    place = Place(db, tools(script))
    waiting = receive(db, LOCAL_USER, place.tools.settings, STANDUP, "before.txt").capture_id
    with working(place):
        until(lambda: state(db, waiting) == "stored")
        began = time.monotonic()
        fresh = receive(db, LOCAL_USER, place.tools.settings, RETRO, "after.txt").capture_id
        until(lambda: state(db, fresh) == "stored")
        assert time.monotonic() - began < 3, "it is woken, it does not poll"
    assert len(script.calls) == 2
    with db.owner() as conn:
        assert conn.execute("SELECT count(*) AS n FROM procrastinate_jobs").fetchone() == {"n": 0}
        assert conn.execute("SELECT count(*) AS n FROM procrastinate_workers").fetchone() == {"n": 0}


def test_the_command_line_and_a_worker_never_read_the_same_thing_twice(db: Database) -> None:
    script = Script()
    place = Place(db, tools(script))
    with working(place):
        ids = [receive(db, LOCAL_USER, place.tools.settings, _numbered(n), f"{n}.txt").capture_id for n in range(8)]
        for capture_id in ids:
            finish(db, LOCAL_USER, place.tools, capture_id)
    assert {state(db, capture_id) for capture_id in ids} == {"stored"}
    assert len(script.calls) == 8
    assert counts(db)["meetings"] == 8


def test_a_dead_readers_capture_is_taken_over_and_its_late_writes_are_refused(db: Database) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def stuck(part: PartText) -> Draft:
        begun.set()
        assert go_on.wait(20)
        return by_the_book(part)

    place = Place(db, tools(Script(stuck)))
    capture_id = receive(db, LOCAL_USER, place.tools.settings, STANDUP, "standup.txt").capture_id
    zombie = threading.Thread(target=finish, args=(db, LOCAL_USER, place.tools, capture_id))
    zombie.start()
    assert begun.wait(20)
    make_due(db, capture_id)
    with working(Place(db, tools(Script()))):
        until(lambda: state(db, capture_id) == "stored")
    stored = capture_record(db, LOCAL_USER, capture_id)
    go_on.set()
    zombie.join(20)
    assert capture_record(db, LOCAL_USER, capture_id).model_copy(update={"cost_microdollars": 0}) == stored.model_copy(
        update={"cost_microdollars": 0}
    )
    found = counts(db)
    assert (found["meetings"], found["decisions"], found["action_items"]) == (1, 1, 1)
    assert found["agent_runs"] == 2, "both calls were paid, and both are recorded"


def test_a_reader_that_takes_long_keeps_its_lease(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memo.capture.work.LEASE_SECONDS", 0.9)
    monkeypatch.setattr(jobs, "SWEEP_SECONDS", 0.2)
    begun = threading.Event()

    def slow(part: PartText) -> Draft:
        begun.set()
        time.sleep(2.5)
        return by_the_book(part)

    place = Place(db, tools(Script(slow)))
    capture_id = receive(db, LOCAL_USER, place.tools.settings, STANDUP, "standup.txt").capture_id
    reader = threading.Thread(target=finish, args=(db, LOCAL_USER, place.tools, capture_id))
    reader.start()
    assert begun.wait(20)
    with working(Place(db, tools(Script()))):
        time.sleep(2.0)
        assert state(db, capture_id) == "extracting"
        reader.join(20)
    assert capture_progress(db, LOCAL_USER, capture_id).attempts == 1
    assert counts(db)["agent_runs"] == 1


def test_every_write_under_a_lost_lease_is_refused(db: Database) -> None:
    capture_id = receive(db, LOCAL_USER, tools().settings, STANDUP, "standup.txt").capture_id
    with db.write(WORKER) as conn:
        first = captures.claim_capture(conn, capture_id, 30)
    make_due(db, capture_id)
    with db.write(WORKER) as conn:
        second = captures.claim_capture(conn, capture_id, 30)
    assert first is not None
    assert second is not None
    assert second.lease > first.lease
    lost = captures.Lease(capture_id, first.lease)
    whole = Coverage(chars=1, chars_read=1, turns=1, parts=1, parts_failed=0)
    writes: list[Callable[[Connection], object]] = [
        lambda conn: captures.hold_capture(conn, lost),
        lambda conn: captures.set_progress(conn, lost, parts=1, parts_done=1, facts=1),
        lambda conn: captures.save_part(
            conn,
            lost,
            part=0,
            own_start=0,
            part_start=0,
            part_end=1,
            extractor="x",
            model="x",
            draft=Draft(),
            error=None,
        ),
        lambda conn: captures.finish_capture(
            conn,
            lost,
            state="stored",
            meeting_id=1,
            extractor="x",
            model="x",
            coverage=whole,
            warnings=[],
            carried_over=[],
            not_carried_over=[],
            facts=0,
        ),
    ]
    for write in writes:
        with pytest.raises(captures.LeaseLost), db.write(WORKER) as conn:
            write(conn)
    with db.write(WORKER) as conn:
        assert not captures.renew_lease(conn, lost, 30)
        assert not captures.release_capture(conn, lost)
        assert not captures.fail_capture(conn, lost, state="failed_final", error="x", error_class="X", retry_in=None)
        assert captures.renew_lease(conn, captures.Lease(capture_id, second.lease), 30)
    assert state(db, capture_id) == "extracting"


def test_a_stopping_worker_gives_back_what_it_reads(db: Database, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(jobs, "GRACE_SECONDS", 0.2)
    begun, go_on = threading.Event(), threading.Event()

    def stuck(part: PartText) -> Draft:
        begun.set()
        assert go_on.wait(30)
        return by_the_book(part)

    place = Place(db, tools(Script(stuck)))
    capture_id = receive(db, LOCAL_USER, place.tools.settings, STANDUP, "standup.txt").capture_id
    with working(place):
        assert begun.wait(20)
    progress = capture_progress(db, LOCAL_USER, capture_id)
    assert (progress.state, progress.attempts) == ("received", 0)
    go_on.set()
    finish(db, LOCAL_USER, tools(Script()), capture_id)
    assert counts(db)["meetings"] == 1


def test_captures_without_a_job_are_found(db: Database) -> None:
    settings = tools().settings
    lost = receive(db, LOCAL_USER, settings, STANDUP, "lost.txt").capture_id
    failed = receive(db, LOCAL_USER, settings, RETRO, "failed.txt").capture_id
    dead = receive(db, LOCAL_USER, settings, _numbered(1), "dead.txt").capture_id
    with db.owner() as conn:
        conn.execute("DELETE FROM procrastinate_jobs")
    with db.write(WORKER) as conn:
        claim = captures.claim_capture(conn, failed, 30)
        assert claim is not None
        lease = captures.Lease(claim.id, claim.lease)
        captures.fail_capture(conn, lease, state="failed_retryable", error="x", error_class="X", retry_in=30)
        captures.claim_capture(conn, dead, 30)
    assert jobs.sweep(db) == [lost]
    assert jobs.sweep(db) == [], "it is queued once"
    make_due(db, failed)
    make_due(db, dead)
    assert jobs.sweep(db) == [failed, dead]


def test_a_capture_that_kills_its_readers_is_left_to_a_person(db: Database) -> None:
    capture_id = receive(db, LOCAL_USER, tools().settings, STANDUP, "standup.txt").capture_id
    for _ in range(MAX_ATTEMPTS):
        with db.write(WORKER) as conn:
            assert captures.claim_capture(conn, capture_id, 30) is not None
        make_due(db, capture_id)
    jobs.sweep(db)
    progress = capture_progress(db, LOCAL_USER, capture_id)
    assert progress.state == "failed_retryable"
    assert f"{MAX_ATTEMPTS} times" in (progress.error or "")
    assert jobs.sweep(db) == []


def test_chores_are_done_and_one_that_fails_is_done_again(db: Database) -> None:
    from memo.errors import StoreUnavailable

    times: list[float] = []

    def flaky() -> None:
        times.append(time.monotonic())
        if len(times) == 1:
            raise StoreUnavailable

    place = Place(db, tools(), [jobs.Chore("flaky", 0.1, flaky)])
    with working(place):
        until(lambda: len(times) >= 3)
    assert place.backfills == 1


def test_a_worker_with_a_key_fetches_granolas_notes(db: Database) -> None:
    with FakeGranola() as fake:
        fake.add("not_1", title="Oats", said=[("microphone", "We should buy the mill from Lyon.")])
        with working(Place(db, tools(granola_api_url=fake.url, granola_api_key=fake.key))):
            until(lambda: [note.key for note in notes(db, LOCAL_USER)] == ["not_1"])
    assert counts(db)["captures"] == 0, "what becomes a capture is for a person to say"


def test_the_worker_makes_the_digest_at_its_time_and_once(db: Database) -> None:
    def pulses() -> list[date]:
        with db.owner() as conn:
            return [row["day"] for row in conn.execute("SELECT day FROM pulse_summaries ORDER BY id").fetchall()]

    due = datetime.now(UTC) - timedelta(minutes=1)
    late = tools(pulse_at=due.time())
    jobs.make_due_pulse(db, late)
    assert pulses() == [], "a new memory is empty"
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO decisions (description, happened_on, captured_at, source_type, source_id, triggered_by_agent)"
            " VALUES ('We buy the mill', %s, %s, 'import', 'a', 'memo')",
            (due.date(), due - timedelta(minutes=1)),
        )
    jobs.make_due_pulse(db, late)
    jobs.make_due_pulse(db, late)
    assert pulses() == [due.date()]
    jobs.make_due_pulse(db, tools(pulse_at=None))
    assert len(pulses()) == 1


def test_a_worker_survives_a_restart_of_the_database(db: Database, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(jobs, "RESTART_SECONDS", 0.2)
    place = Place(db, tools(Script()))
    with working(place):
        first = receive(db, LOCAL_USER, place.tools.settings, STANDUP, "standup.txt").capture_id
        until(lambda: state(db, first) == "stored")
        with db.owner() as conn:
            conn.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        second = receive(db, LOCAL_USER, place.tools.settings, RETRO, "retro.txt").capture_id
        until(lambda: state(db, second) == "stored", 30)


def _numbered(number: int) -> bytes:
    return (
        f"Title: Talk {number}\nDate: 2026-04-{number + 1:02}\n\n"
        f"Ana Costa: Welcome to talk number {number}, nice that you are here.\n"
        f"Ben Ode: Decision: we paint wall number {number} in a warm yellow tone.\n"
    ).encode()
