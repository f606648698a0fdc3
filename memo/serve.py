"""What `memo app` does: holds the database, and keeps the pages and the worker running until it is told to stop.

Three processes: this one (the database's holder and the only one that hears signals), the pages (`streamlit run
app.py`, or `asgi.py` where people sign in) and the worker (`memo worker`). The children are in process groups of their
own, so that Ctrl-C reaches only this one, which then stops them in order; `memo.tether` ends them when this one is
killed outright.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self

import psutil

from memo.addresses import is_loopback
from memo.errors import ConfigError, InputError, MemoError
from memo.service import Memo
from memo.settings import Settings

DEFAULT_PORT = 8501
PORTS_TRIED = 100
READY_SECONDS = 60.0
STOP_SECONDS = 10.0
"""How long a child may take to stop before it is killed."""
LONGEST_PAUSE = 30.0
"""Seconds between two starts of a worker that keeps ending."""
WATCH_SECONDS = 0.2
WORKER_NICENESS = 10
DATABASE_LOOK_SECONDS = 2.0

ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds app.py, asgi.py, pages/ and .streamlit/."""

STOP_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


def serve(
    settings: Settings,
    *,
    port: int | None,
    address: str,
    browser: bool,
    open_to_all: bool,
    say: Callable[[str], None],
) -> int:
    """Serves the pages until SIGINT, SIGTERM or SIGHUP; returns the exit code, with every process of its own ended.

    `port` None takes the first free one from `DEFAULT_PORT`. `open_to_all` is the second yes to an `address` that other
    machines can reach. Raises `InputError` and whatever opening the database raises.
    """
    sign_in = signs_in(settings)
    check_address(address, open_to_all=open_to_all, sign_in=sign_in)
    chosen = choose_port(address, port)
    if port is None and chosen != DEFAULT_PORT:
        say(f"Port {DEFAULT_PORT} is taken, so this is on port {chosen}.")
    with _stop_event(say) as stop:
        with Memo.open(settings) as memo:
            code = _serve_until_stopped(memo, address, chosen, stop, sign_in=sign_in, browser=browser, say=say)
        say("Memo has stopped.")
    return code


def _serve_until_stopped(
    memo: Memo,
    address: str,
    port: int,
    stop: threading.Event,
    *,
    sign_in: bool,
    browser: bool,
    say: Callable[[str], None],
) -> int:
    settings = memo.settings
    database = _DatabaseWatch(memo, say)
    # The worker first: a page that finds none at work would start one in its own process.
    # The pages may not decide otherwise than this process, which has let them listen here.
    env = os.environ | {"MEMO_AUTH": "oidc" if sign_in else "off"}
    command = pages_command(settings, address, port, sign_in=sign_in)
    with _Worker(say) as worker, _running(command, env) as pages:
        if not _wait_until_ready(address, port, pages, stop):
            if stop.is_set():
                return 0
            raise MemoError("The pages did not start; what they said is above.")
        url = f"http://{_shown(address)}:{port}"
        say(f"Memo is at {url} (Ctrl-C stops it). Data: {'DATABASE_URL' if settings.database_url else settings.home}")
        say(_who_comes(address, sign_in=sign_in))
        if browser and _has_screen():
            webbrowser.open(url)
        while not stop.wait(WATCH_SECONDS):
            if pages.poll() is not None:
                say("The pages have ended by themselves; stopping.")
                return 1
            database.tend()
            worker.tend()
        return 0


def _who_comes(address: str, *, sign_in: bool) -> str:
    if sign_in:
        return "People sign in."
    if is_loopback(address):
        return "There is no sign-in, so it can be reached from this machine only."
    return "There is no sign-in: everybody who can reach this machine reads everything."


def check_address(address: str, *, open_to_all: bool, sign_in: bool = False) -> None:
    """Refuses an address that other machines can reach while nobody signs in: whoever reaches it would be let in."""
    if is_loopback(address) or open_to_all or sign_in:
        return
    raise InputError(
        f"With --address {address} everybody who can reach this machine reads everything, because there is no sign-in. "
        "Set one up (README, Sign-in), or if that is meant, add --i-know-there-is-no-sign-in."
    )


def signs_in(settings: Settings) -> bool:
    """Whether people sign in: the pages' secrets say how, and the settings do not forbid it."""
    if settings.auth == "off":
        return False
    folders = (Path.home(), Path.cwd(), ROOT)
    return settings.auth == "oidc" or any(_has_auth(folder / ".streamlit" / "secrets.toml") for folder in folders)


def _has_auth(secrets: Path) -> bool:
    try:
        return "auth" in tomllib.loads(secrets.read_text("utf-8"))
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as exc:
        raise ConfigError(f"{secrets} cannot be read, so nobody could sign in: {exc}") from exc


def choose_port(address: str, port: int | None) -> int:
    """`port` when it is free (`InputError` when it is not); without one, the first free from `DEFAULT_PORT`."""
    if port is not None:
        if not _is_free(address, port):
            raise InputError(
                f"Port {port} of {address} cannot be used: it is taken or not allowed. Choose another --port."
            )
        return port
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        if _is_free(address, candidate):
            return candidate
    raise InputError(f"No free port from {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TRIED - 1}: choose one with --port.")


