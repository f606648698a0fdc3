"""Foreign text made inert: whatever a person or a model wrote is shown letter for letter and does nothing.

Streamlit's Markdown knows images, links, HTML, LaTeX, directives, emoji names and typographic arrows. A backslash before
each special character stops all of them but the ones that are looked for again in the finished text (bare links, mail
addresses, `:streamlit:`, arrows); a word joiner (U+2060, no width, no break) inside those stops them as well.
"""

from __future__ import annotations

import re

WORD_JOINER = "\u2060"

_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&^=/@\"'])")
_SCHEME = re.compile(r":(?=//)")
_WWW = re.compile(r"(?i)\b(www)(?=\.)")
_MAIL = re.compile(r"@")
_EMOJI_NAME = re.compile(r":(?=[\w/+-]+:)")
_ARROW = re.compile(r"([<>=~\-])(?=[<>=~\-])")
_LINE_BREAK = re.compile(r"\s*\n\s*")


def plain(text: str, *, lines: bool = False) -> str:
    """Markdown that renders as exactly `text`: one line, or with its line breaks when `lines`."""
    text = _SCHEME.sub(f":{WORD_JOINER}", text)
    text = _WWW.sub(rf"\1{WORD_JOINER}", text)
    text = _MAIL.sub(f"@{WORD_JOINER}", text)
    text = _EMOJI_NAME.sub(f":{WORD_JOINER}", text)
    text = _ARROW.sub(rf"\1{WORD_JOINER}", text)
    text = _SPECIAL.sub(r"\\\1", text.strip())
    # A backslash at the end of a line is Markdown's hard break; indentation would be read as code.
    return _LINE_BREAK.sub("\\\\\n" if lines else " ", text)
