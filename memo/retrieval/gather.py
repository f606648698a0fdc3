"""The facts that a question is answered from, and those that came near: nothing below the bar is answered from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from memo.embed import Embedder
from memo.models import FactFilter, NearMiss, Principal, ScoredFact
from memo.retrieval.browse import facts_page
from memo.retrieval.filters import Understood
from memo.retrieval.fold import Folded
from memo.retrieval.known_then import as_they_stood, known_by
from memo.retrieval.rank import likelihood
from memo.retrieval.reversals import Reversals, with_reversals
from memo.retrieval.search import found
from memo.retrieval.summaries import labels_off, without_label, without_retold
from memo.retrieval.thresholds import ASK_FACT_LIMIT, FACT_TEXT_CLAMP, bars, clamped
from memo.retrieval.topic import names_a_topic, negates, points, rest_of
from memo.store import facts as store
from memo.store.narrow import selective
from memo.store.pool import Database

ANSWER_BAR: Final = -2.0
"""The cross-encoder's logit that the best fact needs for a question to be answered at all."""
FACT_BAR: Final = -5.0
"""The logit that each further fact needs."""
NEAR_MISSES: Final = 3
_PAGE: Final = 50
_MOST_PAGES: Final = 20
MOST_TASKS: Final = 50
"""Tasks that are listed where all of them are asked for."""


@dataclass(frozen=True)
class Gathered:
    """What a question is answered from, best first; `listing` when it asks for all there is within its filter.

    `reversals` tell which of the decisions no longer hold, `notes` what a reader should know of the list.
    """

    facts: tuple[ScoredFact, ...]
    near_misses: tuple[NearMiss, ...] = ()
    listing: bool = False
    reversals: Reversals = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def gather(
    db: Database,
    who: Principal,
    question: str,
    understood: Understood,
    embedder: Embedder,
    *,
    as_of: date | None = None,
) -> Gathered:
    """The facts for `question`; where none is good enough, what came nearest, also from outside its filter.

    What somebody has to do, and what was decided when nothing more is asked, is a list of what there is, whether its
    words are like the question's or not.
    """
    history = understood.wanted.include_superseded
    wanted = known_by(understood.wanted, as_of) if as_of else understood.wanted
    if asks_for_all(question, understood):
        decided_only = understood.newest and not wanted.fact_types
        if lists_decisions(question, understood):
            decisions = wanted.model_copy(update={"fact_types": ("decision",)})
            decided = _newest(db, who, decisions, as_of, history=history, meetings=understood.meetings)
            if decided.facts:
                return decided
        # Where nothing was decided, tasks are no answer: what is like the question may be.
        elif (selective(understood.wanted) or understood.meetings) and not decided_only:
            if wanted.fact_types != ("action_item",) or understood.meetings:
                listed = _newest(db, who, wanted, as_of, history=history, meetings=understood.meetings)
            else:
                listed = _tasks(db, who, wanted, understood)
            if listed.facts:
                return listed
    results = found(
        db, who, question, wanted, limit=ASK_FACT_LIMIT, embedder=embedder, threshold=bars(embedder.model_name).ask
    )
    logits = {(fact.fact_type, fact.fact_id): how.logit for fact, how in results}
    own = [
        fact if how.logit is None else fact.model_copy(update={"score": likelihood(how.logit)})
        for fact, how in results
        if _is_due(fact, understood)
    ]
    facts = _then(db, who, own, as_of, history=history)
    good = [fact for fact in facts if passes(fact, logits[fact.fact_type, fact.fact_id], FACT_BAR)]
    if any(passes(fact, logits[fact.fact_type, fact.fact_id], ANSWER_BAR) for fact in good):
        return _with_reversals(db, who, without_retold(good), as_of)
    if understood.to_do and (understood.people or understood.due):
        tasks = _tasks(db, who, wanted, understood)
        if tasks.facts:
            return tasks
    near: Sequence[ScoredFact] = facts
    if not near and selective(understood.wanted):
        outside = known_by(FactFilter(), as_of) if as_of else FactFilter()
        near = [fact for fact, _ in found(db, who, question, outside, limit=NEAR_MISSES, embedder=embedder)]
    return Gathered((), tuple(near_misses(near)))


