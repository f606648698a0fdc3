"""What an extractor is: it reads a part of a transcript and proposes facts; code decides what becomes one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol

from memo import prompts
from memo.extraction import offline
from memo.llm import MessagesClient
from memo.models import Draft, DraftAction, DraftDecision, ModelRun, Turn

if TYPE_CHECKING:
    from memo.settings import Settings

EXTRACTION_TIMEOUT_MS: Final = 26_000
"""The seed's deadline. It bounds one model call with all its tries, by the wall clock; a meeting takes several."""

MAX_DIGEST_CHARS: Final = 100_000
"""The seed refused longer transcripts. It bounds the call that sums up: all it is given of the parts' summaries."""

MAX_OUTPUT_TOKENS: Final = 8_000
"""Room for about a hundred items; a reply that fills it was cut, and the part is read again in halves."""

SUMMARY_OUTPUT_TOKENS: Final = 1_000


@dataclass(frozen=True)
class PartText:
    """What is read in one go: part `index` of the meeting, `[start, end)` of its text, as turns cut to that stretch."""

    index: int
    start: int
    end: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Context:
    """What an extractor may know besides the turns: the meeting's title and the cleaned names of its people."""

    title: str | None = None
    people: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outline:
    """What the whole meeting's summary is made of: the parts' own summaries and the proven facts."""

    summaries: tuple[str, ...]
    decisions: tuple[str, ...]
    action_items: tuple[str, ...]
    topics: tuple[str, ...]
    opening: str


class Extractor(Protocol):
    """Reads parts, several at a time from several threads, and sums up; raises `ModelError` when it cannot.

    `writes_prose` says that its summaries are its own words, which then have to be checked.
    """

    @property
    def name(self) -> Literal["anthropic", "offline"]:
        """Which extractor this is, as the record says it."""
        ...

    @property
    def model(self) -> str:
        """The model it uses, as the record says it."""
        ...

    @property
    def writes_prose(self) -> bool:
        """Whether its summaries have to be checked."""
        ...

    def read_part(self, part: PartText, context: Context) -> Draft:
        """What `part` seems to say was decided and promised."""
        ...

    def summarise(self, outline: Outline, context: Context) -> str:
        """One summary of the whole meeting."""
        ...


class OfflineExtractor:
    """Rules instead of a model; costs nothing and never fails."""

    name: Final = "offline"
    model: Final = offline.MODEL
    writes_prose: Final = False

    def read_part(self, part: PartText, context: Context) -> Draft:
        """The facts that the rules find."""
        return offline.propose(part.turns, context.people)

    def summarise(self, outline: Outline, context: Context) -> str:
        """The proven facts in a row, labelled as made without a model."""
        return offline.summarise(outline.decisions, outline.action_items, outline.topics, outline.opening)


class AnthropicExtractor:
    """A model behind the Messages API; `record` gets the run of every call."""

    name: Final = "anthropic"
    writes_prose: Final = True

    def __init__(
        self,
        client: MessagesClient,
        settings: Settings,
        record: Callable[[ModelRun], None],
        *,
        trigger_detail: str = "memo_capture",
    ) -> None:
        self._client = client
        self._record = record
        self._trigger_detail = trigger_detail
        self.model = settings.extract_model

    def read_part(self, part: PartText, context: Context) -> Draft:
        """One call, bounded by `EXTRACTION_TIMEOUT_MS`."""
        prompt = prompts.extraction_prompt(part.turns, context.title, context.people)
        reply = self._client.complete(
            model=self.model,
            system=prompt.system,
            user=prompt.user,
            schema=prompts.WireExtraction,
            max_tokens=MAX_OUTPUT_TOKENS,
            budget_seconds=EXTRACTION_TIMEOUT_MS / 1_000,
            trigger_detail=self._trigger_detail,
            record=self._record,
        )
        return draft_of(reply.parsed)

    def summarise(self, outline: Outline, context: Context) -> str:
        """The one part's summary as it is; those of several parts in one more, small call."""
        if len(outline.summaries) < 2:
            return "".join(outline.summaries)
        share = MAX_DIGEST_CHARS // len(outline.summaries)
        prompt = prompts.summary_prompt([summary[:share] for summary in outline.summaries])
        reply = self._client.complete(
            model=self.model,
            system=prompt.system,
            user=prompt.user,
            schema=prompts.WireSummary,
            max_tokens=SUMMARY_OUTPUT_TOKENS,
            budget_seconds=EXTRACTION_TIMEOUT_MS / 1_000,
            trigger_detail=self._trigger_detail,
            record=self._record,
        )
        return reply.parsed.summary


def draft_of(wire: prompts.WireExtraction) -> Draft:
    """A model's reply as a draft; nothing is checked yet."""
    return Draft(
        summary=wire.summary,
        topics=tuple(wire.topics),
        outcomes=tuple(wire.outcomes),
        decisions=tuple(
            DraftDecision(
                description=each.description,
                reasoning=each.reasoning,
                decided_by=tuple(each.decided_by),
                quote=each.quote,
            )
            for each in wire.decisions
        ),
        action_items=tuple(
            DraftAction(description=each.description, assignee=each.assignee, due_text=each.due, quote=each.quote)
            for each in wire.action_items
        ),
    )


def joined(drafts: Sequence[Draft]) -> Draft:
    """The drafts of the pieces of one part as the draft of that part."""
    return Draft(
        summary=" ".join(draft.summary for draft in drafts if draft.summary),
        topics=tuple(topic for draft in drafts for topic in draft.topics),
        outcomes=tuple(outcome for draft in drafts for outcome in draft.outcomes),
        decisions=tuple(decision for draft in drafts for decision in draft.decisions),
        action_items=tuple(item for draft in drafts for item in draft.action_items),
        rejected=tuple(item for draft in drafts for item in draft.rejected),
    )
