"""What holds on every page: nothing scrolls sideways, text can be read in both themes, hostile text does nothing."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from memo.samples import sample
from memo.serve import ROOT
from tests.browser.attacks import SHOWN, TITLE
from tests.browser.conftest import Visit
from tests.browser.driver import NARROW, Pages
from tests.integration.app_process import App, environment, free_port

PATHS = (
    "",
    "Capture",
    "Capture?capture=1",
    "Capture?capture=2",
    "Meeting?meeting=1&turn=16",
    "Meeting?meeting=2",
    "Ask",
    "Resolve",
    "Facts",
    "Facts?type=decision&since=2026-01-01",
    "Facts?view=table",
    "Fact?type=decision&id=1",
    "Activity",
    "Forget?meeting=2",
)
HOSTILE = ("", "Capture", "Capture?capture=3", "Meeting?meeting=3", "Resolve", "Facts", "Activity", "Forget?meeting=3")
TOO_FAINT = (Path(__file__).parent / "contrast.js").read_text()
# Opens the first quotes and whatever else is folded.
OPEN_ALL = "[...document.querySelectorAll('details:not([open]) > summary')].slice(0, 6).forEach(each => each.click())"
MADE = (
    "selector => [...document.querySelectorAll('[data-testid=stMain] [data-testid=stMarkdownContainer]')]"
    ".flatMap(box => [...box.querySelectorAll(selector)].map(made => made.outerHTML))"
)
ASKED_FOR = "img, iframe, script, object, embed, form[action], a[href*=evil], .katex, table, h4, h5, h6, code, strike"


def test_nothing_scrolls_sideways_and_all_can_be_read_in_a_dark_narrow_window(full: App, visit: Visit) -> None:
    pages = visit(full, width=NARROW, scheme="dark")
    pages.open()
    assert _brightness(pages) < 60
    wrong = {}
    for path in PATHS:
        pages.go(path)
        wrong[path] = (pages.width_left_over(), pages.page.evaluate(TOO_FAINT))
    assert {path: found for path, found in wrong.items() if any(found)} == {}


def test_all_can_be_read_in_a_light_window(full: App, visit: Visit) -> None:
    pages = visit(full)
    pages.open()
    assert _brightness(pages) > 200
    wrong = {}
    for path in PATHS:
        pages.go(path)
        wrong[path] = pages.page.evaluate(TOO_FAINT)
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_open_can_be_read_too(full: App, visit: Visit, scheme: str) -> None:
    pages = visit(full, scheme=scheme)
    wrong = {}
    for path, names in (
        ("Facts", ("Link to this view", "Take these facts out")),
        ("Fact?type=decision&id=1", ("Edit",)),
    ):
        for name in names:
            pages.open(path)
            pages.press(name)
            pages.page.mouse.move(1, 1)
            expect(pages.page.locator("[data-testid=stPopoverBody], [role=dialog]").first).to_be_visible()
            pages.page.wait_for_timeout(500)  # its colours change slowly
            wrong[name] = pages.page.evaluate(TOO_FAINT)
    assert {name: found for name, found in wrong.items() if found} == {}


def _brightness(pages: Pages) -> float:
    """How bright the ground of a page is, from 0 to 255."""
    color = pages.page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
    return sum(map(int, re.findall(r"\d+", color)[:3])) / 3


def test_hostile_text_is_only_text(full: App, visit: Visit) -> None:
    pages = visit(full)
    pages.page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    pages.open()
    made = {}
    for path in HOSTILE:
        pages.go(path)
        pages.page.evaluate(OPEN_ALL)
        pages.page.wait_for_timeout(300)
        pages.settle()
        made[path] = pages.page.evaluate(MADE, ASKED_FOR)
        assert pages.page.title().endswith("Memo")
    assert {path: found for path, found in made.items() if found} == {}


def test_hostile_text_is_shown_letter_for_letter(full: App, visit: Visit) -> None:
    pages = visit(full)
    pages.open("Meeting?meeting=3")
    shown = _letters(pages.page.evaluate("document.querySelector('[data-testid=stMain]').textContent"))
    assert _letters(TITLE) in shown
    pages.open("Capture?capture=3")
    shown = _letters(pages.page.evaluate("document.querySelector('[data-testid=stMain]').textContent"))
    missing = [
        payload.text for payload in SHOWN if payload.kind in ("link", "html") and _letters(payload.text) not in shown
    ]
    assert missing == []


def _letters(text: str) -> str:
    """Text without white space and without the joiners that keep it inert."""
    return "".join(text.replace("\u2060", "").split())


@pytest.fixture
def restarted(full: App) -> Iterator[str]:
    """The address of a second server of the same pages, which nobody has visited yet."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), f"--server.port={port}"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(full.home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(f"{url}/_stcore/health")
        yield url
    finally:
        process.terminate()
        process.wait(30)


def _wait(url: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"{url} does not answer")


def test_a_deep_link_works_as_the_first_request_after_a_restart(restarted: str, full: App, visit: Visit) -> None:
    pages = visit(full)
    pages.url = restarted
    pages.page.goto(f"{restarted}/Meeting?meeting=1&turn=16")
    expect(pages.main.locator(".st-key-turn-16")).to_be_visible(timeout=60_000)
    expect(pages.page.get_by_role("link", name="Activity")).to_be_visible()
    pages.outside.clear()  # the second server is not the first one's origin


def test_a_page_in_the_sidebar_opens_afresh_and_so_does_its_address(full: App, visit: Visit) -> None:
    pages = visit(full)
    pages.open("Capture?capture=1")
    pages.shows("Hand in another")
    pages.page.get_by_role("link", name="Capture").first.click()
    pages.shows("Hand in a transcript")
    pages.page.wait_for_url(f"{full.url}/Capture", timeout=60_000)
    pages.page.go_back()
    pages.shows("Hand in another")


def test_a_refused_file_says_why_and_keeps_nothing(full: App, visit: Visit, tmp_path: Path) -> None:
    picture = tmp_path / "whiteboard.txt"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    pages = visit(full)
    pages.open("Capture")
    pages.upload(picture)
    pages.shows("whiteboard.txt cannot be used")
    pages.shows("a PNG image")
    expect(pages.page.get_by_role("button", name="Remember this")).to_have_count(0)
    pages.open("Capture")
    expect(pages.main.get_by_text("whiteboard")).to_have_count(0)


def test_the_same_file_again_asks_and_escape_leaves_all_as_it_was(full: App, visit: Visit, tmp_path: Path) -> None:
    name, data = sample()
    (tmp_path / name).write_bytes(data)
    pages = visit(full)
    pages.open("Capture")
    pages.upload(tmp_path / name)
    pages.press("Remember this")
    dialog = pages.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Weekly product sync", timeout=30_000)
    pages.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    pages.shows("Remember this")
