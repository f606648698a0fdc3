"""Decisions that a later one took the place of: whoever is told the older hears of the newer first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeVar

from memo.models import Fact, ScoredFact
from memo.retrieval.thresholds import FACT_TEXT_CLAMP, clamped
from memo.store import facts as store
from memo.store.facts import Key
from memo.store.narrow import GONE
from memo.store.pool import Connection

F = TypeVar("F", bound=Fact)

MOST_STEPS: Final = 5
"""How often a decision that took the place of another is looked up in its turn."""


@dataclass(frozen=True)
class Reversal:
    """Which decision took the place of one, and whether a person has said so."""

    by: Fact
    confirmed: bool

    @property
    def key(self) -> Key:
        """Which decision it is."""
        return (self.by.fact_type, self.by.fact_id)


Reversals = Mapping[Key, Reversal]
"""What took the place of each decision that no longer holds."""


def with_reversals(
    conn: Connection, facts: Sequence[ScoredFact], as_of: date | None = None
) -> tuple[list[ScoredFact], Reversals]:
    """`facts` with the decisions that took the place of any of them, each just before the first that it reversed.

    `as_of` leaves out what was decided later.
    """
    known = {(fact.fact_type, fact.fact_id): fact for fact in facts}
    order = list(known)
    found: dict[Key, Reversal] = {}
    asked: list[Key] = [key for key in known if key[0] == "decision"]
    for _ in range(MOST_STEPS):
        newer = _look(conn, asked, as_of)
        asked = []
        for key, reversal in newer.items():
            found[key] = reversal
            score = known[key].score
            if reversal.key not in known:
                known[reversal.key] = ScoredFact(**dict(reversal.by), score=score)
                order.insert(order.index(key), reversal.key)
                asked.append(reversal.key)
            elif known[reversal.key].score < score:
                known[reversal.key] = known[reversal.key].model_copy(update={"score": score})
        if not asked:
            break
    return newer_first([known[key] for key in order], found), found


def newer_first(facts: Sequence[F], reversals: Reversals) -> list[F]:
    """`facts` in their order, but each after the decision that took its place."""
    left = {(fact.fact_type, fact.fact_id): fact for fact in facts}
    ordered: list[F] = []

    def put(key: Key) -> None:
        fact = left.pop(key, None)
        if fact is None:
            return
        if key in reversals:
            put(reversals[key].key)
        ordered.append(fact)

    for fact in facts:
        put((fact.fact_type, fact.fact_id))
    return ordered


def told(facts: Sequence[Fact], reversals: Reversals) -> list[str]:
    """A note for each of `facts` that was reversed."""
    notes = []
    for fact in facts:
        reversal = reversals.get((fact.fact_type, fact.fact_id))
        if reversal is not None:
            day = reversal.by.happened_on
            when = f" ({day.day} {day:%B %Y})" if day else ""
            unsure = "" if reversal.confirmed else " Nobody has confirmed this yet."
            older, newer = (clamped(one.text, FACT_TEXT_CLAMP).rstrip(" .") for one in (fact, reversal.by))
            notes.append(f'"{older}" was later reversed: "{newer}"{when}.{unsure}')
    return notes


def _look(conn: Connection, keys: Sequence[Key], as_of: date | None) -> dict[Key, Reversal]:
    ids = [fact_id for _, fact_id in keys]
    links = [
        link
        for link in (store.decision_links(conn, ids) if ids else ())
        if link.kind == "supersedes"
        and link.to_id in ids
        and not (as_of and link.happened_on and link.happened_on > as_of)
    ]
    by = {fact.fact_id: fact for fact in store.facts_by_key(conn, [("decision", link.from_id) for link in links])}
    newest = sorted(links, key=lambda link: (link.state == "confirmed", link.happened_on or date.min, link.from_id))
    return {
        ("decision", link.to_id): Reversal(by[link.from_id], link.state == "confirmed")
        for link in newest
        if link.from_id in by and by[link.from_id].status not in GONE
    }
