"""A transaction acts for one person within limits, and every failure of the database has a name of Memo's."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from pgvector import Vector

from memo.errors import Conflict, NotAllowed, ProvenanceViolation, SchemaOutdated, StoreUnavailable
from memo.models import LOCAL_USER, Principal
from memo.store.embedded import EmbeddedDatabase
from memo.store.failures import BUSY, TOO_SLOW, UNREACHABLE
from memo.store.migrate import migrate
from memo.store.pool import Database, retrying

ADA = Principal(name="Ada", member_id=7, audience=("group:legal", "it's \\ odd"))
BEN = Principal(name="Ben", member_id=8)
SETTINGS = """
SELECT current_user AS role, current_setting('memo.audience', true) AS audience,
       current_setting('memo.member', true) AS member, current_setting('memo.asker', true) AS asker,
       current_setting('transaction_read_only') AS read_only
"""


def test_a_transaction_carries_who_asks_and_nothing_stays_behind(database_url: str) -> None:
    with Database(database_url, max_size=1) as db:  # one connection, on which something could stay
        with db.read(ADA) as conn:
            first = conn.execute(SETTINGS).fetchone()
        with db.write(BEN) as conn:
            second = conn.execute(SETTINGS).fetchone()
        with db.owner() as conn:
            third = conn.execute(SETTINGS).fetchone()
    ada = "group:legal,it's \\ odd,member:7,team"
    assert first == {"role": "memo_app", "audience": ada, "member": "7", "asker": "member:7", "read_only": "on"}
    assert second == {
        "role": "memo_app",
        "audience": "member:8,team",
        "member": "8",
        "asker": "member:8",
        "read_only": "off",
    }
    assert third == {"role": "postgres", "audience": "*", "member": "", "asker": "", "read_only": "off"}


def test_the_local_user_sees_everything(db: Database) -> None:
    with db.read(LOCAL_USER) as conn:
        assert conn.execute(SETTINGS).fetchone() == {
            "role": "memo_app",
            "audience": "*",
            "member": "",
            "asker": "local user",
            "read_only": "on",
        }


def test_row_level_security_binds(db: Database) -> None:
    for_legal = "INSERT INTO meetings (title, audience, source_type, source_id, triggered_by_agent) VALUES "
    with db.owner() as conn:
        conn.execute(for_legal + "('Settlement', '{group:legal}', 'meeting', 'x', 'memo')")
    with db.read(ADA) as conn:
        assert [row["title"] for row in conn.execute("SELECT title FROM meetings")] == ["Settlement"]
    with db.read(BEN) as conn:
        assert conn.execute("SELECT title FROM meetings").fetchall() == []
    with pytest.raises(NotAllowed), db.write(BEN) as conn:
        conn.execute(for_legal + "('Planted', '{group:legal}', 'meeting', 'y', 'memo')")


def test_a_kept_plan_is_kept_for_the_statement_and_not_for_who_asks(database_url: str) -> None:
    with Database(database_url, max_size=1) as db:  # all of them on one connection, which keeps its plans
        with db.owner() as conn:
            conn.execute(
                "INSERT INTO meetings (title, audience, source_type, source_id, triggered_by_agent) VALUES "
                "('Settlement', '{group:legal}', 'meeting', 'x', 'memo'), ('Weekly', NULL, 'meeting', 'y', 'memo')"
            )

        def titles(who: Principal, *, plan_once: bool = True) -> list[str]:
            with db.read(who, plan_once=plan_once) as conn:
                rows = conn.execute("SELECT title FROM meetings WHERE id > %s ORDER BY title", (0,)).fetchall()
                mode = conn.execute("SHOW plan_cache_mode").fetchone()
            assert mode == {"plan_cache_mode": "force_generic_plan" if plan_once else "force_custom_plan"}
            return [row["title"] for row in rows]

        for _ in range(8):  # psycopg prepares a statement the sixth time
            assert titles(ADA) == ["Settlement", "Weekly"]
            assert titles(BEN) == ["Weekly"]
            assert titles(LOCAL_USER) == ["Settlement", "Weekly"]
        assert titles(BEN, plan_once=False) == ["Weekly"]


def test_writes_are_kept_or_undone_as_a_whole(db: Database) -> None:
    with db.write(LOCAL_USER) as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Kept')")
        with pytest.raises(psycopg.errors.CheckViolation), conn.transaction():
            conn.execute("INSERT INTO people (name) VALUES ('')")
    with pytest.raises(KeyboardInterrupt):
        interrupted(db)
    with db.read(LOCAL_USER) as conn:
        assert [row["name"] for row in conn.execute("SELECT name FROM people")] == ["Kept"]


def interrupted(db: Database) -> None:
    with db.write(LOCAL_USER) as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Undone')")
        raise KeyboardInterrupt


def test_a_read_cannot_write(db: Database) -> None:
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction), db.read(LOCAL_USER) as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Sam')")


def test_vectors_go_in_and_out(db: Database) -> None:
    with db.read(LOCAL_USER) as conn:
        row = conn.execute("SELECT %(v)s::vector AS v", {"v": Vector([1, 2])}).fetchone()
    assert row is not None
    assert row["v"].to_list() == [1, 2]


def test_every_connection_has_its_limits(db: Database) -> None:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "hnsw.iterative_scan")
    shown = []

    def look() -> None:
        with db.read(LOCAL_USER) as conn:
            barrier.wait(10)
            shown.append(tuple(conn.execute("SELECT current_setting(%s) AS s", (n,)).fetchone()["s"] for n in names))  # type: ignore[index]

    barrier = threading.Barrier(10)
    threads = [threading.Thread(target=look) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shown == [("5s", "2s", "10s", "strict_order")] * 10


def test_a_slow_statement_is_ended_and_a_long_job_may_ask_for_more(database_url: str) -> None:
    with Database(database_url, statement_timeout=0.2) as db:
        started = time.monotonic()
        with pytest.raises(StoreUnavailable, match=TOO_SLOW), db.read(LOCAL_USER) as conn:
            conn.execute("SELECT pg_sleep(5)")
        assert time.monotonic() - started < 2
        with db.read(LOCAL_USER, timeout=5) as conn:
            conn.execute("SELECT pg_sleep(0.3)")
        with pytest.raises(StoreUnavailable), db.read(LOCAL_USER) as conn:
            conn.execute("SELECT pg_sleep(5)")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("SELECT * FROM no_such_table", SchemaOutdated),
        ("SELECT no_such_column FROM people", SchemaOutdated),
        ("INSERT INTO decisions (meeting_id, description) VALUES (NULL, 'x')", psycopg.errors.NotNullViolation),
        ("SELECT 1/0", psycopg.errors.DivisionByZero),
        ("SELEC 1", psycopg.errors.SyntaxError),
        ("INSERT INTO people (name, slack_user_id) VALUES ('a', 'U1'), ('b', 'U1')", Conflict),
        (
            "INSERT INTO meetings (title, source_type, source_id) VALUES ('t', 'meeting', 'x')",
            ProvenanceViolation,
        ),
    ],
)
def test_a_failure_has_a_name_and_a_mistake_keeps_its_own(db: Database, statement: str, error: type[Exception]) -> None:
    with pytest.raises(error), db.write(LOCAL_USER) as conn:
        conn.execute(statement.encode())
    with db.read(LOCAL_USER) as conn:
        assert conn.execute("SELECT 1 AS one").fetchone() == {"one": 1}


def test_a_database_without_schema_says_so_and_works_once_migrated(empty_database_url: str) -> None:
    with Database(empty_database_url) as db:
        with pytest.raises(SchemaOutdated), db.read(LOCAL_USER) as conn:
            conn.execute("SELECT * FROM facts")
        migrate(empty_database_url)
        with db.read(LOCAL_USER) as conn:
            row = conn.execute("SELECT %s AS v FROM (SELECT count(*) FROM facts) f", (Vector([1]),)).fetchone()
        assert row is not None
        assert isinstance(row["v"], Vector)


def served_within(seconds: float, db: Database) -> bool:
    """Whether a read succeeds within `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(StoreUnavailable), db.read(LOCAL_USER) as conn:
            conn.execute("SELECT 1")
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def crowded(db: Database) -> Iterator[tuple[Database, threading.Event]]:
    """A database all of whose ten connections are held until the event is set."""
    release, ready = threading.Event(), threading.Barrier(11)

    def keep() -> None:
        with db.read(LOCAL_USER):
            ready.wait(10)
            release.wait(20)

    threads = [threading.Thread(target=keep) for _ in range(10)]
    for thread in threads:
        thread.start()
    ready.wait(10)
    yield db, release
    release.set()
    for thread in threads:
        thread.join()


def test_a_crowd_is_refused_in_time_and_served_afterwards(crowded: tuple[Database, threading.Event]) -> None:
    db, release = crowded
    waits: list[float] = []

    def call() -> None:
        started = time.monotonic()
        with pytest.raises(StoreUnavailable, match=BUSY), db.read(LOCAL_USER):
            pass
        waits.append(time.monotonic() - started)

    threads = [threading.Thread(target=call) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([wait for wait in waits if wait < 2]) == 10
    assert max(waits) < 6.5
    release.set()
    assert served_within(1, db)


def test_connections_that_died_are_replaced_without_a_failed_call(db: Database) -> None:
    barrier = threading.Barrier(5)

    def use() -> None:
        with db.read(LOCAL_USER) as conn:
            conn.execute("SELECT 1")
            barrier.wait(10)

    threads = [threading.Thread(target=use) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with psycopg.connect(db.conninfo, autocommit=True) as admin:
        killed = admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).rowcount
    assert killed >= 5
    for _ in range(10):
        with db.read(LOCAL_USER) as conn:
            conn.execute("SELECT 1")


def test_an_absent_server_cannot_be_reached() -> None:
    nowhere = Database("postgresql://postgres@/memo?host=/nonexistent", checkout_wait=0.3)
    with nowhere, pytest.raises(StoreUnavailable, match=UNREACHABLE), nowhere.read(LOCAL_USER):
        pass


def test_a_closed_database_cannot_be_reached(database_url: str) -> None:
    db = Database(database_url)
    db.close()
    with pytest.raises(StoreUnavailable, match=UNREACHABLE), db.read(LOCAL_USER):
        pass


def test_two_transactions_that_deadlock_both_finish(db: Database) -> None:
    with db.owner() as conn:
        ids = [row["id"] for row in conn.execute("INSERT INTO people (name) VALUES ('a'), ('b') RETURNING id")]
    meet = threading.Barrier(2)
    tries = {0: 0, 1: 0}

    def rename(first: int) -> None:
        def work() -> None:
            tries[first] += 1
            with db.write(LOCAL_USER) as conn:
                conn.execute("UPDATE people SET name = name || '!' WHERE id = %s", (ids[first],))
                if tries[first] == 1:
                    meet.wait(5)
                conn.execute("UPDATE people SET name = name || '?' WHERE id = %s", (ids[1 - first],))

        retrying(work)

    threads = [threading.Thread(target=rename, args=(n,)) for n in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with db.owner() as conn:
        names = [row["name"] for row in conn.execute("SELECT name FROM people ORDER BY id")]
    assert sorted("".join(sorted(name)) for name in names) == ["!?a", "!?b"]
    assert sorted(tries.values()) == [1, 2]


def test_retrying_gives_up_on_the_third_loss_and_at_once_on_other_failures(db: Database) -> None:
    calls = []

    def lose() -> None:
        calls.append("lost")
        with db.write(LOCAL_USER) as conn:
            conn.execute("DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$")

    def fail() -> None:
        calls.append("failed")
        with db.write(LOCAL_USER) as conn:
            conn.execute("SELECT * FROM no_such_table")

    with pytest.raises(StoreUnavailable, match=BUSY):
        retrying(lose)
    with pytest.raises(SchemaOutdated):
        retrying(fail)
    assert calls == ["lost", "lost", "lost", "failed"]


def test_a_restarted_server_is_found_again(home: Path) -> None:
    server = EmbeddedDatabase(home, grace=1.0)
    address = server.start()
    migrate(address)
    with Database(address, checkout_wait=0.3) as db:
        with db.read(LOCAL_USER) as conn:
            conn.execute("SELECT 1")
        server.stop()
        with pytest.raises(StoreUnavailable, match=UNREACHABLE), db.read(LOCAL_USER):
            pass
        server.start()
        assert served_within(30, db)
    server.stop()
