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
    try:
        opened = nullcontext(sys.stdin) if str(file) == "-" else file.open(encoding="utf-8-sig")
        with opened as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, _object(number, line)
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"{file} cannot be read: {_reason(exc)}.") from exc


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as exc:
        raise InputError(f"Line {number} is not JSON: {exc.msg}.") from exc
    if not isinstance(value, dict):
        raise InputError(f"Line {number} is not a JSON object.")
    return value


def _reason(exc: OSError | UnicodeDecodeError) -> str:
    return exc.strerror or str(exc) if isinstance(exc, OSError) else "it is not UTF-8 text"
