"""A meeting that nobody held, for trying Memo out: written for this package, about a client that does not exist."""

from __future__ import annotations

from importlib.resources import files

FILE_NAME = "weekly-product-sync-2026-11-18.txt"


def sample() -> tuple[str, bytes]:
    """The sample meeting as an upload would bring it: its file name and its bytes."""
    return FILE_NAME, files(__name__).joinpath(FILE_NAME).read_bytes()
