"""What people do to a fact: correct it, mark it as wrong, say whether a link holds, delete it. History is kept.

A correction is made on what the person saw: when somebody else was first, nothing is written (`Conflict`). A fact that
was marked as wrong stays out of every search and is marked again when its meeting is read anew; a deleted one is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from memo.embed import Embedder
from memo.errors import Conflict, InputError, NotAllowed
from memo.models import LOCAL_USER, FactType, Model, Principal
from memo.retrieval.browse import get_fact
from memo.store import edits as store
from memo.store import search
from memo.store.edits import Columns, LinkState
from memo.store.pool import Connection, Database
from memo.store.scope import asker
from memo.store.stories import names_of_ids
from memo.transcripts.decode import clean

Field = Literal["text", "reasoning", "title", "happened_on", "due_on", "client_id", "project_id", "assignee_id"]
"""What of a fact a person may change; not every type has each."""

MAX_TEXT_CHARS: Final = 10_000
MAX_REASON_CHARS: Final = 500

_TEXT_COLUMN: Final[Mapping[FactType, str]] = {
    "decision": "description",
    "action_item": "description",
    "meeting": "summary",
    "client_context": "text",
    "project_context": "text",
    "pulse_summary": "text",
}
_ALIVE: Final[Mapping[FactType, str]] = {"action_item": "open"}
"""The status of a fact that nobody has touched, where it is not "active"."""


class Deleted(Model):
    """What went with a fact, in numbers."""

    fact_type: FactType
    fact_id: int
    answers: int
    digests: int


def edit_fact(
    db: Database,
    who: Principal,
    embedder: Embedder,
    fact_type: FactType,
    fact_id: int,
    *,
    seen: Mapping[Field, Any],
    wanted: Mapping[Field, Any],
    reason: str,
) -> bool:
    """Whether a fact says something else now: each of `wanted` that differs from what was `seen` is written.

    Raises `InputError` without a reason, for empty words and for what this type does not have, `NotFound`, `NotAllowed`
    for a reader, and `Conflict` when the fact no longer says what was seen.
    """
    reason = _reason(who, reason)
    changes = {field: _tidy(field, value) for field, value in wanted.items()}
    changes = {field: value for field, value in changes.items() if value != seen.get(field)}
    if "text" in changes and not changes["text"]:
        raise InputError("A fact needs words: to take it away, mark it as wrong or delete it.")
    if not changes:
        return False
    with db.write(who) as conn:
        held = _hold(conn, who, fact_type, fact_id)
        names = {field: _column(fact_type, field, held.before) for field in changes}
        for field, column in names.items():
            if held.before[column] != seen.get(field):
                raise Conflict("Somebody else has just changed this fact. Look at it again before you change it.")
        after = held.before | {names[field]: value for field, value in changes.items()}
        _follow(held, after)
        held.write(after, reason)
    _renew_vector(db, who, embedder, fact_type, fact_id)
    return True


def mark_wrong(db: Database, who: Principal, fact_type: FactType, fact_id: int, reason: str) -> bool:
    """Whether a fact is out of every search from now on; False when it was that already."""
    reason = _reason(who, reason)
    with db.write(who) as conn:
        return _hold(conn, who, fact_type, fact_id).set_status("wrong", reason)


def unmark_wrong(db: Database, who: Principal, fact_type: FactType, fact_id: int, reason: str) -> bool:
    """Whether a fact that was marked as wrong is what it was before; False when it was not."""
    reason = _reason(who, reason)
    with db.write(who) as conn:
        held = _hold(conn, who, fact_type, fact_id)
        if held.before["status"] != "wrong":
            return False
        status = store.status_before_wrong(conn, fact_type, fact_id) or _ALIVE.get(fact_type, "active")
        return held.set_status(status, reason)


def delete_fact(db: Database, who: Principal, fact_type: FactType, fact_id: int) -> Deleted:
    """Remove a fact for good, with its history, its vector, and every answer and digest that tells it.

    Raises `NotFound` when `who` may not see it, `NotAllowed` for a reader, `InputError` for a meeting.
    """
    _may_change(who)
    if fact_type == "meeting":
        raise InputError("A meeting is removed with everything that was made of it, on the page Forget.")
    sentence = get_fact(db, who, fact_type, fact_id).text
    # Other people's answers go as well, so this runs for everybody.
    with db.write(LOCAL_USER) as conn:
        store.delete_fact(conn, fact_type, fact_id)
        return Deleted(
            fact_type=fact_type,
            fact_id=fact_id,
            answers=store.delete_answers_citing(conn, fact_type, fact_id),
            digests=store.delete_digests_repeating(conn, sentence) if fact_type != "pulse_summary" else 0,
        )


def decide_link(db: Database, who: Principal, link_id: int, state: LinkState) -> None:
    """Say whether a link holds; a decision whose successor is confirmed is superseded from then on."""
    _may_change(who)
    with db.write(who) as conn:
        link = store.decide_link(conn, link_id, state, asker(who))
        if link.kind != "supersedes":
            return
        held = _hold(conn, who, "decision", link.to_id)
        old, new = ("active", "superseded") if state == "confirmed" else ("superseded", "active")
        if held.before["status"] == old:
            told = "a later decision takes its place" if new == "superseded" else "no later decision takes its place"
            held.set_status(new, told)


def supersede(db: Database, who: Principal, decision_id: int, successor_id: int) -> bool:
    """Whether a decision is superseded by another from now on, on a person's word.

    Raises `NotFound` when `who` may not see both, `InputError` when the other is the same one or holds no more.
    """
    _may_change(who)
    if get_fact(db, who, "decision", successor_id).status != "active" or decision_id == successor_id:
        raise InputError("Only another decision that holds can take the place of this one.")
    with db.write(who) as conn:
        held = _hold(conn, who, "decision", decision_id)
        store.confirm_successor(conn, decision_id, successor_id, asker(who))
        return held.before["status"] == "active" and held.set_status("superseded", "a later decision takes its place")


@dataclass(frozen=True)
class _Held:
    """A fact that nobody else can change until the transaction ends, with what it says."""

    conn: Connection
    who: Principal
    fact_type: FactType
    fact_id: int
    before: Columns

    def set_status(self, status: str, reason: str) -> bool:
        """Whether the status is another one now."""
        if self.before["status"] == status:
            return False
        self.write(self.before | {"status": status}, reason)
        return True

    def write(self, after: Columns, reason: str) -> None:
        """Write what differs, and keep what it was."""
        store.write_columns(self.conn, self.fact_type, self.fact_id, after)
        changed = [column for column in after if after[column] != self.before[column]]
        store.insert_edit(
            self.conn,
            self.fact_type,
            self.fact_id,
            before={column: _json(self.before[column]) for column in changed},
            after={column: _json(after[column]) for column in changed},
            reason=reason,
            edited_by=asker(self.who),
        )


def _hold(conn: Connection, who: Principal, fact_type: FactType, fact_id: int) -> _Held:
    before = store.columns(conn, fact_type, fact_id)
    if before["status"] == "replaced":
        raise Conflict("A later reading of its meeting has taken the place of this fact.")
    return _Held(conn, who, fact_type, fact_id, before)


def _follow(held: _Held, after: Columns) -> None:
    """What has to change with what a person changed: the owner's name, and the words for the day it is due."""
    if held.fact_type != "action_item":
        return
    if after["assignee_id"] != held.before["assignee_id"]:
        owner = after["assignee_id"]
        after["assignee_name"] = _person(held.conn, owner) if owner is not None else None
        after["assignee_pending"] = False
    if after["due_on"] != held.before["due_on"]:
        after["due_text"] = None


