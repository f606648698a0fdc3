"""Headless Chromium, and Memo's pages in it."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

WIDE, NARROW = 1280, 390
SECONDS = 60.0
"""How long a page may take on a busy machine before a test gives up."""
Scheme = Literal["light", "dark"]

_AT_REST = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    const waits = ['stSkeleton', 'stAppSkeleton', 'stSpinner'].map(id => `[data-testid="${id}"]`).join(', ');
    return app && app.getAttribute('data-test-script-state') === 'notRunning' && !document.querySelector(waits);
}"""
# What has arrived is drawn with the next frame, and what it loads waits for another.
_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"
_GO = "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
_TOO_WIDE = """() => Math.max(...['stMain', 'stApp'].map(id => {
    const element = document.querySelector(`[data-testid="${id}"]`);
    return element ? element.scrollWidth - element.clientWidth : 0;
}))"""


@contextmanager
def chromium() -> Iterator[BrowserContext]:
    """The Chromium of this machine, else the one that Playwright brought; what it has loaded once it keeps."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        context = browser.new_context()
        context.set_default_timeout(SECONDS * 1000)
        expect.set_options(timeout=SECONDS * 1000)
        yield context
        browser.close()


@dataclass
class Pages:
    """One visitor's window on the app at `url`.

    `outside` are the requests that left the app's own origin, `runs` is how often a script has run to its end: the page
    itself does not show the start and the end of a quick one.
    """

    page: Page
    url: str
    outside: list[str] = field(default_factory=list)
    runs: int = 0

    def open(self, path: str = "") -> None:
        """Load a page, as a link from elsewhere does, and wait until it is drawn."""
        self.page.goto(f"{self.url}/{path}")
        self.settle()

    def go(self, path: str = "") -> None:
        """Go to a page as the browser's back button does, without loading everything anew."""
        runs, until = self.runs, time.monotonic() + SECONDS
        self.page.evaluate(_GO, f"/{path}")
        while self.runs == runs:
            assert time.monotonic() < until, f"/{path} was not drawn in {SECONDS:g} s"
            self.page.wait_for_timeout(20)  # what arrives is heard meanwhile
        self.page.evaluate(_DRAWN)
        self.settle()

    def hear(self, socket: WebSocket) -> None:
        """Count what the server says over `socket` that it has drawn."""
        socket.on("framereceived", self._heard)

    def _heard(self, frame: str | bytes) -> None:
        if isinstance(frame, str):
            return
        message = ForwardMsg.FromString(frame)
        if message.WhichOneof("type") == "script_finished":
            self.runs += message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY

    def settle(self) -> None:
        """Wait until nothing runs and nothing is still to come."""
        self.page.wait_for_function(_AT_REST, timeout=SECONDS * 1000)

    def shows(self, text: str | re.Pattern[str]) -> None:
        """The page shows `text`, now or soon."""
        expect(self.main.get_by_text(text).first).to_be_visible(timeout=SECONDS * 1000)

    def press(self, name: str) -> None:
        """Press the button of that name."""
        self.page.get_by_role("button", name=name).first.click(timeout=SECONDS * 1000)

    def follow(self, name: str) -> None:
        """Follow the link of that name."""
        self.main.get_by_role("link", name=name).first.click(timeout=SECONDS * 1000)

    def upload(self, *files: Path) -> None:
        """Hand files in on the Capture page."""
        self.page.locator('input[type="file"]').set_input_files([str(file) for file in files])

    @property
    def main(self) -> Locator:
        """The page without its sidebar."""
        return self.page.locator('[data-testid="stMain"]')

    def width_left_over(self) -> int:
        """Pixels by which the page is wider than its window; 0 when nothing scrolls sideways."""
        return int(self.page.evaluate(_TOO_WIDE))

    def picture(self, file: Path, *, tallest: int = 3000) -> None:
        """Take a picture of the whole page, down to `tallest` pixels."""
        size = self.page.viewport_size
        assert size is not None
        height = int(self.page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollHeight"))
        self.page.set_viewport_size({"width": size["width"], "height": max(size["height"], min(height, tallest))})
        self.settle()
        self.page.wait_for_timeout(400)  # fonts, charts and buttons are drawn when they come into view
        self.page.screenshot(path=file)
        self.page.set_viewport_size(size)


@contextmanager
def window(context: BrowserContext, url: str, *, width: int = WIDE, scheme: Scheme = "light") -> Iterator[Pages]:
    """A fresh visitor at `url`."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    pages = Pages(page, url)
    page.on("websocket", pages.hear)
    page.on("request", lambda request: None if _ours(request.url, url) else pages.outside.append(request.url))
    yield pages
    page.close()


def _ours(requested: str, url: str) -> bool:
    return requested.startswith((url, url.replace("http", "ws", 1), "data:", "blob:"))
