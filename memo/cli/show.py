"""Answers, records and facts as a person reads them in a terminal; facts also as scripts do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from memo.cli.output import day, emit, money, write

if TYPE_CHECKING:
    from memo.models import ActionItemOut, Answer, CaptureRecord, DecisionOut, Fact, NearMiss

KINDS = {
    "decision": "decision",
    "action_item": "action item",
    "meeting": "meeting",
    "client_context": "client note",
    "project_context": "project note",
    "pulse_summary": "digest",
}

FACT_KEYS = (
    "fact_type",
    "fact_id",
    "text",
    "score",
    "happened_on",
    "client",
    "project",
    "meeting_id",
    "source_type",
    "source_id",
)


def fact_json(fact: Fact) -> dict[str, Any]:
    """One fact as `--json` prints it; without a search it has no score."""
    whole = fact.model_dump(mode="json")
    return {key: whole.get(key) for key in FACT_KEYS}


def show_one(fact: Fact, as_json: bool) -> None:
    """A fact that was just made."""
    if as_json:
        emit(fact_json(fact))
    else:
        show_facts([fact])


def show_record(record: CaptureRecord) -> None:
    """What Memo remembered of one transcript."""
    where = "not stored" if record.meeting_id is None else f"meeting {record.meeting_id}"
    write(f"{record.title} · {day(record.held_on)} · {where} · {record.state}")
    if record.summary:
        write(f"\n{record.summary}")
    _section("Decisions", [_decision(decision) for decision in record.decisions])
    _section("Action items", [_action(item) for item in record.action_items])
    _section("Left out", [f"{item.text} ({item.why})" for item in record.rejected])
    write()
    write(" · ".join(_receipt(record)))


def show_facts(facts: Iterable[Fact]) -> None:
    """One fact a paragraph, or the sentence that there is none."""
    from memo.retrieval.summaries import made_by_rules, without_label

    shown = False
    for fact in facts:
        shown = True
        source = [day(fact.happened_on), fact.meeting or fact.client or fact.project or fact.source_id]
        if fact.fact_type == "meeting" and made_by_rules(fact.text):
            source.append("summary made by rules")
        write(f"{KINDS[fact.fact_type]} {fact.fact_id} · {' · '.join(source)}")
        text = without_label(fact.text) if fact.fact_type == "meeting" else fact.text
        write(f"  {text}{_why(text, fact.reasoning)}")
    if not shown:
        write("No facts.")


def show_answer(answer: Answer) -> None:
    """The answer, its sources in the order of their numbers, and what was nearly found."""
    write(answer.answer)
    if answer.citations:
        write()
    for cited in answer.citations:
        write(f"[{cited.n}] {cited.text} ({cited.meeting or KINDS[cited.fact_type]}, {day(cited.happened_on)})")
        if cited.quote:
            write(f"    “{cited.quote}”")
    _section("Near misses", [_near(miss) for miss in answer.near_misses])
    write()
    understood = [f"{name}: {value}" for name, value in answer.filters.items()]
    searched = f"searched {answer.searched.facts} facts of {answer.searched.meetings} meetings"
    write(" · ".join([*understood, searched, answer.model, money(answer.cost_microdollars), *answer.notes]))


def _near(miss: NearMiss) -> str:
    where = [miss.whose, miss.meeting or KINDS[miss.fact_type], day(miss.happened_on)]
    return f"{miss.text} ({' · '.join(filter(None, where))})"


def _section(title: str, lines: list[str]) -> None:
    if lines:
        write(f"\n{title}")
    for line in lines:
        write(f"  - {line}")


def _decision(decision: DecisionOut) -> str:
    who = f" ({', '.join(decision.decided_by)})" if decision.decided_by else ""
    return f"{decision.description}{_why(decision.description, decision.reasoning)}{who}"


def _why(text: str, reasoning: str | None) -> str:
    """The reason, unless the sentence gives it already."""
    if not reasoning or reasoning.rstrip(". ").casefold() in text.casefold():
        return ""
    return f" Because: {reasoning}"


def _action(item: ActionItemOut) -> str:
    named = item.assignee is None or item.description.startswith(item.assignee)
    parts = [item.description if named else f"{item.assignee}: {item.description}"]
    if item.due_on or item.due_text:
        parts.append(f"due {day(item.due_on) if item.due_on else f'“{item.due_text}”'}")
    if item.assignee_pending:
        parts.append("who that is waits for you: memo names")
    return " · ".join(parts)


def _receipt(record: CaptureRecord) -> list[str]:
    by_rules = record.extractor == "offline"
    receipt = ["found by rules (no model)" if by_rules else f"read by {record.model or 'no model'}"]
    if record.coverage is not None:
        coverage = record.coverage
        receipt.append(f"{coverage.chars_read:,} of {coverage.chars:,} characters and {coverage.turns:,} turns read")
        if coverage.parts_failed:
            receipt.append(f"{coverage.parts_failed} of {coverage.parts} parts could not be read")
    if not by_rules:
        receipt.append(money(record.cost_microdollars))
    return receipt
