"""An answer as Markdown: its prose inert, each number a link to what it cites; and as text to paste elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from memo.facts.concerned import Concerned
from memo.models import Answer, Citation
from memo.ui.plain import plain
from memo.ui.words import long_date, money

FACT_ADDRESS: Final = "Fact?type={}&id={}"

_MARK: Final = re.compile(r"\s*\[(\d{1,4})\]")


def prose(text: str, citations: Sequence[Citation] = ()) -> str:
    """The words of an answer as Markdown; each "[2]" becomes a small link to the fact that it cites."""
    targets = {cited.n: FACT_ADDRESS.format(cited.fact_type, cited.fact_id) for cited in citations}
    lines = [_line(line, targets) for line in text.splitlines() if line.strip()]
    return "\n\n".join(lines) if not any(line.startswith("- ") for line in lines) else "\n".join(lines)


def _line(line: str, targets: Mapping[int, str]) -> str:
    bullet, words = ("- ", line.lstrip()[2:]) if line.lstrip().startswith("- ") else ("", line)
    pieces = []
    at = 0
    for mark in _MARK.finditer(words):
        pieces.append(_rest(words[at : mark.start()]))
        pieces.append(_mark(int(mark[1]), targets))
        at = mark.end()
    pieces.append(_rest(words[at:]))
    return bullet + "".join(pieces)


def _rest(words: str) -> str:
    return f"{' ' if words[:1].isspace() else ''}{plain(words)}" if words.strip() else ""


def _mark(number: int, targets: Mapping[int, str]) -> str:
    target = targets.get(number)
    return f" :small[[\\[{number}\\]]({target})]" if target else f" :small[\\[{number}\\]]"


def bare(text: str) -> str:
    """The words of an answer on one line, without its numbers."""
    return " ".join(_MARK.sub("", line).strip().removeprefix("- ") for line in text.splitlines())


def parts_line(person: Concerned) -> str:
    """What somebody has to do with the sources: "decided [1] [3], has to do [2]"."""
    return ", ".join(f"{part} {' '.join(f'[{n}]' for n in numbers)}" for part, numbers in person.parts.items())


def source_line(cited: Citation) -> str:
    """Where a source was said: "Weekly sync · 4 March 2026"."""
    return " · ".join(filter(None, (cited.meeting, long_date(cited.happened_on) if cited.happened_on else "")))


def writer(answer: Answer) -> str:
    """Who wrote the answer, and what that cost."""
    if answer.abstained:
        return "" if answer.model == "offline" else f"Asked {answer.model}: {money(answer.cost_microdollars)}"
    if answer.model == "offline":
        return "Written by rules from the found facts (no model)"
    return f"Written by {answer.model}, every sentence checked against its sources · {money(answer.cost_microdollars)}"


def as_markdown(question: str, answer: Answer) -> str:
    """The question, the answer and its sources as Markdown to paste elsewhere."""
    return "\n".join(_lines(question, answer)).strip() + "\n"


def _lines(question: str, answer: Answer) -> Iterator[str]:
    yield f"**{' '.join(question.split())}**"
    yield from ("", answer.answer, "")
    for cited in answer.citations:
        where = source_line(cited)
        yield f"{cited.n}. {' '.join(cited.text.split())}{f' ({where})' if where else ''}"
        if cited.quote:
            yield f"   > {' '.join(cited.quote.split())}"
    yield from ("", writer(answer))
