"""Questions with the turns that answer them: `*_retrieval.jsonl`, one meeting a line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Asked:
    """A question and the indices of the turns that answer it; `hard` ones have a false premise."""

    text: str
    gold: frozenset[int]
    hard: bool = False


@dataclass(frozen=True)
class Conversation:
    """A meeting as its turns ("Speaker: text"), with what is asked about it."""

    set_name: str
    meeting_id: str
    turns: tuple[str, ...]
    asked: tuple[Asked, ...]

    def lines(self) -> Iterator[dict[str, Any]]:
        """Its turns as the lines of an import, in their order."""
        for index, turn in enumerate(self.turns):
            if turn.split(":", 1)[-1].strip():
                yield {"fact_type": "decision", "text": turn, "meeting": self.meeting_id, "source_id": str(index)}


def conversations(folder: Path, *, most_meetings: int, most_questions: int, seed: int) -> list[Conversation]:
    """The meetings of every retrieval set in `folder`, at most so many of each, with a fixed choice of questions."""
    found = []
    for path in sorted(folder.glob("*_retrieval.jsonl")):
        chosen = random.Random(seed)
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        chosen.shuffle(records)
        for record in records[:most_meetings]:
            asked = [one for one in map(_asked, record["queries"]) if one.gold]
            chosen.shuffle(asked)
            turns = tuple(_turn(turn) for turn in record["turns"])
            name = path.stem.removesuffix("_retrieval")
            found.append(Conversation(name, record["meeting_id"], turns, tuple(asked[:most_questions])))
    if not found:
        raise SystemExit(f"{folder} holds no *_retrieval.jsonl")
    return found


def _turn(turn: str | dict[str, str]) -> str:
    return turn if isinstance(turn, str) else f"{turn['speaker']}: {turn['text']}"


def _asked(query: dict[str, Any]) -> Asked:
    gold = query.get("evidence") or query.get("gold") or []
    return Asked(query["q"], frozenset(gold), hard=query.get("category") == 5)
