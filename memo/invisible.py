"""Characters that show nothing and can carry instructions: they never reach a model and never count in a comparison.

Joiners and direction marks (ZWJ, ZWNJ, LRM, RLM) are not among them: emoji, Persian and bidirectional text need them.
"""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = re.compile(
    "[\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)


def visible(text: str) -> str:
    """`text` without its `HIDDEN` characters."""
    return HIDDEN.sub("", text)
