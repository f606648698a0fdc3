"""What the commands share: opening Memo, one way to print, one way to fail.

Results go to standard output; progress and errors to standard error, as one line `memo: ...`. With `--json` a failure
is also an object `{"error": {"type", "message"}}` on standard output, so that a script always has something to read.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from memo.errors import AlreadyCaptured, ConfigError, InputError, MemoError, NotFound

if TYPE_CHECKING:
    from pydantic import BaseModel

    from memo.service import Memo

STATEMENT_SECONDS = 30.0
"""Somebody at a terminal, or a worker, waits longer for one statement than a page does."""
FAILED = 1
BAD_INPUT = 2
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What could steer a terminal, were it printed from a transcript."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON: one object, or one a line where there are many.")]


def a_date(text: str) -> date:
    """The date that an option names as YYYY-MM-DD."""
    try:
        return date.fromisoformat(text)
    except ValueError as exc:
        raise typer.BadParameter(f"{text!r} is not a date; write it as 2026-03-04") from exc


@contextlib.contextmanager
def reporting(as_json: bool) -> Iterator[None]:
    """Turns a `MemoError` into its message and the exit code."""
    try:
        yield
    except MemoError as exc:
        fail(exc, as_json)


@contextlib.contextmanager
def opened(as_json: bool, *, migrate: bool = True) -> Iterator[Memo]:
    """Memo on its database, closed afterwards; its errors are reported."""
    with reporting(as_json):
        from memo.service import Memo

        with Memo.open(migrate=migrate, statement_timeout=STATEMENT_SECONDS) as memo:
            yield memo


def report(exc: MemoError, as_json: bool) -> int:
    """Prints an error and returns the exit code that it stands for."""
    if as_json:
        emit({"error": {"type": type(exc).__name__, "message": exc.message}})
    say(exc.message)
    return BAD_INPUT if isinstance(exc, (InputError, ConfigError, NotFound, AlreadyCaptured)) else FAILED


def fail(exc: MemoError, as_json: bool) -> NoReturn:
    """Prints an error and ends the command with its exit code."""
    raise typer.Exit(report(exc, as_json))


def emit(value: dict[str, Any]) -> None:
    """Prints one JSON object on a line of its own, at once."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def pick(model: BaseModel, keys: Iterable[str]) -> dict[str, Any]:
    """The JSON form of a model with exactly `keys`, in their order."""
    whole = model.model_dump(mode="json")
    return {key: whole[key] for key in keys}


def write(text: str = "") -> None:
    """Prints text from people and models: control characters are shown as `?`, so that none steers the terminal."""
    sys.stdout.write(CONTROL.sub("?", text) + "\n")


def say(text: str) -> None:
    """One line to the person, on standard error; a terminal that is gone is no error."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write("memo: " + CONTROL.sub("?", text.replace("\n", " ")) + "\n")
        sys.stderr.flush()


def day(value: date | None) -> str:
    """A date as people write it: 4 March 2026."""
    return "no date" if value is None else f"{value.day} {value:%B %Y}"


def money(microdollars: int | None) -> str:
    """An amount as people write it; a price that nobody has stated is said to be unknown."""
    if microdollars is None:
        return "cost unknown"
    return f"${microdollars / 1_000_000:.4f}".rstrip("0").rstrip(".") if microdollars else "no cost"


def log_to_standard_error() -> None:
    """Shows warnings of Memo and its libraries as lines like its own."""
    logging.basicConfig(level=logging.WARNING, format="memo: %(message)s")
    # It tells of each failed attempt to connect; the error that ends them all tells the person once.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)


@contextlib.contextmanager
def silence_broken_pipe() -> Iterator[None]:
    """Lets `memo facts | head` end without a word when the reader has had enough."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)
