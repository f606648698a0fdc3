"""A request and the promise that answers it are one action item: "Bob, could you ...?" - "Sure, I'll ... by Friday"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from memo.extraction.offline.cues import ACCEPTS
from memo.extraction.offline.phrases import person
from memo.extraction.owners import same_person
from memo.extraction.words import content_stems
from memo.models import DraftAction, Turn

NEAR_TURNS: Final = 3
"""How many turns after a request its promise may come."""

LEAST_SHARED: Final = 2
"""Content words that a promise shares with its request; one is enough for a yes in the very next turn."""


@dataclass
class _Asked:
    position: int
    item: DraftAction


class Requests:
    """Requests of a meeting that wait for an answer; one that gets its promise is not told beside it."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns
        self._waiting: list[_Asked] = []

    def settled(self, position: int, item: DraftAction) -> Iterator[DraftAction]:
        """What is certain once turn `position` gave `item`: old requests, and the item unless it may get an answer."""
        while self._waiting and self._waiting[0].position < position - NEAR_TURNS:
            yield self._waiting.pop(0).item
        speaker = person(self._turns[position])
        if item.assignee is None or speaker is None or not same_person(item.assignee, speaker):
            self._waiting.append(_Asked(position, item))
            return
        answered = next((asked for asked in self._waiting if self._answers(position, item, asked)), None)
        if answered is None:
            yield item
            return
        self._waiting.remove(answered)
        yield item.model_copy(update={"due_text": item.due_text or answered.item.due_text})

    def open(self) -> Iterator[DraftAction]:
        """The requests that nobody answered with a promise."""
        yield from (asked.item for asked in self._waiting)
        self._waiting = []

    def _answers(self, position: int, promise: DraftAction, asked: _Asked) -> bool:
        request, speaker = asked.item, person(self._turns[position])
        if asked.position >= position or speaker is None or request.assignee is None:
            return False
        if not same_person(request.assignee, speaker):
            return False
        names = content_stems(speaker)
        shared = (content_stems(promise.quote) & content_stems(request.quote)) - names
        at_once = asked.position == position - 1 and ACCEPTS.match(self._turns[position].text) is not None
        return len(shared) >= (1 if at_once else LEAST_SHARED)
