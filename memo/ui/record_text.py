"""A record in words: for its page, and as Markdown to paste elsewhere. No streamlit in here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from memo.models import ActionItemOut, CaptureRecord, DecisionOut, Rejected
from memo.ui.words import listed, long_date, short_date

_KINDS = {"decision": "Decision", "action_item": "Action item", "summary": "Summary", "outcome": "Outcome"}


def kind_label(item: Rejected) -> str:
    """What a left-out item would have been."""
    return _KINDS[item.kind]


def due(item: ActionItemOut, today: date) -> str:
    """ "due Fri 6 Mar ("by Friday")", "due "soon"", or that no day was named."""
    said = f"“{item.due_text}”" if item.due_text else ""
    if item.due_on is not None:
        late = ", overdue" if item.due_on < today else ""
        return f"due {short_date(item.due_on, today)}{late}{f' ({said})' if said else ''}"
    return f"due {said}" if said else "no day named"


def as_markdown(record: CaptureRecord) -> str:
    """The record as Markdown, quotes and all."""
    return "\n".join(_lines(record)).strip() + "\n"


def _lines(record: CaptureRecord) -> Iterator[str]:
    yield f"# {record.title}"
    yield ""
    yield " · ".join(filter(None, (long_date(record.held_on), listed(record.attendees))))
    if record.summary:
        yield from ("", record.summary)
    yield from ("", "## Decisions", "")
    for decision in record.decisions:
        yield from _decision(decision)
    yield from ("", "## Action items", "")
    for item in record.action_items:
        yield from _item(item)
    for title, entries in (("Outcomes", record.outcomes), ("Topics", record.topics)):
        if entries:
            yield from ("", f"## {title}", "", *(f"- {entry}" for entry in entries))


def _decision(decision: DecisionOut) -> Iterator[str]:
    why = f" Why: {decision.reasoning}" if decision.reasoning else ""
    by = f" ({listed(decision.decided_by)})" if decision.decided_by else ""
    yield f"- **{decision.description}**{why}{by}"
    yield from _quote(decision.quote)


def _item(item: ActionItemOut) -> Iterator[str]:
    day = item.due_on.isoformat() if item.due_on else item.due_text
    yield f"- [ ] **{item.assignee or 'nobody yet'}**: {item.description}{f' (due {day})' if day else ''}"
    yield from _quote(item.quote)


def _quote(quote: str) -> Iterator[str]:
    if quote:
        yield f"  > {' '.join(quote.split())}"
