"""`memo ask`, `memo search`, `memo facts`, `memo transcript`: taking out what was remembered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memo.cli import filters
from memo.cli.jsonl import read_objects
from memo.cli.output import BAD_INPUT, Json, a_date, emit, opened, pick, say
from memo.cli.show import fact_json, show_answer, show_facts
from memo.errors import InputError
from memo.named import Named, fact_filter

if TYPE_CHECKING:
    from memo.models import Fact
    from memo.service import Memo

ANSWER_KEYS = (
    "answer",
    "abstained",
    "citations",
    "near_misses",
    "searched",
    "filters",
    "model",
    "cost_microdollars",
)
TURN_KEYS = ("index", "speaker", "text", "start", "end", "time")

BATCH_RERANK_SECONDS = 60.0
"""Nobody waits at a page for one line of many: a busy machine takes longer and gives the same answers."""

Limit = Annotated[int, typer.Option(min=1, max=1000, help="How many facts at most.")]


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
    app.command()(ask)
    app.command()(search)
    app.command()(facts)
    app.command()(transcript)


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    as_of: Annotated[
        date | None, typer.Option(parser=a_date, metavar="DATE", help="Answer as one would have on this day.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Answer a question from the facts, each sentence with its source."""
    with opened(as_json) as memo:
        answer = memo.ask(question, as_of=as_of)
    if as_json:
        emit(pick(answer, ANSWER_KEYS))
    else:
        show_answer(answer)


def search(
    text: Annotated[str | None, typer.Argument(help="What to look for.")] = None,
    limit: Limit = 10,
    types: filters.Types = None,
    client: filters.Client = None,
    project: filters.Project = None,
    person: filters.Person = None,
    meeting: filters.Meeting = None,
    since: filters.Since = None,
    until: filters.Until = None,
    queries: Annotated[
        Path | None,
        typer.Option(help="A JSONL file with many searches, one a line: `query` and any of the filters by name."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Find facts by words and meaning, best first; no model writes anything."""
    if (text is None) == (queries is None):
        raise typer.BadParameter("give either TEXT or --queries FILE")
    with opened(as_json) as memo:
        named = Named(memo)
        if queries is not None:
            if _search_lines(memo, named, queries, limit):
                raise typer.Exit(BAD_INPUT)
            return
        narrowed = fact_filter(
            named,
            types=types,
            client=client,
            project=project,
            person=person,
            meeting=meeting,
            since=since,
            until=until,
        )
        found = memo.search(text or "", narrowed, limit=limit)
        _show(found, as_json)


def facts(
    limit: Limit = 50,
    types: filters.Types = None,
    client: filters.Client = None,
    project: filters.Project = None,
    person: filters.Person = None,
    meeting: filters.Meeting = None,
    since: filters.Since = None,
    until: filters.Until = None,
    after: Annotated[str | None, typer.Option(metavar="CURSOR", help="Go on where the last page ended.")] = None,
    as_json: Json = False,
) -> None:
    """List facts, newest first; the cursor of the next page is named on standard error."""
    with opened(as_json) as memo:
        narrowed = fact_filter(
            Named(memo),
            types=types,
            client=client,
            project=project,
            person=person,
            meeting=meeting,
            since=since,
            until=until,
        )
        page = memo.facts(narrowed, limit=limit, after=after)
        _show(page.facts, as_json)
        if page.next is not None:
            say(f"more: --after {page.next}")


def transcript(
    meeting_id: Annotated[int, typer.Argument(help="The meeting's number.")],
    as_json: Json = False,
) -> None:
    """Print a stored transcript: exactly the text that the offsets of quotes point into."""
    with opened(as_json) as memo:
        stored = memo.transcript(meeting_id)
    if as_json:
        for turn in stored.turns:
            emit(pick(turn, TURN_KEYS))
    else:
        typer.echo(stored.text, nl=False)


def _search_lines(memo: Memo, named: Named, file: Path, limit: int) -> int:
    """Answers every line of a queries file on a line of its own; returns how many could not be."""
    wrong = 0
    for number, line in read_objects(file):
        query = line.get("query")
        try:
            if not isinstance(query, str):
                raise InputError('"query" is missing.')
            found = memo.search(
                query,
                filters.line_filter(named, line),
                limit=int(line.get("limit", limit)),
                rerank_seconds=BATCH_RERANK_SECONDS,
            )
        except InputError as exc:
            wrong += 1
            say(f"line {number}: {exc.message}")
            emit({"query": query, "results": [], "error": {"type": type(exc).__name__, "message": exc.message}})
            continue
        emit({"query": query, "results": [fact_json(fact) for fact in found]})
    return wrong


def _show(found: Iterable[Fact], as_json: bool) -> None:
    if not as_json:
        show_facts(found)
        return
    for fact in found:
        emit(fact_json(fact))
