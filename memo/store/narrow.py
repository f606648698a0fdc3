"""A `FactFilter` as the parameters of `memo_passes`, which every query over the index shares."""

from __future__ import annotations

from typing import Any

from memo.models import FactFilter

GONE = ("wrong", "replaced")
"""Statuses of facts that were never true or stand elsewhere now: nobody is shown them unasked."""

HIDDEN = ("superseded", *GONE)
"""Statuses left out of every search that does not ask for them."""


def narrowed(wanted: FactFilter, *, without: str | None = None) -> dict[str, Any]:
    """The parameters for `wanted`; `without` are words, joined by OR, that no fact may hold."""
    statuses = list(wanted.statuses) or None
    hidden = GONE if wanted.include_superseded else HIDDEN
    return {
        "fact_types": list(wanted.fact_types) or None,
        "client_id": wanted.client_id,
        "project_id": wanted.project_id,
        "person_id": wanted.person_id,
        "meeting_id": wanted.meeting_id,
        "since": wanted.since,
        "until": wanted.until,
        "statuses": statuses,
        "hidden": None if statuses else list(hidden),
        "text": (wanted.text or "").strip() or None,
        "without": without,
    }


def selective(wanted: FactFilter) -> bool:
    """Whether `wanted` may leave few facts: anything beyond what every search leaves out."""
    return wanted.model_copy(update={"include_superseded": False}) != FactFilter()
