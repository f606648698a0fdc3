"""Writing to facts that exist: what a person changes, with the history of it. One function per query of edits.sql."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from psycopg.types.json import Jsonb

from memo.errors import NotFound
from memo.models import FactType, Model
from memo.store.queries import Connection, Q

Columns = dict[str, Any]
"""What people may change of a fact, by the name of its column."""
LinkState = Literal["confirmed", "rejected"]


class DecidedLink(Model):
    """A link as a person has decided about it: what it says of decision `to_id`."""

    kind: str
    from_type: FactType
    from_id: int
    to_id: int
    state: LinkState


def columns(conn: Connection, fact_type: FactType, fact_id: int) -> Columns:
    """What people may change of a fact, held until the transaction ends; raises `NotFound`."""
    rows = Q[f"{fact_type}_columns"].rows(conn, id=fact_id)
    if not rows:
        raise NotFound
    return rows[0]


def write_columns(conn: Connection, fact_type: FactType, fact_id: int, whole: Columns) -> None:
    """Write all that `columns` gives; the fact's index row follows, without its vector when its words changed."""
    Q[f"edit_{fact_type}"].run(conn, id=fact_id, **whole)


def insert_edit(
    conn: Connection,
    fact_type: FactType,
    fact_id: int,
    *,
    before: Mapping[str, object],
    after: Mapping[str, object],
    reason: str,
    edited_by: str,
) -> None:
    """Keep one change; `before` and `after` hold what differs and are values that JSON knows."""
    Q["insert_edit"].run(
        conn,
        fact_type=fact_type,
        fact_id=fact_id,
        before=Jsonb(dict(before)),
        after=Jsonb(dict(after)),
        reason=reason,
        edited_by=edited_by,
    )


def status_before_wrong(conn: Connection, fact_type: FactType, fact_id: int) -> str | None:
    """The status a fact had when it was last marked as wrong."""
    status: str | None = Q["status_before_wrong"].value(conn, fact_type=fact_type, fact_id=fact_id)
    return status


def delete_fact(conn: Connection, fact_type: FactType, fact_id: int) -> None:
    """Remove a fact, but never a meeting; raises `NotFound`."""
    if Q[f"delete_{fact_type}"].run(conn, id=fact_id) != 1:
        raise NotFound


def delete_answers_citing(conn: Connection, fact_type: FactType, fact_id: int) -> int:
    """Remove the answers that cite a fact; how many."""
    return Q["delete_answers_citing"].run(conn, fact_type=fact_type, fact_id=fact_id)


def delete_digests_repeating(conn: Connection, sentence: str) -> int:
    """Remove the digests that repeat a sentence; how many."""
    return Q["delete_digests_repeating"].run(conn, sentence=sentence)


def confirm_successor(conn: Connection, decision_id: int, successor_id: int, decided_by: str) -> None:
    """Keep that a person says a decision takes the place of another, whatever was said before."""
    Q["confirm_successor"].run(conn, decision_id=decision_id, successor_id=successor_id, decided_by=decided_by)


def decide_link(conn: Connection, link_id: int, state: LinkState, decided_by: str) -> DecidedLink:
    """Say whether a link holds; raises `NotFound`."""
    return Q["decide_link"].one(conn, DecidedLink, link_id=link_id, state=state, decided_by=decided_by)
