"""How the pages hold up with many people at once: `python -m tests.bench.sessions [--sessions 25] [--json FILE]`.

The product is started as `memo app` starts it, on a filled store, with a model that takes three to ten seconds for
every call. An active session is an open tab whose person opens a page two to five seconds after the last one was drawn
(home, facts with and without a filter, a meeting, what waits, and so on), and one time in twenty asks a question
instead. That is busier than anybody is for long.

Each round measures so many seconds without and with ten transcripts being read, one right after the other, so that a
busy machine slows both. Prints for each how long it takes from asking for a page until it is drawn (questions apart,
which wait for the model), what each process used of a core, and the ratio. The exit code is 1 when anything went wrong
on a page, or when reading makes the 95th percentile worse by more than a quarter.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg

from memo.service import Memo
from memo.settings import Settings
from tests.bench.capture import made_up
from tests.bench.filled import CLIENTS, LONG_MEETINGS, fill, vocabulary
from tests.bench.tab import Drawn, Tab
from tests.fakes.messages_api import API_KEY
from tests.integration.app_process import App, free_port, left_after

FACTS: Final = 10_000
CAPTURES: Final = 10
THINKING: Final = (2.0, 5.0)
"""Seconds between a drawn page and the next step."""
ASKING: Final = 0.05
"""The share of steps that are a question."""
SLOW: Final = ("3", "10")
"""Seconds that a call to the model takes."""
WARM_SECONDS: Final = 10.0
LIMIT: Final = 1.25

KNOWN: Final = {
    "Why do we keep the queue in Postgres?": "We keep the queue in Postgres, because the team already runs it.",
    "Which bank did we choose for payouts?": "We chose Northbank for payouts, because it settles on the same day.",
    "Who writes the migration plan?": "Ana Costa writes the migration plan for the event store by Friday.",
    "When do we release the importer?": "We release the importer in the second week of March.",
}
"""Questions that the model is asked, as some fact answers them; what the filled store says is no language."""

Step = tuple[str, Mapping[str, str]]


@dataclass
class Window:
    """What was seen in one stretch of time; times in seconds."""

    pages: list[tuple[str, float]] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cores: dict[str, float] = field(default_factory=dict)

    def drawn(self, page: str, drawn: Drawn) -> None:
        """Note a page; a question is noted under no page."""
        if page:
            self.pages.append((page, drawn.seconds))
        else:
            self.asked.append(drawn.seconds)
        self.errors += [f"{page or 'asking'}: {error}" for error in drawn.errors]


def steps(rng: random.Random, meetings: int) -> Iterator[Step]:
    """What a person opens, for as long as asked."""
    words = vocabulary()
    while True:
        yield rng.choice(
            (
                ("", {}),
                ("", {}),
                ("Facts", {}),
                ("Facts", {"type": "decision"}),
                ("Facts", {"client": str(rng.randint(1, CLIENTS))}),
                ("Facts", {"text": rng.choice(words[:500]), "view": "table"}),
                ("Meeting", {"meeting": str(meetings - rng.randrange(LONG_MEETINGS))}),
                ("Fact", {"type": "decision", "id": str(rng.randint(1, 4_000))}),
                ("Ask", {}),
                ("Capture", {}),
                ("Resolve", {}),
                ("Activity", {}),
            )
        )


class Person:
    """Somebody at a tab; `window` is where what happens is noted, None while nobody measures."""

    def __init__(self, tab: Tab, number: int, meetings: int) -> None:
        self._tab = tab
        self._rng = random.Random(number)
        self._steps = steps(self._rng, meetings)
        self.window: Window | None = None

    async def work(self) -> None:
        """Go from page to page until cancelled."""
        while True:
            await asyncio.sleep(self._rng.uniform(*THINKING))
            window = self.window
            try:
                page, drawn = await self._step()
            except Exception as exc:  # noqa: BLE001 - not swallowed: it is counted, and the bench fails
                if window is not None:
                    window.errors.append(f"the tab: {exc!r}")
                return
            if window is not None and window is self.window:
                window.drawn(page, drawn)

    async def _step(self) -> tuple[str, Drawn]:
        if self._rng.random() < ASKING:
            await self._tab.go("Ask")
            question = self._rng.choice(list(KNOWN))
            return "", await self._tab.submit("Your question", question, "Ask")
        page, query = next(self._steps)
        return page or "Home", await self._tab.go(page, **query)


async def measure(app: App, sessions: int, seconds: float, rounds: int, memo: Memo) -> list[tuple[Window, Window]]:
    """For each round a window without and one with transcripts being read."""
    ((meetings,),) = _rows(memo, "SELECT max(id) FROM meetings")
    async with AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(Tab(app.url)) for _ in range(sessions)]
        people = [Person(tab, number, meetings) for number, tab in enumerate(tabs)]
        tasks = [asyncio.create_task(person.work()) for person in people]
        await asyncio.sleep(WARM_SECONDS)
        found = []
        for number in range(rounds):
            quiet = await watched(app, people, seconds)
            await asyncio.to_thread(hand_in, memo, number)
            await asyncio.sleep(2)
            busy = await watched(app, people, seconds)
            if not under_way(memo):
                busy.errors.append("the transcripts were read before the time was over: make them longer")
            found.append((quiet, busy))
            while await asyncio.to_thread(under_way, memo):
                await asyncio.sleep(1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return found


async def watched(app: App, people: Sequence[Person], seconds: float) -> Window:
    """What happens in so many seconds."""
    window = Window()
    before, began = used(app), time.monotonic()
    for person in people:
        person.window = window
    await asyncio.sleep(seconds)
    for person in people:
        person.window = None
    took = time.monotonic() - began
    window.cores = {name: (used_now - before.get(name, 0.0)) / took for name, used_now in used(app).items()}
    return window


def used(app: App) -> dict[str, float]:
    """Seconds of processor that each part of the product has used, and this bench."""
    spent: dict[str, float] = {"bench": sum(psutil.Process().cpu_times()[:2])}
    for process in psutil.process_iter(["cmdline"]):
        words = " ".join(process.info["cmdline"] or ())
        try:
            if process.ppid() == app.process.pid:
                spent["worker" if "worker" in words else "pages"] = sum(process.cpu_times()[:2])
            elif "postgres" in words and str(app.home) in words:
                # The connections are its children; those that ended are in its own account.
                parts = [process, *process.children()]
                spent["database"] = sum(sum(part.cpu_times()[:2]) for part in parts) + process.cpu_times()[2]
        except psutil.NoSuchProcess:
            continue
    return spent


def hand_in(memo: Memo, number: int) -> None:
    """Queue the transcripts."""
    for one in range(CAPTURES):
        data = made_up(120_000, seed=1000 * number + one)
        memo.receive(data, f"long-{number}-{one}.txt", allow_similar=True)


def under_way(memo: Memo) -> int:
    """How many transcripts are not read yet."""
    ((waiting,),) = _rows(memo, "SELECT count(*) FROM captures WHERE state IN ('received', 'extracting')")
    return int(waiting)


def _rows(memo: Memo, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(memo.db.conninfo) as conn:
        return conn.execute(statement.encode()).fetchall()


@contextmanager
def slow_model() -> Iterator[str]:
    """The address of a model that takes its time, in a process of its own."""
    command = [sys.executable, "-m", "tests.fakes.messages_api", "--delay", *SLOW]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"ANTHROPIC_BASE_URL=(\S+)", process.stdout.readline())
        assert found is not None
        try:
            yield found[1]
        finally:
            process.terminate()


def with_vectors(url: str) -> None:
    """Vectors that differ, with the index over them: questions are looked for in it."""
    with psycopg.connect(url) as conn:
        conn.execute(
            "UPDATE fact_index SET embedding = (SELECT array_agg(random() - 0.5) FROM generate_series(1, 768) "
            "WHERE fact_id > 0)::vector WHERE embedding IS NOT NULL"
        )
        conn.execute(
            "CREATE INDEX IF NOT EXISTS fact_index_embedding ON fact_index USING hnsw (embedding vector_cosine_ops)"
        )
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("VACUUM ANALYZE")


def told(name: str, windows: Sequence[Window]) -> dict[str, Any]:
    """The figures of some windows."""
    times = sorted(seconds for window in windows for _, seconds in window.pages)
    asked = sorted(seconds for window in windows for seconds in window.asked)
    by_page: dict[str, list[float]] = {}
    for window in windows:
        for page, seconds in window.pages:
            by_page.setdefault(page, []).append(seconds)
    return {
        "name": name,
        "pages": len(times),
        "p50": statistics.median(times),
        "p95": p95(times),
        "questions": len(asked),
        "question p50": statistics.median(asked) if asked else None,
        "errors": [error for window in windows for error in window.errors],
        "cores": {part: statistics.fmean(w.cores.get(part, 0.0) for w in windows) for part in windows[0].cores},
        "p95 by page": {page: p95(sorted(found)) for page, found in sorted(by_page.items())},
    }


def p95(ordered: Sequence[float]) -> float:
    """The time that one page in twenty takes longer than."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def show(figures: Mapping[str, Any]) -> None:
    """Print what one condition gave."""
    print(
        f"{figures['name']:10} {figures['pages']:5} pages, p50 {figures['p50'] * 1000:5.0f} ms, "
        f"p95 {figures['p95'] * 1000:5.0f} ms, {len(figures['errors'])} errors; {figures['questions']} questions, "
        f"p50 {figures['question p50'] or 0:.1f} s"
    )
    print("  cores    " + ", ".join(f"{part} {cores:.2f}" for part, cores in figures["cores"].items()))
    print("  p95 ms   " + ", ".join(f"{page} {s * 1000:.0f}" for page, s in figures["p95 by page"].items()))
    for error in dict.fromkeys(figures["errors"]):
        print(f"  {figures['errors'].count(error)} x {error}")


