"""From a question to a cited answer, or to an honest "not found": understood, searched, written, checked, kept.

A model may write the words; what is shown of them is only what the facts bear out. Without a model, or when it does not
answer, the facts found are given in their own words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Final
from uuid import UUID

from memo.embed import Embedder
from memo.errors import InputError, ModelError, ModelReplyInvalid
from memo.invisible import visible
from memo.llm import MessagesClient
from memo.models import Answer, Fact, FactFilter, ModelRun, NearMiss, Principal, ScoredFact
from memo.prompts import CANNOT_ANSWER, answer_prompt
from memo.retrieval import filter_model, follow_up, offline_answer
from memo.retrieval.citations import Checker, citations
from memo.retrieval.filters import MOST_MEETINGS, Understood, understand
from memo.retrieval.gather import Gathered, gather, near_misses
from memo.retrieval.kinds import kinds
from memo.retrieval.mentions import Directory
from memo.retrieval.reversals import told
from memo.retrieval.thresholds import clamped
from memo.store import answers as store
from memo.store import runs, scope
from memo.store.pool import Database
from memo.store.search import searched
from memo.transcripts.decode import clean

if TYPE_CHECKING:
    from memo.settings import Settings

ANSWER_TIMEOUT_SECONDS: Final = 25.0
ANSWER_MAX_TOKENS: Final = 1_500
MAX_QUESTION_CHARS: Final = 2_000
PROMPT_TEXT_CHARS: Final = 1_200
"""How much of one fact the answering model reads."""

NOT_FOUND: Final = f"{CANNOT_ANSWER} Try narrowing the time range or rephrasing the query."
NO_PROSE: Final = "No model wrote this: these are the facts found, in the words they were kept in."
NOTHING_STORED: Final = "Nothing is stored yet: capture a meeting or add a note first."
OFFLINE: Final = "offline"


@dataclass
class _Asking:
    """One question on its way: who asks it with what, and what it cost so far."""

    db: Database
    who: Principal
    settings: Settings
    embedder: Embedder
    client: MessagesClient | None
    on_text: Callable[[str], None] | None
    notes: list[str] = field(default_factory=list)
    costs: list[int | None] = field(default_factory=list)

    def record(self, run: ModelRun) -> None:
        """Keep a model run before its reply is read."""
        self.costs.append(run.cost_microdollars)
        with self.db.write(self.who) as conn:
            runs.insert_run(conn, run, asked_by=scope.asker(self.who))

    @property
    def cost(self) -> int | None:
        """Microdollars of all calls; None when the price of one is not known."""
        known = [cost for cost in self.costs if cost is not None]
        return sum(known) if len(known) == len(self.costs) else None


@dataclass(frozen=True)
class _Written:
    """The words of an answer with the facts they cite; no words when there is nothing to say."""

    text: str
    cited: Sequence[Fact]
    model: str


def ask(  # noqa: PLR0917 - what every service call is made of, then the question
    db: Database,
    who: Principal,
    settings: Settings,
    embedder: Embedder,
    client: MessagesClient | None,
    question: str,
    *,
    as_of: date | None = None,
    filter: FactFilter | None = None,  # noqa: A002 - the word of the service
    without: Collection[str] = (),
    conversation: UUID | None = None,
    on_text: Callable[[str], None] | None = None,
    today: date | None = None,
) -> Answer:
    """The cited answer to `question` from the facts that `who` may see, kept for `who` alone.

    `as_of` answers as known on that day. `filter` is what the person has chosen; the question can only narrow it
    further, and not in the ways of `without` ("client", "when"). With `client` a model understands filters (5 s) and
    writes the words (25 s, no retry once `on_text` has had some); `on_text` gets only sentences that were checked.
    `conversation` makes a question understood from the last turns. Raises `InputError` for a blank question; a model
    that fails leads to an answer without one.
    """
    question = clean(visible(question)).strip()[:MAX_QUESTION_CHARS]
    if not any(char.isalnum() for char in question):
        raise InputError("There is no question.")
    asking = _Asking(db, who, settings, embedder, client, on_text)
    day = as_of or today or date.today()
    alone = _alone(asking, question, conversation)
    understood = _understood(asking, alone or question, day, filter, without)
    understood.asks = kinds(question).asks  # of what is asked now, not of the question it follows
    gathered = gather(db, who, alone or question, understood, embedder, as_of=as_of)
    if alone and not gathered.facts:
        # What came before may be something else altogether: then the question means what it says.
        plainly = _understood(asking, question, day, filter, without)
        by_itself = gather(db, who, question, plainly, embedder, as_of=as_of)
        if by_itself.facts:
            alone, understood, gathered = None, plainly, by_itself
    written = _write(asking, alone or question, understood, gathered, day)
    answer = _answer(asking, understood, gathered, written, alone)
    with db.write(who) as conn:
        answer_id, talk = store.save_answer(conn, who, question, answer, conversation)
    return answer.model_copy(update={"answer_id": answer_id, "conversation": talk})


def _alone(asking: _Asking, question: str, conversation: UUID | None) -> str | None:
    """The question with what it leaves unsaid, or None when it stands alone."""
    if conversation is None:
        return None
    with asking.db.read(asking.who) as conn:
        before = store.conversation_turns(conn, asking.who, conversation, follow_up.LAST_TURNS)
    if asking.client is None:
        return follow_up.by_rule(question, before)
    return follow_up.rewritten(question, before, settings=asking.settings, client=asking.client, record=asking.record)


def _understood(
    asking: _Asking, question: str, day: date, given: FactFilter | None, without: Collection[str]
) -> Understood:
    with asking.db.read(asking.who) as conn:
        directory = Directory(store.known_names(conn), store.known_aliases(conn))
        understood = understand(
            question,
            day,
            directory,
            lambda words, since, until: store.meetings_called(
                conn, words.replace("-", " "), MOST_MEETINGS + 1, since, until or day
            ),
            given=given,
            without=without,
            find_asker=lambda: store.person_of_member(conn, asking.who),
        )
    if asking.client is not None:
        filter_model.add_from_model(
            understood, question, day, directory, settings=asking.settings, client=asking.client, record=asking.record
        )
    return understood


def _write(asking: _Asking, question: str, understood: Understood, gathered: Gathered, day: date) -> _Written:
    if not gathered.facts:
        return _Written("", (), OFFLINE)
    if asking.client is not None:
        try:
            return _by_model(asking, asking.client, question, _as_it_stands(gathered), day)
        except ModelError as exc:
            asking.notes.append(f"The model did not write an answer: {exc.message}")
    asking.notes.append(NO_PROSE)
    text, cited = offline_answer.written(
        gathered.facts,
        understood.asks,
        listing=gathered.listing,
        newest=understood.newest,
        reversals=gathered.reversals,
    )
    if not gathered.listing:
        asking.notes += offline_answer.told_of(gathered.facts, cited, understood.asks, newest=understood.newest)
    return _Written(text, cited, OFFLINE)


def _as_it_stands(gathered: Gathered) -> list[ScoredFact]:
    """The facts as the model reads them: what was reversed is called so, whether a person has confirmed it or not."""
    return [
        fact.model_copy(update={"status": "superseded"})
        if (fact.fact_type, fact.fact_id) in gathered.reversals
        else fact
        for fact in gathered.facts
    ]


def _by_model(
    asking: _Asking, client: MessagesClient, question: str, facts: Sequence[ScoredFact], day: date
) -> _Written:
    """What stands of the model's answer; raises `ModelError` when it gives none."""
    shortened = [fact.model_copy(update={"text": clamped(fact.text, PROMPT_TEXT_CHARS)}) for fact in facts]
    prompt = answer_prompt(question, shortened, day)
    checker = Checker(facts)

    def take(text: str) -> None:
        shown = checker.feed(text)
        if shown and asking.on_text is not None:
            asking.on_text(shown)

    reply = client.complete(
        model=asking.settings.answer_model,
        system=prompt.system,
        user=prompt.user,
        schema=None,
        max_tokens=ANSWER_MAX_TOKENS,
        budget_seconds=ANSWER_TIMEOUT_SECONDS,
        trigger_detail="ask",
        record=asking.record,
        on_text=take if asking.on_text is not None else None,
    )
    if not reply.text.strip():
        raise ModelReplyInvalid("The model's reply was empty.", run=reply.run)
    if asking.on_text is None:
        checker.feed(reply.text)
    rest = checker.finish()
    if rest and asking.on_text is not None:
        asking.on_text(rest)
    checked = checker.checked
    if checked.removed:
        count = len(checked.removed)
        sentences = "1 sentence was" if count == 1 else f"{count} sentences were"
        asking.notes.append(
            f"{sentences} left out, not borne out by the facts: {'; '.join(dict.fromkeys(checked.removed))}."
        )
    return _Written(checked.text.strip(), checked.cited, asking.settings.answer_model)


def _answer(
    asking: _Asking, understood: Understood, gathered: Gathered, written: _Written, alone: str | None
) -> Answer:
    misses: Sequence[NearMiss] = gathered.near_misses
    if gathered.facts and not written.text:
        misses = near_misses(gathered.facts)
    with asking.db.read(asking.who) as conn:
        scale = searched(conn)
    empty = () if scale.facts or scale.meetings else (NOTHING_STORED,)
    return Answer(
        answer=written.text or NOT_FOUND,
        abstained=not written.text,
        citations=citations(written.cited),
        near_misses=[] if written.text else list(misses),
        searched=scale,
        filters=understood.shown,
        model=written.model,
        cost_microdollars=asking.cost,
        notes=[*understood.notes, *gathered.notes, *told(written.cited, gathered.reversals), *asking.notes, *empty],
        asked=alone,
        without=sorted(understood.without),
    )
