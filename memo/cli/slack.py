"""`memo slack`: Memo where the team talks."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Annotated

import typer

from memo.cli.output import opened, say, write


def register(app: typer.Typer) -> None:
    """Adds this command to `memo`."""
    app.command()(slack)


def slack(
    user: Annotated[str | None, typer.Option("--link", metavar="USER_ID", help="This Slack user is --member.")] = None,
    member: Annotated[str | None, typer.Option(metavar="EMAIL", help="The address a member signs in with.")] = None,
) -> None:
    """Answer in Slack until stopped: transcripts handed in by mention, `/ask`, and who is meant. Needs the tokens."""
    if (user is None) != (member is None):
        raise typer.BadParameter("--link and --member go together")
    if user is not None and member is not None:
        with opened(as_json=False) as memo:
            from memo.slack.members import link

            write(f"{user} is {link(memo.db, user, member)}.")
        return
    _listen()


def _listen() -> None:
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    with opened(as_json=False) as memo:
        from memo.slack.listen import listen

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end)
        listen(memo, stop)
    say("stopped listening to Slack.")
