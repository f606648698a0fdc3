"""`memo import`, `export`, `forget`, `backup`, `restore`: what goes in and out as a whole."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
