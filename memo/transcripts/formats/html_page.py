"""A web page: its visible text, block by block, read again by whichever reader fits, and rendered.

    page  = ( "<!doctype html" | "<html" | "<body" ) ...
    block = p | div | li | tr | br ...         ends a line; h1 to h6 begin with "# ", li with "- "

Scripts, styles and comments are never text. The scanner is our own because the one in the standard library takes
minutes for a page of a hundred thousand unclosed tags; this one looks at every character once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from memo.transcripts.formats.entities import unescape
from memo.transcripts.formats.reading import Reading, rendered
from memo.transcripts.vocabulary import words

_PAGE: Final = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,400}-->\s*)?<(?:!doctype\s+html|html|body)\b",
    re.IGNORECASE,
)
_BLOCK_END: Final = re.compile(r"</(?:p|div|li|td|tr|h[1-6]|span|table|ul|ol)>", re.IGNORECASE)
_TAG: Final = re.compile(
    r"""<(?P<end>/?)(?P<name>[a-zA-Z][\w:-]{0,30})(?:(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+>|[^<>]*+>)""",
)
_OTHER_TAG: Final = re.compile(r"<[!?/][^<>]*+>?")
_RAW: Final = frozenset({"script", "style", "title", "textarea"})
_RAW_END: Final = {name: re.compile(rf"</{name}\b[^>]*+>?", re.IGNORECASE) for name in _RAW}
_SKIPPED: Final = words("template noscript svg head nav iframe object")
_BLOCKS: Final = words("p div section article main header footer table ul ol dl blockquote pre figure form hr")
_LINES: Final = words("br li tr dt dd")
_HEADINGS: Final = words("h1 h2 h3 h4 h5 h6")
_BLANKS: Final = re.compile(r"\n{3,}")


def detect(text: str) -> float:
    """Certain of an HTML document; fairly sure of a piece of one."""
    if _PAGE.match(text[:1_000]):
        return 1.0
    return 0.8 if text.lstrip()[:1] == "<" and len(_BLOCK_END.findall(text[:4_000])) >= 3 else 0.0


def read_page(text: str, read_inner: Callable[[str], Reading]) -> Reading:
    """The page's text as `read_inner` understands it, as a reading text of one line per turn."""
    page = _Page()
    page.scan(text)
    inner = read_inner(page.text())
    reading = rendered(inner, "html", f"Web page (HTML): {inner.label}")
    return reading if reading.title else replace(reading, title=page.title)


class _Page:
    """Collects the visible text of a page."""

    def __init__(self) -> None:
        self.title: str | None = None
        self._parts: list[str] = []
        self._skipping: str | None = None
        self._depth = 0

    def text(self) -> str:
        """The text so far, at most one blank line between blocks."""
        lines = "".join(self._parts).split("\n")
        spaced = (line.strip() if "\t" in line else " ".join(line.split()) for line in lines)
        return _BLANKS.sub("\n\n", "\n".join(spaced))

    def scan(self, page: str) -> None:
        """Read `page` from its beginning to its end, once."""
        at = 0
        while (opening := page.find("<", at)) >= 0:
            self._say(page[at:opening])
            at = self._markup(page, opening)
        self._say(page[at:])

    def _markup(self, page: str, at: int) -> int:
        """Take what begins with the "<" at `at`; where the scan goes on."""
        if page.startswith("<!--", at):
            end = page.find("-->", at + 4)
            return end + 3 if end >= 0 else len(page)
        tag = _TAG.match(page, at)
        if tag is None:
            other = _OTHER_TAG.match(page, at)
            if other is not None:
                return other.end()
            self._say("<")
            return at + 1
        name = tag["name"].lower()
        if name in _RAW and not tag["end"]:
            return self._raw(page, name, tag.end())
        self._tag(name, closing=bool(tag["end"]))
        return tag.end()

    def _raw(self, page: str, name: str, at: int) -> int:
        end = _RAW_END[name].search(page, at)
        if name == "title" and self.title is None:
            self.title = " ".join(unescape(page[at : end.start() if end else at + 400]).split())[:200] or None
        return end.end() if end else len(page)

    def _tag(self, name: str, *, closing: bool) -> None:
        if name == "body":
            self._skipping, self._depth = None, 0
        elif self._skipping is not None:
            if name == self._skipping:
                self._depth += -1 if closing else 1
                self._skipping = self._skipping if self._depth > 0 else None
        elif name in _SKIPPED:
            self._skipping, self._depth = (None, 0) if closing else (name, 1)
        else:
            self._break(name, closing=closing)

    def _break(self, name: str, *, closing: bool) -> None:
        if name in _BLOCKS or name in _HEADINGS:
            self._parts.append("\n\n")
            if name in _HEADINGS and not closing:
                self._parts.append("#" * int(name[1]) + " ")
        elif name in _LINES:
            self._parts.append("\n- " if name == "li" and not closing else "\n")
        elif name in {"td", "th"} and closing:
            self._parts.append("\t")

    def _say(self, words: str) -> None:
        if words and self._skipping is None:
            self._parts.append(unescape(words).replace("\n", " "))
