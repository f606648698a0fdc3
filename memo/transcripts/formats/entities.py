"""Character references in captions and pages: `&amp;`, `&#8217;`, `&#x1F44D;`."""

from __future__ import annotations

import html
import re
from typing import Final

# Bounded, since the standard library's own pattern converts a million digits to one number.
_REFERENCE: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});?")


def unescape(text: str) -> str:
    """`text` with its character references replaced."""
    return _REFERENCE.sub(lambda reference: html.unescape(reference[0]), text) if "&" in text else text
