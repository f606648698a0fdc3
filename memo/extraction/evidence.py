"""What an extractor proposed, held against the transcript: a proven fact, or a rejection in words a person can read.

The order is: the fields have a bearable size; the quote is found in the turns that were read (`quotes`); the quote is
long enough to prove anything; every particular of the fact stands in the quote's turns (`claims`); enough of its other
words do; nothing turns the quote around. Who decided, who owns, why and by when are kept only as far as the turns say
so, and left open otherwise: a fact without an owner is true, one with the wrong owner is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from memo.extraction.claims import missing_markup, unsupported
from memo.extraction.dates import resolve_due
from memo.extraction.markers import has_marker
from memo.extraction.owners import called, full_name, is_given, known, says_yes, takes
from memo.extraction.proof import Proof
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
from memo.invisible import visible
from memo.models import CheckedAction, CheckedDecision, DraftAction, DraftDecision, Rejected

MAX_ITEMS_PER_PART: Final = 100
"""More decisions and action items than any part of a meeting holds: what comes after them is not looked at."""

MAX_FIELD_CHARS: Final = 1_000
MIN_QUOTE_WORDS: Final = 4
MIN_QUOTE_COLUMNS: Final = 20
MIN_WHOLE_LINE_WORDS: Final = 3
MIN_SHARED_WORDS: Final = 0.5
"""The share of a fact's content words that its quote's turns and their neighbours must hold."""

_SAYS_NO: Final = NEGATIONS | word_set(
    """
    against avoid abandon abandoned ban banned block cancel cancelled cancels decline declined defer deferred delay
    delayed deny denied discard drop dropped exclude excluded instead postpone postponed prevent refuse refused reject
    rejected remove removed revert reverted rid skip skipped stop stopped
    """
)
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


def markup_said(item: Item, proof: Proof) -> str | None:
    """Tags, mentions and link signs of the fact stand in the turns of its quote: nobody speaks markup."""
    missing = missing_markup(item.text, proof.own)
    return f"The turns of the quote do not hold the markup {missing!r}." if missing else None


def words_shared(item: Item, proof: Proof) -> str | None:
    """Enough of the fact's content words stand in the turns around its quote."""
    wanted = content_stems(item.text)
    if not wanted:
        return "It does not say what was decided or is to be done."
    shared = len(wanted & proof.wide.stems) / len(wanted)
    return None if shared >= MIN_SHARED_WORDS else "The quote speaks of something else."


def not_turned_around(item: Item, proof: Proof) -> str | None:
    """A "not" in or just before the quote is not left out of the fact."""
    if any(word.text in _SAYS_NO for word in words_of(item.text)):
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
    "markup said": markup_said,
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
    """Those of `names` that are people of the meeting or are named in the turns around the quote, initials as names."""
    kept: dict[str, str] = {}
    for name in names:
        plain = full_name(_one_line(name), proof.spoken.transcript.names)
        wanted = [word.text for word in words_of(plain)]
        named = bool(wanted) and all(word in proof.wide.words and word not in STOP_WORDS for word in wanted)
        if named or known(plain, proof.people):
            kept.setdefault(plain.casefold(), plain)
    return tuple(kept.values())


def owner(assignee: str | None, proof: Proof) -> str | None:
    """`assignee`, by the full name, if the turns show them taking the task or being given it, else None."""
    name = _one_line(assignee or "")
    if not name:
        return None
    after = proof.around(0, 2)[len(proof.turns) :]
    said, names = proof.sentences, proof.spoken.transcript.names
    for each in called(name, names):
        if takes(each, proof.turns, proof.evidence.quote, after, said) or is_given(each, said):
            return full_name(name, names)
    return None


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
    proofs += [longer for proof in proofs if (longer := _with_what_it_answers(proof)) is not None]
    reasons = []
    for proof in proofs:
        why = next((why for check in CHECKS.values() if (why := check(item, proof))), None)
        if why is None:
            return proof
        reasons.append(why)
    return item.rejected(reasons[0])


def _with_what_it_answers(proof: Proof) -> Proof | None:
    """A short answer ("Yes, let's do that.") together with the sentence before it, which it says yes to."""
    spoken, first = proof.spoken, proof.passage.first
    short = first < proof.passage.last and columns(proof.evidence.quote) < MIN_QUOTE_COLUMNS
    answers = first == spoken.first_word[proof.first] and says_yes(proof.turns[0].text)
    if not short or not answers or proof.first <= proof.within.first:
        return None
    before = spoken.transcript.turns[proof.first - 1]
    spans = sentence_spans(before.text)
    begins = before.start + spans[-1][0] if spans else before.start
    start = max(spoken.first_word[proof.first - 1], proof.within.low)
    while start < first and spoken.starts[start] < begins:
        start += 1
    return Proof(spoken, proof.within, Passage(start, proof.passage.last), proof.people) if start < first else None


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
    return " ".join(visible(text).split())
