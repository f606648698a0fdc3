"""Somebody's own PostgreSQL (DATABASE_URL), whose user owns the database and is nothing else: the main job, whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from memo.errors import ConfigError, StoreError
from memo.jobs import work
from memo.models import FactFilter, Principal
from memo.samples import sample
from memo.service import Memo, migrate_database
from memo.store import backup
from memo.store.embedded import EmbeddedDatabase
from memo.store.migrate import migrate

OWNER = "plain_owner"
EXTENSIONS = "CREATE EXTENSION vector; CREATE EXTENSION unaccent"
Made = Callable[..., str]


@pytest.fixture
def made(server: EmbeddedDatabase, template_database: str) -> Iterator[Made]:
    """Makes databases that an ordinary user owns, prepared by an administrator as the README says.

    `grant` is how the user was given `memo_app`, which the template's migration made; None for not at all.
    """
    names: list[str] = []

    def make(name: str, *, extensions: bool = True, grant: str | None = "") -> str:
        with psycopg.connect(server.url("postgres"), autocommit=True) as conn:
            if conn.execute("SELECT FROM pg_roles WHERE rolname = %s", (OWNER,)).fetchone() is None:
                conn.execute(f"CREATE ROLE {OWNER} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOBYPASSRLS")
            conn.execute(f"REVOKE memo_app FROM {OWNER} CASCADE")
            if grant is not None:
                conn.execute(f"GRANT memo_app TO {OWNER} {grant}")
            conn.execute(f"CREATE DATABASE {name} TEMPLATE template0 OWNER {OWNER}")
            names.append(name)
        if extensions:
            with psycopg.connect(server.url(name), autocommit=True) as conn:
                conn.execute(EXTENSIONS)
        return make_conninfo(server.url(name), user=OWNER)

    yield make
    with psycopg.connect(server.url("postgres"), autocommit=True) as conn:
        for name in names:
            conn.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def url(made: Made, monkeypatch: pytest.MonkeyPatch) -> str:
    """DATABASE_URL of a migrated database."""
    address = made("own")
    monkeypatch.setenv("DATABASE_URL", address)
    migrate_database()
    return address


def captured(memo: Memo, **given: object) -> int:
    """The sample meeting, kept; its id."""
    name, data = sample()
    record = memo.capture(data, name, client="Tidewater", project="Booking", **given)  # type: ignore[arg-type]
    assert record.state == "stored"
    assert record.meeting_id is not None
    return record.meeting_id


@pytest.mark.usefixtures("url")
def test_a_restricted_meeting_is_kept_found_asked_for_and_forgotten() -> None:
    with Memo.open() as memo:
        meeting = captured(memo, audience=("group:legal",))
        assert memo.search("spring release")[0].meeting_id == meeting
        assert "March" in memo.ask("When is the spring release?").answer
        assert memo.facts(FactFilter(meeting_id=meeting)).facts
        assert memo.transcript(meeting).turns
        others = memo.acting_as(Principal(name="Ben", member_id=1, role="reader"))
        assert others.search("spring release") == []
        (waiting,) = [name for name in memo.pending_names() if name.mention == "Sam"]
        receipt = memo.confirm_name("Sam", "person", waiting.candidates[0].id, meeting_id=meeting)
        memo.undo_name(receipt.receipt_id)
        forgotten = memo.forget_meeting(meeting)
        assert forgotten.decisions
        assert memo.search("spring release") == []


@pytest.mark.usefixtures("url")
def test_upkeep_sees_every_row() -> None:
    lines = [
        {"fact_type": "decision", "text": "We chose ferries for Northwind.", "happened_on": "2025-01-02",
         "client": "Northwind", "source_id": "a1"},
    ]  # fmt: skip
    with Memo.open() as memo:
        captured(memo, audience=("group:legal",))
        assert memo.import_facts(lines).imported == 1
        memo.add_note("likes PDF", client="Northwind")
        report = memo.backfill()
        assert report.done
        assert report.left == report.failed == 0
        memo.pulse(date(2026, 11, 18))
        member = memo.add_member("ana@example.com", "member", ["legal"])
        assert memo.change_member(member.id, role="reader").role == "reader"
        assert memo.remove_member(member.id).removed_at is not None
        status = memo.status()
        assert status.database == "your own (DATABASE_URL)"
        assert status.facts["decision"] > 1


@pytest.mark.usefixtures("url")
def test_the_worker_reads_what_was_handed_in() -> None:
    name, data = sample()
    stop = threading.Event()
    with Memo.open(statement_timeout=30) as memo:
        received = memo.receive(data, name, audience=("group:legal",))
        worker = threading.Thread(target=work, args=(memo,), kwargs={"stop": stop})
        worker.start()
        try:
            deadline = time.monotonic() + 30
            while memo.capture_progress(received.capture_id).state != "stored":
                assert time.monotonic() < deadline
                time.sleep(0.1)
        finally:
            stop.set()
            worker.join()


def test_a_backup_finds_its_way_into_another_such_database(
    url: str, made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "team.memo"
    with Memo.open() as memo:
        captured(memo, audience=("group:legal",))
        saved = memo.backup(file)
    assert saved["meetings"] == 1
    fresh = made("fresh")
    migrate(fresh)  # as somebody does who follows the README
    monkeypatch.setenv("DATABASE_URL", fresh)
    with Memo.open() as memo:
        assert memo.restore(file) == saved
        assert memo.search("spring release")[0].meeting == "Weekly product sync"
        assert memo.backup(tmp_path / "again.memo") == saved


def test_nothing_is_saved_or_cleared_while_rows_may_be_hidden(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "team.memo"
    with Memo.open() as memo:
        captured(memo, audience=("group:legal",))
        saved = memo.backup(file)
        before = file.read_bytes()
        # As a pooler does that drops the options of a connection.
        monkeypatch.setattr("memo.store.backup._seeing_all", lambda conninfo: conninfo)
        with pytest.raises(StoreError, match="rows may be hidden"):
            memo.backup(file)
        with pytest.raises(StoreError, match="rows may be hidden"):
            memo.restore(file)
        monkeypatch.undo()
    assert file.read_bytes() == before
    assert backup.save(url, file) == saved


def test_a_user_who_made_the_role_may_act_as_it(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    # What PostgreSQL 16 and newer give to whoever creates a role.
    url = made("maker", grant="WITH ADMIN TRUE, INHERIT FALSE, SET FALSE")
    monkeypatch.setenv("DATABASE_URL", url)
    migrate_database()
    with Memo.open() as memo:
        assert memo.search("anything") == []


def test_what_an_administrator_has_to_do_is_said(made: Made) -> None:
    with pytest.raises(ConfigError, match=r"Let an administrator run in this database: .*CREATE EXTENSION vector;"):
        migrate(made("bare", extensions=False))
    with pytest.raises(StoreError, match=f"Let an administrator run: GRANT memo_app TO {OWNER};"):
        migrate(made("stranger", grant=None))
