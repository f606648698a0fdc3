"""Synced notes: fetched as they are, captured when asked, replaced when they changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from memo.capture import granola
from memo.capture.contexts import add_note
from memo.capture.notes import digest, notes, sync_folder, sync_granola
from memo.capture.record import transcript
from memo.capture.work import capture
from memo.errors import ConfigError, InputError, NotesUnavailable, NotFound
from memo.models import LOCAL_USER, SyncReport
from memo.settings import Settings
from memo.store.pool import Database
from tests.fakes.granola import FakeGranola
from tests.integration.capturing import STANDUP, Script, settings, tools

SAID = [
    ("microphone", "Decision: we buy the oat mill from the shop in Lyon."),
    ("speaker", "Fine with me, it is the better machine by far."),
    ("microphone", "Good, that settles the question for this year."),
]


@pytest.fixture
def fake() -> Iterator[FakeGranola]:
    with FakeGranola() as server:
        yield server


def asking(fake: FakeGranola, **values: object) -> Settings:
    return settings(granola_api_url=fake.url, granola_api_key=fake.key, **values)


def test_a_folder_of_notes_is_kept_and_digested(db: Database, tmp_path: Path) -> None:
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "standup.md").write_bytes(STANDUP)
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    (tmp_path / ".hidden.md").write_bytes(STANDUP)
    report = sync_folder(db, LOCAL_USER, settings(), tmp_path)
    assert (report.new, report.changed, report.unchanged) == (1, 0, 0)
    assert [problem.split(":")[0] for problem in report.problems] == ["empty.txt"]
    [note] = notes(db, LOCAL_USER)
    assert (note.key, note.title, note.held_on, note.state) == (
        "team/standup.md",
        "Platform weekly",
        date(2026, 3, 2),
        "new",
    )
    record = digest(db, LOCAL_USER, tools(Script()), str(note.id))
    assert (record.state, record.title, len(record.decisions)) == ("stored", "Platform weekly", 1)
    assert notes(db, LOCAL_USER)[0].state == "captured"
    with db.read(LOCAL_USER) as conn:
        fact = conn.execute("SELECT source_type, source_id, triggered_by_agent FROM decisions").fetchone()
        run = conn.execute("SELECT trigger_detail FROM agent_runs").fetchone()
    assert fact == {"source_type": "note", "source_id": "note:folder:team/standup.md", "triggered_by_agent": "memo"}
    assert run == {"trigger_detail": "memo_digest"}
    assert digest(db, LOCAL_USER, tools(Script()), "team/standup.md").state == "duplicate"


def test_a_note_that_changed_replaces_its_capture(db: Database, tmp_path: Path) -> None:
    file = tmp_path / "standup.md"
    file.write_bytes(STANDUP)
    sync_folder(db, LOCAL_USER, settings(), tmp_path)
    first = digest(db, LOCAL_USER, tools(), "standup.md")
    assert sync_folder(db, LOCAL_USER, settings(), tmp_path) == SyncReport(new=0, changed=0, unchanged=1)
    file.write_bytes(STANDUP.replace(b"Postgres", b"MySQL"))
    assert sync_folder(db, LOCAL_USER, settings(), tmp_path).changed == 1
    assert notes(db, LOCAL_USER)[0].state == "changed"
    second = digest(db, LOCAL_USER, tools(), "folder:standup.md")
    assert (second.state, second.capture_id) == ("stored", first.capture_id)
    assert second.meeting_id != first.meeting_id
    assert "MySQL" in transcript(db, LOCAL_USER, second.meeting_id or 0).text
    assert notes(db, LOCAL_USER)[0].state == "captured"


def test_a_note_with_the_words_of_an_uploaded_file_is_a_duplicate(db: Database, tmp_path: Path) -> None:
    uploaded = capture(db, LOCAL_USER, tools(), STANDUP, "standup.txt")
    (tmp_path / "standup.md").write_bytes(STANDUP)
    sync_folder(db, LOCAL_USER, settings(), tmp_path)
    record = digest(db, LOCAL_USER, tools(), "standup.md")
    assert (record.state, record.meeting_id) == ("duplicate", uploaded.meeting_id)


def test_what_is_no_folder_or_no_note_is_said(db: Database, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a folder"):
        sync_folder(db, LOCAL_USER, settings(), tmp_path / "nowhere")
    with pytest.raises(NotFound, match="no note"):
        digest(db, LOCAL_USER, tools(), "99")


def test_granola_notes_come_with_their_transcript(db: Database, fake: FakeGranola) -> None:
    event = {"event_title": "Oat budget", "scheduled_start_time": "2026-01-27T23:30:00Z"}
    fake.add("not_1d3tmYTlCICgjy", title="Oat budget", said=SAID, calendar_event=event)
    report = sync_granola(db, LOCAL_USER, asking(fake, timezone="Europe/Berlin"))
    assert (report.new, report.problems) == (1, [])
    record = digest(db, LOCAL_USER, tools(), "not_1d3tmYTlCICgjy")
    assert (record.title, record.held_on, record.format) == ("Oat budget", date(2026, 1, 28), "granola")
    assert "we buy the oat mill from the shop in Lyon" in record.decisions[0].quote
    turns = transcript(db, LOCAL_USER, record.meeting_id or 0).turns
    assert [turn.speaker for turn in turns] == ["Me", "Them", "Me"]


def test_all_pages_are_fetched_and_only_what_changed_the_next_time(db: Database, fake: FakeGranola) -> None:
    for number in range(35):
        fake.add(f"not_{number:014}", title=f"Talk {number}", said=[("speaker", f"Talk {number} was about oats.")])
    asked = asking(fake)
    assert sync_granola(db, LOCAL_USER, asked).new == 35
    assert len(fake.requests) == 2 + 35
    fake.add("not_00000000000003", title="Talk 3", said=SAID, updated_at="2026-02-01T08:00:00Z")
    fake.requests.clear()
    report = sync_granola(db, LOCAL_USER, asked)
    assert (report.new, report.changed) == (0, 1)
    assert len(fake.requests) == 2
    assert "updated_after=2026-01-27T16%3A45%3A00%2B00%3A00" in fake.requests[0]


def test_a_note_without_a_transcript_gives_its_summary(db: Database, fake: FakeGranola) -> None:
    fake.add("not_1", title=None, summary_markdown="### Decisions\n- We buy the oat mill from the shop in Lyon.")
    sync_granola(db, LOCAL_USER, asking(fake))
    record = digest(db, LOCAL_USER, tools(), "not_1")
    assert record.title == "Granola note"
    assert "oat mill" in transcript(db, LOCAL_USER, record.meeting_id or 0).text


def test_too_many_requests_are_waited_out_a_little(fake: FakeGranola) -> None:
    waits: list[float] = []
    fake.replies.append((429, {"Retry-After": "3"}, b"{}"))
    list(granola.Granola(asking(fake), sleep=waits.append).notes())
    assert waits == [3.0]
    fake.replies.append((429, {"Retry-After": "600"}, b"{}"))
    with pytest.raises(NotesUnavailable, match="too often"):
        list(granola.Granola(asking(fake), sleep=waits.append).notes())
    assert waits == [3.0]


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (500, b"", NotesUnavailable),
        (302, b"", NotesUnavailable),
        (403, b"{}", ConfigError),
        (200, b"<html>", NotesUnavailable),
        (200, b'{"notes": 3}', NotesUnavailable),
    ],
)
def test_what_granola_answers_otherwise_is_said(
    fake: FakeGranola, status: int, body: bytes, error: type[Exception]
) -> None:
    fake.replies.append((status, {"Location": "http://127.0.0.1:1/"}, body))
    with pytest.raises(error):
        list(granola.Granola(asking(fake)).notes())
    assert len(fake.requests) == 1


def test_a_wrong_or_missing_key_is_a_setting_to_mend(fake: FakeGranola) -> None:
    with pytest.raises(ConfigError, match="does not accept"):
        list(granola.Granola(settings(granola_api_url=fake.url, granola_api_key="grn_other")).notes())
    with pytest.raises(ConfigError, match="needs"):
        granola.Granola(settings())
    with pytest.raises(NotesUnavailable, match="reached"):
        list(granola.Granola(settings(granola_api_url="http://127.0.0.1:1", granola_api_key="grn_x")).notes())


def test_notes_about_clients_and_projects_are_facts(db: Database) -> None:
    about_client = add_note(db, LOCAL_USER, " Northwind pays late. ", client="Northwind", happened_on=date(2026, 3, 1))
    about_project = add_note(db, LOCAL_USER, "Atlas is paused.", client="northwind", project="Atlas")
    assert (about_client.fact_type, about_client.text, about_client.client_id) == (
        "client_context",
        "Northwind pays late.",
        about_project.client_id,
    )
    assert about_project.fact_type == "project_context"
    with db.read(LOCAL_USER) as conn:
        rows = conn.execute(
            "SELECT fact_type, text, client_id, project_id, happened_on FROM facts ORDER BY 1"
        ).fetchall()
        found = conn.execute(
            "SELECT fact_type FROM fact_index WHERE tsv @@ websearch_to_tsquery('memo_english', 'paying')"
        ).fetchall()
    assert [tuple(row.values()) for row in rows] == [
        ("client_context", "Northwind pays late.", 1, None, date(2026, 3, 1)),
        ("project_context", "Atlas is paused.", 1, 1, None),
    ]
    assert found == [{"fact_type": "client_context"}]
    with db.write(LOCAL_USER) as conn:
        conn.execute("INSERT INTO clients (name) VALUES ('Acme')")
    for wrong in (
        {"text": "x", "client": "Acme", "project": "Atlas"},
        {"text": "x"},
        {"text": "  ", "client": "Northwind"},
        {"text": "x" * 20_000, "client": "Northwind"},
    ):
        with pytest.raises(InputError):
            add_note(db, LOCAL_USER, **wrong)
