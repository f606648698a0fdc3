"""How the pages hold up as the memory grows: `python -m tests.bench.facts [--facts N] [--home DIR] [--json FILE]`.

Two stores, one of 10,000 facts and one of 1,000,000, take turns with every call that a page makes when it is drawn:
the Facts page as it opens, its page 1,000, each of its filters and its chart, then the home page, Activity and Resolve;
once as the machine's owner and once as a member from whom some meetings are hidden. Prints milliseconds (the middle of
some rounds) and the ratio to the small store. `--home DIR` keeps the filled stores; filling takes some minutes.

The exit code is 1 when the first page, alone or with its chart, or page 1,000 takes more than 1.5 times what the first
page takes the small store.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from memo.errors import StoreUnavailable
from memo.models import LOCAL_USER, Principal
from memo.service import Memo
from memo.ui.facts_filters import COUNTED
from memo.ui.facts_page import PAGE
from memo.ui.facts_view import FactsView
from tests.bench.filled import CLIENTS, MEMBER, PEOPLE, PROJECTS, filled, vocabulary

SMALL: Final = 10_000
DEEP: Final = 1_000
"""The page that is far from the first."""
LIMIT: Final = 1.5
READERS: Final[Mapping[str, Principal]] = {"owner": LOCAL_USER, "member": MEMBER}

Work = Callable[[Memo], object]


@dataclass(frozen=True)
class Case:
    """Something a page does; `within` when its ratio has a limit, `beside` what the small store does meanwhile."""

    name: str
    work: Work
    within: bool = False
    beside: Work | None = None


def facts_page(view: FactsView) -> Work:
    """Everything that the Facts page asks when it is drawn, in its order."""

    def draw(memo: Memo) -> None:
        memo.clients(), memo.projects(), memo.people(), memo.newest_meetings()
        memo.fact_counts_up_to(view.having(types=()).filter, COUNTED)
        page = memo.facts(view.filter, limit=PAGE, after=view.after)
        memo.successors(page.facts)

    return draw


def with_chart(view: FactsView) -> Work:
    """The same with the chart, which is drawn when somebody opens it."""
    page = facts_page(view)
    return lambda memo: (page(memo), memo.fact_weeks(view.filter))


def views(today: date) -> dict[str, FactsView]:
    """The usual filters: what few facts pass and what many pass."""
    words = vocabulary()
    long_ago = today - timedelta(days=2_000)
    return {
        "decisions": FactsView(types=("decision",)),
        "digests": FactsView(types=("pulse_summary",)),
        "decisions and digests": FactsView(types=("decision", "pulse_summary")),
        "large client": FactsView(client=1),
        "small client": FactsView(client=CLIENTS),
        "decisions of a large client": FactsView(client=1, types=("decision",)),
        "large project": FactsView(project=1),
        "small project": FactsView(project=PROJECTS),
        "busy person": FactsView(person=1),
        "rare person": FactsView(person=PEOPLE),
        "one meeting": FactsView(meeting=400),
        "a month long ago": FactsView(since=long_ago, until=long_ago + timedelta(days=30)),
        "until long ago": FactsView(until=long_ago),
        "open": FactsView(status="open"),
        "superseded": FactsView(status="superseded"),
        "marked as wrong": FactsView(status="wrong"),
        "frequent word": FactsView(text=words[0]),
        "usual word": FactsView(text=words[200]),
        "rare word": FactsView(text=words[-1]),
        "three words": FactsView(text=" ".join(words[10:40:10])),
        "word that nothing holds": FactsView(text="zzyzx"),
        "word and client": FactsView(text=words[5], client=2),
    }


def cases(today: date) -> list[Case]:
    """Everything that is measured."""
    since = today - timedelta(days=29)
    first = FactsView()
    return [
        Case("Facts, first page", facts_page(first), within=True),
        Case("  its list alone", lambda memo: memo.facts(first.filter, limit=PAGE)),
        Case("  its counts alone", lambda memo: memo.fact_counts_up_to(first.filter, COUNTED)),
        Case("  its chart alone", lambda memo: memo.fact_weeks(first.filter)),
        Case("Facts, first page, chart opened", with_chart(first), within=True),
        *(Case(f"Facts, {name}", facts_page(view)) for name, view in views(today).items()),
        Case("Chart, large client", lambda memo: memo.fact_weeks(FactsView(client=1).filter)),
        Case("Chart, frequent word", lambda memo: memo.fact_weeks(FactsView(text=vocabulary()[0]).filter)),
        Case("Home", lambda memo: memo.home(today)),
        Case("Activity", lambda memo: (memo.status(most=10_000), memo.activity(since), memo.recent_captures(20))),
        Case("  its status alone", lambda memo: memo.status(most=10_000)),
        Case("memo status", lambda memo: memo.status()),
        Case("Resolve", lambda memo: (memo.pending_names(), memo.name_receipts(), memo.people(), memo.aliases())),
    ]


def measure(small: Memo, large: Memo, rounds: int, only: str) -> list[dict[str, Any]]:
    """A row for each case and reader; the two stores take turns."""
    rows = []
    for reader, who in READERS.items():
        few, many = small.acting_as(who), large.acting_as(who)
        for case in [*cases(date.today()), *deep_cases(many)]:
            if only in case.name:
                took = turns([(few, case.beside or case.work), (many, case.work)], rounds)
                rows.append(row(case, reader, *took))
    return rows


def deep_cases(large: Memo) -> list[Case]:
    """A page that only the large store has, beside the first of the small one."""
    first = FactsView()
    after = large.facts(first.filter, limit=PAGE * (DEEP - 1)).next
    if after is None:
        return []
    deep = facts_page(replace(first, after=after))
    return [
        Case(f"Facts, page {DEEP:,} beside the first", deep, within=True, beside=facts_page(first)),
        Case("  the page before it", lambda memo: memo.newer_cursor(first.filter, PAGE, after)),
    ]


def turns(work: list[tuple[Memo, Work]], rounds: int) -> list[float]:
    """The middle of the milliseconds that each takes, in turns; infinite when a statement ran out of time."""
    took: list[list[float]] = [[] for _ in work]
    for _ in range(rounds + 1):
        for times, (memo, one) in zip(took, work, strict=True):
            began = time.perf_counter()
            try:
                one(memo)
            except StoreUnavailable:  # it took longer than a page may
                times.append(math.inf)
                continue
            times.append((time.perf_counter() - began) * 1000)
    return [statistics.median(times[1:]) for times in took]


def row(case: Case, reader: str, small: float, large: float) -> dict[str, Any]:
    """One line of the table."""
    kept = large <= LIMIT * small if case.within else None
    return {"case": case.name, "reader": reader, "small": small, "large": large, "ratio": large / small, "kept": kept}


def main() -> int:
    """Fill, measure, print; 1 when a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="cases with these words in their name")
    parser.add_argument("--home", type=Path, help="keep the filled stores here between runs")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memo-bench-") as folder:
        home: Path = args.home or Path(folder)
        with filled(home / str(SMALL), SMALL) as small, filled(home / str(args.facts), args.facts) as large:
            rows = measure(small, large, args.rounds, args.only)
    print(f"{'p50 ms':50}{'reader':>8}{f'{SMALL:,}':>11}{f'{args.facts:,}':>11}{'ratio':>8}")
    for one in rows:
        mark = {None: "", True: f"  within {LIMIT}", False: f"  OVER {LIMIT}"}[one["kept"]]
        times = f"{one['small']:11.1f}{one['large']:11.1f}{one['ratio']:8.2f}"
        print(f"{one['case']:50}{one['reader']:>8}{times}{mark}")
    print(f"load of the machine: {os.getloadavg()[0]:.2f}")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return 1 if any(one["kept"] is False for one in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
