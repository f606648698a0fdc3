"""What an extractor proposed, held against the transcript: a proven fact, or a rejection in words a person can read.

The order is: the fields have a bearable size; the quote is found in the turns that were read (`quotes`); the quote is
long enough to prove anything; every particular of the fact stands in the quote's turns (`claims`); enough of its other
words do; nothing turns the quote around. Who decided, who owns, why and by when are kept only as far as the turns say
so, and left open otherwise: a fact without an owner is true, one with the wrong owner is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Final, Literal

from memo.extraction.claims import Ground, unsupported
from memo.extraction.dates import resolve_due
from memo.extraction.markers import has_marker
from memo.extraction.owners import is_given, known, named_in, takes
from memo.extraction.quotes import NEGATIONS, Passage, Spoken, Stretch, find_quote
from memo.extraction.words import (
    STOP_WORDS,
    alike,
    columns,
    content_stems,
    sentence_spans,
    sentences_of,
    stem,
    stems_of,
    word_set,
    words_of,
)
from memo.models import CheckedAction, CheckedDecision, DraftAction, DraftDecision, Evidence, Rejected, Turn

MAX_ITEMS_PER_PART: Final = 100
"""More decisions and action items than any part of a meeting holds: what comes after them is not looked at."""

MAX_FIELD_CHARS: Final = 1_000
MIN_QUOTE_WORDS: Final = 4
MIN_QUOTE_COLUMNS: Final = 20
MIN_WHOLE_LINE_WORDS: Final = 3
MIN_SHARED_WORDS: Final = 0.5
"""The share of a fact's content words that its quote's turns and their neighbours must hold."""

SHORT_TURN_WORDS: Final = 12
"""A turn up to this long ("Yes, let's do that.") is understood with the turn it answers."""

MAX_TURN_CHARS: Final = 3_000
"""Of a longer turn only the stretch around the quote counts as said with it."""

_OPPOSITES: Final = NEGATIONS | word_set(
    """
    against avoid abandon abandoned ban banned block cancel cancelled cancels decline declined defer deferred delay
    delayed deny denied discard drop dropped end exclude excluded fail hold instead keep leave off out postpone
    postponed prevent refuse refused reject rejected remove removed revert reverted rid skip skipped stop stopped
    """
)
_YOU: Final = re.compile(r"\byou\b", re.IGNORECASE)
_NOT_YET_A_VERB: Final = word_set("to be going we need have really actually just gonna want you the a an do it that")


@dataclass(frozen=True)
class Item:
    """A proposed decision or action item, as far as every check sees them alike."""

    kind: Literal["decision", "action_item"]
    text: str
    quote: str
    detail: dict[str, str | None] = field(default_factory=dict)

    def rejected(self, why: str) -> Rejected:
        """The item with the reason it is not a fact; long fields are cut, since nobody has to read them whole."""
        detail = {name: _cut(value) for name, value in self.detail.items() if value}
        return Rejected(kind=self.kind, text=_cut(self.text), quote=_cut(self.quote), why=why, detail=dict(detail))


@dataclass(frozen=True)
class Proof:
    """A passage of the transcript and what stands around it."""

    spoken: Spoken
    within: Stretch
    passage: Passage
    people: tuple[str, ...]

    @cached_property
    def evidence(self) -> Evidence:
        """The passage as it is stored."""
        return self.spoken.evidence(self.passage)

    @property
    def first(self) -> int:
        """The position of the first turn that the passage touches."""
        return self.spoken.turn_of[self.passage.first]

    @property
    def last(self) -> int:
        """The position of the last turn that the passage touches."""
        return self.spoken.turn_of[self.passage.last]

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that the passage touches."""
        return self.around(0, 0)

    @property
    def line(self) -> str:
        """The line of its turn in which the passage begins."""
        turn, text = self.turns[0], self.spoken.transcript.text
        start = text.rfind("\n", turn.start, self.evidence.start) + 1 or turn.start
        end = text.find("\n", self.evidence.start, turn.end)
        return text[max(start, turn.start) : end if end >= 0 else turn.end]

    @cached_property
    def sentences(self) -> str:
        """The whole sentences of the passage; with "you" in them also the one before, which says who is meant."""
        start, end = self.evidence.start, self.evidence.end
        said: list[str] = []
        for turn in self.turns:
            spans = [(turn.start + low, turn.start + high) for low, high in sentence_spans(turn.text)]
            for number, (low, high) in enumerate(spans):
                text = self.spoken.transcript.text[low:high]
                if low < end and high > start:
                    if not said and number and _YOU.search(text):
                        said.append(self.spoken.transcript.text[slice(*spans[number - 1])])
                    said.append(text)
        return "\n".join(said)

    @cached_property
    def own(self) -> Ground:
        """The quote's turns, with what the same speaker said right before and after, and what a short turn answers."""
        first, last = self.first, self.last
        all_turns = self.spoken.transcript.turns
        speaker, end = all_turns[first].speaker, all_turns[last].speaker
        while speaker and first > max(self.within.first, self.first - 2) and all_turns[first - 1].speaker == speaker:
            first -= 1
        while end and last < min(self.within.last, self.last + 2) and all_turns[last + 1].speaker == end:
            last += 1
        if sum(len(turn.text.split()) for turn in self.turns) <= SHORT_TURN_WORDS:
            first = min(first, max(self.within.first, self.first - 1))
        return self._ground(all_turns[first : last + 1])

    @cached_property
    def wide(self) -> Ground:
        """The turns around the passage: two before, two after."""
        return self._ground(self.around(2, 2))

    def around(self, before: int, after: int) -> tuple[Turn, ...]:
        """The passage's turns and some neighbours, no further than what was read."""
        low = max(self.within.first, self.first - before)
        high = min(self.within.last, self.last + after)
        return self.spoken.transcript.turns[low : high + 1]

    def _ground(self, turns: tuple[Turn, ...]) -> Ground:
        """The words of `turns`, who says them, and the full names of those who are called by one of their names."""
        text = "\n".join(self._near(turn) for turn in turns)
        speakers = {turn.speaker for turn in turns if turn.speaker}
        return Ground(text, (*speakers, *named_in(text, self.people)))

    def _near(self, turn: Turn) -> str:
        """What `turn` says, as far as it stands near the passage: some transcripts are one endless turn."""
        if len(turn.text) <= MAX_TURN_CHARS:
            return turn.text
        reach = MAX_TURN_CHARS // 2
        low, high = max(turn.start, self.evidence.start - reach), min(turn.end, self.evidence.end + reach)
        return self.spoken.transcript.text[low:high]

    @cached_property
    def name_words(self) -> frozenset[str]:
        """The folded words of the names of the people in the meeting, which a fact may not mix up."""
        return (
            frozenset(word.text for name in self.people for word in words_of(name) if len(word.text) > 1) - STOP_WORDS
        )


