"""Facts of several parts become facts of a meeting: the same one once, different ones apart."""

from __future__ import annotations

from datetime import date

from memo.extraction.merge import merge_actions, merge_decisions
from memo.models import CheckedAction, CheckedDecision, Evidence


def _at(start: int, end: int) -> Evidence:
    return Evidence(quote="x" * (end - start), turn=start // 100, start=start, end=end)


def _decided(text: str, start: int, end: int, reasoning: str | None = None, *by: str) -> CheckedDecision:
    return CheckedDecision(description=text, reasoning=reasoning, decided_by=by, evidence=_at(start, end))


def _task(text: str, start: int, end: int, assignee: str | None = None, due: str | None = None) -> CheckedAction:
    due_on = date(2026, 3, 6) if due else None
    return CheckedAction(description=text, assignee=assignee, due_text=due, due_on=due_on, evidence=_at(start, end))


def test_the_same_quote_in_two_parts_is_one_fact_with_what_both_know() -> None:
    one = _decided("Adopt Postgres", 100, 150, None, "Ana")
    other = _decided("The database is going to be changed", 100, 150, "It is cheap", "Ben")
    (merged,) = merge_decisions([[one], [other]])
    assert (merged.description, merged.reasoning, merged.decided_by) == (
        "Adopt Postgres",
        "It is cheap",
        ("Ana", "Ben"),
    )


def test_overlapping_quotes_in_two_parts_are_one_fact() -> None:
    assert len(merge_decisions([[_decided("Adopt it", 100, 150)], [_decided("Take it", 110, 180)]])) == 1
    assert len(merge_decisions([[_decided("Adopt it", 100, 150)], [_decided("Take it", 140, 200)]])) == 2


def test_the_same_words_are_one_fact_wherever_they_stand() -> None:
    recap = [_decided("We adopt Postgres for the storage", 100, 150), _decided("Adopt Postgres as storage", 900, 950)]
    (merged,) = merge_decisions([recap])
    assert merged.evidence.start == 100


def test_other_numbers_are_other_facts() -> None:
    assert (
        len(
            merge_decisions(
                [[_decided("Release version 2 of it", 0, 50), _decided("Release version 3 of it", 90, 140)]]
            )
        )
        == 2
    )


def test_two_facts_of_one_quote_stay_two_through_an_overlap() -> None:
    first = [_task("Write the docs", 100, 180, "Ana"), _task("Write the tests", 100, 180, "Ben")]
    again = [_task("Ana writes docs", 100, 180, "Ana"), _task("Ben writes tests", 100, 180, "Ben")]
    merged = merge_actions([first, again])
    assert [(item.description, item.assignee) for item in merged] == [
        ("Write the docs", "Ana"),
        ("Write the tests", "Ben"),
    ]


def test_another_owner_is_another_task() -> None:
    assert len(merge_actions([[_task("Send the report", 0, 40, "Ana"), _task("Send the report", 90, 130, "Ben")]])) == 2
    (merged,) = merge_actions(
        [[_task("Send the report", 0, 40, None, None), _task("Send the report", 90, 130, "Ben", "Friday")]]
    )
    assert (merged.assignee, merged.due_text, merged.due_on) == ("Ben", "Friday", date(2026, 3, 6))


def test_facts_stand_in_the_order_of_the_transcript() -> None:
    late, early = _decided("Move to Berlin", 500, 540), _decided("Adopt Postgres", 100, 150)
    assert [d.evidence.start for d in merge_decisions([[late], [early]])] == [100, 500]