def _person(conn: Connection, person_id: int) -> str:
    name = names_of_ids(conn, {"assignee_id": [person_id]}).get(("assignee_id", person_id))
    if name is None:
        raise InputError("There is no such person.")
    return name


def _renew_vector(db: Database, who: Principal, embedder: Embedder, fact_type: FactType, fact_id: int) -> None:
    """Give an edited fact its vector at once; when that cannot be had, the backfill gives it later."""
    model = embedder.model_name
    with db.read(who) as conn:
        waiting = search.without_vector(conn, model, 1, after=(fact_type, fact_id - 1))
    waiting = [fact for fact in waiting if (fact.fact_type, fact.fact_id) == (fact_type, fact_id)]
    vectors = embedder.embed([fact.search_text for fact in waiting]) if waiting else []
    made = [(fact, vector) for fact, vector in zip(waiting, vectors, strict=True) if vector is not None]
    if made:
        with db.write(who) as conn:
            search.set_vector(conn, made, model)


def _column(fact_type: FactType, field: Field, before: Columns) -> str:
    column: str = _TEXT_COLUMN[fact_type] if field == "text" else field
    if fact_type == "meeting" and field == "happened_on":
        column = "held_on"
    if column not in before:
        raise InputError(f"This kind of fact has no {field.removesuffix('_id').replace('_', ' ')} to change.")
    return column


def _tidy(field: Field, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = clean(value).strip()
    if len(text) > MAX_TEXT_CHARS:
        raise InputError(f"That has {len(text):,} characters; the limit is {MAX_TEXT_CHARS:,}.")
    return text or (None if field == "reasoning" else "")


def _reason(who: Principal, reason: str) -> str:
    _may_change(who)
    reason = clean(reason).strip()[:MAX_REASON_CHARS]
    if not reason:
        raise InputError("Say why: the reason is kept with the change.")
    return reason


def _may_change(who: Principal) -> None:
    if who.role == "reader":
        raise NotAllowed("Readers cannot change what is remembered.")


def _json(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
