"""What a transcript taught, as Slack messages: the first for the channel, the rest for its thread. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memo.models import ActionItemOut, CaptureRecord, DecisionOut, Fact, PendingName
from memo.slack.blocks import Block, Message, clip, count, day, link, packed, section, sections

SHOWN = 10
"""Decisions, and action items, in the first message; the others are in the thread."""
NAMES_SHOWN = 10
TITLE_CHARS = 200


def record_messages(record: CaptureRecord, names: Sequence[PendingName], url: str | None) -> list[Message]:
    """The messages that tell of a capture; `url` is where the pages are, None for no link."""
    title = clip(record.title, TITLE_CHARS)
    head = f"*{title}* · {day(record.held_on)}"
    if record.state == "partial":
        head += "\nSome of it could not be read."
    first = [section(head)]
    first += _group("Decisions", [_decision(fact) for fact in record.decisions[:SHOWN]], len(record.decisions))
    first += _group("Action items", [_item(fact) for fact in record.action_items[:SHOWN]], len(record.action_items))
    if not record.decisions and not record.action_items:
        first.append(section("No decision and no action item was found in it."))
    if names:
        first.append(section(_waiting(names)))
    if url and record.meeting_id is not None:
        first.append(section(link(meeting_url(url, record.meeting_id), "Open the meeting")))
    return _thread(_told(record), packed(first), packed(_rest(record)))


def pulse_messages(digest: Fact) -> list[Message]:
    """The messages that bring a digest."""
    lines = [clip(line) for line in digest.text.splitlines() if line.strip()]
    blocks = sections([f"*{lines[0]}*", *lines[1:]]) if lines else []
    return _thread(f"The digest of {day(digest.happened_on)}", packed(blocks), [])


def meeting_url(url: str, meeting_id: int) -> str:
    """Where the page of a meeting is."""
    return f"{url}/Meeting?meeting={meeting_id}"


def _told(record: CaptureRecord) -> str:
    facts = f"{count(len(record.decisions), 'decision')}, {count(len(record.action_items), 'action item')}"
    return f"Memo remembers “{clip(record.title, TITLE_CHARS)}” of {day(record.held_on)}: {facts}."


def _thread(text: str, first: list[list[Block]], rest: list[list[Block]]) -> list[Message]:
    told = [Message(text, blocks) for blocks in first[:1]]
    return told + [Message(f"{text} (more)", blocks) for blocks in [*first[1:], *rest]]


def _group(title: str, lines: Iterable[str], total: int) -> list[Block]:
    shown = list(lines)
    if not shown:
        return []
    more = [f"_and {total - len(shown)} more in the thread_"] if total > len(shown) else []
    return sections([f"*{title}*", *shown, *more])


def _rest(record: CaptureRecord) -> list[Block]:
    blocks = _listed("More decisions", [_decision(fact) for fact in record.decisions[SHOWN:]])
    blocks += _listed("More action items", [_item(fact) for fact in record.action_items[SHOWN:]])
    if record.summary:
        blocks += _listed("Summary", [clip(line) for line in record.summary.splitlines() if line.strip()])
    blocks += _listed("Outcomes", [f"• {clip(outcome)}" for outcome in record.outcomes])
    blocks += _listed("Topics", [clip(", ".join(record.topics))] if record.topics else [])
    blocks += _listed("Present", [clip(", ".join(record.attendees))] if record.attendees else [])
    if record.rejected:
        left_out = f"{count(len(record.rejected), 'item')} left out: the transcript does not bear them out."
        blocks.append(section(left_out))
    return blocks


def _listed(title: str, lines: Sequence[str]) -> list[Block]:
    return sections([f"*{title}*", *lines]) if lines else []


def _decision(fact: DecisionOut) -> str:
    line = f"• {clip(fact.description, 600)}"
    if fact.reasoning:
        line += f" _Why:_ {clip(fact.reasoning, 400)}"
    return f"{line} ({clip(', '.join(fact.decided_by), 120)})" if fact.decided_by else line


def _item(fact: ActionItemOut) -> str:
    owner = clip(fact.assignee, 100) if fact.assignee else "nobody yet"
    if fact.assignee_pending:
        owner += " (who is that?)"
    due = f"due {day(fact.due_on)}" if fact.due_on else f"due {clip(fact.due_text, 100)}" if fact.due_text else ""
    return f"• {clip(fact.description, 600)} ({'; '.join(filter(None, [owner, due]))})"


def _waiting(names: Sequence[PendingName]) -> str:
    shown = ", ".join(f"“{clip(name.mention, 100)}”" for name in names[:NAMES_SHOWN])
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return f"*Who is meant?* {shown}{more}"
