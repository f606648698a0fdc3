"""What people say when they decide or take on something, without a marker: "let's go with", "I'll ... by Friday".

Sentences are looked at one by one. A cue counts where it begins a clause; questions, conditions, talk about the past
and talk about the meeting itself ("let's move on", "I'll share my screen") do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memo.extraction.offline.cues import (
    ABOUT_THE_MEETING,
    ACCEPTS,
    ASKED,
    CONDITIONAL,
    COURTESY,
    DECIDED,
    FOR_NOW,
    ITEM,
    NAMED,
    OFFERS,
    PROMISES,
    REQUEST,
    REVERSAL,
    SOMEBODY,
    TAKES_ITEM,
    UNSETTLED,
    WILLING,
)
from memo.extraction.offline.earlier import WHY, told_of_earlier
from memo.extraction.offline.phrases import (
    asked_task,
    bare,
    capital,
    due_in,
    own_task,
    person,
    plain,
    reason_in,
    unaddressed,
)
from memo.extraction.offline.requests import Requests
from memo.extraction.owners import known
from memo.extraction.words import content_stems, sentence_spans
from memo.models import DraftAction, DraftDecision, Rejected, Turn

Found = DraftDecision | DraftAction | Rejected

MIN_WORDS: Final = 4
MAX_SENTENCE_CHARS: Final = 500
MAX_LEAD_WORDS: Final = 12
"""How far into a sentence a cue may stand: what comes later is a side remark."""


def spoken(turns: Sequence[Turn], people: Sequence[str]) -> Iterator[Found]:
    """The decisions and action items that sentences of `turns` voice.

    A report of an earlier decision is none of this meeting: it comes as a `Rejected`, which a person can accept.
    """
    asked = Requests(turns)
    for position, turn in enumerate(turns):
        for start, end in sentence_spans(turn.text):
            sentence = turn.text[start:end]
            if len(sentence.split()) < MIN_WORDS or len(sentence) > MAX_SENTENCE_CHARS:
                continue
            found = _decision(sentence, turn, end) or _action(sentence, turns, position, people)
            if isinstance(found, DraftAction):
                yield from asked.settled(position, found)
            elif found is not None:
                yield found
    yield from asked.open()


def _decision(sentence: str, turn: Turn, end: int) -> DraftDecision | Rejected | None:
    text = bare(sentence)
    cue = _early(DECIDED, text)
    if cue is None or ABOUT_THE_MEETING.search(sentence) or sentence.rstrip().endswith("?"):
        return None
    if COURTESY.search(text) or len(content_stems(text)) < 2:
        return None
    reasoning = reason_in(sentence) or _reason_after(turn.text[end : end + 300].lstrip())
    if told_of_earlier(text, cue):
        detail = {"reasoning": reasoning} if reasoning else {}
        return Rejected(kind="decision", text=capital(text), quote=sentence, why=WHY, detail=dict(detail))
    if UNSETTLED.search(sentence) and not REVERSAL.search(sentence):
        return None
    speaker = person(turn)
    return DraftDecision(
        description=capital(text), reasoning=reasoning, decided_by=(speaker,) if speaker else (), quote=sentence
    )


def _reason_after(following: str) -> str | None:
    """The reason in the sentence after a decision, if it begins like one."""
    begins = re.match(r"(?:because|since|the reason|so that|given)\b", following, re.IGNORECASE)
    return reason_in(following) if begins else None


def _action(sentence: str, turns: Sequence[Turn], position: int, people: Sequence[str]) -> DraftAction | None:
    if ABOUT_THE_MEETING.search(sentence):
        return None
    text = bare(sentence)
    speaker = person(turns[position])
    owner, is_task = _owner(text, turns, position, people)
    if not is_task:
        return None
    quoted = {"assignee": owner, "due_text": due_in(sentence), "quote": sentence}
    if len(content_stems(text)) < 2:
        taken = _taken_up(sentence, turns, position, speaker) if owner == speaker else None
        if taken is not None or not TAKES_ITEM.search(text):
            return taken
        return DraftAction(description=capital(plain(sentence)), **quoted)
    task = own_task(unaddressed(text, people)) if owner == speaker else asked_task(text, people)
    elsewhere = TAKES_ITEM.search(task) is not None
    return DraftAction(description=capital(plain(sentence) if elsewhere else task), **quoted)


def _taken_up(sentence: str, turns: Sequence[Turn], position: int, speaker: str | None) -> DraftAction | None:
    """ "I'll take that one." as the task that the turn before asks for; the quote is both."""
    turn, before = turns[position], turns[position - 1] if position else None
    spans = sentence_spans(before.text) if before else []
    if before is None or not spans or speaker is None or not turn.text.lstrip().startswith(sentence):
        return None
    asked = before.text[slice(*spans[-1])]
    request = REQUEST.match(bare(asked))
    if request is None:
        return None
    return DraftAction(
        description=capital(request["what"].rstrip("?")),
        assignee=speaker,
        due_text=due_in(turn.text[:MAX_SENTENCE_CHARS]) or due_in(asked),
        quote=f"{asked} {sentence}",
    )


def _owner(text: str, turns: Sequence[Turn], position: int, people: Sequence[str]) -> tuple[str | None, bool]:
    """Who is to do what `text` says, and whether it is a task at all."""
    speaker = person(turns[position])
    question = text.rstrip().endswith("?")
    before = turns[position - 1].text if position else ""
    if not question and not CONDITIONAL.search(text):
        if _early(PROMISES, text):
            return speaker, True
        answers = ASKED.search(before) or SOMEBODY.search(before)
        if _early(OFFERS, text) or (answers and _early(WILLING, text)):
            return speaker, True
    for match in NAMED.finditer(text):
        who = match["who"].strip("@,:'’")
        if known(who, people) and (who[0].isupper() or who.casefold() in {name.casefold() for name in people}):
            return who, True
    if ASKED.search(text) and not FOR_NOW.search(text):
        after = turns[position + 1 : position + 3]
        named = next((name for name in people if re.search(rf"\b{re.escape(name.split()[0])}\b", text)), None)
        accepts = next((person(turn) for turn in after if ACCEPTS.match(turn.text)), None)
        return named or accepts, bool(named or accepts)
    return None, not question and _early(ITEM, text) is not None


def _early(cue: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first `cue` in `text`, if it stands near the beginning."""
    match = cue.search(text)
    return match if match and len(text[: match.start()].split()) <= MAX_LEAD_WORDS else None
