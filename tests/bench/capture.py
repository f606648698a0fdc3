"""How long capturing takes besides models: `python -m tests.bench.capture [FILE] [--chars 100000]`.

Without a file a meeting is made up: turns of ten to sixty words, a marked decision or action item in every fortieth.
Prints the seconds of receiving, reading and storing, and their ratio to giving the meeting's facts vectors, which is
the part of the work that no code of ours can make quicker.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from memo.capture.receive import receive
from memo.capture.record import capture_record
from memo.capture.tools import tools_for
from memo.capture.work import work
from memo.embed import embedder_for
from memo.models import LOCAL_USER
from memo.retrieval.backfill import backfill
from memo.settings import Settings
from memo.store.embedded import EmbeddedDatabase
from memo.store.migrate import migrate
from memo.store.pool import Database

T = TypeVar("T")
WORDS = """
the plan for next quarter needs a review of our budget and customers because several teams asked about release dates
while the importer still fails on large files so we should look at that again before anybody promises it
"""


def made_up(chars: int, seed: int = 7) -> bytes:
    """A meeting of about so many characters."""
    chance = random.Random(seed)
    lines, length = ["Title: A made-up day", "Date: 2026-03-02", ""], 0
    while length < chars:
        number = len(lines)
        speaker = chance.choice(["Ana Costa", "Ben Ode", "Cleo Park", "Dana Lin"])
        words = " ".join(chance.choices(WORDS.split(), k=chance.randint(10, 60)))
        if number % 40 == 0:
            words = f"Decision: we give budget line {number} to the importer team because the customers asked for it."
        if number % 40 == 20:
            words = f"ACTION: {speaker} to write up item {number} of the review by Friday."
        lines.append(f"{speaker}: {words}")
        length += len(lines[-1]) + 1
    return "\n".join(lines).encode()


def timed(what: Callable[[], T]) -> tuple[float, T]:
    """Seconds and result."""
    began = time.perf_counter()
    result = what()
    return time.perf_counter() - began, result


def main() -> None:
    """Measure once, after a small capture that loads everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--chars", type=int, default=100_000)
    asked = parser.parse_args()
    data = asked.file.read_bytes() if asked.file else made_up(asked.chars)
    settings = Settings.model_validate({"model": "offline"})
    embedder = embedder_for(settings)
    tools = tools_for(settings, lambda: embedder, lambda conn, who, meeting_id: None)
    own = tools.__class__(settings, tools.extractor, tools.resolve_names, lambda db, who, meeting_id: None)
    with tempfile.TemporaryDirectory() as home, EmbeddedDatabase(Path(home)) as server:
        migrate(server.url())
        with Database(server.url()) as db:
            work(db, tools, receive(db, LOCAL_USER, settings, made_up(3_000), "small.txt").capture_id)
            receiving, received = timed(lambda: receive(db, LOCAL_USER, settings, data, "day.txt", allow_similar=True))
            reading, _ = timed(lambda: work(db, own, received.capture_id))
            embedding, report = timed(lambda: backfill(db, embedder))
            record = capture_record(db, LOCAL_USER, received.capture_id)
    assert record.coverage is not None
    facts = len(record.decisions) + len(record.action_items)
    print(f"{record.coverage.chars:,} characters, {record.coverage.turns:,} turns, {facts} facts, state {record.state}")
    print(f"receive          {receiving:7.3f} s")
    print(f"read and store   {reading:7.3f} s")
    print(f"embed {report.done:4} facts {embedding:7.3f} s")
    print(f"own time / embedding alone: {(receiving + reading) / embedding:.2f}")


if __name__ == "__main__":
    main()
