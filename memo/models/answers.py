"""A cited answer."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from pydantic import Field

from memo.models.base import FactType, Model


class Citation(Model):
    """One numbered source of an answer, built from a database row and never from model text."""

    n: int
    fact_type: FactType
    fact_id: int
    text: str
    meeting_id: int | None
    meeting: str | None
    happened_on: date | None
    quote: str | None
    turn: int | None


_NAMED = 3


class NearMiss(Model):
    """A fact that was found but not thought to answer the question."""

    fact_type: FactType
    fact_id: int
    text: str
    meeting_id: int | None
    meeting: str | None
    happened_on: date | None
    score: float
    people: tuple[str, ...] = ()

    @property
    def whose(self) -> str:
        """The first three of `people`, and how many more there are; "" without any."""
        more = len(self.people) - _NAMED
        return ", ".join(self.people[:_NAMED]) + (f" and {more} more" if more > 0 else "")


class Searched(Model):
    """How much was searched."""

    facts: int
    meetings: int


class Answer(Model):
    """A cited answer or an honest abstention: the JSON contract of `memo ask --json`.

    `filters` are the understood filters in words ("client": "Northwind"). `notes` say what was dropped, unsure or not
    done (no prose written, model down). `asked` is the question as rewritten with the conversation, when it was.
    `without` are the filters that the person has taken back.
    """

    answer: str
    abstained: bool
    citations: list[Citation]
    near_misses: list[NearMiss]
    searched: Searched
    filters: dict[str, str]
    model: str
    cost_microdollars: int | None
    notes: list[str] = Field(default_factory=list)
    asked: str | None = None
    without: list[str] = Field(default_factory=list)
    answer_id: int | None = None
    conversation: UUID | None = None