def main() -> int:
    """Start everything, measure, print; 1 when something went wrong or reading is felt too much."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=45.0, help="of each window")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memo-bench-") as folder, slow_model() as model:
        home = Path(folder)
        set_up = {"ANTHROPIC_BASE_URL": model, "ANTHROPIC_API_KEY": API_KEY, "MEMO_MODEL": "auto"}
        settings = Settings.model_validate({"home": home, "anthropic_base_url": model, "anthropic_api_key": API_KEY})
        with Memo.open(settings) as memo:
            fill(memo.db.conninfo, FACTS)
            with_vectors(memo.db.conninfo)
            memo.import_facts([{"fact_type": "decision", "text": text} for text in KNOWN.values()])
            memo.backfill()
            app = App(home, "--port", str(free_port()), **set_up)
            try:
                found = asyncio.run(measure(app, args.sessions, args.seconds, args.rounds, memo))
            finally:
                app.stop()
        left = left_after(home, 10)
    quiet = told("quiet", [one for one, _ in found])
    busy = told("reading", [two for _, two in found])
    for figures in (quiet, busy):
        show(figures)
    ratio = busy["p95"] / quiet["p95"]
    print(f"p95 while {CAPTURES} transcripts are read / p95 without: {ratio:.2f}  (limit {LIMIT})")
    print(f"load of the machine: {os.getloadavg()[0]:.2f}; left running: {list(left) or 'nothing'}")
    if args.json:
        args.json.write_text(json.dumps({"quiet": quiet, "reading": busy, "ratio": ratio}, indent=2) + "\n", "utf-8")
    return 1 if quiet["errors"] or busy["errors"] or ratio > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
