"""Replacing a meeting by a new reading: the old rows stay, out of sight, and what people did to them is carried over.

One function per query of replace.sql.
"""

from __future__ import annotations

from collections.abc import Sequence

from memo.models import FactType, Model
from memo.store.queries import Connection, Q


class OldFact(Model):
    """A fact about to be replaced: `edited` are the columns people changed, `as_read` its words before they did."""

    id: int
    description: str
    as_read: str
    quote: str | None
    status: str
    source_type: str
    edited: list[str]
    linked: bool


class OldDecision(OldFact):
    """A decision about to be replaced."""


class OldActionItem(OldFact):
    """An action item about to be replaced."""

    assignee_name: str | None
    assignee_id: int | None
    assignee_pending: bool


def old_decisions(conn: Connection, meeting_id: int) -> list[OldDecision]:
    """The decisions of a meeting, with what people did to them."""
    return Q["old_decisions"].all(conn, OldDecision, meeting_id=meeting_id)


def old_action_items(conn: Connection, meeting_id: int) -> list[OldActionItem]:
    """The action items of a meeting, with what people did to them."""
    return Q["old_action_items"].all(conn, OldActionItem, meeting_id=meeting_id)


def edited_columns(conn: Connection, meeting_id: int) -> list[str]:
    """Which columns of a meeting people changed."""
    return [str(key) for key in Q["edited_meeting"].value(conn, meeting_id=meeting_id) or []]


def retire_meeting(conn: Connection, meeting_id: int, new_id: int) -> None:
    """Take a meeting and its facts out of every search for `new_id`; they stay as history and wait for no name."""
    Q["settle_attendees"].run(conn, meeting_id=meeting_id)
    Q["settle_decision_makers"].run(conn, meeting_id=meeting_id)
    Q["retire_decisions"].run(conn, meeting_id=meeting_id)
    Q["retire_action_items"].run(conn, meeting_id=meeting_id)
    Q["retire_meeting"].run(conn, meeting_id=meeting_id, new_id=new_id)


def carry_meeting(conn: Connection, old_id: int, new_id: int, edited: Sequence[str]) -> None:
    """Do to the new meeting what people did to the old one, and settle the names that were settled."""
    Q["carry_attendees"].run(conn, old_id=old_id, new_id=new_id)
    Q["carry_rejected"].run(conn, old_id=old_id, new_id=new_id)
    if edited:
        Q["carry_meeting"].run(conn, old_id=old_id, new_id=new_id, edited=list(edited))
        Q["carry_edits"].run(conn, fact_type="meeting", old_id=old_id, new_id=new_id)


def carry_decision(conn: Connection, old: OldDecision, new_id: int) -> None:
    """Do to the new decision what people did to the old one."""
    Q["carry_decision"].run(conn, old_id=old.id, new_id=new_id, edited=old.edited)
    Q["carry_decision_makers"].run(conn, old_id=old.id, new_id=new_id)
    Q["carry_links_to"].run(conn, old_id=old.id, new_id=new_id)
    _carry_history(conn, "decision", old.id, new_id)


def carry_action_item(conn: Connection, old: OldActionItem, new_id: int, *, keep_assignee: bool) -> None:
    """Do to the new action item what people did to the old one."""
    Q["carry_action_item"].run(conn, old_id=old.id, new_id=new_id, edited=old.edited, keep_assignee=keep_assignee)
    _carry_history(conn, "action_item", old.id, new_id)


def _carry_history(conn: Connection, fact_type: FactType, old_id: int, new_id: int) -> None:
    Q["carry_edits"].run(conn, fact_type=fact_type, old_id=old_id, new_id=new_id)
    Q["carry_links_from"].run(conn, fact_type=fact_type, old_id=old_id, new_id=new_id)


def move_fact(
    conn: Connection, fact_type: FactType, fact_id: int, meeting_id: int, place: tuple[int, int, int] | None
) -> None:
    """Keep a fact that a person added with the new meeting; `place`: turn, start and end of its quote there."""
    query = "move_decision" if fact_type == "decision" else "move_action_item"
    turn, start, end = place or (None, None, None)
    Q[query].run(conn, id=fact_id, meeting_id=meeting_id, turn=turn, quote_start=start, quote_end=end)
