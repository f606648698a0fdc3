"""`memo capture`, `memo digest`, `memo notes`, `memo note`: handing things in."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memo.cli.output import FAILED, Json, a_date, day, emit, opened, pick, report, say, write
from memo.cli.show import show_one, show_record
from memo.errors import InputError, MemoError

if TYPE_CHECKING:
    from memo.models import CaptureProgress, CaptureRecord
    from memo.service import Asked

RECORD_KEYS = (
    "state",
    "capture_id",
    "meeting_id",
    "title",
    "held_on",
    "summary",
    "attendees",
    "topics",
    "outcomes",
    "decisions",
    "action_items",
    "rejected",
    "coverage",
    "model",
    "cost_microdollars",
)
REJECTED_KEYS = ("kind", "text", "quote", "why")
COVERAGE_KEYS = ("chars", "chars_read", "turns", "parts", "parts_failed")
REMEMBERED = ("stored", "duplicate")


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
    app.command()(capture)
    app.command()(digest)
    app.command()(notes)
    app.command()(note)


def capture(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Transcripts; - is standard input.")],
    title: Annotated[str | None, typer.Option(help="The meeting's title; else the file's own.")] = None,
    held_on: Annotated[
        date | None, typer.Option(parser=a_date, metavar="DATE", help="The day of the meeting; else the file's own.")
    ] = None,
    client: Annotated[str | None, typer.Option(help="The client it was about; made known if new.")] = None,
    project: Annotated[str | None, typer.Option(help="The project it was about; made known if new.")] = None,
    audience: Annotated[
        list[str] | None,
        typer.Option(metavar="A", help="Who alone may see it, as group:legal or member:7; else the whole team."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Read again what was captured before.")] = False,
    allow_similar: Annotated[
        bool, typer.Option("--allow-similar", help="Capture although it is very like an earlier one.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Capture transcripts and wait. Exits 0 when all are stored or were before, 1 when one failed, 2 for bad input."""
    asked: Asked = {
        "title": title,
        "held_on": held_on,
        "client": client,
        "project": project,
        "audience": tuple(audience) if audience else None,
        "replace": replace,
        "allow_similar": allow_similar,
    }
    codes = set()
    with opened(as_json) as memo:
        for file in files:
            try:
                data, name = _read(file)
                record = memo.capture(data, name, **asked, on_progress=_Progress(name))
            except MemoError as exc:
                codes.add(report(type(exc)(f"{file}: {exc.message}") if type(exc) is InputError else exc, as_json))
            else:
                codes.add(_show(record, as_json))
    raise typer.Exit(FAILED if FAILED in codes else max(codes))


def digest(
    note_id: Annotated[str, typer.Argument(help="The note's number (memo notes lists them) or its key.")],
    replace: Annotated[bool, typer.Option("--replace", help="Read again what was captured before.")] = False,
    as_json: Json = False,
) -> None:
    """Capture a synced note and wait; exits like `memo capture`."""
    with opened(as_json) as memo:
        record = memo.digest(note_id, replace=replace)
    raise typer.Exit(_show(record, as_json))


def notes(
    sync: Annotated[
        Path | None, typer.Option(metavar="DIR", help="First fetch the .md and .txt files below this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the synced notes, newest first."""
    with opened(as_json) as memo:
        if sync is not None:
            done = memo.sync_notes(sync)
            for problem in done.problems:
                say(problem)
            say(f"{done.new} new, {done.changed} changed, {done.unchanged} unchanged")
        found = memo.notes()
    for each in found:
        if as_json:
            emit(each.model_dump(mode="json"))
        else:
            write(f"{each.id} · {each.title} · {day(each.held_on)} · {each.chars:,} characters · {each.state}")
    if not found and not as_json:
        write("No notes: memo notes --sync DIR fetches them from a folder.")


def note(
    text: Annotated[str, typer.Argument(help="What is worth knowing.")],
    client: Annotated[str | None, typer.Option(help="The client it is about; made known if new.")] = None,
    project: Annotated[str | None, typer.Option(help="The project it is about; made known if new.")] = None,
    happened_on: Annotated[
        date | None, typer.Option("--on", parser=a_date, metavar="DATE", help="The day it is about.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Keep a fact about a client or a project."""
    with opened(as_json) as memo:
        kept = memo.add_note(text, client=client, project=project, happened_on=happened_on)
    show_one(kept, as_json)


class _Progress:
    """Tells a person at a terminal how far a long reading is; a script's log is left alone."""

    def __init__(self, name: str | None) -> None:
        self._name = name or "standard input"
        self._shown = -1

    def __call__(self, progress: CaptureProgress) -> None:
        """Says each part once."""
        if progress.parts < 2 or progress.parts_done == self._shown or not sys.stderr.isatty():
            return
        self._shown = progress.parts_done
        say(f"{self._name}: {progress.parts_done} of {progress.parts} parts read, {progress.facts} facts so far")


def record_json(record: CaptureRecord) -> dict[str, Any]:
    """A record as `memo capture --json` prints it."""
    whole = pick(record, RECORD_KEYS)
    whole["rejected"] = [{key: item[key] for key in REJECTED_KEYS} for item in whole["rejected"]]
    if whole["coverage"] is not None:
        whole["coverage"] = {key: whole["coverage"][key] for key in COVERAGE_KEYS}
    return whole


def _show(record: CaptureRecord, as_json: bool) -> int:
    if as_json:
        emit(record_json(record))
    else:
        show_record(record)
    for remark in (*record.warnings, record.error):
        if remark:
            say(f"{record.file_name or record.title}: {remark}")
    return 0 if record.state in REMEMBERED else FAILED


def _read(file: Path) -> tuple[bytes, str | None]:
    if str(file) == "-":
        return sys.stdin.buffer.read(), None
    try:
        return file.read_bytes(), file.name
    except OSError as exc:
        raise InputError(f"cannot be read: {exc.strerror}.") from exc
