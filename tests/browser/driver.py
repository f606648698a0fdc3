"""Headless Chromium, and Memo's pages in it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import BrowserContext, Locator, Page, expect, sync_playwright

WIDE, NARROW = 1280, 390
SECONDS = 60.0
"""How long a page may take on a busy machine before a test gives up."""
Scheme = Literal["light", "dark"]

_AT_REST = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    const waits = ['stSkeleton', 'stAppSkeleton', 'stSpinner'].map(id => `[data-testid="${id}"]`).join(', ');
    return app && app.getAttribute('data-test-script-state') === 'notRunning' && !document.querySelector(waits);
}"""
# How often a script has run to its end.
_COUNT_RUNS = """
    window.memoRuns = 0;
    new MutationObserver(changes => {
        for (const change of changes) {
            if (change.target.getAttribute('data-test-script-state') === 'notRunning') window.memoRuns += 1;
        }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-test-script-state'] });
"""
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
    """One visitor's window on the app at `url`; `outside` are the requests that left the app's own origin."""

    page: Page
    url: str
    outside: list[str] = field(default_factory=list)

    def open(self, path: str = "") -> None:
        """Load a page, as a link from elsewhere does, and wait until it is drawn."""
        self.page.goto(f"{self.url}/{path}")
        self.settle()

    def go(self, path: str = "") -> None:
        """Go to a page as the browser's back button does, without loading everything anew."""
        runs = self.page.evaluate("memoRuns")
        self.page.evaluate(_GO, f"/{path}")
        self.page.wait_for_function("runs => memoRuns > runs", arg=runs, timeout=SECONDS * 1000)
        self.settle()

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
    page.add_init_script(_COUNT_RUNS)
    pages = Pages(page, url)
    page.on("request", lambda request: None if _ours(request.url, url) else pages.outside.append(request.url))
    yield pages
    page.close()


def _ours(requested: str, url: str) -> bool:
    return requested.startswith((url, url.replace("http", "ws", 1), "data:", "blob:"))
