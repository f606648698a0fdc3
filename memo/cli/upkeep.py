"""`memo app` and the commands that keep it healthy: migrate, worker, backfill, status."""

from __future__ import annotations

import sys
from datetime import date, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from memo.cli.output import FAILED, Json, a_date, day, emit, opened, reporting, say, write
from memo.cli.show import fact_json

LOOPBACK = "127.0.0.1"
Port = Annotated[
    int | None, typer.Option(min=1, max=65535, help="Port of the pages; else the first free one from 8501.")
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")]
Address = Annotated[str, typer.Option(help="Where to listen; other machines need a sign-in.")]
OpenToAll = Annotated[
    bool, typer.Option("--i-know-there-is-no-sign-in", help="Listen for other machines without a sign-in.")
]


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
    app.command("app")(serve_app)
    app.command()(migrate)
    app.command()(worker)
    app.command()(backfill)
    app.command()(status)
    app.command()(pulse)


def serve_app(
    port: Port = None, browser: Browser = True, address: Address = LOOPBACK, open_to_all: OpenToAll = False
) -> None:
    """Serve the pages on this machine, with the database and the worker, until Ctrl-C."""
    with reporting(as_json=False):
        from memo.serve import serve
        from memo.settings import load_settings

        raise typer.Exit(
            serve(load_settings(), port=port, address=address, browser=browser, open_to_all=open_to_all, say=_tell)
        )


def migrate(as_json: Json = False) -> None:
    """Bring the database to this version; safe to run at any time."""
    with reporting(as_json):
        from memo.service import migrate_database

        done = migrate_database()
    if as_json:
        emit({"applied": list(done)})
    else:
        write(f"Applied {len(done)} steps." if done else "The database is up to date.")


def worker() -> None:
    """Do the work that waits: read captures, make vectors, until stopped. `memo app` runs one by itself."""
    with opened(as_json=False) as memo:
        from memo.jobs import work

        if memo.settings.slack_bot_token is None:
            work(memo)
        else:
            from memo.slack.notify import notifier

            work(memo, chores=[notifier(memo)])


def backfill(as_json: Json = False) -> None:
    """Give a vector to every fact that has none, or one of another model."""
    with opened(as_json) as memo:
        report = memo.backfill()
    if as_json:
        emit(report.model_dump(mode="json"))
    else:
        write(f"{report.done} facts got a vector, {report.failed} did not, {report.left} are left.")
    if report.failed:
        raise typer.Exit(FAILED)


def status(as_json: Json = False) -> None:
    """Say what runs where: versions, database, model, embedder, counts and limits."""
    with opened(as_json) as memo:
        now = memo.status()
    if as_json:
        emit(now.model_dump(mode="json"))
        return
    for name, value in now.model_dump(mode="json").items():
        shown = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        write(f"{name.replace('_', ' '):17} {shown}")


def pulse(
    on: Annotated[
        date | None, typer.Option("--date", parser=a_date, metavar="DATE", help="The day; today if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make the digest of a day: decisions with their why, action items opened, closed and overdue, names that wait."""
    with opened(as_json) as memo:
        of = on or datetime.now(ZoneInfo(memo.settings.timezone)).date()
        digest = memo.pulse(of)
    if digest is None:
        say(f"There is nothing to tell of {day(of)}: nothing was decided, taken on or closed, and nothing waits.")
        if as_json:
            emit({"fact_type": "pulse_summary", "fact_id": None, "text": None, "happened_on": of.isoformat()})
    elif as_json:
        emit(fact_json(digest))
    else:
        write(digest.text)


def _tell(text: str) -> None:
    """One line of `memo app`; the terminal may be gone."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except OSError:
        say(text)