def _is_free(address: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # as the server itself does: connections that still linger do not hold the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except (OSError, OverflowError):
            return False
    return True


def pages_command(settings: Settings, address: str, port: int, *, sign_in: bool = False) -> list[str]:
    """The command line of the pages' process; options given here win over every config.toml and the environment.

    Where people sign in, the pages are behind `memo.ui.gate`.
    """
    script = ROOT / ("asgi.py" if sign_in else "app.py")
    if not script.is_file():
        raise ConfigError(f"{script} is missing: install Memo from its folder with `pip install -e .`.")
    options = {
        "server.address": address,
        "server.port": port,
        "server.headless": "true",
        "server.maxUploadSize": -(-settings.max_upload_bytes // 1_000_000),
        "browser.gatherUsageStats": "false",
        "logger.hideWelcomeMessage": "true",
        "logger.level": "warning",
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "memo.tether", "streamlit", "run", str(script), *flags]


def worker_command() -> list[str]:
    """The command line of the worker's process."""
    return [sys.executable, "-m", "memo.tether", "memo", "worker"]


Child = subprocess.Popen[bytes]


def _start_worker() -> Child:
    """The worker, which leaves the processor to the pages when both want it: nobody waits for it at a screen."""
    child = _start(worker_command())
    if os.name == "posix":
        # Before it has a second thread: each has a priority of its own, which it takes from the one that starts it.
        with contextlib.suppress(psutil.Error):
            psutil.Process(child.pid).nice(WORKER_NICENESS)
    return child


def _start(command: list[str], env: Mapping[str, str] | None = None) -> Child:
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=os.name == "posix", env=env
    )


def _stop(child: Child) -> None:
    """Returns when the child has ended: asked first, killed after `STOP_SECONDS`."""
    child.terminate()
    try:
        child.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stdin is not None:
        child.stdin.close()


@contextlib.contextmanager
def _running(command: list[str], env: Mapping[str, str]) -> Iterator[Child]:
    """A child that has ended when the block is left."""
    child = _start(command, env)
    try:
        yield child
    finally:
        _stop(child)


@contextlib.contextmanager
def _stop_event(say: Callable[[str], None]) -> Iterator[threading.Event]:
    """An event that the stop signals set, which is said at once: stopping takes a while on a busy machine.

    The former handlers are back when the block is left.
    """
    stop = threading.Event()

    def tell() -> None:
        stop.wait()
        say("Stopping ...")

    # Another thread says it, since a handler may come in the middle of a write and this one may be opening a database.
    threading.Thread(target=tell, daemon=True).start()

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, ask_to_stop) for number in STOP_SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _wait_until_ready(address: str, port: int, pages: Child, stop: threading.Event) -> bool:
    """Whether the pages answer; False when they ended, took too long, or a stop was asked for."""
    url = f"http://{_reached_at(address)}:{port}/_stcore/health"
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and pages.poll() is None and not stop.wait(0.05):
        try:
            with urllib.request.urlopen(url, timeout=1) as reply:
                if reply.status == 200:
                    return True
        except (urllib.error.URLError, OSError):
            continue
    return False


class _DatabaseWatch:
    """Has the embedded database started again when its server dies, as when a machine runs out of memory."""

    def __init__(self, memo: Memo, say: Callable[[str], None]) -> None:
        self._memo = memo
        self._say = say
        self._due = time.monotonic()
        self._said = ""

    def tend(self) -> None:
        """Look after it: to be called every now and then."""
        if time.monotonic() < self._due:
            return
        try:
            if self._memo.revive():
                self._tell("The database had ended by itself and was started again; nothing saved is lost.")
            self._said = ""
        except MemoError as exc:
            self._tell(f"The database has ended and does not start again: {exc}")
        self._due = time.monotonic() + DATABASE_LOOK_SECONDS

    def _tell(self, what: str) -> None:
        if what != self._said:
            self._say(what)
        self._said = what


class _Worker:
    """A worker that is started again when it ends, at most every `LONGEST_PAUSE` seconds when it keeps ending."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._pause = 1.0
        self._started = self._due = time.monotonic()
        self._child: Child | None = _start_worker()

    def tend(self) -> None:
        """Look after it: to be called every now and then."""
        now = time.monotonic()
        if self._child is not None and self._child.poll() is not None:
            self._pause = 1.0 if now - self._started > LONGEST_PAUSE else min(self._pause * 2, LONGEST_PAUSE)
            self._due = now + self._pause
            code = self._child.returncode
            self._say(f"The worker has ended (exit code {code}); starting another in {self._pause:.0f} s.")
            _stop(self._child)
            self._child = None
        if self._child is None and now >= self._due:
            self._started = now
            self._child = _start_worker()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._child is not None:
            _stop(self._child)


def _has_screen() -> bool:
    """Whether a browser would open in a window: without a screen it might take over this very terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _reached_at(address: str) -> str:
    """Where this machine reaches a server that listens on `address`."""
    if address == "::":
        return "[::1]"
    if address == "0.0.0.0":
        return "127.0.0.1"
    return f"[{address}]" if ":" in address else address


def _shown(address: str) -> str:
    """The host that a person types into a browser."""
    return socket.gethostname() if address in ("0.0.0.0", "::") else _reached_at(address)
