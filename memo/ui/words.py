"""How dates, money and counts are written on a page: "4 March 2026", "Fri 6 Mar", "$0.02", "3 facts"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from memo.models import FactType

SOURCE_LABELS: dict[FactType, str] = {
    "decision": "Decisions",
    "action_item": "Action items",
    "meeting": "Meetings",
    "client_context": "Client notes",
    "project_context": "Project notes",
    "pulse_summary": "Digests",
}


def today(timezone: str) -> date:
    """The day it is in the team's time zone."""
    return datetime.now(ZoneInfo(timezone)).date()


def moment(at: datetime, timezone: str) -> str:
    """ "4 March 2026, 14:05" in the team's time zone."""
    local = at.astimezone(ZoneInfo(timezone))
    return f"{long_date(local.date())}, {local:%H:%M}"


def long_date(day: date | None) -> str:
    """ "4 March 2026", or "no date"."""
    return f"{day.day} {day:%B %Y}" if day else "no date"


def short_date(day: date | None, today: date) -> str:
    """ "Fri 6 Mar", with the year when it is not this one."""
    if day is None:
        return "no date"
    return f"{day:%a} {day.day} {day:%b}" + ("" if day.year == today.year else f" {day.year}")


def money(microdollars: int | None) -> str:
    """ "$0.02", "less than $0.01", "nothing", or that the price is not known."""
    if microdollars is None:
        return "price not known"
    if microdollars == 0:
        return "nothing"
    if microdollars < 10_000:
        return "less than $0.01"
    return f"${microdollars / 1_000_000:.2f}"


def count(number: int, noun: str, plural: str | None = None) -> str:
    """ "1 fact", "1,204 facts"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def up_to(number: int, most: int | None = None, *, more: bool = False) -> str:
    """ "1,204"; "10,000+" for more than `most`, or when there may be `more`; nothing for none so far."""
    if most is not None and number > most:
        number, more = most, True
    return f"{number:,}{'+' if more else ''}" if number or not more else ""


def listed(names: Sequence[str]) -> str:
    """ "Ada", "Ada and Bob", "Ada, Bob and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def clipped(text: str, longest: int) -> str:
    """`text` on one line, cut at a word when it is longer than `longest` characters."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    cut = line[: longest - 2]
    return f"{cut.rsplit(' ', 1)[0] or cut} …"
