"""The time in a question, worked out by code."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo.retrieval.when import resolve_when

TODAY = date(2026, 11, 30)  # a Monday


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("What did we decide last quarter?", "2026-07-01", "2026-09-30"),
        ("what happened this quarter", "2026-10-01", "2026-12-31"),
        ("What was agreed in March?", "2026-03-01", "2026-03-31"),
        ("anything in December", "2025-12-01", "2025-12-31"),
        ("What happened in March 2025 about billing?", "2025-03-01", "2025-03-31"),
        ("decisions since January", "2026-01-01", None),
        ("decisions until April", None, "2026-04-30"),
        ("before April 2026", None, "2026-03-31"),
        ("after 3 March", "2026-03-04", None),
        ("yesterday", "2026-11-29", "2026-11-29"),
        ("the day before yesterday", "2026-11-28", "2026-11-28"),
        ("what did we agree last week", "2026-11-23", "2026-11-29"),
        ("this month", "2026-11-01", "2026-11-30"),
        ("last month's decisions", "2026-10-01", "2026-10-31"),
        ("in the last month", "2026-10-30", "2026-11-30"),
        ("in the last 3 months", "2026-08-30", "2026-11-30"),
        ("over the past couple of weeks", "2026-11-16", "2026-11-30"),
        ("two weeks ago", "2026-11-16", "2026-11-22"),
        ("3 days ago", "2026-11-27", "2026-11-27"),
        ("in 2025", "2025-01-01", "2025-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("Q3", "2026-07-01", "2026-09-30"),
        ("in Q4 2025", "2025-10-01", "2025-12-31"),
        ("in the third quarter of 2025", "2025-07-01", "2025-09-30"),
        ("on 4 March 2026", "2026-03-04", "2026-03-04"),
        ("March 4th", "2026-03-04", "2026-03-04"),
        ("on December 24", "2025-12-24", "2025-12-24"),
        ("on 2026-03-04", "2026-03-04", "2026-03-04"),
        ("on Monday", "2026-11-23", "2026-11-23"),
        ("last Friday", "2026-11-27", "2026-11-27"),
        ("between January and March", "2026-01-01", "2026-03-31"),
        ("from 3 May to 2026-06-01", "2026-05-03", "2026-06-01"),
        ("since 2024 until March 2025", "2024-01-01", "2025-03-31"),
        ("in may? no, in May", "2026-05-01", "2026-05-31"),
    ],
)
def test_days_are_worked_out(question: str, since: str | None, until: str | None) -> None:
    when = resolve_when(question, TODAY)
    assert when is not None
    assert (when.since and when.since.isoformat(), when.until and when.until.isoformat()) == (since, until)
    assert when.words


@pytest.mark.parametrize(
    "question",
    [
        "Why do we use Postgres?",
        "What may we do?",
        "We march on",
        "what is due by Friday?",
        "What is due in March?",
        "What does Sam have to do by Friday?",
        "what happens next week",
        "Who decided on the 2024 budget?",
        "Did we talk about version 2.1?",
        "between Alice and Bob",
        "on 31 February 2026",
        "on 2026-13-45",
        "since 2031",
        "what did the second team say",
    ],
)
def test_what_names_no_past_days_narrows_nothing(question: str) -> None:
    assert resolve_when(question, TODAY) is None


@given(st.text(max_size=80), st.dates(min_value=date(2000, 1, 1), max_value=date(2100, 1, 1)))
def test_any_text_is_read(question: str, today: date) -> None:
    when = resolve_when(question, today)
    if when is not None and when.since and when.until:
        assert when.since <= when.until


@given(st.dates(min_value=date(1996, 1, 1), max_value=date(2100, 1, 1)))
def test_every_day_has_a_past(today: date) -> None:
    for question in (
        "last quarter",
        "last month",
        "in the past 14 months",
        "in February",
        "on 29 February",
        "since May",
    ):
        when = resolve_when(question, today)
        assert when is None or when.since is None or when.since <= today
