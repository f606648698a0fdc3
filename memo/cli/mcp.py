"""`memo mcp`: Memo for other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from memo.cli.output import opened


def register(app: typer.Typer) -> None:
    """Adds this command to `memo`."""
    app.command()(mcp)


def mcp(
    email: Annotated[
        str | None, typer.Option("--as", metavar="EMAIL", help="See what this member sees, instead of everything.")
    ] = None,
) -> None:
    """Let a program ask, search and read, by the Model Context Protocol on standard input and output."""
    with opened(as_json=False) as memo:
        from memo.mcp import serve

        serve(memo, email)
