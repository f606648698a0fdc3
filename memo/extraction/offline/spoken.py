"""What people say when they decide or take something on, without a marker: "let's go with ...", "I'll ... by Friday".

Sentences are looked at one by one. Talk about the meeting itself ("let's move on", "I'll share my screen") is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memo.extraction.offline.phrases import bare, capital, due_in, person, reason_in, third_person
from memo.extraction.owners import known
from memo.extraction.words import content_stems, sentence_spans
from memo.models import DraftAction, DraftDecision, Turn

Found = DraftDecision | DraftAction

MIN_WORDS: Final = 5
MAX_SENTENCE_CHARS: Final = 500

_CHOOSE: Final = (
    r"(?:go (?:with|for|ahead with|back to)|use|do|stick (?:with|to)|keep|start with|adopt|move (?:forward|ahead) with|"
    r"switch (?:to|over)|drop|make (?:it|that|the|this)|set|plan (?:on|for|to)|merge|ship|skip|defer|postpone|move|"
    r"try|support|remove|replace|leave|require|allow|accept|approve|release|publish|include|exclude|rename|schedule|"
    r"hold|"
    r"have|deprecate|close|split|limit|target|aim for|continue|put|build|create|take|run|get rid of|not)"
)
_DECIDED: Final = re.compile(
    rf"\b(?:let['’]?s (?:just |all |then |say (?:that )?)?{_CHOOSE}\b"
    r"|(?:we|they|the (?:group|team|committee|board))(?:['’]ve| have)?(?: all| just| already| now)? "
    r"(?:decided|agreed|resolved|settled|concluded|voted)\b"
    r"|(?:the|our|final|that['’]?s (?:the|a)) decision (?:is|was|here is)\b|it(?:['’]s| is| was) (?:decided|agreed|"
    r"settled)\b"
    r"|(?:so|then) (?:we|it)(?:['’]re| are|['’]s| is) (?:agreed|decided|settled)\b"
    r"|we (?:have|reached|got) (?:a )?consensus\b|(?:stage \d|conditional|proposal|motion|request|"
    r"consensus)\b[^.]{0,60}"
    r"\b(?:approved|accepted|reached|achieved|passes|carries|carried)\b"
    rf"|(?:so|then|okay|ok|and|,) we(?:['’]ll| will|['’]re going to|['’]re gonna| are going to) {_CHOOSE}\b"
    rf"|^we(?:['’]ll| will|['’]re going to|['’]re gonna| are going to) {_CHOOSE}\b"
    r"|(?:we(?:['’]re| are) (?:going back (?:on|to)|backing out|reverting|dropping|scrapping|going with|not going to|"
    r"no longer))\b"
    r"|instead of [^.,]{3,80},? (?:we|let['’]s)\b|(?:scrap|forget about) (?:that|the)\b|changed our minds?\b"
    r"|(?:is|are|was|were|has been|have been) (?:hereby )?(?:approved|accepted|adopted|rejected)\b)",
    re.IGNORECASE,
)
_ABOUT_THE_MEETING: Final = re.compile(
    r"\b(?:let['’]?s|we(?:['’]ll| will)|i(?:['’]ll| will| can)|let me) (?:just |quickly |go ahead and |maybe |all |"
    r"then |try (?:to|and) )*"
    r"(?:move (?:on|to|over|along|this|that|ahead to|forward to)|go (?:on|to the next|around|through|over|back|"
    r"ahead and start|ahead\b(?! with))|"
    r"start|begin|see|talk|discuss|hear|wait|get (?:started|going|back|to)|continue|take (?:a (?:look|break|minute|"
    r"moment|quick)|questions|that offline|this offline)|"
    r"say|be\b|share|show|stop|give (?:it|people|you|everyone|a (?:quick|brief|short))|explain|read|note|mention|"
    r"leave it|pass|mute|hand|admit|guess|"
    r"think|present|pause|turn|do (?:a quick|introductions|intros|it|that|this)\b|have (?:a (?:look|quick|short)|"
    r"lunch|questions)|call|put (?:it|that|this) in the chat|"
    r"stop|end|close (?:the|this) (?:meeting|call|topic|item|queue)|answer|ask you|tell you|repeat|finish (?:here|up)|"
    r"wrap|try|make it quick|"
    r"keep (?:going|moving|it)|jump|come back|circle|dive|look at|pull up|bring up (?:the|my)|paste|drop (?:a|"
    r"the) link|speak|add to (?:that|what)|use the (?:time|rest))",
    re.IGNORECASE,
)
_UNSETTLED: Final = re.compile(
    r"\?\s*$|\b(?:if we|should we|shall we|could we|whether|unless|i wonder|maybe we|perhaps|what if|would be|might|"
    r"not sure|"
    r"haven['’]t|have not|hasn['’]t|has not|didn['’]t|did not|don['’]t|never|not yet|used to|last (?:time|week|month|"
    r"year|meeting)|"
    r"previously|already been|until)\b",
    re.IGNORECASE,
)
_WORK: Final = (
    r"(?:send|write|check|look (?:into|at|for|up)|follow[- ]?up|update|fix|open|file|create|set up|schedule|e-?mail|"
    r"ping|ask|"
    r"contact|reach out|draft|prepare|review|investigate|test|publish|push|merge|add|make (?:sure|a|an|the|that)|"
    r"put together|"
    r"put (?:up|in|out|a|the)|document|coordinate|circle back|get back|get in touch|finish|implement|work (?:on|with)|"
    r"organi[sz]e|run|find|talk (?:to|with)|"
    r"sync|share (?:the|a|an|it with|that with|my)|report|post|submit|upload|move|migrate|deploy|release|build|design|"
    r"research|collect|gather|compile|clean|remove|replace|propose|take (?:it|that|this|an?|care|the|on)|do (?:it|"
    r"that|this|the|some|a)|"
    r"bring|provide|figure out|confirm|verify|book|order|call|invite|announce|transfer|revert|produce|start|help|"
    r"handle|own|"
    r"raise|change|convert|define|describe|evaluate|explore|present|develop|read|study|think about|try|sign|give|get|"
    r"consult|rework|edit)"
)
_TAKES_ON: Final = re.compile(
    rf"\b(?:i(?:['’]ll| will|['’]m going to|['’]m gonna| am going to| can| could| need to| have to| should| must|"
    rf" plan to| want to|['’]d like to)"
    rf"|let me) (?:also |just |definitely |then |try (?:to |and )|go ahead and |probably |be happy to )*{_WORK}\b",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(
    r"\b(?:action items?|take (?:an|the|that) action|an action (?:for|on|to)|(?:my|your|his|her|their) (?:action|"
    r"to-?do)|next steps? (?:is|are|would be)|"
    r"follow(?:ing)?[- ]up (?:on|with|action))\b",
    re.IGNORECASE,
)
_ASKED: Final = re.compile(
    rf"\b(?:can|could|would|will) you (?:please |also |just |maybe |then )*{_WORK}\b|\bplease (?:also |do )?{_WORK}\b",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"(?P<who>@?[A-Z][\w'’.-]+(?:\s+[A-Z][\w'’-]+)?|@?[a-z][\w.-]*[a-z0-9])(?:,|:)?\s+(?:(?:and|or)\s+[\w-]+\s+)?"
    rf"(?:will|to|should|can you|could you|would you|will you|is going to|needs to|has to|please|you can|you could|"
    rf"you should)\s+"
    rf"(?:please |also |just |then |maybe )*{_WORK}\b"
)
_ACCEPTS: Final = re.compile(
    r"^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|will do|can do|i(?:['’]ll| will| can)|absolutely|of course|on it|done|"
    r"no problem|happy to)\b",
    re.IGNORECASE,
)


def spoken(turns: Sequence[Turn], people: Sequence[str]) -> Iterator[Found]:
    """The decisions and action items that sentences of `turns` voice."""
    for position, turn in enumerate(turns):
        speaker = person(turn)
        for start, end in sentence_spans(turn.text):
            sentence = turn.text[start:end]
            if len(sentence.split()) < MIN_WORDS or len(sentence) > MAX_SENTENCE_CHARS:
                continue
            found = _decision(sentence, turn, end, speaker) or _action(sentence, turns, position, people)
            if found is not None:
                yield found


def _decision(sentence: str, turn: Turn, end: int, speaker: str | None) -> DraftDecision | None:
    cue = _DECIDED.search(bare(sentence)) or _DECIDED.search(sentence)
    if cue is None or _UNSETTLED.search(sentence) or _ABOUT_THE_MEETING.search(sentence):
        return None
    text = bare(sentence)
    if len(content_stems(text)) < 3:
        return None
    following = turn.text[end : end + 300].lstrip()
    nearby = (
        reason_in(following) if re.match(r"(?:because|since|the reason|so that|given)\b", following, re.I) else None
    )
    return DraftDecision(
        description=capital(text),
        reasoning=reason_in(sentence) or nearby,
        decided_by=(speaker,) if speaker else (),
        quote=sentence,
    )


def _action(sentence: str, turns: Sequence[Turn], position: int, people: Sequence[str]) -> DraftAction | None:
    if _ABOUT_THE_MEETING.search(sentence):
        return None
    text = bare(sentence)
    speaker = person(turns[position])
    owner, matched = _owner(sentence, speaker, turns[position + 1 : position + 3], people)
    if not matched or len(content_stems(text)) < 2:
        return None
    own = third_person(text, speaker) if owner == speaker else text
    return DraftAction(description=capital(own), assignee=owner, due_text=due_in(sentence), quote=sentence)


def _owner(sentence: str, speaker: str | None, after: Sequence[Turn], people: Sequence[str]) -> tuple[str | None, bool]:
    """Who is to do what `sentence` says, and whether it is a task at all."""
    if _TAKES_ON.search(sentence) and not sentence.rstrip().endswith("?"):
        return speaker, True
    for match in _NAMED.finditer(sentence):
        who = match["who"].strip("@,:'’")
        if known(who, people):
            return who, True
    if _ASKED.search(sentence):
        named = next((name for name in people if re.search(rf"\b{re.escape(name.split()[0])}\b", sentence)), None)
        accepts = next((person(turn) for turn in after if _ACCEPTS.match(turn.text)), None)
        return named or accepts, bool(named or accepts)
    return None, _ITEM.search(sentence) is not None