Check = Callable[[Item, Proof], str | None]
"""Says in words why the item is not a fact, or None."""


def quote_long_enough(item: Item, proof: Proof) -> str | None:
    """A few common words stand in every transcript and prove nothing.

    A marked line ("#agreed to merge") may be shorter, and so may a line of its own of which the fact says no more.
    """
    words = proof.passage.last - proof.passage.first + 1
    if words >= MIN_QUOTE_WORDS and columns(proof.evidence.quote) >= MIN_QUOTE_COLUMNS:
        return None
    if words > 1 and has_marker(proof.line, item.kind):
        return None
    whole_line = [word.text for word in words_of(proof.line)] == [word.text for word in words_of(proof.evidence.quote)]
    if words >= MIN_WHOLE_LINE_WORDS and whole_line and content_stems(item.text) <= stems_of(proof.evidence.quote):
        return None
    return "The quote is too short to prove anything."


def particulars_said(item: Item, proof: Proof) -> str | None:
    """Names, numbers, amounts, dates and addresses of the fact stand in the turns of its quote."""
    missing = unsupported(item.text, proof.own, proof.name_words)
    return f"The turns of the quote do not hold {missing}." if missing else None


def words_shared(item: Item, proof: Proof) -> str | None:
    """Enough of the fact's content words stand in the turns around its quote."""
    wanted = content_stems(item.text)
    if not wanted:
        return "It does not say what was decided or is to be done."
    shared = len(wanted & proof.wide.stems) / len(wanted)
    return None if shared >= MIN_SHARED_WORDS else "The quote speaks of something else."


def not_turned_around(item: Item, proof: Proof) -> str | None:
    """A "not" in or just before the quote is not left out of the fact."""
    if any(word.text in _OPPOSITES for word in words_of(item.text)):
        return None
    words, first, last = proof.spoken.words, proof.passage.first, proof.passage.last
    if any(word in NEGATIONS for word in _lead_in(proof)):
        return "The words just before the quote turn it around."
    claimed = stems_of(item.text)
    for position in range(first, last + 1):
        if words[position] in NEGATIONS:
            following = [word for word in words[position + 1 : last + 1] if word not in _NOT_YET_A_VERB][:1]
            if following and stem(following[0]) in claimed:
                return "The quote says the opposite."
    return None


CHECKS: Final[dict[str, Check]] = {
    "quote long enough": quote_long_enough,
    "particulars said": particulars_said,
    "words shared": words_shared,
    "not turned around": not_turned_around,
}
"""What stands between a proposal with a quote and a fact; a test takes each one out and sees an attack get through."""


