"""Foreign text made inert: whatever a person or a model wrote is shown letter for letter and does nothing.

Streamlit's Markdown knows images, links, HTML, LaTeX, directives, emoji names and typographic arrows. A backslash
before each special character stops all of them but the ones that are looked for again in the finished text (bare links,
mail addresses, `:streamlit:`, arrows); a word joiner (U+2060, no width, no break) inside those stops them as well.
Characters that show nothing are left out: they hide words, or turn the direction of what stands beside them. Text that
is written from right to left keeps its direction to itself, between isolates.
"""

from __future__ import annotations

import re

from memo.invisible import visible

WORD_JOINER = "\u2060"
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"

_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&^=/@\"'])")
_SCHEME = re.compile(r":(?=//)")
_WWW = re.compile(r"(?i)\b(www)(?=\.)")
_MAIL = re.compile(r"@")
_EMOJI_NAME = re.compile(r":(?=[\w/+-]+:)")
_ARROW = re.compile(r"([<>=~\-])(?=[<>=~\-])")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")


def plain(text: str, *, lines: bool = False) -> str:
    """Markdown that renders as exactly `text`: one line, or with its line breaks when `lines`."""
    text = visible(text)
    # A backslash at the end of a line is Markdown's hard break; indentation would be read as code.
    shown = [line for line in text.splitlines() if line.strip()] if lines else [text]
    return "\\\n".join(_inert(" ".join(line.split())) for line in shown)


def _inert(text: str) -> str:
    text = _SCHEME.sub(f":{WORD_JOINER}", text)
    text = _WWW.sub(rf"\1{WORD_JOINER}", text)
    text = _MAIL.sub(f"@{WORD_JOINER}", text)
    text = _EMOJI_NAME.sub(f":{WORD_JOINER}", text)
    text = _ARROW.sub(rf"\1{WORD_JOINER}", text)
    text = _SPECIAL.sub(r"\\\1", text)
    return f"{ISOLATE}{text}{POP_ISOLATE}" if _RIGHT_TO_LEFT.search(text) else text
