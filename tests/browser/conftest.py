"""Apps that are served as a person serves them, and a browser; each is started once."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from memo.models import LOCAL_USER
from memo.samples import sample
from memo.service import Memo
from memo.settings import Settings
from tests.browser.attacks import hostile_transcript
from tests.browser.driver import Pages, chromium, window
from tests.browser.transcripts import MANY_SCRIPTS
from tests.conftest import in_memory
from tests.fakes.messages_api import FakeMessages, Request
from tests.fakes.scripted_model import respond
from tests.integration.app_process import App, free_port

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[BrowserContext]:
    with chromium() as running:
        yield running


@contextmanager
def served(home: Path, **settings: str) -> Iterator[App]:
    """`memo app` on a folder, stopped at the end."""
    app = App(home, "--port", str(free_port()), **settings)
    try:
        yield app
    finally:
        app.stop(signal.SIGTERM)


@contextmanager
def folder() -> Iterator[Path]:
    """A MEMO_HOME of its own."""
    home = Path(tempfile.mkdtemp(prefix="memo-browser-", dir=in_memory()))
    yield home
    shutil.rmtree(home)


@pytest.fixture(scope="package")
def full() -> Iterator[App]:
    """An app without a model that holds three meetings; tests leave these as they are.

    Meeting 1 is the sample, 2 has long names and words from right to left, 3 is hostile.
    """
    with folder() as home:
        with Memo.open(Settings.model_validate({"home": home, "model": "offline"}), LOCAL_USER) as memo:
            name, data = sample()
            memo.capture(data, name)
            memo.capture(MANY_SCRIPTS.encode(), "abstimmung.txt")
            memo.capture(*hostile_transcript())
        with served(home) as app:
            yield app


class Model:
    """An honest reader that waits while it is held."""

    def __init__(self) -> None:
        self.free = Event()
        self.free.set()

    def __call__(self, request: Request) -> str | Mapping[str, Any]:
        self.free.wait(60)
        return respond(request)


@pytest.fixture(scope="package")
def model() -> Model:
    return Model()


@pytest.fixture(scope="package")
def with_model(model: Model) -> Iterator[App]:
    """An app that holds nothing yet, and reads and answers with the fake model."""
    with (
        FakeMessages(model) as fake,
        folder() as home,
        served(home, ANTHROPIC_API_KEY=fake.api_key, ANTHROPIC_BASE_URL=fake.url) as app,
    ):
        yield app


Visit = Callable[..., Pages]


@pytest.fixture
def visit(browser: BrowserContext) -> Iterator[Visit]:
    """Open a window on an app; a page that asks anybody outside for anything fails the test."""
    opened: list[Pages] = []
    with ExitStack() as stack:

        def open_window(app: App, **how: Any) -> Pages:
            opened.append(stack.enter_context(window(browser, app.url, **how)))
            return opened[-1]

        yield open_window
        assert [url for pages in opened for url in pages.outside] == []
