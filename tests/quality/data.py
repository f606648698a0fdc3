"""Loading measured meetings: one JSON object a line, the transcript as "Speaker: text" lines, gold beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from memo.extraction.words import content_stems
from memo.models import Transcript, Turn

Kind = Literal["decisions", "actions"]
KINDS: tuple[Kind, ...] = ("decisions", "actions")

_LABEL = re.compile(r"(?P<name>[^:\n]{1,60}): ?")


@dataclass(frozen=True)
class Gold:
    """A decision or action item as people recorded it, with the lines that point at it.

    `evidence` are lines that an annotator linked, `at` is the line before which the removed marker stood.
    """

    text: str
    assignee: str | None = None
    voters: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    at: int | None = None


@dataclass(frozen=True)
class Meeting:
    """A meeting of a set: its transcript with one turn a line, and its gold; the rest of the record in `raw`."""

    set_name: str
    meeting_id: str
    title: str
    held_on: date | None
    transcript: Transcript
    decisions: tuple[Gold, ...]
    actions: tuple[Gold, ...]
    raw: dict[str, Any]

    def gold(self, kind: Kind) -> tuple[Gold, ...]:
        """The gold of one kind."""
        return self.decisions if kind == "decisions" else self.actions


def sets(folder: Path) -> list[Path]:
    """The data files of `folder`; each is one set, and no figure is pooled over several."""
    found = sorted(folder.glob("*.jsonl"))
    if not found:
        raise SystemExit(f"{folder} holds no .jsonl files")
    return found


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of one file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def meetings(path: Path) -> Iterator[Meeting]:
    """The meetings of `path` that have gold for decisions or action items."""
    for record in records(path):
        if "decisions" not in record and "actions" not in record:
            continue
        yield Meeting(
            set_name=path.stem,
            meeting_id=record["meeting_id"],
            title=record["title"],
            held_on=date.fromisoformat(record["date"]) if record.get("date") else None,
            transcript=transcript(record["transcript"]),
            decisions=_golds(record, "decisions", "decision_refs"),
            actions=_golds(record, "actions", "action_refs"),
            raw=record,
        )


def transcript(text: str) -> Transcript:
    """`text` with one turn for each line, so that turn numbers are the line numbers of the gold."""
    turns = []
    start = 0
    for index, line in enumerate(text.split("\n")):
        label = _LABEL.match(line)
        words_at = label.end() if label else 0
        turns.append(
            Turn(
                index=index,
                speaker=label["name"] if label else None,
                text=line[words_at:],
                start=start + words_at,
                end=start + len(line),
            )
        )
        start += len(line) + 1
    people = dict.fromkeys(turn.speaker for turn in turns if turn.speaker and turn.speaker not in {"Topic", "Note"})
    return Transcript(text=text, format="plain", format_label="Measured", turns=tuple(turns), people=tuple(people))


def word_f1(one: str, other: str) -> float:
    """How much the content words of two texts agree (F1 over stems)."""
    left, right = content_stems(one), content_stems(other)
    shared = len(left & right)
    return 2 * shared / (len(left) + len(right)) if shared else 0.0


def _golds(record: dict[str, Any], kind: str, refs: str) -> tuple[Gold, ...]:
    items = record.get(kind, [])
    pointers = record.get(refs) or [{}] * len(items)
    return tuple(
        Gold(
            text=item if isinstance(item, str) else item["text"],
            assignee=None if isinstance(item, str) else item.get("assignee"),
            voters=tuple(ref.get("plus_one") or ()),
            evidence=tuple(ref.get("evidence") or ()),
            at=ref.get("at"),
        )
        for item, ref in zip(items, pointers, strict=True)
    )
