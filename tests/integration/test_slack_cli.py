"""`memo slack` as a person runs it."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack, command
from tests.integration.app_process import MEMO, environment, memo
from tests.integration.slacking import until


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as running:
        yield running


def test_it_answers_until_it_is_told_to_stop(home: Path, fake: FakeSlack) -> None:
    tokens = {"SLACK_API_URL": fake.url, "SLACK_BOT_TOKEN": fake.bot_token, "SLACK_APP_TOKEN": fake.app_token}
    with subprocess.Popen(
        [*MEMO, "slack"], env=environment(home, **tokens), stderr=subprocess.PIPE, text=True
    ) as process:
        until(lambda: fake.connections > 0, 60)
        fake.send("slash_commands", command("Which event store do we use?", trigger="t1"))
        until(lambda: bool(fake.made("chat.postEphemeral")))
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=30)[1]
    assert process.returncode == 0
    assert said == "memo: stopped listening to Slack.\n"
    assert fake.made("chat.postEphemeral")[0].args["text"].startswith("No relevant facts found.")


def test_without_tokens_it_says_what_is_missing(home: Path) -> None:
    done = memo(home, "slack")
    assert done.returncode == 2
    assert "SLACK_BOT_TOKEN and SLACK_APP_TOKEN" in done.stderr
    assert memo(home, "slack", "--link", "U1").returncode == 2
    nobody = memo(home, "slack", "--link", "U1", "--member", "ana@example.com")
    assert (nobody.returncode, nobody.stderr) == (2, "memo: Nobody signs in as ana@example.com.\n")