def _newest(
    db: Database,
    who: Principal,
    wanted: FactFilter,
    as_of: date | None,
    *,
    history: bool,
    meetings: Sequence[int] = (),
) -> Gathered:
    """The newest of the facts that are asked for, of any of `meetings` when given, which are newest first.

    Those that stood on the day count, and what says the same twice counts once; so many are looked at, and no more.
    """
    scopes = [wanted.model_copy(update={"meeting_id": meeting}) for meeting in meetings] or [wanted]
    first = Folded()
    listed: list[ScoredFact] = []
    left = False
    for scope in scopes:
        after: str | None = None
        for _ in range(_MOST_PAGES):
            page = facts_page(db, who, scope, _PAGE, after)
            facts = [ScoredFact(**vars(fact), score=1.0) for fact in page.facts]
            stood = _then(db, who, facts, as_of, history=history)
            listed += [fact for fact in stood if first.take(fact.text, fact.happened_on)]
            after = page.next
            if after is None or len(listed) > ASK_FACT_LIMIT:
                break
        left |= after is not None
    more = left or len(listed) > ASK_FACT_LIMIT
    chosen = listed[:ASK_FACT_LIMIT]
    notes = (f"There are more: these are the newest {len(chosen)}.",) if more and chosen else ()
    return _with_reversals(db, who, chosen, as_of, listing=True, notes=notes)


def _tasks(db: Database, who: Principal, wanted: FactFilter, understood: Understood) -> Gathered:
    """All tasks that are asked for, by the day they are due."""
    by_name = bool(understood.people or understood.called)
    due = understood.due
    with db.read(who) as conn:
        keys = store.tasks_page(
            conn,
            wanted.model_copy(update={"person_id": None}) if by_name else wanted,
            MOST_TASKS + 1,
            people=understood.people if by_name else None,
            called=understood.called,
            due_since=due.since if due else None,
            due_until=due.until if due else None,
        )
        facts = store.facts_by_key(conn, keys[:MOST_TASKS])
    notes = (f"Only the first {MOST_TASKS} are listed.",) if len(keys) > MOST_TASKS else ()
    return Gathered(tuple(ScoredFact(**vars(fact), score=1.0) for fact in facts), listing=True, notes=notes)


def _is_due(fact: ScoredFact, understood: Understood) -> bool:
    """Whether a fact is due in the days that are asked for, if any are."""
    due = understood.due
    if due is None:
        return True
    return fact.due_on is not None and (due.since or date.min) <= fact.due_on <= (due.until or date.max)


def _with_reversals(
    db: Database,
    who: Principal,
    facts: Sequence[ScoredFact],
    as_of: date | None,
    *,
    listing: bool = False,
    notes: tuple[str, ...] = (),
) -> Gathered:
    with db.read(who) as conn:
        ordered, reversals = with_reversals(conn, facts, as_of)
    return Gathered(tuple(labels_off(ordered)), listing=listing, reversals=reversals, notes=notes)


def passes(fact: ScoredFact, logit: float | None, bar: float) -> bool:
    """Whether a fact is good enough; without a logit (reranking took too long) by what both arms found."""
    if logit is None:
        return len(fact.matched) > 1
    return logit >= bar


def asks_for_all(question: str, understood: Understood) -> bool:
    """Whether nothing is left of the question beside its filter."""
    rest = rest_of(question, understood.said)
    return not (names_a_topic(rest) or negates(rest))


def lists_decisions(question: str, understood: Understood) -> bool:
    """Whether a question that asks for all asks for what was decided, by all or by one who is known."""
    if not understood.newest or understood.wanted.fact_types or points(rest_of(question, understood.said)):
        return False
    return not understood.people or understood.wanted.person_id is not None


def near_misses(facts: Sequence[ScoredFact]) -> list[NearMiss]:
    """The best few facts as what was found but not thought to answer."""
    return [
        NearMiss(
            fact_type=fact.fact_type,
            fact_id=fact.fact_id,
            text=clamped(without_label(fact.text), FACT_TEXT_CLAMP),
            meeting_id=fact.meeting_id,
            meeting=fact.meeting,
            happened_on=fact.happened_on,
            score=fact.score,
            people=fact.people if fact.fact_type in ("decision", "action_item") else (),
        )
        for fact in facts[:NEAR_MISSES]
    ]


def _then(
    db: Database, who: Principal, facts: list[ScoredFact], as_of: date | None, *, history: bool
) -> list[ScoredFact]:
    if as_of is None:
        return facts
    with db.read(who) as conn:
        return as_they_stood(conn, facts, as_of, history=history)
