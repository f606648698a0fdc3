"""`memo` without a command is `memo app`, options and all."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from memo.cli import app, upkeep


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What the pages were started with, each time."""
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(upkeep, "serve_app", lambda *given: calls.append(given))
    return calls


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ([], (None, True, "127.0.0.1", False)),
        (["--no-browser", "--port", "8777"], (8777, False, "127.0.0.1", False)),
        (["--address", "0.0.0.0", "--i-know-there-is-no-sign-in"], (None, True, "0.0.0.0", True)),
    ],
)
def test_without_a_command_the_options_are_those_of_the_app(
    served: list[tuple[object, ...]], arguments: list[str], given: tuple[object, ...]
) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert served == [given]


def test_before_another_command_they_are_refused(served: list[tuple[object, ...]]) -> None:
    wrong = CliRunner().invoke(app, ["--port", "8777", "status"])
    assert wrong.exit_code == 2
    assert "--port is an option of `memo app`" in wrong.output
    assert served == []
