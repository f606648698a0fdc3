"""Decisions that were voted: a proposal, then "+1" from several people and "-1" from nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memo.extraction.offline.phrases import bare, capital, person, reason_in
from memo.extraction.words import content_stems, sentence_spans
from memo.models import DraftDecision, Turn

MIN_VOTES: Final = 2
"""Others than the one who proposes."""

MAX_TURNS_TO_VOTE: Final = 25

_PROPOSAL: Final = re.compile(
    r"^[\s>*_]*(?:draft\s+)?propos(?:ed|al)(?:\s+(?:resolution|decision))?(?:\s*#?\d+)?\s*:[\s*_]*(?P<what>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_ASKS: Final = re.compile(
    r"\b(?:i(?:['’]d like to| would like to)? (?:propose|suggest|move)|how about|shall we|should we|do we want to|"
    r"(?:any|anyone|anybody|does anyone|no) (?:objections?|objects?|opposed|opposition|against|disagree\w*)|"
    r"are we (?:all )?(?:ok|okay|on board|agreed|good)|everyone (?:ok|okay|agree\w*)|is (?:everyone|everybody) (?:ok|"
    r"okay|fine)|"
    r"unless (?:there are|anyone|somebody)|let['’]s|i think we (?:can|should)|we should|i guess (?:i|we) sh(?:all|"
    r"ould))\b",
    re.IGNORECASE,
)
_FOR: Final = re.compile(
    r"^\W*(?:\+\s*\d|\+`1|plus one|agreed?\b|aye\b|works for me|wfm\b|sounds? good|sgtm\b|fine (?:with|by) me|i agree|"
    r"i['’]?m (?:fine|ok|okay|good|happy)|no objections?|\*?(?:nods|likes)|lgtm\b|ok (?:for|"
    r"with) me|seems fine)",
    re.IGNORECASE,
)
_PLUS: Final = re.compile(r"^\W*\+\s*`?\d")
_AGAINST: Final = re.compile(r"^\W*(?:-\s*1\b|i (?:object|disagree)|no\b,? (?:i|we|that))", re.IGNORECASE)


def voted(turns: Sequence[Turn]) -> Iterator[DraftDecision]:
    """The proposals of `turns` that were voted through, with those who voted for them."""
    for position, turn in enumerate(turns):
        proposal = _PROPOSAL.match(turn.text)
        if proposal is None:
            continue
        votes = _votes(turns[position + 1 : position + 1 + MAX_TURNS_TO_VOTE], plus_only=True)
        if votes is not None and len(votes) >= MIN_VOTES:
            text = bare(proposal["what"])
            yield DraftDecision(
                description=capital(text), reasoning=reason_in(text), decided_by=votes, quote=turn.text.strip()
            )


def informally_voted(turns: Sequence[Turn]) -> Iterator[DraftDecision]:
    """Suggestions without the word "proposal" that three or more people answered with "+1" and the like at once."""
    for position, turn in enumerate(turns):
        if _PROPOSAL.match(turn.text) or not _ASKS.search(turn.text) or len(turn.text) > 600:
            continue
        votes = _votes(turns[position + 1 : position + 9], plus_only=False)
        start, end = next(
            (span for span in sentence_spans(turn.text) if _ASKS.search(turn.text[slice(*span)])), (0, len(turn.text))
        )
        sentence = turn.text[start:end]
        if votes is not None and len(votes) > MIN_VOTES and len(content_stems(sentence)) >= 3:
            yield DraftDecision(description=capital(bare(sentence)), decided_by=votes, quote=sentence)


def _votes(turns: Sequence[Turn], *, plus_only: bool) -> tuple[str, ...] | None:
    """Who votes for it before the next proposal, in order; None if somebody votes against it."""
    votes: dict[str, str] = {}
    for turn in turns:
        if _PROPOSAL.match(turn.text):
            break
        voter = person(turn)
        if _AGAINST.match(turn.text):
            return None
        if voter and (_PLUS if plus_only else _FOR).match(turn.text):
            votes.setdefault(voter.casefold(), voter)
    return tuple(votes.values())
