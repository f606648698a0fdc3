"""Handing in a transcript: kept first, read once, stored whole, and read back as its record."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from memo.capture.inspect import inspect
from memo.capture.receive import receive, retry_capture
from memo.capture.record import capture_progress, capture_record, meeting_record, recent_captures, transcript
from memo.capture.work import capture, work
from memo.errors import Conflict, InputError, LooksLikeEarlierCapture, NotFound, TranscriptEmpty, TranscriptTooLong
from memo.models import LOCAL_USER, CaptureProgress, CaptureRecord, Principal
from memo.store.pool import Connection, Database
from memo.store.queue import queue_capture
from tests.integration.capturing import RETRO, STANDUP, Script, by_the_book, counts, long_meeting, phrases, tools

ANA = Principal(name="Ana", member_id=1)
BEN = Principal(name="Ben", member_id=2)


def test_a_transcript_becomes_a_meeting_with_proven_facts(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    assert (record.state, record.title, record.held_on) == ("stored", "Platform weekly", date(2026, 3, 2))
    assert record.attendees == ["Ana Costa", "Ben Ode", "Cleo Park"]
    assert any("Postgres" in decision.description for decision in record.decisions)
    assert any("migration plan" in item.description for item in record.action_items)
    assert record.coverage is not None
    assert record.coverage.chars_read == record.coverage.chars
    assert (record.extractor, record.cost_microdollars) == ("offline", 0)
    stored = transcript(db, LOCAL_USER, record.meeting_id or 0)
    for fact in (*record.decisions, *record.action_items):
        assert stored.text[fact.start : fact.end] == fact.quote
        assert stored.turns[fact.turn].start <= fact.start < stored.turns[fact.turn].end
    assert all(stored.text[turn.start : turn.end] == turn.text for turn in stored.turns)
    assert record == capture_record(db, LOCAL_USER, record.capture_id or 0)
    assert record == meeting_record(db, LOCAL_USER, record.meeting_id or 0)


def test_what_the_person_typed_wins(db: Database) -> None:
    record = capture(
        db,
        LOCAL_USER,
        tools(),
        STANDUP,
        "standup.txt",
        title="Database talk",
        held_on=date(2026, 3, 1),
        client="Northwind",
        project="Event store",
    )
    assert (record.title, record.held_on) == ("Database talk", date(2026, 3, 1))
    with db.read(LOCAL_USER) as conn:
        row = conn.execute(
            "SELECT c.name AS client, p.name AS project, p.client_id = c.id AS its, d.happened_on, d.source_type,"
            " d.source_id, d.triggered_by_agent"
            " FROM decisions d JOIN clients c ON c.id = d.client_id JOIN projects p ON p.id = d.project_id"
        ).fetchone()
    assert row is not None
    assert row["source_id"].startswith("file:")
    assert {**row, "source_id": ""} == {
        "client": "Northwind",
        "project": "Event store",
        "its": True,
        "happened_on": date(2026, 3, 1),
        "source_type": "meeting",
        "source_id": "",
        "triggered_by_agent": "memo",
    }


def test_the_same_words_are_one_capture_whatever_the_file_is_called(db: Database) -> None:
    script = Script()
    first = capture(db, LOCAL_USER, tools(script), STANDUP, "standup.txt")
    again = capture(db, LOCAL_USER, tools(script), b"\xef\xbb\xbf" + STANDUP.replace(b"\n", b"\r\n"), "copy.md")
    assert again.state == "duplicate"
    assert again.model_copy(update={"state": "stored"}) == first
    assert len(script.calls) == 1
    assert counts(db)["meetings"] == 1


def test_twenty_simultaneous_uploads_are_one_capture_and_one_paid_call(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script()
    barrier = threading.Barrier(20)

    def slowly(conn: Connection, capture_id: int) -> None:
        # The others look for the file, do not find it, and meet the unfinished row of the first.
        time.sleep(0.5)
        queue_capture(conn, capture_id)

    monkeypatch.setattr("memo.capture.receive.queue_capture", slowly)

    def upload(number: int) -> CaptureRecord:
        barrier.wait()
        return capture(db, LOCAL_USER, tools(script), STANDUP, f"copy {number}.txt")

    with ThreadPoolExecutor(20) as pool:
        records = list(pool.map(upload, range(20)))
    assert len(script.calls) == 1
    assert sorted(record.state for record in records) == ["duplicate"] * 19 + ["stored"]
    assert len({record.model_copy(update={"state": ""}).model_dump_json() for record in records}) == 1
    found = counts(db)
    assert (found["captures"], found["meetings"], found["agent_runs"]) == (1, 1, 1)


def test_two_meetings_with_the_same_first_pages_are_two_meetings(db: Database) -> None:
    header = "".join(f"Ana Costa: Point {n} of the {w} agenda, as every week.\n" for n, w in enumerate(phrases(60)))
    assert len(header) > 3000
    one = capture(
        db, LOCAL_USER, tools(), f"{header}Ben Ode: Decision: we move the office to Porto.\n".encode(), "a.txt"
    )
    two = capture(db, LOCAL_USER, tools(), f"{header}Ben Ode: Decision: we hire a second designer.\n".encode(), "b.txt")
    assert (one.state, two.state) == ("stored", "stored")
    assert one.meeting_id != two.meeting_id
    assert counts(db)["decisions"] == 2


def test_nearly_the_same_words_of_one_day_are_a_question(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    export = b"Exported on Tuesday\n" + STANDUP
    with pytest.raises(LooksLikeEarlierCapture) as caught:
        capture(db, LOCAL_USER, tools(), export, "export.txt")
    assert (caught.value.capture_id, caught.value.meeting_id) == (first.capture_id, first.meeting_id)
    assert "Platform weekly" in caught.value.message
    assert counts(db)["captures"] == 1
    both = capture(db, LOCAL_USER, tools(), export, "export.txt", allow_similar=True)
    assert both.state == "stored"
    assert counts(db)["meetings"] == 2


def test_nearly_the_same_words_of_another_day_are_another_meeting(db: Database) -> None:
    capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    other = capture(db, LOCAL_USER, tools(), STANDUP.replace(b"2026-03-02", b"2026-03-09"), "standup.txt")
    assert other.state == "stored"


def test_replacing_a_near_duplicate_retires_the_earlier_meeting(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    export = b"Exported on Tuesday\n" + STANDUP
    new = capture(db, LOCAL_USER, tools(), export, "export.txt", replace=True)
    assert new.state == "stored"
    assert meeting_record(db, LOCAL_USER, first.meeting_id or 0).state == "replaced"
    with db.read(LOCAL_USER) as conn:
        active = conn.execute("SELECT meeting_id FROM fact_index WHERE status IN ('active', 'open')").fetchall()
    assert {row["meeting_id"] for row in active} == {new.meeting_id}


def test_inspecting_spends_and_writes_nothing(db: Database) -> None:
    with db.write(LOCAL_USER) as conn:
        conn.execute("INSERT INTO clients (name) VALUES ('Platform'), ('Retro GmbH'), ('at')")
    script = Script()
    preview = inspect(db, LOCAL_USER, tools(script).settings, STANDUP, "standup.txt")
    assert (preview.title, preview.held_on, preview.client) == ("Platform weekly", date(2026, 3, 2), "Platform")
    assert (preview.estimate.chars, preview.estimate.parts) == (len(preview.transcript.text), 1)
    assert (preview.duplicate_of, preview.similar_to) == (None, None)
    found = counts(db)
    assert (script.calls, found["captures"], found["agent_runs"]) == ([], 0, 0)
    record = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    duplicate = inspect(db, LOCAL_USER, tools().settings, STANDUP, "copy.txt").duplicate_of
    similar = inspect(db, LOCAL_USER, tools().settings, b"Exported\n" + STANDUP, "copy.txt").similar_to
    assert duplicate is not None
    assert similar is not None
    assert duplicate.meeting_id == similar.meeting_id == record.meeting_id
    assert duplicate.title == similar.title == "Platform weekly"


def test_what_is_no_transcript_is_refused_and_leaves_nothing(db: Database) -> None:
    with pytest.raises(TranscriptEmpty):
        capture(db, LOCAL_USER, tools(), b"", "empty.txt")
    with pytest.raises(TranscriptTooLong, match=r"limit is 100"):
        capture(db, LOCAL_USER, tools(max_transcript_chars=100), STANDUP, "long.txt")
    with pytest.raises(TranscriptTooLong, match="bytes"):
        capture(db, LOCAL_USER, tools(max_upload_bytes=100), STANDUP, "long.txt")
    assert counts(db)["captures"] == 0


def test_the_upload_is_committed_with_its_job_before_anything_is_read(db: Database) -> None:
    received = receive(db, LOCAL_USER, tools().settings, STANDUP, "standup.txt")
    assert received.state == "received"
    progress = capture_progress(db, LOCAL_USER, received.capture_id)
    assert (progress.state, progress.file_name, progress.attempts) == ("received", "standup.txt", 0)
    with db.read(LOCAL_USER) as conn:
        job = conn.execute("SELECT task_name, args, queueing_lock FROM procrastinate_jobs").fetchone()
        raw = conn.execute("SELECT raw FROM captures").fetchone()
    assert raw == {"raw": STANDUP}
    assert job == {
        "task_name": "capture",
        "args": {"capture_id": received.capture_id},
        "queueing_lock": f"capture:{received.capture_id}",
    }
    assert work(db, tools(), received.capture_id)
    assert not work(db, tools(), received.capture_id)
    assert capture_record(db, LOCAL_USER, received.capture_id).state == "stored"


def test_progress_and_cost_are_told_while_it_is_read(db: Database) -> None:
    told: list[CaptureProgress] = []
    record = capture(db, LOCAL_USER, tools(Script()), long_meeting(3), "long.txt", on_progress=told.append)
    assert [step.parts_done for step in told] == [0, 1, 2, 3]
    assert [step.cost_microdollars for step in told][-1] == 300
    assert told[-1].facts == len(record.decisions) == 3
    assert {step.parts for step in told} == {3}
    assert recent_captures(db, LOCAL_USER)[0].state == "stored"


def test_no_transaction_is_open_while_the_model_works(db: Database) -> None:
    idle: list[object] = []

    def read(part):  # type: ignore[no-untyped-def]
        with db.owner() as conn:
            idle.extend(
                conn.execute(
                    "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %%'"
                ).fetchall()
            )
        return by_the_book(part)

    assert capture(db, LOCAL_USER, tools(Script(read)), STANDUP, "standup.txt").state == "stored"
    assert idle == []


def test_slack_hears_of_what_the_whole_team_may_see(db: Database) -> None:
    capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    assert counts(db)["outbox"] == 0
    slack = tools(slack_bot_token="xoxb-1")
    told = capture(db, LOCAL_USER, slack, RETRO, "retro.txt")
    capture(db, LOCAL_USER, slack, RETRO, "retro.txt", audience=("member:1",))
    with db.owner() as conn:
        rows = conn.execute("SELECT kind, meeting_id, payload->>'meeting_id' AS told FROM outbox").fetchall()
    assert rows == [{"kind": "capture_stored", "meeting_id": told.meeting_id, "told": str(told.meeting_id)}]


def test_a_restricted_meeting_is_kept_apart(db: Database) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO members (subject) VALUES ('ana'), ('ben')")
    secret = capture(db, ANA, tools(), STANDUP, "standup.txt", audience=("member:1",))
    with pytest.raises(NotFound):
        capture_record(db, BEN, secret.capture_id or 0)
    with pytest.raises(NotFound):
        transcript(db, BEN, secret.meeting_id or 0)
    assert recent_captures(db, BEN) == []
    open_to_all = capture(db, BEN, tools(), STANDUP, "standup.txt", allow_similar=True)
    assert (open_to_all.state, secret.state) == ("stored", "stored")
    assert open_to_all.capture_id != secret.capture_id


@pytest.mark.parametrize("audience", [(), ("",), ("a,b",), ("*",)])
def test_an_audience_is_somebody(db: Database, audience: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="which groups"):
        capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt", audience=audience)


def test_a_title_has_an_end(db: Database) -> None:
    with pytest.raises(InputError, match="301"):
        capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt", title="x" * 301)
    record = capture(
        db, LOCAL_USER, tools(), STANDUP, "../../etc/pass\x00wd.txt", title=" My\n\x00 title ", client="  "
    )
    assert (record.title, record.file_name) == ("My title", "passwd.txt")


def test_there_is_nothing_to_read_again_of_a_stored_capture(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    with pytest.raises(Conflict, match="stored"):
        retry_capture(db, LOCAL_USER, record.capture_id or 0)
