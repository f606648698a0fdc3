"""`memo slack`: Memo where the team talks."""

from __future__ import annotations

import signal
import threading
from types import FrameType

import typer

from memo.cli.output import opened, say


def register(app: typer.Typer) -> None:
    """Adds this command to `memo`."""
    app.command()(slack)


def slack() -> None:
    """Answer in Slack until stopped: transcripts handed in by mention, `/ask`, and who is meant. Needs the tokens."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    with opened(as_json=False) as memo:
        from memo.slack.listen import listen

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end)
        listen(memo, stop)
    say("stopped listening to Slack.")
