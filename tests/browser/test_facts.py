"""From an answer to its fact, from the list to a file: what a person does with what is remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from memo.models import LOCAL_USER
from memo.samples import sample
from memo.service import Memo
from memo.settings import Settings
from tests.browser.conftest import Visit, folder, served
from tests.browser.driver import SECONDS
from tests.integration.app_process import App

QUESTION = "Why do we keep the queue in Postgres?"
LINES = [
    {"fact_type": "decision", "text": f"We keep supplier {n}.", "happened_on": f"2025-0{1 + n // 28}-{1 + n % 28:02}",
     "client": "=Northwind", "source_id": f"d{n}"}
    for n in range(60)
]  # fmt: skip


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    """An app without a model that holds the sample and sixty imported decisions."""
    with folder() as home:
        with Memo.open(Settings.model_validate({"home": home, "model": "offline"}), LOCAL_USER) as memo:
            name, data = sample()
            memo.capture(data, name)
            assert memo.import_facts(LINES).imported == 60
        with served(home) as running:
            yield running


def test_a_link_asks_nothing_and_a_mark_opens_the_fact_it_cites(app: App, visit: Visit) -> None:
    pages = visit(app)
    pages.open(f"Ask?q={QUESTION.replace(' ', '%20').replace('?', '%3F')}")
    expect(pages.page.get_by_label("Your question")).to_have_value(QUESTION)
    pages.page.get_by_label("Your question").press("Enter")
    pages.page.wait_for_url(re.compile(r"/Ask\?answer=\d+$"), timeout=SECONDS * 1000)
    pages.shows("Written by rules from the found facts (no model)")
    pages.settle()
    answer = pages.main.locator("[class*=st-key-answer]").inner_text()
    pages.page.reload()
    pages.settle()
    assert pages.main.locator("[class*=st-key-answer]").inner_text() == answer
    with pages.page.context.expect_page() as opened:
        pages.main.get_by_role("link", name="[1]").first.click()
    fact = opened.value
    assert re.search(r"/Fact\?type=\w+&id=\d+$", fact.url)
    expect(fact.get_by_text("Weekly product sync").first).to_be_visible(timeout=SECONDS * 1000)


def test_filters_stay_in_the_address_page_after_page(app: App, visit: Visit) -> None:
    pages = visit(app)
    pages.open("Facts?type=decision&until=2025-12-31")
    pages.shows("We keep supplier 59.")
    pages.press("Older")
    pages.shows("We keep supplier 34.")
    assert "after=" in pages.page.url
    assert "until=2025-12-31" in pages.page.url
    pages.page.reload()
    pages.settle()
    pages.shows("We keep supplier 34.")
    pages.press("Newer")
    pages.shows("We keep supplier 59.")
    pages.page.get_by_label("Words").fill("supplier 7")
    pages.page.get_by_label("Words").press("Enter")
    pages.page.wait_for_url(re.compile("text=supplier"), timeout=SECONDS * 1000)
    pages.shows("We keep supplier 7.")
    pages.press("Clear all")
    pages.shows(re.compile("Weekly product sync"))


def test_the_selection_is_a_file_that_calculates_nothing(app: App, visit: Visit) -> None:
    pages = visit(app)
    pages.open("Facts?until=2025-01-02")
    pages.press("Take these facts out")
    with pages.page.expect_download() as told:
        pages.press("CSV")
    text = told.value.path().read_text("utf-8-sig")
    assert told.value.suggested_filename == "facts.csv"
    assert text.count("We keep supplier") == 2
    assert '"\'=Northwind"' in text


def test_a_fact_is_corrected_by_keyboard_with_a_reason(app: App, visit: Visit) -> None:
    pages = visit(app)
    pages.open("Facts?text=supplier&until=2025-01-01")
    pages.follow("Open this fact")
    pages.shows("Brought in from elsewhere as d0")
    edit = pages.main.get_by_role("button", name="Edit")
    edit.focus()
    edit.press("Enter")
    pages.page.get_by_label("What it says").fill("We drop supplier nought.")
    pages.page.get_by_label("Reason for the change").fill("It was said by phone")
    pages.page.get_by_role("button", name="Save").press("Enter")
    pages.shows("Changed, and found by its new words.")
    pages.shows("We drop supplier nought.")
    pages.page.get_by_text("What was changed (1)").click()
    pages.shows("It was said by phone")
    pages.open("Facts?text=nought")
    pages.shows("We drop supplier nought.")
