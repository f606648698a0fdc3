"""A passage of a transcript, and what was said with it: the words that may bear a fact out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from memo.extraction.claims import Ground
from memo.extraction.owners import named_in
from memo.extraction.quotes import Passage, Spoken, Stretch
from memo.extraction.words import STOP_WORDS, sentence_spans, words_of
from memo.models import Evidence, Turn

SHORT_TURN_WORDS: Final = 12
"""A turn up to this long ("Yes, let's do that.") is understood with the turn it answers."""

MAX_TURN_CHARS: Final = 3_000
"""Of a longer turn only the stretch around the quote counts as said with it."""

_YOU: Final = re.compile(r"\byou\b", re.IGNORECASE)


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
