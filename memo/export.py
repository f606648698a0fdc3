"""Facts as files: JSONL that `memo import` reads again, CSV for spreadsheets, Markdown for people."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Final, Literal

from memo.models import Fact, FactFilter, Principal
from memo.retrieval.browse import facts_page
from memo.store.pool import Database

Format = Literal["jsonl", "csv", "md"]
FORMATS: Final[tuple[Format, ...]] = ("jsonl", "csv", "md")
PAGE: Final = 500

COLUMNS: Final = (
    "fact_type", "fact_id", "text", "reasoning", "people", "status", "happened_on", "due_on", "due_text", "client",
    "project", "meeting", "quote", "source_type", "source_id", "captured_at",
)  # fmt: skip

_FORMULA: Final = re.compile(r"\s*[=+\-@\t\r\n]")
"""How a cell begins that a spreadsheet would calculate instead of show."""
_MARKDOWN: Final = re.compile(r"[\\`*_\[\]<>#|~$]")


def export(
    db: Database, who: Principal, format: Format, wanted: FactFilter | None = None, *, most: int | None = None
) -> Iterator[str]:
    """The facts that pass, newest first, as pieces of one text; read page by page, so that it can be long.

    At most the newest `most` of them. A fact that is added meanwhile may or may not be in it; none is in it twice.
    """
    facts = islice(_all(db, who, wanted or FactFilter()), most)
    if format == "jsonl":
        return _jsonl(facts)
    return _csv(facts) if format == "csv" else _markdown(facts)


def _all(db: Database, who: Principal, wanted: FactFilter) -> Iterator[Fact]:
    after = None
    while True:
        page = facts_page(db, who, wanted, PAGE, after)
        yield from page.facts
        after = page.next
        if after is None:
            return


def _jsonl(facts: Iterable[Fact]) -> Iterator[str]:
    for fact in facts:
        whole = fact.model_dump(mode="json", include=set(COLUMNS) - {"people", "fact_id", "captured_at", "source_type"})
        if fact.fact_type == "action_item":
            whole["assignee"] = fact.people[0] if fact.people else None
        elif fact.people:
            whole["decided_by"] = list(fact.people)
        yield json.dumps({key: value for key, value in whole.items() if value is not None}, ensure_ascii=False) + "\n"


def _csv(facts: Iterable[Fact]) -> Iterator[str]:
    """Begins with a byte order mark: without it spreadsheets take UTF-8 for something else."""
    yield "\ufeff" + _row(COLUMNS)
    for fact in facts:
        whole = fact.model_dump(mode="json") | {"people": ", ".join(fact.people)}
        yield _row("" if whole[column] is None else str(whole[column]) for column in COLUMNS)


def _row(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL).writerow([f"'{cell}" if _FORMULA.match(cell) else cell for cell in cells])
    return line.getvalue()


def _markdown(facts: Iterable[Fact]) -> Iterator[str]:
    for (day, meeting), group in groupby(facts, key=lambda fact: (fact.happened_on, fact.meeting)):
        when = f"{day.day} {day:%B %Y}" if day else "No date"
        yield f"## {when}{f' · {_plain(meeting)}' if meeting else ''}\n\n"
        for fact in group:
            yield _item(fact)
        yield "\n"


def _item(fact: Fact) -> str:
    why = f" Because: {_plain(fact.reasoning)}" if fact.reasoning else ""
    due = f", due {fact.due_on}" if fact.due_on else ""
    who = f" ({_plain(', '.join(fact.people))}{due})" if fact.people else due
    quote = f"\n  > {_plain(fact.quote)}" if fact.quote else ""
    return f"- **{fact.fact_type.replace('_', ' ')}**, {fact.status}: {_plain(fact.text)}{why}{who}{quote}\n"


def _plain(text: str) -> str:
    """Text on one line that Markdown shows as it is."""
    return _MARKDOWN.sub(lambda found: "\\" + found[0], " ".join(text.split()))
