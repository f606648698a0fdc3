"""What is taken out can be read again: by Memo, by a spreadsheet without calculating anything, and by people."""

from __future__ import annotations

import csv
import io
import json

import pytest

from memo.export import COLUMNS, PAGE, export
from memo.models import LOCAL_USER, FactFilter
from memo.retrieval.browse import facts_page
from memo.retrieval.imports import import_facts
from memo.store.migrate import migrate
from memo.store.pool import Database

LINES = [
    {
        "fact_type": "decision",
        "text": "We keep the “old” pier;\nreally, we do.",
        "reasoning": "It is paid for.",
        "decided_by": ["Ada Byron", "Bob Hall"],
        "happened_on": "2026-03-04",
        "client": "Tidewater",
        "project": "Piers",
        "meeting": "Weekly",
        "source_id": "a",
        "quote": "we keep the old pier",
    },
    {
        "fact_type": "action_item",
        "text": "Paint it.",
        "assignee": "Ada Byron",
        "due_on": "2026-03-09",
        "due_text": "by Monday",
        "status": "done",
        "happened_on": "2026-03-04",
        "source_id": "b",
    },
    {"fact_type": "client_context", "text": "They print on A5.", "client": "Tidewater", "source_id": "c"},
]


def known(db: Database) -> set[tuple[object, ...]]:
    """What may not be lost on the way out and in again."""
    return {
        (f.fact_type, f.text, f.reasoning, f.people, f.happened_on, f.client, f.project, f.meeting, f.status, f.due_on)
        for f in facts_page(db, LOCAL_USER, FactFilter(), 1000).facts
    }


def test_jsonl_is_imported_again(db: Database, other: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    report = import_facts(other, LOCAL_USER, map(json.loads, export(db, LOCAL_USER, "jsonl")))
    assert report.rejected == ()
    assert known(other) == known(db)
    assert len(known(db)) == 3


@pytest.fixture
def other(empty_database_url: str):  # type: ignore[no-untyped-def]
    migrate(empty_database_url)
    with Database(empty_database_url) as database:
        yield database


@pytest.mark.parametrize(
    "text", ["=HYPERLINK(1)", "+1", "-1 please", "@SUM(A1)", "\t=1", " =1", "|=1", "a=1", "“quoted”", 'say "no"']
)
def test_a_spreadsheet_calculates_nothing(db: Database, text: str) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": text, "source_id": text, "meeting": text}])
    whole = "".join(export(db, LOCAL_USER, "csv"))
    assert whole.startswith("\ufeff")
    header, row = csv.reader(io.StringIO(whole.removeprefix("\ufeff"), newline=""))
    assert tuple(header) == COLUMNS
    cells = dict(zip(header, row, strict=True))
    for cell in row:
        assert not cell.strip().startswith(("=", "+", "-", "@"))
    assert cells["text"].removeprefix("'") == text.strip()


def test_markdown_shows_text_as_it_is(db: Database) -> None:
    text = "![x](http://evil.example/?q) <img src=x> [a](b) *bold* $5M to $10M"
    import_facts(
        db, LOCAL_USER, [{"fact_type": "decision", "text": text, "happened_on": "2026-03-04", "meeting": "A_b"}]
    )
    whole = "".join(export(db, LOCAL_USER, "md"))
    assert "## 4 March 2026 · A\\_b" in whole
    for live in ("![x]", "<img", "](", "*bold*", "$5M"):
        assert live not in whole.replace("\\" + live[0], "")


def test_long_exports_come_page_by_page_each_fact_once(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": f"Number {n}."} for n in range(2 * PAGE + 3)])
    texts = [json.loads(line)["text"] for line in export(db, LOCAL_USER, "jsonl")]
    assert len(texts) == len(set(texts)) == 2 * PAGE + 3


def test_a_filter_narrows_it(db: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    wanted = FactFilter(fact_types=("action_item",))
    assert [json.loads(line)["text"] for line in export(db, LOCAL_USER, "jsonl", wanted)] == ["Paint it."]
