"""What goes wrong while a capture is read: said on the capture, tried again where that helps, paid for once."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable

import pytest

from memo.capture.receive import receive, retry_capture
from memo.capture.record import capture_progress, capture_record
from memo.capture.work import MAX_ATTEMPTS, capture, finish, work
from memo.capture.write import UNSTORABLE
from memo.errors import ModelRefused, ModelRejected, ModelUnavailable
from memo.extraction import PartText
from memo.models import LOCAL_USER, Draft, DraftDecision, Principal
from memo.store import meetings
from memo.store.pool import Connection, Database
from tests.integration.capturing import STANDUP, Script, by_the_book, counts, long_meeting, make_due, tools


def failing(error: Exception, *, parts: tuple[int, ...] = (0,)) -> Callable[[PartText], Draft]:
    def read(part: PartText) -> Draft:
        if part.index in parts:
            raise error
        return by_the_book(part)

    return read


def test_a_model_that_cannot_be_reached_leaves_a_capture_that_is_tried_again(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(Script(failing(ModelUnavailable("It is down.")))), STANDUP, "standup.txt")
    assert (record.state, record.error, record.meeting_id) == ("failed_retryable", "It is down.", None)
    assert record.title == "standup"
    capture_id = record.capture_id or 0
    assert capture_progress(db, LOCAL_USER, capture_id).next_try_at is not None
    assert not work(db, tools(Script()), capture_id), "before its time nobody takes it"
    make_due(db, capture_id)
    assert work(db, tools(Script()), capture_id)
    again = capture_record(db, LOCAL_USER, capture_id)
    assert (again.state, again.error, len(again.decisions)) == ("stored", None, 1)
    assert capture_progress(db, LOCAL_USER, capture_id).attempts == 2


def test_the_wait_doubles_and_ends(db: Database) -> None:
    down = tools(Script(failing(ModelUnavailable())))
    capture_id = receive(db, LOCAL_USER, down.settings, STANDUP, "standup.txt").capture_id
    waits = []
    for _ in range(MAX_ATTEMPTS):
        work(db, down, capture_id)
        with db.owner() as conn:
            row = conn.execute("SELECT extract(epoch FROM next_try_at - now()) AS wait FROM captures").fetchone()
            assert row is not None
            waits.append(None if row["wait"] is None else round(row["wait"]))
        make_due(db, capture_id)
    assert waits == [30, 60, 120, 240, None]
    progress = capture_progress(db, LOCAL_USER, capture_id)
    assert (progress.state, progress.attempts) == ("failed_retryable", MAX_ATTEMPTS)


@pytest.mark.parametrize("error", [ModelRefused("The model refused."), ModelRejected("The key is wrong.")])
def test_what_no_retry_cures_waits_for_a_person(db: Database, error: Exception) -> None:
    record = capture(db, LOCAL_USER, tools(Script(failing(error))), STANDUP, "standup.txt")
    assert (record.state, record.error) == ("failed_final", str(error))
    retry_capture(db, LOCAL_USER, record.capture_id or 0)
    assert capture_progress(db, LOCAL_USER, record.capture_id or 0).state == "received"
    finish(db, LOCAL_USER, tools(Script()), record.capture_id or 0)
    assert capture_record(db, LOCAL_USER, record.capture_id or 0).state == "stored"


def test_handing_a_failed_file_in_again_reads_it(db: Database) -> None:
    failed = capture(db, LOCAL_USER, tools(Script(failing(ModelRefused()))), STANDUP, "standup.txt")
    again = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt", title="Second try")
    assert (again.capture_id, again.state, again.title) == (failed.capture_id, "stored", "Second try")


def test_an_error_of_our_own_is_raised_and_keeps_the_upload(db: Database) -> None:
    broken = tools(Script(failing(KeyError("bug"))))
    with pytest.raises(KeyError):
        capture(db, LOCAL_USER, broken, STANDUP, "standup.txt")
    record = capture_record(db, LOCAL_USER, 1)
    assert record.state == "failed_retryable"
    assert "KeyError" in (record.error or "")


def test_a_meeting_waits_its_turn_to_be_stored(db: Database) -> None:
    """Names are settled under a lock: a page would give up after two seconds, what was paid for does not."""
    held, begun = threading.Event(), threading.Event()

    def hold() -> None:
        with db.owner() as conn:
            conn.execute("SELECT pg_advisory_xact_lock(42)")
            held.set()
            assert begun.wait(10)
            time.sleep(2.5)

    def resolve(conn: Connection, who: Principal, meeting_id: int) -> None:
        begun.set()
        conn.execute("SELECT pg_advisory_xact_lock(42)")

    other = threading.Thread(target=hold)
    other.start()
    assert held.wait(10)
    patient = dataclasses.replace(tools(Script()), resolve_names=resolve)
    assert capture(db, LOCAL_USER, patient, STANDUP, "standup.txt").state == "stored"
    other.join()


def test_ctrl_c_gives_the_capture_back_at_once(db: Database) -> None:
    def interrupted(part: PartText) -> Draft:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        capture(db, LOCAL_USER, tools(Script(interrupted)), STANDUP, "standup.txt")
    progress = capture_progress(db, LOCAL_USER, 1)
    assert (progress.state, progress.attempts) == ("received", 0)
    assert work(db, tools(Script()), 1), "nobody waits for the lease to run out"


def test_a_part_that_cannot_be_read_is_a_gap_and_is_read_later_alone(db: Database) -> None:
    script = Script(failing(ModelUnavailable("Too busy."), parts=(1,)))
    partial = capture(db, LOCAL_USER, tools(script), long_meeting(3), "day.txt")
    assert partial.state == "partial"
    assert partial.coverage is not None
    assert (partial.coverage.parts, partial.coverage.parts_failed) == (3, 1)
    assert [(gap.part, gap.why) for gap in partial.coverage.gaps] == [(1, "Too busy.")]
    assert len(partial.decisions) == 2
    kept = {decision.description for decision in partial.decisions}

    retry_capture(db, LOCAL_USER, partial.capture_id or 0)
    second = Script()
    finish(db, LOCAL_USER, tools(second), partial.capture_id or 0)
    whole = capture_record(db, LOCAL_USER, partial.capture_id or 0)
    assert second.calls == [1], "what was read is not paid for again"
    assert (whole.state, len(whole.decisions)) == ("stored", 3)
    assert kept < {decision.description for decision in whole.decisions}
    assert whole.coverage is not None
    assert whole.coverage.chars_read == whole.coverage.chars
    with db.read(LOCAL_USER) as conn:
        active = conn.execute("SELECT count(*) AS n FROM fact_index WHERE fact_type = 'decision' AND status = 'active'")
        assert active.fetchone() == {"n": 3}


def test_handing_a_partly_read_file_in_again_reads_what_is_missing(db: Database) -> None:
    down = tools(Script(failing(ModelUnavailable(), parts=(1,))))
    assert capture(db, LOCAL_USER, down, long_meeting(3), "day.txt").state == "partial"
    script = Script()
    assert capture(db, LOCAL_USER, tools(script), long_meeting(3), "day.txt").state == "stored"
    assert script.calls == [1]


def test_a_retry_after_a_failure_pays_only_for_what_is_missing(db: Database) -> None:
    def dies(part: PartText) -> Draft:
        if part.index == 2:
            raise KeyError("bug")
        return by_the_book(part)

    with pytest.raises(KeyError):
        capture(db, LOCAL_USER, tools(Script(dies)), long_meeting(3), "day.txt")
    done = counts(db)["capture_parts"]
    second = Script()
    make_due(db, 1)
    work(db, tools(second), 1)
    assert len(second.calls) == 3 - done
    assert capture_record(db, LOCAL_USER, 1).state == "stored"


def test_parts_that_would_be_cut_elsewhere_today_are_not_reused(db: Database) -> None:
    down = tools(Script(failing(ModelUnavailable(), parts=(1,))))
    partial = capture(db, LOCAL_USER, down, long_meeting(3), "day.txt")
    with db.owner() as conn:
        conn.execute("UPDATE capture_parts SET part_end = part_end - 7 WHERE part = 0")
    retry_capture(db, LOCAL_USER, partial.capture_id or 0)
    script = Script()
    finish(db, LOCAL_USER, tools(script), partial.capture_id or 0)
    assert sorted(script.calls) == [0, 1]


def test_parts_of_another_model_are_not_reused(db: Database) -> None:
    partial = capture(
        db, LOCAL_USER, tools(Script(failing(ModelUnavailable(), parts=(1,)))), long_meeting(2), "day.txt"
    )
    retry_capture(db, LOCAL_USER, partial.capture_id or 0)
    finish(db, LOCAL_USER, tools(), partial.capture_id or 0)
    record = capture_record(db, LOCAL_USER, partial.capture_id or 0)
    assert (record.state, record.extractor) == ("stored", "offline")


def test_what_the_database_cannot_hold_is_taken_out_of_what_a_model_wrote(db: Database) -> None:
    quote = "we use Postgres for the event store, because the team already runs it."

    def read(part: PartText) -> Draft:
        bad = DraftDecision(description="we use Postgres for the\x00 event store \ud83d", quote=quote)
        return by_the_book(part).model_copy(update={"decisions": (bad,), "topics": ("Post\x00gres",)})

    record = capture(db, LOCAL_USER, tools(Script(read)), STANDUP, "standup.txt")
    assert (record.state, len(record.action_items)) == ("stored", 1)
    assert [decision.description for decision in record.decisions] == ["we use Postgres for the event store \ufffd"]


def test_one_fact_that_cannot_be_stored_is_rejected_alone(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def insert(conn, meeting_id, decision, source):  # type: ignore[no-untyped-def]
        return meetings.add_decision(conn, meeting_id, source, description="", evidence=decision.evidence)

    monkeypatch.setattr(meetings, "insert_decision", insert)
    record = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    assert (record.state, len(record.action_items), record.decisions) == ("stored", 1, [])
    assert [(item.kind, item.why) for item in record.rejected] == [("decision", UNSTORABLE)]


def test_a_cost_that_is_not_known_is_not_nothing(db: Database) -> None:
    from memo.models import ModelRun

    class Unpriced(Script):
        def __call__(self, record, detail):  # type: ignore[no-untyped-def]
            def unpriced(run: ModelRun) -> None:
                record(run.model_copy(update={"cost_microdollars": None}))

            return super().__call__(unpriced, detail)

    assert capture(db, LOCAL_USER, tools(Unpriced()), STANDUP, "standup.txt").cost_microdollars is None
