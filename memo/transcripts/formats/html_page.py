"""A web page: its visible text, block by block, read again by whichever reader fits, and rendered.

    page  = ( "<!doctype html" | "<html" | "<body" ) ...
    block = p | div | li | tr | br ...         ends a line; h1 to h6 begin with "# ", li with "- "

Scripts, styles and comments are never text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Final

from memo.transcripts.formats.reading import Reading, rendered

_PAGE: Final = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,400}-->\s*)?<(?:!doctype\s+html|html|body)\b",
    re.IGNORECASE,
)
_BLOCK_END: Final = re.compile(r"</(?:p|div|li|td|tr|h[1-6]|span|table|ul|ol)>", re.IGNORECASE)
_SKIPPED: Final = frozenset({"script", "style", "template", "noscript", "svg", "head", "nav", "iframe", "object"})
_BLOCKS: Final = frozenset(
    [
        "p",
        "div",
        "section",
        "article",
        "main",
        "header",
        "footer",
        "table",
        "ul",
        "ol",
        "dl",
        "blockquote",
        "pre",
        "figure",
        "form",
        "hr",
    ]
)
_LINES: Final = frozenset(["br", "li", "tr", "dt", "dd"])
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_BLANKS: Final = re.compile(r"\n{3,}")


def detect(text: str) -> float:
    """Certain of an HTML document; fairly sure of a piece of one."""
    if _PAGE.match(text[:1_000]):
        return 1.0
    return 0.8 if text.lstrip()[:1] == "<" and len(_BLOCK_END.findall(text[:4_000])) >= 3 else 0.0


def read_page(text: str, read_inner: Callable[[str], Reading]) -> Reading:
    """The page's text as `read_inner` understands it, as a reading text of one line per turn."""
    page = _Text()
    page.feed(text)
    page.close()
    inner = read_inner(page.text())
    reading = rendered(inner, "html", f"Web page (HTML): {inner.label}")
    return reading if reading.title else replace(reading, title=page.title)


class _Text(HTMLParser):
    """Collects visible text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._skipping: list[str] = []
        self._in_title = False
        self._title = ""

    @property
    def title(self) -> str | None:
        """What the page calls itself."""
        return " ".join(self._title.split())[:200] or None

    def text(self) -> str:
        """The text so far, at most one blank line between blocks."""
        lines = "".join(self._parts).split("\n")
        return _BLANKS.sub(
            "\n\n", "\n".join(" ".join(line.split()) if "\t" not in line else line.strip() for line in lines)
        )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title":
            self._in_title = True
        elif tag == "body":
            self._skipping.clear()
        elif tag in _SKIPPED:
            self._skipping.append(tag)
        elif not self._skipping:
            self._break(tag, opening=True)

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        elif tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        elif not self._skipping:
            self._break(tag, opening=False)

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self._title += data[:400]
        elif not self._skipping:
            self._parts.append(data.replace("\n", " "))

    def _break(self, tag: str, *, opening: bool) -> None:
        if tag in _BLOCKS or tag in _HEADINGS:
            self._parts.append("\n\n")
            if opening and tag in _HEADINGS:
                self._parts.append("#" * int(tag[1]) + " ")
        elif tag in _LINES and (opening or tag != "br"):
            self._parts.append("\n")
            if opening and tag == "li":
                self._parts.append("- ")
        elif tag in {"td", "th"} and not opening:
            self._parts.append("\t")
