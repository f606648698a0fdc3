"""The main job: hand in a transcript, read its record, ask, open the words that were said."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Model, Visit
from tests.browser.transcripts import PLANNING
from tests.integration.app_process import App

SAID = "Then we decided to use Postgres for billing, because the team already runs it."


def test_from_a_file_to_a_cited_answer(with_model: App, visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "planning-2026-03-04.vtt"
    file.write_text(PLANNING)
    pages = visit(with_model)
    pages.open("Capture")
    pages.upload(file)
    pages.shows("5 turns of Hanna Okoye, Bob Chen and Ada Novak")
    pages.shows("with claude-sonnet-5-5")
    pages.press("Remember this")
    pages.shows("Decisions (1)")
    pages.shows("Action items (1)")
    pages.shows("found by claude-sonnet-5-5")

    pages.open()
    pages.shows("Decided lately")
    pages.page.get_by_label("Ask Memo").fill("Why do we use Postgres for billing?")
    pages.press("Ask")
    pages.shows("Written by claude-sonnet-5-5")
    pages.settle()
    pages.page.locator("details", has_text="Then we decided to use Postgres").first.locator("summary").click()
    marked = pages.main.locator(".stMarkdownColoredBackground", has_text=SAID)
    expect(marked.first).to_be_visible()
    pages.shows("I compared the candidates over the weekend")
    pages.follow("Open the whole meeting here")
    pages.page.wait_for_url("**/Meeting?meeting=*&turn=2")
    expect(pages.main.locator(".st-key-turn-2")).to_contain_text(SAID)


def test_an_upload_closed_in_the_middle_is_found_again(
    with_model: App, model: Model, visit: Visit, tmp_path: Path
) -> None:
    file = tmp_path / "closed.vtt"
    file.write_text(PLANNING.replace("billing", "shipping").replace("Hanna", "Greta"))
    pages = visit(with_model)
    model.free.clear()
    try:
        pages.open("Capture")
        pages.upload(file)
        pages.press("Remember this")
        pages.shows("reading part 1 of 1")
        pages.page.close()
    finally:
        model.free.set()
    again = visit(with_model)
    again.open("Capture")
    again.main.locator("[class*=st-key-recent]", has_text="closed").get_by_role("button", name="Open").click()
    again.shows("Decisions (1)")
    again.shows("use Postgres for shipping")
