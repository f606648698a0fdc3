"""A popover's button keeps its words readable while it is open."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import memo.ui

FILES = sorted(Path(memo.ui.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_popover_is_tertiary(file: Path) -> None:
    """Streamlit darkens such a button's words while it is open: on the dark ground they are gone (contrast 1.0)."""
    calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    popovers = [call for call in calls if ast.unparse(call.func).endswith(".popover")]
    assert [ast.unparse(call) for call in popovers if any(word.arg == "type" for word in call.keywords)] == []
