"""The embedded server starts for whoever comes, serves all of them, and is gone after the last, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from memo.errors import ConfigError, StoreUnavailable
from memo.models import LOCAL_USER
from memo.store.account import account_for
from memo.store.embedded import EmbeddedDatabase
from memo.store.migrate import migrate
from memo.store.pool import Database
from memo.store.postmaster import DataFolder, programs
from tests.integration.conftest import GRACE, Hold, answers, running, wait_until_deserted

CRASHES = 5


def test_the_database_is_utf8_and_folds_accents(home: Path) -> None:
    with EmbeddedDatabase(home, grace=GRACE) as database, psycopg.connect(database.url()) as conn:
        shown = conn.execute(
            "SELECT current_database(), current_setting('server_encoding'), lower('ÉÄØ'), 'café' ILIKE 'CAFÉ', "
            "current_setting('timezone'), current_setting('fsync'), current_setting('synchronous_commit')"
        ).fetchone()
    assert shown == ("memo", "UTF8", "éäø", True, "UTC", "on", "on")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, -signal.SIGINT)]
)
def test_a_signal_to_the_last_holder_stops_the_server(
    home: Path, hold: Hold, number: signal.Signals, code: int
) -> None:
    holder = hold()
    address = holder.address()
    assert holder.signal(number) == code
    assert not answers(address)
    assert not wait_until_deserted(home, 1)


@pytest.mark.parametrize(("how", "code"), [((), 0), (("raise",), 1)])
def test_the_end_of_the_last_holder_stops_the_server(home: Path, hold: Hold, how: tuple[str, ...], code: int) -> None:
    holder = hold(*how)
    holder.address()
    assert holder.leave() == code
    assert not wait_until_deserted(home, 1)


def test_a_killed_holder_leaves_the_server_to_the_watcher(home: Path, hold: Hold) -> None:
    holder = hold()
    address = holder.address()
    holder.signal(signal.SIGKILL)
    assert answers(address)
    assert not wait_until_deserted(home, GRACE + 5)


def test_whoever_comes_within_the_grace_keeps_the_server(home: Path, hold: Hold) -> None:
    killed = hold()
    address = killed.address()
    server = DataFolder(home / "postgres").runs()
    killed.signal(signal.SIGKILL)
    with EmbeddedDatabase(home, grace=GRACE) as heir:
        assert heir.url() == address
        time.sleep(GRACE + 0.7)
        assert DataFolder(home / "postgres").runs() == server
        assert answers(address)


def test_the_server_outlives_all_but_the_last_holder(home: Path, hold: Hold) -> None:
    first, second, third = hold(), hold(), hold()
    address = first.address()
    assert {second.address(), third.address()} == {address}
    first.leave()
    assert answers(address)
    second.signal(signal.SIGKILL)
    assert answers(address)
    third.signal(signal.SIGTERM)
    assert not wait_until_deserted(home, 1)


def watchers(home: Path) -> list[psutil.Process]:
    return [process for process in running(home) if process.name().startswith("python")]


def wait_for_one_watcher(home: Path) -> bool:
    """Whether one watcher is left after at most 5 seconds: those that came at the same time leave by themselves."""
    deadline = time.monotonic() + 5
    while len(watchers(home)) != 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    return len(watchers(home)) == 1


def test_five_processes_start_at_once(home: Path, hold: Hold) -> None:
    holders = [hold() for _ in range(5)]
    assert len({holder.address() for holder in holders}) == 1
    assert wait_for_one_watcher(home)
    for holder in holders:
        holder.leave()
    assert not wait_until_deserted(home, 1)


def test_five_threads_start_at_once(home: Path) -> None:
    handles = [EmbeddedDatabase(home, grace=GRACE) for _ in range(3)]
    addresses: list[str] = []
    barrier = threading.Barrier(5)

    def start(handle: EmbeddedDatabase) -> None:
        barrier.wait()
        addresses.append(handle.start())

    threads = [threading.Thread(target=start, args=(handles[min(n, 2)],)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(addresses) == 5
    assert len(set(addresses)) == 1
    handles[0].stop()
    handles[1].stop()
    assert answers(addresses[0])
    handles[2].stop()
    handles[2].stop()
    assert not answers(addresses[0])


def test_ctrl_c_in_the_terminal_does_not_reach_the_server(home: Path, hold: Hold) -> None:
    holder = hold("ignore-sigint")
    address = holder.address()
    holder.signal_group(signal.SIGINT)
    time.sleep(0.3)
    assert answers(address)


def test_a_pid_file_whose_number_now_belongs_to_another_process_is_no_server(home: Path) -> None:
    data = DataFolder(home / "postgres")
    with EmbeddedDatabase(home, grace=GRACE):
        lines = (data.path / "postmaster.pid").read_text().splitlines()
    account = account_for(data.path, programs())
    with subprocess.Popen(["sleep", "60"], **account.popen) as stranger:
        (data.path / "postmaster.pid").write_text("\n".join([str(stranger.pid), *lines[1:], ""]))
        account.own(data.path / "postmaster.pid")
        with EmbeddedDatabase(home, grace=GRACE) as database:
            assert answers(database.url())
        assert stranger.poll() is None
        stranger.kill()


def test_a_crowded_server_whose_process_is_out_of_sight_is_waited_for(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EmbeddedDatabase(home, grace=GRACE) as database:
        crowd = [psycopg.connect(database.url()) for _ in range(60)]
        threading.Timer(0.5, crowd[0].close).start()
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(DataFolder, "runs", lambda _self: None)  # as from another container
            with pytest.raises(psycopg.OperationalError, match="too many clients"):
                psycopg.connect(database.url())
            with EmbeddedDatabase(home, grace=GRACE) as other:
                assert other.url() == database.url()
        assert answers(database.url())
        for conn in crowd:
            conn.close()


def test_two_spellings_of_a_home_are_one(home: Path) -> None:
    real, link = home / "real", home / "link"
    real.mkdir()
    link.symlink_to(real)
    with EmbeddedDatabase(real, grace=GRACE) as one, EmbeddedDatabase(link, grace=GRACE) as other:
        assert one.url() == other.url()


def test_start_brings_a_crashed_server_back(home: Path) -> None:
    with EmbeddedDatabase(home, grace=GRACE) as database:
        with psycopg.connect(database.url()) as conn:
            conn.execute("CREATE TABLE kept AS SELECT 7 AS n")
        server = DataFolder(home / "postgres").runs()
        assert server is not None
        os.kill(server, signal.SIGKILL)
        with psycopg.connect(database.start()) as conn:
            assert conn.execute("SELECT n FROM kept").fetchone() == (7,)


def test_a_killed_initdb_is_begun_again(home: Path) -> None:
    unfinished = home / "postgres" / "data.unfinished"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n")
    with EmbeddedDatabase(home, grace=GRACE) as database:
        assert answers(database.url())
    assert not unfinished.exists()


def test_a_home_too_long_for_a_socket(home: Path) -> None:
    deep = home / ("d" * 80) / ("e" * 80)
    with EmbeddedDatabase(deep, grace=GRACE) as database:
        socket = DataFolder(deep / "postgres").postmaster()
        assert answers(database.url())
    assert socket is not None
    assert socket.socket is not None
    assert str(socket.socket).startswith("/tmp/memo-")
    assert not socket.socket.exists()


def test_data_of_another_major_version_are_left_alone(home: Path) -> None:
    with EmbeddedDatabase(home, grace=GRACE):
        pass
    (home / "postgres" / "data" / "PG_VERSION").write_text("17\n")
    with pytest.raises(ConfigError, match="made by PostgreSQL 17"):
        EmbeddedDatabase(home, grace=GRACE).start()


def test_a_fork_of_a_holder_is_not_a_holder(home: Path) -> None:
    database = EmbeddedDatabase(home, grace=GRACE)
    address = database.start()
    child = os.fork()
    if not child:
        database.stop()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert answers(address)
    database.stop()


def test_no_secret_is_handed_to_what_runs_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a secret")
    monkeypatch.setenv("PGPORT", "1")
    with EmbeddedDatabase(home, grace=GRACE) as database:
        assert answers(database.url())
        assert wait_for_one_watcher(home)
        environments = [process.environ() for process in running(home)]
    assert len(environments) == 2
    assert not any("ANTHROPIC_API_KEY" in environment or "PGPORT" in environment for environment in environments)


def test_a_lost_watcher_is_replaced_by_the_next_start(home: Path) -> None:
    with EmbeddedDatabase(home, grace=GRACE) as database:
        assert wait_for_one_watcher(home)
        (watcher,) = watchers(home)
        watcher.kill()
        psutil.wait_procs([watcher], timeout=5)
        database.start()
        assert wait_for_one_watcher(home)


def test_what_was_acknowledged_survives_every_crash(home: Path) -> None:
    server = EmbeddedDatabase(home, grace=GRACE)
    acknowledged: list[int] = []
    address = server.start()
    migrate(address)
    done = threading.Event()

    def write(db: Database) -> None:
        while not done.is_set():
            with suppress(StoreUnavailable):
                with db.write(LOCAL_USER) as conn:
                    row = conn.execute("INSERT INTO people (name) VALUES ('x') RETURNING id").fetchone()
                acknowledged.append(row["id"])  # type: ignore[index]

    with Database(address) as db:
        writer = threading.Thread(target=write, args=(db,))
        writer.start()
        for _ in range(CRASHES):
            before = len(acknowledged)
            while len(acknowledged) < before + 20:
                time.sleep(0.005)
            pid = DataFolder(home / "postgres").runs()
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            server.start()
        done.set()
        writer.join()
        with db.owner() as conn:
            kept = {row["id"] for row in conn.execute("SELECT id FROM people")}
    server.stop()
    assert len(acknowledged) >= 20 * CRASHES
    assert set(acknowledged) <= kept
