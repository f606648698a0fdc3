"""Who is named on the facts behind an answer: whom to tell, once one knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from memo.models import Citation, Fact, Model, Principal
from memo.store import facts as store
from memo.store.answers import person_of_member
from memo.store.pool import Database

Part = Literal["decided", "has to do", "has done", "was to do"]

_PARTS: Final[dict[str, Part]] = {"open": "has to do", "done": "has done"}


class Concerned(Model):
    """Somebody with the numbers of the citations in each of the parts that he or she has in them."""

    name: str
    parts: dict[Part, tuple[int, ...]]


def concerned(db: Database, who: Principal, citations: Sequence[Citation]) -> list[Concerned]:
    """Who decided, or has, what is cited, in the order of the citations; never `who`.

    Read from the facts as they are now, as far as `who` may see them. A name that nobody has settled stands as it was
    said. Who was only there when something was said is left out.
    """
    numbers = {(cited.fact_type, cited.fact_id): cited.n for cited in citations}
    with db.read(who) as conn:
        facts = store.facts_by_key(conn, list(numbers))
        asker = person_of_member(conn, who)
    found: dict[str, dict[Part, list[int]]] = {}
    for fact in facts:
        part = _part(fact)
        if part is not None:
            for name in fact.people:
                found.setdefault(name, {}).setdefault(part, []).append(numbers[fact.fact_type, fact.fact_id])
    if asker is not None:
        found.pop(asker.name, None)
    return [
        Concerned(name=name, parts={part: tuple(sorted(told)) for part, told in parts.items()})
        for name, parts in found.items()
    ]


def _part(fact: Fact) -> Part | None:
    if fact.fact_type == "decision":
        return "decided"
    return _PARTS.get(fact.status, "was to do") if fact.fact_type == "action_item" else None
