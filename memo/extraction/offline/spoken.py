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
    DECIDED,
    FOR_NOW,
    ITEM,
    NAMED,
    OFFERS,
    PROMISES,
    REQUEST,
    REVERSAL,
    SOMEBODY,
    UNSETTLED,
    WILLING,
)
from memo.extraction.offline.phrases import bare, capital, due_in, person, reason_in, third_person, unaddressed
from memo.extraction.owners import known
from memo.extraction.words import content_stems, sentence_spans
from memo.models import DraftAction, DraftDecision, Turn

Found = DraftDecision | DraftAction

MIN_WORDS: Final = 4
MAX_SENTENCE_CHARS: Final = 500
MAX_LEAD_WORDS: Final = 12
"""How far into a sentence a cue may stand: what comes later is a side remark."""


def spoken(turns: Sequence[Turn], people: Sequence[str]) -> Iterator[Found]:
    """The decisions and action items that sentences of `turns` voice."""
    for position, turn in enumerate(turns):
        for start, end in sentence_spans(turn.text):
            sentence = turn.text[start:end]
            if len(sentence.split()) < MIN_WORDS or len(sentence) > MAX_SENTENCE_CHARS:
                continue
            found = _decision(sentence, turn, end) or _action(sentence, turns, position, people)
            if found is not None:
                yield found


def _decision(sentence: str, turn: Turn, end: int) -> DraftDecision | None:
    text = bare(sentence)
    cue = _early(DECIDED, text)
    if cue is None or ABOUT_THE_MEETING.search(sentence) or sentence.rstrip().endswith("?"):
        return None
    if UNSETTLED.search(sentence) and not REVERSAL.search(sentence):
        return None
    if len(content_stems(text)) < 2:
        return None
    following = turn.text[end : end + 300].lstrip()
    nearby = (
        reason_in(following) if re.match(r"(?:because|since|the reason|so that|given)\b", following, re.I) else None
    )
    speaker = person(turn)
    return DraftDecision(
        description=capital(text),
        reasoning=reason_in(sentence) or nearby,
        decided_by=(speaker,) if speaker else (),
        quote=sentence,
    )


def _action(sentence: str, turns: Sequence[Turn], position: int, people: Sequence[str]) -> DraftAction | None:
    if ABOUT_THE_MEETING.search(sentence):
        return None
    text = bare(sentence)
    speaker = person(turns[position])
    owner, is_task = _owner(text, turns, position, people)
    if not is_task:
        return None
    if len(content_stems(text)) < 2:
        return _taken_up(sentence, turns, position, speaker) if owner == speaker else None
    own = third_person(unaddressed(text, people), speaker) if owner == speaker else text
    return DraftAction(description=capital(own), assignee=owner, due_text=due_in(sentence), quote=sentence)


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
        description=f"{speaker} will {request['what'].rstrip('?')}",
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
