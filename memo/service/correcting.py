"""One fact: its story, and what people do to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memo.models import Fact, FactFilter, FactType
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.facts.change import Deleted, Field
    from memo.facts.story import Story
    from memo.store.edits import LinkState
    from memo.store.stories import MeetingName, Successor, WeekCount


class Correcting(Core):
    """The story of a fact, its corrections, and how facts spread over weeks."""

    def fact_story(self, fact_type: FactType, fact_id: int) -> Story:
        """A fact with where it comes from, its history and its relatives."""
        from memo.facts.story import fact_story

        return fact_story(self.db, self.who, fact_type, fact_id)

    def edit_fact(
        self,
        fact_type: FactType,
        fact_id: int,
        *,
        seen: Mapping[Field, Any],
        wanted: Mapping[Field, Any],
        reason: str,
    ) -> bool:
        """Whether a fact says something else now than what was `seen`; its vector is renewed, its history kept."""
        from memo.facts.change import edit_fact

        return edit_fact(self.db, self.who, self.embedder, fact_type, fact_id, seen=seen, wanted=wanted, reason=reason)

    def mark_wrong(self, fact_type: FactType, fact_id: int, reason: str) -> bool:
        """Whether a fact is out of every search from now on."""
        from memo.facts.change import mark_wrong

        return mark_wrong(self.db, self.who, fact_type, fact_id, reason)

    def unmark_wrong(self, fact_type: FactType, fact_id: int, reason: str) -> bool:
        """Whether a fact that was marked as wrong is back."""
        from memo.facts.change import unmark_wrong

        return unmark_wrong(self.db, self.who, fact_type, fact_id, reason)

    def delete_fact(self, fact_type: FactType, fact_id: int) -> Deleted:
        """Remove a fact for good, with every answer that cites it."""
        from memo.facts.change import delete_fact

        return delete_fact(self.db, self.who, fact_type, fact_id)

    def decide_link(self, link_id: int, state: LinkState) -> None:
        """Say whether a link between two facts holds."""
        from memo.facts.change import decide_link

        decide_link(self.db, self.who, link_id, state)

    def supersede(self, decision_id: int, successor_id: int) -> bool:
        """Whether a decision is superseded by another from now on, on a person's word."""
        from memo.facts.change import supersede

        return supersede(self.db, self.who, decision_id, successor_id)

    def successors(self, facts: Sequence[Fact]) -> dict[int, list[Successor]]:
        """What takes the place of the decisions among `facts`, or is proposed to, by the decision's id."""
        from memo.facts.story import successors

        return successors(self.db, self.who, facts)

    def fact_weeks(self, filter: FactFilter | None = None) -> list[WeekCount]:
        """How many facts of each type there were in each of the last weeks."""
        from memo.facts.weeks import fact_weeks

        return fact_weeks(self.db, self.who, filter)

    def newest_meetings(self) -> list[MeetingName]:
        """The newest meetings by title."""
        from memo.facts.weeks import newest_meetings

        return newest_meetings(self.db, self.who)
