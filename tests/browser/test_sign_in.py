"""Signing in at a provider, in a browser: back to what was opened, and files for whoever is signed in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from memo.samples import sample
from memo.service import Memo
from tests.browser.driver import SECONDS, window
from tests.fakes.oidc import FakeProvider
from tests.integration.app_process import App
from tests.integration.signing_in import signed_app


def fill(memo: Memo) -> None:
    name, data = sample()
    memo.capture(data, name)
    memo.add_member("ana@example.com", "reader")


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    with FakeProvider() as provider, signed_app(provider, fill) as running:
        yield running


@pytest.fixture
def stranger(browser: BrowserContext) -> Iterator[BrowserContext]:
    """A browser without cookies, whose own are gone afterwards."""
    assert browser.browser is not None
    with browser.browser.new_context() as context:
        context.set_default_timeout(SECONDS * 1000)
        yield context


def test_a_link_that_was_opened_survives_the_sign_in(app: App, stranger: BrowserContext) -> None:
    with window(stranger, app.url) as pages:
        pages.open("Facts?type=decision&view=table")
        pages.shows("Sign in to read it")
        pages.press("Sign in")
        pages.page.wait_for_url(f"{app.url}/Facts?type=decision&view=table", timeout=SECONDS * 1000)
        pages.settle()
        expect(pages.page.get_by_text("Ana, may read")).to_be_visible()
        expect(pages.main.get_by_role("heading", name="Facts")).to_be_visible()

        pages.press("Take these facts out")
        with pages.page.expect_download() as told:
            pages.page.get_by_role("link", name="JSONL").click()
        assert told.value.suggested_filename == "facts.jsonl"
        lines = told.value.path().read_text("utf-8").splitlines()
        assert lines
        assert all('"fact_type": "decision"' in line for line in lines)
        link = told.value.url
        assert stranger.request.get(link).status == 200

        pages.press("Sign out")
        pages.shows("Sign in to read it")
        assert stranger.request.get(link).status == 401
