"""What import-linter cannot see, as the pages are no package: they talk to the service and `memo.ui`, nothing below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "app.py", ROOT / "asgi.py", *sorted((ROOT / "pages").glob("*.py"))]
ALLOWED = ("memo.ui", "memo.service", "memo.models", "memo.errors", "memo.samples")


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_imports_nothing_below_the_service(page: Path) -> None:
    rooms = [name for name in imported(page) if within(name, "memo")]
    assert [name for name in rooms if not any(within(name, package) for package in ALLOWED)] == []
    others = [name for name in imported(page) if name.split(".")[0] in {"psycopg", "anthropic", "os", "requests"}]
    assert others == []


def test_there_are_pages() -> None:
    assert len(PAGES) >= 5
