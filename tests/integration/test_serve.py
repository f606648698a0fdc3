"""`memo app`: up within seconds, told to stop it leaves nothing behind, and what it kept is there again."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from memo.addresses import is_loopback
from memo.errors import ConfigError, InputError
from memo.serve import WORKER_NICENESS, check_address, choose_port, signs_in
from memo.settings import Settings
from memo.store.postmaster import DataFolder
from tests.integration.app_process import App, free_port, left_after, memo, processes_of


@pytest.fixture
def app(home: Path, tmp_path: Path) -> Iterator[App]:
    """A running app, started from a folder that is not the repository's."""
    running = App(home, "--port", str(free_port()), cwd=tmp_path)
    yield running
    running.stop(signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_told_to_stop_it_leaves_no_process(app: App, number: signal.Signals) -> None:
    assert b"<html" in app.get()
    kinds = {" ".join(process.cmdline()) for process in processes_of(app.home)}
    for part in ("postgres", "streamlit", "memo worker"):
        assert any(part in kind for kind in kinds), (part, kinds)
    assert app.stop(number) == 0
    assert left_after(app.home, 2) == []
    assert app.lines[-2:] == ["Stopping ...", "Memo has stopped."]


def test_killed_it_takes_everything_with_it(app: App) -> None:
    app.process.kill()
    assert left_after(app.home, 30) == []


@pytest.mark.parametrize("seconds", [0.05, 0.6, 1.5])
def test_told_to_stop_while_it_starts_it_leaves_no_process(home: Path, seconds: float) -> None:
    app = App(home, "--port", str(free_port()), wait=False)
    time.sleep(seconds)
    app.stop(signal.SIGINT)
    assert left_after(home, 10) == []


def test_restarted_it_finds_everything(app: App, tmp_path: Path) -> None:
    assert memo(app.home, "note", "They pay in March.", "--client", "Tidewater Ferries").returncode == 0
    app.stop()
    assert memo(app.home, "note", "They print on A5.", "--client", "Tidewater Ferries").returncode == 0
    again = App(app.home, "--port", str(free_port()), cwd=tmp_path)
    listed = memo(app.home, "facts", "--type", "client_context")
    again.stop()
    assert "They pay in March." in listed.stdout
    assert "They print on A5." in listed.stdout


def test_a_worker_that_ends_is_started_again(app: App) -> None:
    (worker,) = [p for p in processes_of(app.home) if p.cmdline()[-2:] == ["memo", "worker"]]
    worker.kill()
    app.line("The worker has ended")
    until = time.monotonic() + 20
    while time.monotonic() < until:
        others = [p for p in processes_of(app.home) if p.cmdline()[-2:] == ["memo", "worker"] and p.pid != worker.pid]
        if others:
            break
        time.sleep(0.1)
    assert len(others) == 1
    pages = next(p for p in processes_of(app.home) if "streamlit" in p.cmdline())
    assert others[0].nice() == pages.nice() + WORKER_NICENESS
    if sys.platform == "linux":  # where a thread has a priority of its own
        assert {psutil.Process(thread.id).nice() for thread in others[0].threads()} == {WORKER_NICENESS + pages.nice()}
    assert app.get()


def test_a_database_that_dies_is_started_again(app: App) -> None:
    assert memo(app.home, "note", "They pay in March.", "--client", "Tidewater Ferries").returncode == 0
    server = DataFolder(app.home / "postgres").runs()
    assert server is not None
    os.kill(server, signal.SIGKILL)
    app.line("The database had ended by itself and was started again")
    assert DataFolder(app.home / "postgres").runs() not in (None, server)
    assert "They pay in March." in memo(app.home, "facts", "--type", "client_context").stdout
    assert app.get()
    assert app.stop() == 0
    assert left_after(app.home, 2) == []


def test_without_its_pages_it_ends(app: App) -> None:
    for process in processes_of(app.home):
        if "streamlit" in process.cmdline():
            process.kill()
    assert app.process.wait(30) == 1
    assert left_after(app.home, 2) == []


def test_two_apps_of_one_home_share_the_database(app: App) -> None:
    other = App(app.home, "--port", str(free_port()))
    assert app.stop() == 0
    assert other.get()
    assert memo(app.home, "status").returncode == 0
    assert other.stop() == 0
    assert left_after(app.home, 2) == []


def test_a_taken_port_is_said_and_left(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = memo(home, "app", "--no-browser", "--port", str(port))
    assert refused.returncode == 2
    assert str(port) in refused.stderr
    assert left_after(home, 0) == []


def test_the_next_free_port_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("memo.serve.DEFAULT_PORT", port)
        assert choose_port("127.0.0.1", None) > port
    assert choose_port("127.0.0.1", None) == port


def test_a_port_that_lingers_after_a_restart_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            accepted, _ = server.accept()
            accepted.close()  # the side that closes first is left in TIME_WAIT
    assert choose_port("127.0.0.1", port) == port


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.5", "memo.example.com", "10.0.0.1"])
def test_other_machines_need_two_words(address: str) -> None:
    with pytest.raises(InputError, match="i-know-there-is-no-sign-in"):
        check_address(address, open_to_all=False)
    check_address(address, open_to_all=True)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_this_machine_needs_none(address: str) -> None:
    assert is_loopback(address)
    check_address(address, open_to_all=False)


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Streamlit's secrets, in a folder that Memo is started from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("memo.serve.ROOT", tmp_path / "elsewhere")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / ".streamlit").mkdir()
    return tmp_path / ".streamlit" / "secrets.toml"


def test_people_sign_in_when_the_secrets_say_how(beside: Path) -> None:
    assert not signs_in(Settings())
    beside.write_text("[other]\nkey = 1\n")
    assert not signs_in(Settings())
    assert signs_in(Settings.model_validate({"auth": "oidc"}))
    beside.write_text("[auth]\nclient_id = 'memo'\n")
    assert signs_in(Settings())
    assert not signs_in(Settings.model_validate({"auth": "off"}))
    check_address("0.0.0.0", open_to_all=False, sign_in=True)


def test_secrets_that_cannot_be_read_are_no_reason_to_open(beside: Path) -> None:
    beside.write_text("[auth")
    with pytest.raises(ConfigError, match="nobody could sign in"):
        signs_in(Settings())


def test_refused_on_the_command_line_too(home: Path) -> None:
    refused = memo(home, "app", "--no-browser", "--address", "0.0.0.0")
    assert refused.returncode == 2
    assert "i-know-there-is-no-sign-in" in refused.stderr
    assert left_after(home, 0) == []
