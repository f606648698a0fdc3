"""Replacing a meeting by a new reading of it: what people did to a fact is done to it again where the fact returns.

A fact returns when a new one has the same words, or the same quote. A fact that a person added stays. Everything else
that people did is listed as not carried over. Runs inside the transaction that stores the new meeting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memo.models import CheckedAction, CheckedDecision, FactType, Transcript
from memo.store import replace as store
from memo.store.queries import Connection

UNTOUCHED = ("active", "open")
"""The statuses a fact has when nobody has changed it."""


@dataclass(frozen=True)
class Returning:
    """The facts of a new reading by id, as they were just stored."""

    decisions: Sequence[tuple[int, CheckedDecision]] = ()
    action_items: Sequence[tuple[int, CheckedAction]] = ()


@dataclass
class Carried:
    """Sentences about what people had done: what the new reading kept, and what found no place in it."""

    over: list[str] = field(default_factory=list)
    not_over: list[str] = field(default_factory=list)


class _Pool:
    """The new facts of one type that no old fact has claimed yet."""

    def __init__(self, facts: Sequence[tuple[int, CheckedDecision | CheckedAction]]) -> None:
        self._left = dict(facts)

    def take(self, old: store.OldFact) -> tuple[int, CheckedDecision | CheckedAction] | None:
        """The new fact that is the old one again; each is given once."""
        words = {_words(old.as_read), _words(old.description)}
        by_words = (new_id for new_id, fact in self._left.items() if _words(fact.description) in words)
        by_quote = (new_id for new_id, fact in self._left.items() if fact.evidence.quote == old.quote)
        new_id = next(by_words, None) or next(by_quote, None)
        return None if new_id is None else (new_id, self._left.pop(new_id))


def replace_meeting(conn: Connection, old_id: int, new_id: int, facts: Returning, transcript: Transcript) -> Carried:
    """Retire meeting `old_id` for `new_id`, carrying over what people did; says what was and what was not."""
    work = _Replacement(conn, new_id, transcript)
    edited = store.edited_columns(conn, old_id)
    store.carry_meeting(conn, old_id, new_id, edited)
    if edited:
        work.carried.over.append(f"Meeting: {_and([_column(key) for key in edited])} as edited.")
    work.decisions(store.old_decisions(conn, old_id), _Pool(facts.decisions))
    work.action_items(store.old_action_items(conn, old_id), _Pool(facts.action_items))
    store.retire_meeting(conn, old_id, new_id)
    return work.carried


@dataclass
class _Replacement:
    """One replacement under way: everything goes to meeting `new_id`."""

    conn: Connection
    new_id: int
    transcript: Transcript
    carried: Carried = field(default_factory=Carried)

    def decisions(self, olds: Sequence[store.OldDecision], pool: _Pool) -> None:
        for old in olds:
            returned = pool.take(old)
            if returned is not None:
                store.carry_decision(self.conn, old, returned[0])
            self._account("decision", old, returned=returned is not None)

    def action_items(self, olds: Sequence[store.OldActionItem], pool: _Pool) -> None:
        for old in olds:
            returned = pool.take(old)
            if returned is not None:
                store.carry_action_item(self.conn, old, returned[0], keep_assignee=_keeps_assignee(old, returned[1]))
            self._account("action_item", old, returned=returned is not None)

    def _account(self, fact_type: FactType, old: store.OldFact, *, returned: bool) -> None:
        added = old.source_type == "edit"
        done = _done_to(old)
        if not done and not added:
            return
        label = f"{'Decision' if fact_type == 'decision' else 'Action item'} “{old.description}”"
        if returned:
            self.carried.over.append(f"{label}: {_and(done or ['added by a person'])}.")
        elif added:
            store.move_fact(self.conn, fact_type, old.id, self.new_id, _place(old.quote, self.transcript))
            self.carried.over.append(f"{label}: added by a person.")
        else:
            self.carried.not_over.append(f"{label}: {_and(done)}; the new reading does not have it.")


def _keeps_assignee(old: store.OldActionItem, new: CheckedDecision | CheckedAction) -> bool:
    """Whether somebody settled who the old item's name means, and the new reading heard the same name."""
    if {"assignee_id", "assignee_name", "assignee"} & set(old.edited):
        return True
    heard = isinstance(new, CheckedAction) and new.assignee == old.assignee_name
    return heard and old.assignee_id is not None and not old.assignee_pending


def _done_to(old: store.OldFact) -> list[str]:
    done = [f"{_column(key)} as edited" for key in old.edited if key != "status"]
    if old.status not in UNTOUCHED:
        done.append(f"status {old.status}")
    if old.linked:
        done.append("its confirmed links")
    return done


def _place(quote: str | None, transcript: Transcript) -> tuple[int, int, int] | None:
    start = transcript.text.find(quote) if quote else -1
    if not quote or start < 0:
        return None
    turn = next((turn.index for turn in transcript.turns if turn.start <= start < turn.end), None)
    return None if turn is None else (turn, start, start + len(quote))


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _column(key: str) -> str:
    return key.removesuffix("_id").replace("_", " ")


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
