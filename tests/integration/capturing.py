"""What capture tests share: a short meeting, an extractor that does as told, and the tools that use it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

from memo.capture.tools import Tools
from memo.extraction import OfflineExtractor
from memo.extraction.reader import Context, Extractor, Outline, PartText
from memo.models import Draft, DraftAction, DraftDecision, ModelRun
from memo.settings import Settings
from memo.store.pool import Database

STANDUP = b"""Title: Platform weekly
Date: 2026-03-02

Ana Costa: Good morning everybody, let us start with the database question.
Ben Ode: I compared both candidates over the weekend and wrote it up.
Ana Costa: Decision: we use Postgres for the event store, because the team already runs it.
Ben Ode: ACTION: Ben Ode to write the migration plan by Friday.
Cleo Park: I will order the new laptops next week.
Ana Costa: Thanks, that is all for today.
"""

RETRO = b"""Title: Retro of the release
Date: 2026-03-09

Dana Lin: Welcome to the retrospective of the spring release, please take a seat.
Emil Roth: The roll-out was slow because nobody had tested the importer with real files.
Dana Lin: Decision: we test the importer with real customer files before every release.
Emil Roth: ACTION: Emil Roth to collect twenty real files by Wednesday.
Dana Lin: Good, see you all next month then.
"""


def settings(**values: object) -> Settings:
    """Settings that read nothing from outside."""
    return Settings.model_validate({"model": "offline", "embedder": "off", **values})


def run_of(capture: str = "memo_capture", cost: int | None = 100) -> ModelRun:
    """A call that cost something."""
    return ModelRun(
        trigger_detail=capture,
        model="fake-model",
        started_at=datetime.now(UTC),
        latency_ms=5,
        input_tokens=10,
        output_tokens=5,
        cost_microdollars=cost,
    )


class Scripted:
    """An extractor that records a paid call for each part and then does what `read` says."""

    name: Literal["anthropic", "offline"] = "anthropic"
    model = "fake-model"
    writes_prose = True

    def __init__(self, read: Callable[[PartText], Draft], record: Callable[[ModelRun], None], detail: str) -> None:
        self._read, self._record, self._detail = read, record, detail

    def read_part(self, part: PartText, context: Context) -> Draft:
        self._record(run_of(self._detail))
        return self._read(part)

    def summarise(self, outline: Outline, context: Context) -> str:
        return " ".join(outline.summaries)


class Script:
    """Makes `Scripted` extractors and counts what they are asked."""

    def __init__(self, read: Callable[[PartText], Draft] | None = None) -> None:
        self.read = read or by_the_book
        self.calls: list[int] = []
        self._mutex = threading.Lock()

    def __call__(self, record: Callable[[ModelRun], None], detail: str) -> Extractor:
        def read(part: PartText) -> Draft:
            with self._mutex:
                self.calls.append(part.index)
            return self.read(part)

        return Scripted(read, record, detail)


def by_the_book(part: PartText) -> Draft:
    """Every line that begins with "Decision:" or "ACTION:", and nothing else."""
    decisions, actions = [], []
    for turn in part.turns:
        kind, _, words = turn.text.partition(":")
        words = words.strip()
        if kind == "Decision":
            decisions.append(DraftDecision(description=words, quote=words, decided_by=(turn.speaker or "",)))
        if kind == "ACTION":
            actions.append(DraftAction(description=words, assignee=turn.speaker, due_text=None, quote=words))
    return Draft(decisions=tuple(decisions), action_items=tuple(actions))


def tools(extractor: Script | None = None, **values: object) -> Tools:
    """Tools with a scripted extractor, or the offline rules; names and vectors are left alone."""
    return Tools(
        settings=settings(**values),
        extractor=extractor or (lambda record, detail: OfflineExtractor()),
        resolve_names=lambda conn, who, meeting_id: None,
        embed=lambda db, who, meeting_id: None,
    )


TABLES = (
    "captures",
    "capture_parts",
    "meetings",
    "decisions",
    "action_items",
    "rejected_items",
    "agent_runs",
    "outbox",
)


def counts(db: Database) -> dict[str, int]:
    """How many rows there are of everything that a capture writes."""
    with db.owner() as conn:
        return {table: conn.execute(f"SELECT count(*) AS n FROM {table}").fetchone()["n"] for table in TABLES}  # type: ignore[index]


def make_due(db: Database, capture_id: int) -> None:
    """Let the wait of a failed capture, or the lease of a dead reader, be over."""
    with db.owner() as conn:
        conn.execute(
            "UPDATE captures SET next_try_at = CASE WHEN state = 'failed_retryable' THEN now() END,"
            " lease_until = CASE WHEN state = 'extracting' THEN now() - interval '1 second' END WHERE id = %s",
            (capture_id,),
        )


def long_meeting(parts: int) -> bytes:
    """A meeting that is read in `parts` parts, with one decision in each."""
    lines = ["Title: A long day\nDate: 2026-05-04\n"]
    for part in range(parts):
        lines.append(f"Ana Costa: Decision: we keep supplier number {part} for another year.\n")
        lines += [f"Ben Ode: Remark {part}-{n} about the {w} matter.\n" for n, w in enumerate(phrases(60) * 12)]
    return "".join(lines).encode()


def phrases(count: int) -> list[str]:
    """Different two-word things to talk about."""
    left = ("red", "blue", "green", "white", "black", "old", "new", "far", "near", "high")
    right = ("wood", "sea", "hill", "field", "road", "house", "river", "bridge", "garden", "market")
    return [f"{a} {b}" for a in left for b in right][:count]
