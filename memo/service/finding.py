"""Facts, searches and answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID

from memo.models import Answer, Fact, FactFilter, FactPage, FactType, ScoredFact
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.facts.concerned import Concerned
    from memo.store.answers import KeptAnswer
    from memo.store.facts import UpTo


class Finding(Core):
    """What was remembered, by filter, by words and meaning, and as an answer."""

    def search(
        self,
        query: str,
        filter: FactFilter | None = None,
        *,
        limit: int = 10,
        rerank: bool = True,
        rerank_seconds: float | None = None,
    ) -> list[ScoredFact]:
        """The facts that answer `query` best, best first; no model writes anything.

        `rerank_seconds` is how long the reranker may read when nobody waits at a page (None: as long as on a page).
        """
        from memo.retrieval.rank import RERANK_BUDGET_SECONDS
        from memo.retrieval.search import search

        return search(
            self.db,
            self.who,
            query,
            filter,
            limit=limit,
            embedder=self.embedder,
            rerank=rerank,
            rerank_seconds=RERANK_BUDGET_SECONDS if rerank_seconds is None else rerank_seconds,
        )

    def query_facts(
        self,
        query: str | None = None,
        filter: FactFilter | None = None,
        *,
        limit: int = 5,
        threshold: float | None = None,
        after: str | None = None,
    ) -> Sequence[ScoredFact] | FactPage:
        """Facts in two ways: near enough to `query`, nearest first; without one by the filter alone, newest first."""
        if query is None:
            return self.facts(filter, limit=limit, after=after)
        from memo.retrieval.search import query_facts

        return query_facts(self.db, self.who, query, filter, limit=limit, threshold=threshold, embedder=self.embedder)

    def facts(self, filter: FactFilter | None = None, *, limit: int = 50, after: str | None = None) -> FactPage:
        """A page of facts, newest first."""
        from memo.retrieval.browse import facts_page

        return facts_page(self.db, self.who, filter, limit, after)

    def newer_cursor(self, filter: FactFilter | None, limit: int, after: str) -> str | None:
        """The `after` of the page just before the one behind `after`; None when that is the first page."""
        from memo.retrieval.browse import newer_cursor

        return newer_cursor(self.db, self.who, filter, limit, after)

    def fact_counts(self, filter: FactFilter | None = None) -> dict[FactType, int]:
        """How many facts of each type there are."""
        from memo.retrieval.browse import fact_counts

        return fact_counts(self.db, self.who, filter)

    def fact_counts_up_to(self, filter: FactFilter | None, most: int) -> dict[FactType, UpTo]:
        """How many facts of each type there are, each counted up to `most`: quick in any memory."""
        from memo.retrieval.browse import fact_counts_up_to

        return fact_counts_up_to(self.db, self.who, filter, most)

    def fact(self, fact_type: FactType, fact_id: int) -> Fact:
        """One fact, whatever its status."""
        from memo.retrieval.browse import get_fact

        return get_fact(self.db, self.who, fact_type, fact_id)

    def ask(
        self,
        question: str,
        *,
        as_of: date | None = None,
        filter: FactFilter | None = None,
        without: Collection[str] = (),
        conversation: UUID | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """The cited answer to a question, kept for the one who asked; `on_text` hears it sentence by sentence."""
        from memo.retrieval.answer import ask

        return ask(
            self.db,
            self.who,
            self.settings,
            self.embedder,
            self._shared.client,
            question,
            as_of=as_of,
            filter=filter,
            without=without,
            conversation=conversation,
            on_text=on_text,
        )

    def answers(self, limit: int = 20, *, before: int | None = None) -> list[KeptAnswer]:
        """The answers that `who` got, newest first."""
        from memo.retrieval.history import answers

        return answers(self.db, self.who, limit, before=before)

    def answer(self, answer_id: int) -> KeptAnswer:
        """One answer as it was shown to `who`."""
        from memo.retrieval.history import get_answer

        return get_answer(self.db, self.who, answer_id)

    def conversation(self, conversation: UUID) -> list[KeptAnswer]:
        """The last answers that `who` got in a conversation, oldest first."""
        from memo.retrieval.history import conversation_answers

        return conversation_answers(self.db, self.who, conversation)

    def concerned(self, answer: Answer) -> list[Concerned]:
        """Who is named on the decisions and action items that an answer cites, but for `who`."""
        from memo.facts.concerned import concerned

        return concerned(self.db, self.who, answer.citations)

    def answer_feedback(self, answer_id: int, text: str) -> None:
        """Keep what `who` says is wrong with an answer."""
        from memo.retrieval.history import answer_feedback

        answer_feedback(self.db, self.who, answer_id, text)
