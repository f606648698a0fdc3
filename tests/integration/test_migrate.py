"""Migrations are applied once, whole or not at all, whoever starts them and however many at once."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from pathlib import Path

import psycopg
import pytest

from memo.errors import ConfigError, SchemaOutdated, StoreError, StoreUnavailable
from memo.store.embedded import EmbeddedDatabase
from memo.store.fitness import check_server
from memo.store.migrate import migrate, require_current, schema_state
from memo.store.schema import Plan, Step, load_plan

ONE = Step("0001_one.sql", b"CREATE TABLE one (id int)")
TWO = Step("0002_two.sql", b"CREATE TABLE two (id int); INSERT INTO two VALUES (1)")
VIEW = Step("views/seen.sql", b"DROP VIEW IF EXISTS seen; CREATE VIEW seen AS SELECT id FROM one")
BROKEN = Step("0002_two.sql", b"CREATE TABLE two (id int); SELECT * FROM missing")
QUEUE = load_plan().queue
PLAN = Plan((ONE,), QUEUE, (VIEW,))


def tables(url: str) -> list[str]:
    with psycopg.connect(url) as conn:
        rows = conn.execute("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1")
        return [str(name) for (name,) in rows]


def shown_version(url: str) -> tuple[str, bool]:
    with psycopg.connect(url) as conn:
        state = schema_state(conn)
        return state.version, state.current


def test_a_new_database_gets_everything_once(empty_database_url: str) -> None:
    assert shown_version(empty_database_url) == ("", False)
    first = migrate(empty_database_url)
    assert first.applied[0] == "0001_foundation.sql"
    assert first.state.current
    assert migrate(empty_database_url).applied == ()
    assert shown_version(empty_database_url) == (first.state.version, True)
    with psycopg.connect(empty_database_url) as conn:
        require_current(conn)
        assert conn.execute("SELECT count(*) FROM facts").fetchone() == (0,)
        assert conn.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,)


def test_the_application_role_reads_every_table_and_view(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        closed = conn.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') "
            "AND NOT has_table_privilege('memo_app', oid, 'SELECT')"
        ).fetchall()
    assert closed == []


def test_later_files_are_added(empty_database_url: str) -> None:
    migrate(empty_database_url, plan=PLAN)
    later = Plan((ONE, TWO), QUEUE, (VIEW,))
    with psycopg.connect(empty_database_url) as conn, pytest.raises(SchemaOutdated, match="memo migrate"):
        require_current(conn, later)
    assert migrate(empty_database_url, plan=later).applied == ("0002_two.sql",)
    assert {"one", "two", "seen"} < set(tables(empty_database_url))


def test_a_changed_view_is_rebuilt_and_an_unchanged_one_is_left(empty_database_url: str) -> None:
    migrate(empty_database_url, plan=PLAN)
    assert migrate(empty_database_url, plan=PLAN).applied == ()
    changed = Step(VIEW.name, b"DROP VIEW IF EXISTS seen; CREATE VIEW seen AS SELECT id + 1 AS next FROM one")
    assert migrate(empty_database_url, plan=Plan((ONE,), QUEUE, (changed,))).applied == ("views/seen.sql",)
    with psycopg.connect(empty_database_url) as conn:
        assert conn.execute("SELECT next FROM seen").fetchall() == []


def test_an_edited_migration_is_refused(empty_database_url: str) -> None:
    migrate(empty_database_url, plan=PLAN)
    edited = Step(ONE.name, b"CREATE TABLE one (id bigint)")
    with pytest.raises(StoreError, match=r"never edited.*0001_one.sql"):
        migrate(empty_database_url, plan=Plan((edited,), QUEUE, (VIEW,)))


def test_a_newer_schema_is_refused(empty_database_url: str) -> None:
    migrate(empty_database_url, plan=Plan((ONE, TWO), QUEUE, (VIEW,)))
    with pytest.raises(StoreError, match=r"newer Memo \(0002_two.sql\)"):
        migrate(empty_database_url, plan=PLAN)
    with psycopg.connect(empty_database_url) as conn, pytest.raises(SchemaOutdated, match="newer Memo"):
        require_current(conn, PLAN)


def test_a_failing_migration_leaves_the_schema_as_it_was(empty_database_url: str) -> None:
    migrate(empty_database_url, plan=PLAN)
    before = tables(empty_database_url)
    with pytest.raises(StoreError, match=r"0002_two.sql cannot be applied.*missing"):
        migrate(empty_database_url, plan=Plan((ONE, BROKEN), QUEUE, (VIEW,)))
    assert tables(empty_database_url) == before
    assert migrate(empty_database_url, plan=Plan((ONE, TWO), QUEUE, (VIEW,))).applied == ("0002_two.sql",)


def test_a_killed_migration_leaves_the_schema_as_it_was(empty_database_url: str) -> None:
    code = (
        "import sys; from memo.store.migrate import migrate; from memo.store.schema import Plan, Step, load_plan; "
        "slow = (Step('0001_one.sql', b'CREATE TABLE one (id int)'), Step('0002_slow.sql', b'SELECT pg_sleep(60)')); "
        "migrate(sys.argv[1], plan=Plan(slow, load_plan().queue, ()))"
    )
    with subprocess.Popen([sys.executable, "-c", code, empty_database_url]) as process:
        wait_for(empty_database_url, "SELECT pg_sleep(60)")
        process.kill()
    with psycopg.connect(empty_database_url, autocommit=True) as conn:
        conn.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'memo migrate'")
    assert "one" not in tables(empty_database_url)
    assert migrate(empty_database_url, plan=PLAN).state.current


def wait_for(url: str, query: str) -> None:
    """Return when a server process runs `query`."""
    deadline = time.monotonic() + 20
    with psycopg.connect(url, autocommit=True) as conn:
        while not conn.execute("SELECT FROM pg_stat_activity WHERE query = %s", (query,)).rowcount:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_five_processes_migrate_at_once(empty_database_url: str) -> None:
    code = "import sys; from memo.store.migrate import migrate; print(len(migrate(sys.argv[1]).applied))"
    command = [sys.executable, "-c", code, empty_database_url]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(5)]
    replies = [process.communicate(timeout=60) for process in started]
    counts = sorted(int(out) for out, _ in replies)
    assert counts[:4] == [0, 0, 0, 0]
    assert counts[4] > 30


def test_four_new_databases_are_migrated_by_five_threads_each(server: EmbeddedDatabase) -> None:
    urls = []
    with psycopg.connect(server.url("postgres"), autocommit=True) as conn:
        for number in range(4):
            conn.execute(f"CREATE DATABASE crowd_{number} TEMPLATE template1".encode())
            urls.append(server.url(f"crowd_{number}"))
    applied: list[int] = []
    threads = [
        threading.Thread(target=lambda url=url: applied.append(len(migrate(url).applied)))  # type: ignore[misc]
        for url in urls
        for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(applied) == 20
    assert len([count for count in applied if count]) == 4
    with psycopg.connect(server.url("postgres"), autocommit=True) as conn:
        for number in range(4):
            conn.execute(f"DROP DATABASE crowd_{number} WITH (FORCE)".encode())


def test_waiting_for_another_migration_has_an_end_and_is_logged(
    empty_database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="memo.store.migrate")
    with psycopg.connect(empty_database_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (0x6D656D6F,))
        with pytest.raises(StoreUnavailable, match="Another process has been migrating"):
            migrate(empty_database_url, lock_wait=0.2)
    assert "waiting for it" in caplog.text


def test_an_unknown_job_queue_is_left_alone(empty_database_url: str) -> None:
    with psycopg.connect(empty_database_url) as conn:
        conn.execute("CREATE TABLE procrastinate_jobs (id int)")
    with pytest.raises(StoreError, match="a database of its own"):
        migrate(empty_database_url, plan=PLAN)


def test_a_newer_job_queue_brings_its_own_migrations(empty_database_url: str) -> None:
    migrate(empty_database_url, plan=PLAN)
    newer = Step("procrastinate/99.00.00_01_pre_next.sql", b"CREATE TABLE procrastinate_next (id int)")
    assert migrate(empty_database_url, plan=Plan((ONE,), (*QUEUE, newer), (VIEW,))).applied == (newer.name,)
    assert "procrastinate_next" in tables(empty_database_url)


def test_the_installed_job_queue_is_recorded_whole(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        recorded = {
            str(name)
            for (name,) in conn.execute("SELECT name FROM schema_migrations WHERE name LIKE 'procrastinate/%'")
        }
    assert recorded == {step.name for step in QUEUE}


def test_an_incomplete_installation_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="incomplete"):
        load_plan(tmp_path)


def test_an_unreachable_server_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        migrate("postgresql://postgres@/memo?host=/nonexistent")


def test_a_server_that_may_lose_what_it_saved_is_refused(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn:
        check_server(conn)
        conn.execute("SET synchronous_commit = off")
        with pytest.raises(ConfigError, match="synchronous_commit is off"):
            check_server(conn)
