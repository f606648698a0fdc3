"""What was known on an earlier day: later facts are out, and what was superseded only later still held."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TypeVar

from memo.models import Fact, FactFilter
from memo.store import facts as store
from memo.store.pool import Connection

F = TypeVar("F", bound=Fact)


def known_by(wanted: FactFilter, as_of: date) -> FactFilter:
    """`wanted` without what happened after `as_of`; superseded facts come in, to be judged by `as_they_stood`."""
    until = min(wanted.until, as_of) if wanted.until else as_of
    return wanted.model_copy(update={"until": until, "include_superseded": True})


def as_they_stood(conn: Connection, facts: Sequence[F], as_of: date, *, history: bool = False) -> list[F]:
    """`facts` with the status they had on `as_of`; those already superseded by then are left out, unless `history`.

    A superseded decision whose successor is not known is taken to have been superseded all along.
    """
    superseded = [fact.fact_id for fact in facts if fact.fact_type == "decision" and fact.status == "superseded"]
    links = store.decision_links(conn, superseded) if superseded else []
    since = {link.to_id: link.happened_on for link in links if link.kind == "supersedes"}
    stood = []
    for fact in facts:
        if fact.status != "superseded":
            stood.append(fact)
        elif (changed := since.get(fact.fact_id)) is not None and changed > as_of:
            stood.append(fact.model_copy(update={"status": "active"}))
        elif history:
            stood.append(fact)
    return stood
