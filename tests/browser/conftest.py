"""Apps that are served as a person serves them, and a browser; each is started once."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import Pages, chromium, window
from tests.conftest import in_memory
from tests.fakes.messages_api import FakeMessages
from tests.fakes.scripted_model import respond
from tests.integration.app_process import App, free_port

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@contextmanager
def served(**settings: str) -> Iterator[App]:
    """`memo app` on a folder of its own, stopped and cleared away at the end."""
    home = Path(tempfile.mkdtemp(prefix="memo-browser-", dir=in_memory()))
    app = App(home, "--port", str(free_port()), **settings)
    try:
        yield app
    finally:
        app.stop(signal.SIGTERM)
        shutil.rmtree(home)


@pytest.fixture(scope="session")
def offline() -> Iterator[App]:
    """An app without a model; what one test hands in, the next may find."""
    with served() as app:
        yield app


@pytest.fixture(scope="session")
def model() -> Iterator[FakeMessages]:
    """A Messages API that reads honestly."""
    with FakeMessages(respond) as fake:
        yield fake


@pytest.fixture(scope="session")
def with_model(model: FakeMessages) -> Iterator[App]:
    """An app that reads and answers with the fake model."""
    with served(ANTHROPIC_API_KEY=model.api_key, ANTHROPIC_BASE_URL=model.url) as app:
        yield app


Visit = Callable[..., Pages]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open a window on an app; a page that asks anybody outside for anything fails the test."""
    opened: list[Pages] = []
    with ExitStack() as stack:

        def open_window(app: App, **how: object) -> Pages:
            opened.append(stack.enter_context(window(browser, app.url, **how)))  # type: ignore[arg-type]
            return opened[-1]

        yield open_window
        assert [url for pages in opened for url in pages.outside] == []
