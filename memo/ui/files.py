"""The kinds of files that facts can be taken out as. No streamlit in here."""

from __future__ import annotations

from typing import Final

from memo.export import Format

EXPORTED: Final = 50_000
"""The most facts in a file."""
LABELS: Final[dict[Format, str]] = {"csv": "CSV", "jsonl": "JSONL", "md": "Markdown"}
MIMES: Final[dict[Format, str]] = {"csv": "text/csv", "jsonl": "application/jsonl", "md": "text/markdown"}