def check_decision(
    draft: DraftDecision, spoken: Spoken, within: Stretch, people: tuple[str, ...]
) -> CheckedDecision | Rejected:
    """`draft` as a proven decision, or why it is none."""
    detail = {"reasoning": draft.reasoning, "decided_by": ", ".join(draft.decided_by) or None}
    proof = _proven(Item("decision", draft.description, draft.quote, detail), spoken, within, people)
    if isinstance(proof, Rejected):
        return proof
    return CheckedDecision(
        description=_one_line(draft.description),
        reasoning=said_reason(draft.reasoning, proof),
        decided_by=present(draft.decided_by, proof),
        evidence=proof.evidence,
    )


def check_action(
    draft: DraftAction, spoken: Spoken, within: Stretch, people: tuple[str, ...], held_on: date | None
) -> CheckedAction | Rejected:
    """`draft` as a proven action item, or why it is none."""
    detail = {"assignee": draft.assignee, "due_text": draft.due_text}
    proof = _proven(Item("action_item", draft.description, draft.quote, detail), spoken, within, people)
    if isinstance(proof, Rejected):
        return proof
    due_text = said_due(draft.due_text, proof)
    return CheckedAction(
        description=_one_line(draft.description),
        assignee=owner(draft.assignee, proof),
        due_text=due_text,
        due_on=resolve_due(due_text, held_on) if due_text else None,
        evidence=proof.evidence,
    )


def said_reason(reasoning: str | None, proof: Proof) -> str | None:
    """`reasoning` if the turns around the quote bear it out, else None."""
    if not reasoning or not reasoning.strip():
        return None
    wanted = content_stems(reasoning)
    if unsupported(reasoning, proof.wide, proof.name_words) or not wanted:
        return None
    return _one_line(reasoning) if len(wanted & proof.wide.stems) / len(wanted) >= MIN_SHARED_WORDS else None


def present(names: tuple[str, ...], proof: Proof) -> tuple[str, ...]:
    """Those of `names` that are people of the meeting or are named in the turns around the quote."""
    kept: dict[str, str] = {}
    for name in names:
        plain = _one_line(name)
        wanted = [word.text for word in words_of(plain)]
        named = bool(wanted) and all(word in proof.wide.words and word not in STOP_WORDS for word in wanted)
        if named or known(plain, proof.people):
            kept.setdefault(plain.casefold(), plain)
    return tuple(kept.values())


def owner(assignee: str | None, proof: Proof) -> str | None:
    """`assignee` if the turns show them taking the task or being given it, else None."""
    name = _one_line(assignee or "")
    if not name:
        return None
    after = proof.around(0, 2)[len(proof.turns) :]
    said = proof.sentences
    if takes(name, proof.turns, proof.evidence.quote, after, said):
        return name
    return name if is_given(name, said) else None


def said_due(due_text: str | None, proof: Proof) -> str | None:
    """`due_text` if its words stand in the turns around the quote, else None."""
    wanted = [word.text for word in words_of(due_text or "")]
    missing = not wanted or any(word not in proof.wide.words and word not in STOP_WORDS for word in wanted)
    return None if missing or unsupported(due_text or "", proof.wide, frozenset()) else _one_line(due_text or "")


def _proven(item: Item, spoken: Spoken, within: Stretch, people: tuple[str, ...]) -> Proof | Rejected:
    """The best passage for `item` that passes every check, or why there is none."""
    if any(len(text) > MAX_FIELD_CHARS for text in (item.text, item.quote, *item.detail.values()) if text):
        return item.rejected(f"A field is longer than {MAX_FIELD_CHARS:,} characters.")
    if not item.text.strip():
        return item.rejected("It says nothing.")
    if not item.quote.strip():
        return item.rejected("No words of the transcript are given as proof.")
    proofs = [Proof(spoken, within, passage, people) for passage in find_quote(item.quote, spoken, within)]
    if not proofs:
        return item.rejected("The quoted words are not in the transcript.")
    wanted = content_stems(item.text)
    # The same words may stand in several places: those that speak of the fact are its proof.
    proofs.sort(key=lambda proof: alike(wanted, proof.wide.stems & wanted), reverse=True)
    reasons = []
    for proof in proofs:
        why = next((why for check in CHECKS.values() if (why := check(item, proof))), None)
        if why is None:
            return proof
        reasons.append(why)
    return item.rejected(reasons[0])


def _lead_in(proof: Proof) -> list[str]:
    """Up to three words of the same clause right before the passage."""
    spoken, first = proof.spoken, proof.passage.first
    turn = spoken.transcript.turns[proof.first]
    before = spoken.transcript.text[max(turn.start, spoken.starts[first] - 200) : spoken.starts[first]]
    sentence = sentences_of(before + "x")[-1] if before.strip() else ""
    clause = sentence.replace(";", ",").rsplit(",", 1)[-1]
    return [word.text for word in words_of(clause)][:-1][-3:]


def _cut(text: str) -> str:
    return text if len(text) <= MAX_FIELD_CHARS else text[: MAX_FIELD_CHARS - 1] + "…"


def _one_line(text: str) -> str:
    return " ".join(text.split())
