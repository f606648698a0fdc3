"""The `memo` command: every command of the README, each a few lines around one call of `memo.service.Memo`.

Nothing heavy is imported before a command needs it: `memo --help` and `memo names score` start no database and load no
model.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

import typer

from memo.cli import capture, keeping, mcp, members, names, reading, slack, upkeep
from memo.cli.output import log_to_standard_error, silence_broken_pipe

app = typer.Typer(
    name="memo",
    help="The team's decision memory: hand in a transcript, ask later, read an answer that points at its source.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for room in (upkeep, capture, reading, names, keeping, members, slack, mcp):
    room.register(app)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    port: upkeep.Port = None,
    browser: upkeep.Browser = True,
    address: upkeep.Address = upkeep.LOOPBACK,
    open_to_all: upkeep.OpenToAll = False,
) -> None:
    """The team's decision memory. Without a command: `memo app`, whose options these are."""
    if context.invoked_subcommand is None:
        upkeep.serve_app(port, browser, address, open_to_all)
        return
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if source is not None and source.name == "COMMANDLINE":
            raise typer.BadParameter(f"{option.opts[0]} is an option of `memo app`; it does not go before a command.")


def main() -> None:
    """Runs the command line; exits 0 when done, 1 when it failed, 2 when what was given cannot be used."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    log_to_standard_error()
    with silence_broken_pipe():
        app()


def _leave(number: int, frame: FrameType | None) -> None:
    """Turns a signal into an exit that closes what is open, the embedded database above all."""
    sys.exit(128 + number)
