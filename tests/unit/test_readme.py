"""The README tells the truth: settings, commands and the two command lines are what the code says."""

from __future__ import annotations

import re
import tomllib
from datetime import time
from pathlib import Path
from typing import get_args

import pytest
import typer
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from memo.cli import app
from memo.models.base import FactType
from memo.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/python -m pytest"
MADE_DEFAULTS = {"MEMO_HOME": "your user data folder", "MEMO_PRICES": "unset", "SLACK_CHANNELS": "unset"}
MADE_DEFAULTS |= {"MEMO_ALLOWED_DOMAINS": "unset", "MEMO_ADMINS": "unset"}


def table(first_column: str) -> list[list[str]]:
    """The rows of the README's table whose header begins with `first_column`."""
    lines = iter(README.splitlines())
    for line in lines:
        if line.startswith(f"| {first_column} |"):
            next(lines)
            break
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip().strip("|").split(" | ")])
    return rows


def shown_default(variable: str, field: FieldInfo) -> str:
    if field.default is PydanticUndefined:
        return MADE_DEFAULTS[variable]
    if field.default is None:
        return "unset"
    value = f"{field.default:%H:%M}" if isinstance(field.default, time) else str(field.default)
    return f"`{value}`"


def test_every_setting_is_in_the_table_as_it_is() -> None:
    expected = [
        [f"`{field.validation_alias}`", shown_default(str(field.validation_alias), field), str(field.description)]
        for field in Settings.model_fields.values()
    ]
    assert table("Variable") == expected


def commands() -> set[str]:
    found = set()
    group = typer.main.get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        found.add(name)
        found |= {f"{name} {sub}" for sub in getattr(command, "commands", {})}
    return found


def test_every_command_is_in_the_table_and_every_row_is_a_command() -> None:
    told = {name for row in table("Command") for name in re.findall(r"`memo ((?:(?:names|members) )?[a-z]+)", row[0])}
    assert told | {"names", "members"} == commands()


def test_every_type_of_an_imported_fact_is_named() -> None:
    (told,) = (row[1] for row in table("Command") if row[0].startswith("`memo import"))
    assert set(re.findall(r"`([a-z_]+)`", told.split("A `fact_type` is ")[1])) == set(get_args(FactType))


def test_the_commands_can_be_copied() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert blocks[0].strip() == "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/memo"
    assert blocks[1].strip() == TEST_COMMAND


def test_ci_runs_exactly_the_test_command() -> None:
    assert TEST_COMMAND in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_the_picture_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("link", re.findall(r"(?<!!)\[[^\]]+\]\(([^)#]+)\)", README))
def test_links_lead_to_files(link: str) -> None:
    assert link.startswith("http") or (ROOT / link).exists()


def test_changelog_begins_with_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == version
