"""Near-duplicates: the same thing said twice is one result.

Two texts say the same when they hold the same words in the same order once words without a meaning of their own are
left out. Anything looser folds what differs in one letter that matters: Christina and Christine, 2.1 and 2.2.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date

_WORD = re.compile(r"[^\W_]+(?:[.,:'-][^\W_]+)*")
_SILENT = frozenset(
    re.findall(
        r"\w+",
        "a an the and so well okay ok yeah uh um that this it its is are was were be been to of in on for at by with "
        "we us our i you they will would shall should do does did have has had just now then there here as if let",
    )
)

_Said = tuple[str, ...]


class Folded:
    """Remembers what was taken, and tells whether the next says the same."""

    def __init__(self) -> None:
        self._taken: dict[_Said, set[date | None]] = {}

    def take(self, text: str, happened_on: date | None = None) -> bool:
        """Whether `text` is the first to say what it says on its day; one without a day repeats those of any day."""
        days = self._taken.setdefault(said(text), set())
        if days and (happened_on is None or None in days or happened_on in days):
            return False
        days.add(happened_on)
        return True


def said(text: str) -> _Said:
    """The words of `text` that mean something, in order; all of them when none does."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return tuple(word for word in words if word not in _SILENT) or tuple(words)
