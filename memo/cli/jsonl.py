"""Reading JSONL files: one JSON object a line, `-` for standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from memo.errors import InputError


def read_objects(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number (from 1) and object of each line that is not blank; `InputError` names the first line that is none."""
    for number, line in lines_of(file):
        try:
            yield number, parse(line)
        except InputError as exc:
            raise InputError(f"Line {number}: {exc.message}") from exc


def lines_of(file: Path) -> Iterator[tuple[int, str]]:
    """The number (from 1) and text of each line that is not blank."""
    try:
        opened = nullcontext(sys.stdin) if str(file) == "-" else file.open(encoding="utf-8-sig")
        with opened as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except OSError as exc:
        raise InputError(f"{file} cannot be read: {exc.strerror or exc}.") from exc
    except UnicodeDecodeError as exc:
        raise InputError(f"{file} cannot be read: it is not UTF-8 text.") from exc


def parse(line: str) -> dict[str, Any]:
    """The object that a line holds."""
    try:
        value = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as exc:
        raise InputError(f"It is not JSON: {exc}.") from exc
    if not isinstance(value, dict):
        raise InputError("It is not a JSON object.")
    return value
