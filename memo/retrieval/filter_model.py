"""What a model adds to the filter of a question: in five seconds, and only what code can confirm in the question."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Final, get_args

from memo.errors import ModelError
from memo.llm import MessagesClient
from memo.models import EntityType, FactType, ModelRun
from memo.names.score import alias_key
from memo.prompts import WireFilter, filter_prompt
from memo.retrieval.filters import Understood, is_sure, narrow_name, narrow_when, note_unsure, owns
from memo.retrieval.kinds import kinds
from memo.retrieval.mentions import Directory
from memo.retrieval.when import When, resolve_when

if TYPE_CHECKING:
    from memo.settings import Settings

FILTER_TIMEOUT_SECONDS: Final = 5.0
FILTER_MAX_TOKENS: Final = 400
EARLIEST: Final = date(1990, 1, 1)

_MOST_NAME_CHARS: Final = 200
_CUES: Final[dict[FactType, tuple[str, ...]]] = {
    "decision": ("decid", "decision", "agree", "chose", "choose", "approv", "settle", "resolv"),
    "action_item": ("action", "task", "to do", "todo", "to-do", "follow", "assign", "owe", "doing"),
    "meeting": ("meeting", "call", "sync", "discuss", "talk"),
    "client_context": ("client", "note", "know about"),
    "project_context": ("project", "note", "know about"),
    "pulse_summary": ("pulse", "digest", "summary"),
}


def add_from_model(
    understood: Understood,
    question: str,
    today: date,
    directory: Directory,
    *,
    settings: Settings,
    client: MessagesClient,
    record: Callable[[ModelRun], None],
) -> None:
    """Let the filter model add what the rules missed; when it cannot, `understood` stays as it is and says so."""
    prompt = filter_prompt(question, today)
    try:
        reply = client.complete(
            model=settings.filter_model,
            system=prompt.system,
            user=prompt.user,
            schema=WireFilter,
            max_tokens=FILTER_MAX_TOKENS,
            budget_seconds=FILTER_TIMEOUT_SECONDS,
            trigger_detail="ask",
            record=record,
        )
    except ModelError as exc:
        understood.notes.append(f"The question was read by rules alone: {exc.message}")
        return
    add(understood, reply.parsed, question, today, directory)


def add(understood: Understood, proposed: WireFilter, question: str, today: date, directory: Directory) -> None:
    """Narrow by what of `proposed` the question bears out; the rest is dropped with a note."""
    names: tuple[tuple[EntityType, str | None], ...] = (
        ("client", proposed.client_name),
        ("project", proposed.project_name),
        ("person", proposed.person_name),
    )
    for kind, name in names:
        if name and name.strip():
            _name(understood, kind, name.strip()[:_MOST_NAME_CHARS], question, directory)
    _when(understood, proposed, question, today)
    _kind(understood, proposed, question)


def _name(understood: Understood, kind: EntityType, name: str, question: str, directory: Directory) -> None:
    if getattr(understood.wanted, f"{kind}_id") is not None:
        return
    key = alias_key(name)
    if not key or f" {key} " not in f" {alias_key(question)} ":
        understood.notes.append(f"A {kind} that the question does not name was left out of the filter.")
        return
    if kind == "person" and not owns(question, name):
        return
    resolution = directory.resolve(name, kind)
    if is_sure(resolution):
        narrow_name(understood, resolution, name)
    elif not any(f'"{resolution.mention}"' in note for note in understood.notes):
        note_unsure(understood, resolution, directory)


def _when(understood: Understood, proposed: WireFilter, question: str, today: date) -> None:
    """Days come from the words of the question, worked out by code; the model's own only for words it quotes."""
    words = (proposed.when or "").strip()
    if (
        "when" in understood.shown
        or understood.due is not None
        or not words
        or words.casefold() not in question.casefold()
    ):
        return
    when = resolve_when(words, today) or resolve_when(f"in {words}", today) or _proposed_days(proposed, words, today)
    if when is None:
        understood.notes.append("The time that the question names was not understood: not narrowed by it.")
    elif resolve_when(question, today) is not None or not _about_due(question):
        narrow_when(understood, when)


def _about_due(question: str) -> bool:
    return any(word in question.casefold() for word in ("due", "deadline", "overdue", " by "))


def _proposed_days(proposed: WireFilter, words: str, today: date) -> When | None:
    since, until = _day(proposed.since), _day(proposed.until)
    if since is None and until is None:
        return None
    if (since or EARLIEST) > min(until or today, today) or any(day and day < EARLIEST for day in (since, until)):
        return None
    return When(since, until, words)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "").strip())
    except ValueError:
        return None


def _kind(understood: Understood, proposed: WireFilter, question: str) -> None:
    """Kinds of fact only where the question has a word for them, and not all of them at once."""
    if understood.wanted.fact_types:
        return
    low = question.casefold()
    known: tuple[FactType, ...] = get_args(FactType)
    types = tuple(kind for kind in known if kind in proposed.fact_types and any(cue in low for cue in _CUES[kind]))
    if len(types) != 1 or types[0] == "meeting":
        return
    understood.narrow("type", types[0].replace("_", " "), fact_types=types)
    statuses = tuple(
        status for status in ("open", "done", "cancelled") if status in proposed.statuses and status in low
    )
    if types == ("action_item",) and statuses and not kinds(question).statuses:
        understood.narrow("status", ", ".join(statuses), statuses=statuses)
