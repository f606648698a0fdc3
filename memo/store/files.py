"""Where the SQL lies: `sql/` beside the package in a checkout, inside the package once installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]

SQL = next((folder for folder in (_PACKAGE.parent / "sql", _PACKAGE / "sql") if folder.is_dir()), _PACKAGE / "sql")
