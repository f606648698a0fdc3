"""One fact with all that belongs to it: where it comes from, its quote, its history, and its relatives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final, Literal

from memo.models import Fact, FactType, Model, Principal
from memo.retrieval.browse import get_fact
from memo.store import stories as store
from memo.store.facts import facts_by_key
from memo.store.pool import Connection, Database
from memo.store.stories import Edit, LinkKind, Origin, Successor

BESIDE: Final = 6
"""Facts shown of those that were said nearby."""

_NAMED_COLUMNS: Final = ("client_id", "project_id", "assignee_id")


class Change(Model):
    """What one change did to one column, with names in the place of ids; None is "nothing"."""

    column: str
    before: str | None
    after: str | None


class Edited(Model):
    """One moment of a fact's history."""

    edit: Edit
    changes: tuple[Change, ...]


class Related(Model):
    """Another fact that a link leads to; `forward` when the link begins at the fact whose story this is."""

    link_id: int
    kind: LinkKind
    forward: bool
    state: Literal["proposed", "confirmed"]
    fact: Fact


class Story(Model):
    """A fact with all that belongs to it."""

    fact: Fact
    origin: Origin
    history: tuple[Edited, ...]
    related: tuple[Related, ...]
    beside: tuple[Fact, ...]


def fact_story(db: Database, who: Principal, fact_type: FactType, fact_id: int) -> Story:
    """The story of a fact, whatever its status; raises `NotFound` when there is none that `who` may see."""
    fact = get_fact(db, who, fact_type, fact_id)
    with db.read(who) as conn:
        related = _related(conn, fact)
        beside = store.facts_beside(conn, fact, BESIDE) if fact.turn is not None else []
        return Story(
            fact=fact,
            origin=store.fact_origin(conn, fact),
            history=tuple(_edited(conn, store.fact_history(conn, fact))),
            related=tuple(related),
            beside=tuple(facts_by_key(conn, beside)),
        )


def successors(db: Database, who: Principal, facts: Sequence[Fact]) -> dict[int, list[Successor]]:
    """What takes the place of the decisions among `facts`, or is proposed to, by the decision's id."""
    found: dict[int, list[Successor]] = defaultdict(list)
    if ids := [fact.fact_id for fact in facts if fact.fact_type == "decision"]:
        with db.read(who) as conn:
            for one in store.successors(conn, ids):
                found[one.decision_id].append(one)
    return found


def _related(conn: Connection, fact: Fact) -> list[Related]:
    links = store.links_of_fact(conn, fact)
    here = (fact.fact_type, fact.fact_id)
    ends = {link.id: (link.from_type, link.from_id) for link in links}
    other = {
        link.id: (link.to_type, link.to_id) if ends[link.id] == here else (link.from_type, link.from_id)
        for link in links
    }
    facts = {(found.fact_type, found.fact_id): found for found in facts_by_key(conn, list(other.values()))}
    return [
        Related(
            link_id=link.id,
            kind=link.kind,
            forward=ends[link.id] == here,
            state=link.state,
            fact=facts[other[link.id]],
        )
        for link in links
        if other[link.id] in facts and facts[other[link.id]].status not in ("wrong", "replaced")
    ]


def _edited(conn: Connection, history: Sequence[Edit]) -> list[Edited]:
    ids: dict[str, Collection[int]] = defaultdict(set)
    for edit in history:
        for key in _NAMED_COLUMNS:
            ids[key] = {*ids[key], *filter(None, (edit.before.get(key), edit.after.get(key)))}
    names = store.names_of_ids(conn, ids) if any(ids.values()) else {}

    def said(column: str, value: object) -> str | None:
        if value is None or value == "":
            return None
        return names.get((column, int(str(value))), "") if column in _NAMED_COLUMNS else str(value)

    return [
        Edited(
            edit=edit,
            changes=tuple(
                Change(
                    column=column, before=said(column, edit.before.get(column)), after=said(column, edit.after[column])
                )
                for column in edit.after
                if column != "assignee_pending" and not (column == "assignee_name" and "assignee_id" in edit.after)
            ),
        )
        for edit in history
    ]
