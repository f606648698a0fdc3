"""`memo import`, `export`, `forget`, `backup`, `restore`: what goes in and out as a whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memo.cli import filters
from memo.cli.jsonl import lines_of, parse
from memo.cli.output import BAD_INPUT, Json, emit, opened, say, write
from memo.errors import InputError
from memo.named import Named, fact_filter

if TYPE_CHECKING:
    from memo.service import Memo


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
    app.command("import")(import_file)
    app.command()(export)
    app.command()(forget)
    app.command()(backup)
    app.command()(restore)


def import_file(
    file: Annotated[Path, typer.Argument(help="JSONL, one fact a line; - is standard input.")],
    later: Annotated[
        bool,
        typer.Option("--later", help="Leave the vectors to `memo backfill` or the worker; words are found at once."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Import facts from elsewhere; a line that is refused is named and does not stop the others (exit code 2)."""
    lines = _Lines(file)
    with opened(as_json) as memo:
        report = memo.import_facts(lines)
        rejected = sorted([*lines.refused, *((lines.numbers[at - 1], why) for at, why in report.rejected)])
        for number, why in rejected:
            say(f"line {number}: {why}")
        for note in report.notes:
            say(note)
        if not later:
            _give_vectors(memo)
    counts = {"imported": report.imported, "updated": report.updated, "skipped": report.skipped}
    if as_json:
        emit({**counts, "rejected": [{"line": number, "why": why} for number, why in rejected]})
    else:
        write(f"{', '.join(f'{count:,} {what}' for what, count in counts.items())}, {len(rejected):,} refused.")
    if rejected:
        raise typer.Exit(BAD_INPUT)


class _Lines:
    """The objects of a JSONL file, with the number of the line each stood on, and the lines that hold none."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.numbers: list[int] = []
        self.refused: list[tuple[int, str]] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for number, line in lines_of(self._file):
            try:
                value = parse(line)
            except InputError as exc:
                self.refused.append((number, exc.message))
                continue
            self.numbers.append(number)
            yield value


def _give_vectors(memo: Memo) -> None:
    report = memo.backfill()
    if report.left:
        say(f"{report.left:,} facts have no vector yet and are found by their words alone: memo backfill tries again.")


def export(
    as_format: Annotated[
        str, typer.Option("--format", help="jsonl (memo import reads it again), csv or md.")
    ] = "jsonl",
    types: filters.Types = None,
    client: filters.Client = None,
    project: filters.Project = None,
    person: filters.Person = None,
    meeting: filters.Meeting = None,
    since: filters.Since = None,
    until: filters.Until = None,
) -> None:
    """Print facts, newest first, as a file for other programs or people."""
    with opened(as_json=False) as memo:
        from memo.export import FORMATS

        chosen = next((known for known in FORMATS if known == as_format), None)
        if chosen is None:
            raise InputError(f"There is no format {as_format!r}; there are {', '.join(FORMATS)}.")
        wanted = fact_filter(
            Named(memo),
            types=types,
            client=client,
            project=project,
            person=person,
            meeting=meeting,
            since=since,
            until=until,
        )
        sys.stdout.writelines(memo.export(chosen, wanted))


def forget(
    meeting: Annotated[int, typer.Option(help="The meeting's number.")],
    preview: Annotated[bool, typer.Option("--preview", help="Say what would go, and remove nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Remove a meeting for good, with everything that was made of it; prints a receipt of what went."""
    with opened(as_json) as memo:
        receipt = memo.preview_forget(meeting) if preview else memo.forget_meeting(meeting)
    if as_json:
        emit(receipt.model_dump(mode="json"))
        return
    counts = receipt.model_dump(exclude={"meeting_id", "title"})
    gone = ", ".join(f"{count:,} {what.replace('_', ' ')}" for what, count in counts.items() if count)
    write(
        f"{'Would forget' if preview else 'Forgotten'}: “{receipt.title}” (meeting {receipt.meeting_id}), with {gone}."
    )


def backup(
    file: Annotated[Path, typer.Argument(help="Where to save to; an older backup there is replaced at the end.")],
    as_json: Json = False,
) -> None:
    """Save everything in one file, and check that every row is in it."""
    with opened(as_json) as memo:
        counts = memo.backup(file)
    _show_counts("saved", file, counts, as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `memo backup` wrote.")], as_json: Json = False
) -> None:
    """Bring a backup back into an empty database, and check that every row is there."""
    with opened(as_json, migrate=False) as memo:
        counts = memo.restore(file)
    _show_counts("restored", file, counts, as_json)


def _show_counts(done: str, file: Path, counts: dict[str, int], as_json: bool) -> None:
    rows = {
        table: count for table, count in counts.items() if count and not table.startswith(("procrastinate", "schema"))
    }
    if as_json:
        emit({done: str(file), "rows": rows})
        return
    for table, count in rows.items():
        write(f"{count:>9,}  {table.replace('_', ' ')}")
    write(f"{done} {sum(rows.values()):,} rows, each table counted: {file}")
