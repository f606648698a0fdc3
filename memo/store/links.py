"""Links between facts, as rules propose them. One function per query of links.sql."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Literal

from memo.models import Model
from memo.store.queries import Connection, Q

LinkKind = Literal["implements", "supersedes"]


class DecisionNamed(Model):
    """A decision that uses some words."""

    id: int
    description: str


def insert_link(conn: Connection, kind: LinkKind, from_id: int, to_id: int, evidence: str) -> None:
    """Propose that a fact implements (an action item) or supersedes (a decision) a decision, unless that is known."""
    from_type = "action_item" if kind == "implements" else "decision"
    Q["insert_link"].run(conn, kind=kind, from_type=from_type, from_id=from_id, to_id=to_id, evidence=evidence)


def decisions_naming(
    conn: Connection,
    words: Collection[str],
    *,
    meeting_id: int,
    until: date | None,
    audience: Sequence[str] | None,
    limit: int,
) -> list[DecisionNamed]:
    """The newest decisions of other meetings that hold, use any of `words` and are not for fewer people."""
    query = " or ".join(f'"{word}"' for word in sorted(words))
    return Q["decisions_naming"].all(
        conn,
        DecisionNamed,
        words=query,
        meeting_id=meeting_id,
        until=until,
        audience=None if audience is None else list(audience),
        limit=limit,
    )
