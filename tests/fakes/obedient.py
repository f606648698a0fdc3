"""A model that always does what the attacker says: stronger than any real one, so that a pass does not rest on luck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from memo.extraction import Context, Outline, PartText
from memo.models import Draft


class ObedientExtractor:
    """Proposes whatever it was told to: one draft for every part, or a function from the part's number to its draft."""

    name: Literal["anthropic", "offline"] = "anthropic"
    model = "obedient"
    writes_prose = True

    def __init__(self, says: Draft | Callable[[int], Draft], summary: str | None = None) -> None:
        self._says = says
        self._summary = summary
        self.read: list[int] = []

    def read_part(self, part: PartText, context: Context) -> Draft:
        self.read.append(part.index)
        return self._says if isinstance(self._says, Draft) else self._says(part.index)

    def summarise(self, outline: Outline, context: Context) -> str:
        return " ".join(outline.summaries) if self._summary is None else self._summary
