"""Which due days a question names, seen from Monday 30 November 2026."""

from __future__ import annotations

from datetime import date

import pytest

from memo.retrieval.due import resolve_due

TODAY = date(2026, 11, 30)


def day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("what is overdue?", None, "2026-11-29"),
        ("which tasks are past their due date?", None, "2026-11-29"),
        ("what is due today?", "2026-11-30", "2026-11-30"),
        ("what is due tomorrow?", "2026-12-01", "2026-12-01"),
        ("what is due this week?", "2026-11-30", "2026-12-06"),
        ("what is due next week?", "2026-12-07", "2026-12-13"),
        ("what was due last week?", "2026-11-23", "2026-11-29"),
        ("what has to be done by Friday?", None, "2026-12-04"),
        ("what is due on Friday?", "2026-12-04", "2026-12-04"),
        ("what is due on Monday?", "2026-11-30", "2026-11-30"),
        ("what is due by next Wednesday?", None, "2026-12-09"),
        ("due before 10 December", None, "2026-12-09"),
        ("due after December 10th", "2026-12-11", None),
        ("due by the end of the month", None, "2026-11-30"),
        ("due by the end of next month", None, "2026-12-31"),
        ("due by the end of the week", None, "2026-12-04"),
        ("due in the next two weeks", "2026-11-30", "2026-12-14"),
        ("due within 3 days", "2026-11-30", "2026-12-03"),
        ("due in January", "2027-01-01", "2027-01-31"),
        ("due by 2027-02-03", None, "2027-02-03"),
        ("due on 3 January", "2027-01-03", "2027-01-03"),
    ],
)
def test_due_days_are_worked_out(question: str, since: str | None, until: str | None) -> None:
    due = resolve_due(question, TODAY)
    assert due is not None
    assert (due.since, due.until) == (day(since), day(until))


@pytest.mark.parametrize("question", ["what does Jonah have to do?", "what is due?", "due on 31 February", "may we?"])
def test_where_no_day_is_named_there_is_none(question: str) -> None:
    assert resolve_due(question, TODAY) is None
