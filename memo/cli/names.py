"""`memo names`: who is meant by a mention - what waits, what a person decides, and scoring without a store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memo.cli.jsonl import read_objects
from memo.cli.output import Json, day, emit, opened, reporting, write
from memo.errors import InputError
from memo.models import EntityType

if TYPE_CHECKING:
    from memo.models import NameReceipt, PendingName, Resolution

Mention = Annotated[str, typer.Argument(help="The name as it was said.")]
Kind = Annotated[EntityType, typer.Option("--type", help="What it names.")]
Meeting = Annotated[int | None, typer.Option(help="Only in this meeting (its number).")]

names_app = typer.Typer(help="Names that wait to be told apart, and decisions about them.", rich_markup_mode=None)


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
    app.add_typer(names_app, name="names")


@names_app.callback(invoke_without_command=True)
def pending(context: typer.Context, as_json: Json = False) -> None:
    """List the names that wait for a person to say who is meant."""
    if context.invoked_subcommand is not None:
        return
    with opened(as_json) as memo:
        waiting = memo.with_lately(memo.pending_names())
    for name in waiting:
        if as_json:
            emit(name.model_dump(mode="json"))
        else:
            _show_pending(name)
    if not waiting and not as_json:
        write("No name waits for you.")


@names_app.command()
def resolve(mention: Mention, kind: Kind = "person", meeting: Meeting = None, as_json: Json = False) -> None:
    """Say whom a mention means: certainly (auto), perhaps (ask) or nobody known (none). Changes nothing."""
    with opened(as_json) as memo:
        resolution = memo.resolve_name(mention, kind, meeting_id=meeting)
    if as_json:
        emit(resolution.model_dump(mode="json"))
    else:
        _show_resolution(resolution)


@names_app.command()
def confirm(
    mention: Mention,
    kind: Kind = "person",
    entity: Annotated[int | None, typer.Option("--id", help="Who it is: the number of one that is known.")] = None,
    new_name: Annotated[str | None, typer.Option("--new", help="Who it is: the full name of somebody new.")] = None,
    meeting: Meeting = None,
    as_json: Json = False,
) -> None:
    """Say who is meant; every fact that waits for this name gets it."""
    if (entity is None) == (new_name is None):
        raise typer.BadParameter("give either --id or --new")
    with opened(as_json) as memo:
        receipt = memo.confirm_name(mention, kind, entity, new_name=new_name, meeting_id=meeting)
    _show_receipt(receipt, "now name", as_json)


@names_app.command()
def dismiss(mention: Mention, kind: Kind = "person", meeting: Meeting = None, as_json: Json = False) -> None:
    """Say that none of the candidates is meant; the name stays as it was said and waits no more."""
    with opened(as_json) as memo:
        receipt = memo.dismiss_name(mention, kind, meeting_id=meeting)
    _show_receipt(receipt, "keep the name as said:", as_json)


@names_app.command()
def undo(receipt_id: Annotated[int, typer.Argument(help="The number of the receipt.")], as_json: Json = False) -> None:
    """Take back a confirmation or a dismissal."""
    with opened(as_json) as memo:
        receipt = memo.undo_name(receipt_id)
    _show_receipt(receipt, "wait again for", as_json)


@names_app.command()
def score(
    file: Annotated[Path, typer.Argument(help='JSONL: {"mention", "type", "candidates": [], "meeting": []} a line.')],
    as_json: Json = False,
) -> None:
    """Score mentions against the candidates of a file, without the store; prints JSON lines."""
    with reporting(as_json):
        from memo.names.lines import score_line

        for number, line in read_objects(file):
            try:
                emit({**score_line(line)})
            except InputError as exc:
                raise InputError(f"Line {number}: {exc.message}") from exc


def _show_pending(name: PendingName) -> None:
    where = f" in {name.meeting}, {day(name.happened_on)}" if name.meeting else ""
    write(f"{name.mention} ({name.type}){where}: {name.action_items} action items, {name.decisions} decisions")
    if name.quote:
        write(f"  “{name.quote}”")
    for candidate in name.candidates:
        write(f"  {candidate.id}: {candidate.name} ({candidate.why})")


def _show_resolution(resolution: Resolution) -> None:
    write(f"{resolution.mention}: {resolution.band}, {resolution.confidence:.2f}, {resolution.why}")
    for candidate in resolution.candidates:
        write(f"  {candidate.id}: {candidate.name}, {candidate.confidence:.2f}, {candidate.why}")


def _show_receipt(receipt: NameReceipt, what: str, as_json: bool) -> None:
    if as_json:
        emit(receipt.model_dump(mode="json"))
        return
    who = receipt.name or receipt.mention
    write(f"{receipt.action_items} action items and {receipt.decisions} decisions {what} {who}.")
    write(f"Undo: memo names undo {receipt.receipt_id}")
