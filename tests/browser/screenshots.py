"""`python -m tests.browser.screenshots --out DIR`: a picture of every page, light, dark and narrow.

Serves an app of its own with a fake model: first empty, then with five transcripts, of which one cannot be read and one
names somebody who may be two people.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

from memo.models import LOCAL_USER
from memo.samples import sample
from memo.service import Memo
from memo.settings import Settings
from tests.browser.driver import NARROW, WIDE, Scheme, chromium, window
from tests.browser.shots import EMPTY, FULL, Shot
from tests.browser.transcripts import MANY_SCRIPTS, PLANNING, WHICH_SAM
from tests.fakes.messages_api import Answer, FakeMessages, Request, failed
from tests.fakes.scripted_model import respond
from tests.integration.app_process import App, free_port

LOOKS: tuple[tuple[str, int, Scheme], ...] = (
    ("light", WIDE, "light"),
    ("dark", WIDE, "dark"),
    ("narrow", NARROW, "light"),
)
QUESTIONS = {
    "answer": "Why do we keep the queue in Postgres since November 2026?",
    "no_answer": "What colour is the moon base?",
}
UNREADABLE = "Good evening, this one is too much for the model, which says so."


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="", help="pages whose names hold this word")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="memo-pictures-"))
    with FakeMessages(_reply) as model, chromium() as browser:
        settings = {"ANTHROPIC_API_KEY": model.api_key, "ANTHROPIC_BASE_URL": model.url}
        app = App(home, "--port", str(free_port()), **settings)
        try:
            _take(browser, app, EMPTY, {}, asked.out, asked.only)
            _take(browser, app, FULL, _fill(home, settings), asked.out, asked.only)
        finally:
            app.stop(signal.SIGTERM)
    shutil.rmtree(home)


def _reply(request: Request) -> Answer | str | Mapping[str, Any]:
    if "too much for the model" in request.user:
        return failed(400, "invalid_request_error", "prompt is too long: 1200000 tokens")
    return respond(request)


def _fill(home: Path, settings: Mapping[str, str]) -> dict[str, int]:
    """Have five transcripts read; the numbers that the addresses need."""
    name, data = sample()
    broken = f"Ann: {UNREADABLE}\nBen: It is only a short talk about nothing much.\n"
    files = {"sample": (name, data), "planning": ("planning.vtt", PLANNING.encode())}
    files |= {"scripts": ("abstimmung.txt", MANY_SCRIPTS.encode()), "broken": ("evening.txt", broken.encode())}
    files["which"] = ("harbours.txt", WHICH_SAM.encode())
    numbers = {}
    with Memo.open(Settings.model_validate({"home": home, **settings}), LOCAL_USER) as memo:
        for word, (file_name, content) in files.items():
            record = memo.capture(content, file_name)
            assert record.capture_id is not None
            numbers |= {word: record.capture_id, f"{word}_meeting": record.meeting_id or 0}
        for word, question in QUESTIONS.items():
            numbers[word] = memo.ask(question).answer_id or 0
    return numbers


def _take(
    browser: BrowserContext, app: App, shots: Sequence[Shot], numbers: Mapping[str, int], out: Path, only: str
) -> None:
    for look, width, scheme in LOOKS:
        with window(browser, app.url, width=width, scheme=scheme) as pages:
            for shot in shots:
                if only in shot.name:
                    pages.open(shot.path.format_map(numbers))
                    wider = pages.width_left_over()
                    pages.picture(out / f"{shot.name}-{look}.png")
                    print(f"{shot.name}-{look}{f'  SCROLLS SIDEWAYS by {wider}' if wider else ''}")
            for url in dict.fromkeys(pages.outside):
                print(f"asked outside: {url}")


if __name__ == "__main__":
    main()
