"""From a transcript to everything learned from it: all parts read, checked by code, merged, and the gaps named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from memo.errors import ModelError
from memo.extraction.claims import Ground
from memo.extraction.evidence import MAX_ITEMS_PER_PART, check_action, check_decision
from memo.extraction.merge import merge_actions, merge_decisions
from memo.extraction.parallel import PartResult, read_parts
from memo.extraction.prose import MAX_OUTCOMES, MAX_TOPICS, check_outcomes, check_summary, check_topics
from memo.extraction.quotes import Spoken
from memo.extraction.reader import Context, Extractor, Outline
from memo.extraction.words import words_of
from memo.models import (
    CheckedAction,
    CheckedDecision,
    Coverage,
    Draft,
    DraftAction,
    DraftDecision,
    Extraction,
    Gap,
    Rejected,
    Transcript,
)
from memo.transcripts.chunks import Part, parts

OPENING_CHARS: Final = 300


def _nothing(result: PartResult) -> None:
    """For those who do not want to hear of parts."""


@dataclass
class _Findings:
    """What the parts gave, checked."""

    decisions: list[list[CheckedDecision]] = field(default_factory=list)
    action_items: list[list[CheckedAction]] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)


def extract(
    transcript: Transcript,
    *,
    title: str | None,
    held_on: date | None,
    extractor: Extractor,
    done: Mapping[int, Draft] | None = None,
    on_part: Callable[[PartResult], None] = _nothing,
    people: Sequence[str] = (),
) -> Extraction:
    """Read all of `transcript` and return what code could prove of it.

    `done` are drafts by part number that were read before: they are not read again. `on_part` gets every other part's
    result as soon as it is there, in the caller's thread. `people` are names from the form, beside the transcript's
    own. A part that cannot be read is a gap in the coverage; when none can, the last `ModelError` is raised. The cost
    of a model is left None: the caller has its runs.
    """
    cut = parts(transcript)
    drafts = dict(done or {})
    everyone = tuple(dict.fromkeys((*transcript.people, *people)))
    context = Context(title, everyone)
    errors: dict[int, ModelError] = {}
    for result in read_parts(transcript, [part for part in cut if part.index not in drafts], extractor, context):
        if result.draft is not None:
            drafts[result.part.index] = result.draft
        elif result.error is not None:
            errors[result.part.index] = result.error
        on_part(result)
    if len(errors) == len(cut):
        raise errors[max(errors)]
    meeting = _Meeting(transcript, title, held_on, everyone)
    findings = meeting.check([(part, drafts[part.index]) for part in cut if part.index in drafts])
    decisions, action_items = merge_decisions(findings.decisions), merge_actions(findings.action_items)
    outline = Outline(
        summaries=tuple(findings.summaries),
        decisions=tuple(decision.description for decision in decisions),
        action_items=tuple(_with_owner(item) for item in action_items),
        topics=tuple(dict.fromkeys(findings.topics)),
        opening=_opening(transcript),
    )
    summary, unproven = meeting.summary(extractor, outline, context)
    return Extraction(
        extractor=extractor.name,
        model=extractor.model,
        summary=summary,
        topics=outline.topics[:MAX_TOPICS],
        outcomes=tuple(dict.fromkeys(findings.outcomes))[:MAX_OUTCOMES],
        decisions=decisions,
        action_items=action_items,
        rejected=(*_once(findings.rejected), *unproven),
        coverage=_coverage(transcript, cut, errors),
        cost_microdollars=None if extractor.name == "anthropic" else 0,
    )


@dataclass(frozen=True)
class _Meeting:
    """What every proposal is held against."""

    transcript: Transcript
    title: str | None
    held_on: date | None
    people: tuple[str, ...]

    def check(self, drafts: Sequence[tuple[Part, Draft]]) -> _Findings:
        """The drafts of the parts, each held against the words of its part."""
        spoken = Spoken(self.transcript)
        names = self._names()
        found = _Findings()
        for part, draft in drafts:
            within = spoken.stretch(part.start, part.end)
            decisions, items, over = _capped(draft)
            decided = [check_decision(each, spoken, within, self.people) for each in decisions]
            tasks = [check_action(each, spoken, within, self.people, self.held_on) for each in items]
            found.decisions.append([each for each in decided if isinstance(each, CheckedDecision)])
            found.action_items.append([each for each in tasks if isinstance(each, CheckedAction)])
            ground = self._ground(part.start, part.end)
            summary, dropped = check_summary(draft.summary, ground, names)
            outcomes, doubtful = check_outcomes(draft.outcomes, ground, names)
            found.summaries += [summary] if summary else []
            found.outcomes += outcomes
            found.topics += check_topics(draft.topics, ground, names)
            rejected = [each for each in (*decided, *tasks) if isinstance(each, Rejected)]
            found.rejected += [*over, *draft.rejected, *rejected, *dropped, *doubtful]
        return found

    def summary(self, extractor: Extractor, outline: Outline, context: Context) -> tuple[str, list[Rejected]]:
        """The meeting's summary; when the model cannot sum up, its summaries of the parts, and it says so."""
        own = " ".join(outline.summaries)
        try:
            text = extractor.summarise(outline, context)
        except ModelError as exc:
            why = f"No summary of the whole could be made ({exc.message}); those of its parts stand in a row."
            return own, [Rejected(kind="summary", text="", quote="", why=why)]
        if not extractor.writes_prose or text == own:
            return text, []
        kept, dropped = check_summary(text, self._ground(0, len(self.transcript.text)), self._names())
        return kept or own, dropped

    def _ground(self, start: int, end: int) -> Ground:
        """The words of `[start, end)`, speakers and all, with the meeting's title and people."""
        return Ground(self.transcript.text[start:end], (*self.people, *((self.title,) if self.title else ())))

    def _names(self) -> frozenset[str]:
        return frozenset(word.text for name in self.people for word in words_of(name) if len(word.text) > 1)


