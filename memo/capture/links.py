"""Proposes how the facts of a meeting that was just stored hang together, inside the transaction that stores it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from memo.capture.replace import Returning
from memo.extraction import links as rules
from memo.extraction.words import content_stems
from memo.models import CheckedDecision
from memo.store import links as store
from memo.store.queries import Connection

LOOKED_AT: Final = 50
"""Earlier decisions of other meetings looked at for one that says something is reversed."""


def propose_links(
    conn: Connection, meeting_id: int, facts: Returning, *, held_on: date | None, audience: Sequence[str] | None
) -> int:
    """Propose what carries out and what takes the place of what; how many links."""
    found = rules.implementing(facts.decisions, facts.action_items)
    for decision_id, decision in facts.decisions:
        if not rules.reverses(decision):
            continue
        link = rules.superseding(decision_id, decision, _said_before(facts, decision))
        if link is None:
            link = rules.superseding(decision_id, decision, _elsewhere(conn, meeting_id, decision, held_on, audience))
        if link is not None:
            found.append(link)
    for kind, from_id, to_id, evidence in found:
        store.insert_link(conn, kind, from_id, to_id, evidence)
    return len(found)


def _said_before(facts: Returning, decision: CheckedDecision) -> list[rules.Earlier]:
    return [
        rules.Earlier(other_id, other.description)
        for other_id, other in facts.decisions
        if other.evidence.turn < decision.evidence.turn
    ]


def _elsewhere(
    conn: Connection,
    meeting_id: int,
    decision: CheckedDecision,
    held_on: date | None,
    audience: Sequence[str] | None,
) -> list[rules.Earlier]:
    words = content_stems(f"{decision.description} {decision.evidence.quote}")
    named = store.decisions_naming(
        conn, words, meeting_id=meeting_id, until=held_on, audience=audience, limit=LOOKED_AT
    )
    return [rules.Earlier(one.id, one.description) for one in named]