def _capped(
    draft: Draft,
) -> tuple[tuple[DraftDecision, ...], tuple[DraftAction, ...], list[Rejected]]:
    """The items of `draft` that are looked at, decisions first, and a note of how many are not."""
    decisions = draft.decisions[:MAX_ITEMS_PER_PART]
    items = draft.action_items[: MAX_ITEMS_PER_PART - len(decisions)]
    notes: list[Rejected] = []
    for kind, over in (
        ("decision", len(draft.decisions) - len(decisions)),
        ("action_item", len(draft.action_items) - len(items)),
    ):
        if over:
            why = f"{over:,} more were proposed than the {MAX_ITEMS_PER_PART} that are looked at in one part."
            notes.append(Rejected.model_validate({"kind": kind, "text": "", "quote": "", "why": why}))
    return decisions, items, notes


def _once(rejected: Sequence[Rejected]) -> list[Rejected]:
    """Each rejection once: parts overlap."""
    return list({(each.kind, each.text, each.quote, each.why): each for each in rejected}.values())


def _coverage(transcript: Transcript, cut: Sequence[Part], errors: Mapping[int, ModelError]) -> Coverage:
    """What was read: the parts' own stretches tile the text, and an overlap read by a neighbour was read."""
    gaps = []
    for part in cut:
        if part.index in errors:
            after = cut[part.index + 1] if part.index + 1 < len(cut) else None
            end = after.start if after is not None and after.index not in errors else part.end
            gaps.append(Gap(part=part.index, start=part.own_start, end=end, why=errors[part.index].message))
    return Coverage(
        chars=len(transcript.text),
        chars_read=len(transcript.text) - sum(gap.end - gap.start for gap in gaps),
        turns=len(transcript.turns),
        parts=len(cut),
        parts_failed=len(gaps),
        gaps=tuple(gaps),
    )


def _with_owner(item: CheckedAction) -> str:
    """An action item as a summary tells it."""
    return f"{item.description.rstrip('.')} ({item.assignee})" if item.assignee else item.description


def _opening(transcript: Transcript) -> str:
    """How the meeting begins, in its own words."""
    text = " ".join(" ".join(turn.text.split()) for turn in transcript.turns[:20])
    return text if len(text) <= OPENING_CHARS else text[:OPENING_CHARS].rsplit(" ", 1)[0] + "…"
