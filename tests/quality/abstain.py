"""When to say "not found": `python -m tests.quality.abstain --data DIR [--json FILE]` prints the curve of the bar.

Each question is put to its own meeting, where the answering turns are, and to another one, where they are not. For
every bar on the reranker's score of the best fact: the share of the first kind that is answered (and of these, how many
have an answering turn among the facts), and the share of the second kind that is answered although it should not be.
The bar in use is `ANSWER_BAR`; the chosen one is the lowest that answers at most a given share of the second kind.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memo.embed import Embedder
from memo.models import LOCAL_USER, FactFilter
from memo.retrieval.gather import ANSWER_BAR
from memo.retrieval.search import found
from memo.retrieval.thresholds import ASK_FACT_LIMIT, bars
from memo.store.pool import Database
from tests.quality.questions import Conversation, conversations
from tests.quality.store import filled

UNHURRIED = 60.0


@dataclass(frozen=True)
class Best:
    """The best fact for a question: its logit and cosine, and whether any of the facts is an answering turn."""

    set_name: str
    answerable: bool
    logit: float
    similarity: float
    right: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--home", type=Path, help="keep the filled store here between runs")
    parser.add_argument("--meetings", type=int, default=10)
    parser.add_argument("--questions", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--false-answers", type=float, default=0.1, help="share of unanswerable questions answered")
    args = parser.parse_args()
    held = conversations(args.data, most_meetings=args.meetings, most_questions=args.questions, seed=args.seed)
    with filled(args.home, held) as (db, embedder, meetings):
        best = measure(held, db, embedder, meetings)
    table = {
        name: curve([one for one in best if one.set_name == name]) for name in sorted({one.set_name for one in best})
    }
    for name, rows in table.items():
        print(f"\n{name}\n{'bar':>8}{'answered':>10}{'of these right':>16}{'false answers':>15}")
        for row in rows:
            print(f"{row['bar']:8.1f}{row['answered']:10.3f}{row['right']:16.3f}{row['false']:15.3f}")
        chosen = next((row for row in rows if row["false"] <= args.false_answers), rows[-1])
        print(f"lowest bar with at most {args.false_answers:.0%} false answers: {chosen['bar']} (in use: {ANSWER_BAR})")
    print("\ncosine of the best fact, by tenths of the questions")
    print(f"answerable: {_tenths([b.similarity for b in best if b.answerable])}")
    print(f"unanswerable: {_tenths([b.similarity for b in best if not b.answerable])}")
    print(f"bars on it in use: {bars(embedder.model_name)}")
    if args.json:
        args.json.write_text(json.dumps(table, indent=2), encoding="utf-8")


def measure(held: Sequence[Conversation], db: Database, embedder: Embedder, meetings: dict[str, int]) -> list[Best]:
    """The best fact for each question in its own meeting and in the next one of the same set."""
    best = []
    for conversation in held:
        same = [one for one in held if one.set_name == conversation.set_name]
        other = same[(same.index(conversation) + 1) % len(same)]
        for asked in conversation.asked:
            for place in (conversation, other):
                wanted = FactFilter(meeting_id=meetings[place.meeting_id])
                results = found(
                    db,
                    LOCAL_USER,
                    asked.text,
                    wanted,
                    limit=ASK_FACT_LIMIT,
                    embedder=embedder,
                    rerank_seconds=UNHURRIED,
                )
                right = place is conversation and any(int(fact.source_id) in asked.gold for fact, _ in results)
                logit = max((how.logit for _, how in results if how.logit is not None), default=-12.0)
                similarity = max((fact.similarity for fact, _ in results if fact.similarity is not None), default=0.0)
                # A false premise has no answer anywhere, though the turns that correct it are known.
                answerable = place is conversation and not asked.hard
                best.append(Best(conversation.set_name, answerable, logit, similarity, right))
        print(f"{conversation.meeting_id} done", flush=True)
    return best


def curve(best: Sequence[Best]) -> list[dict[str, float]]:
    """The shares at each bar from -8 to 8."""
    can = [one for one in best if one.answerable]
    cannot = [one for one in best if not one.answerable]
    rows = []
    for bar in range(-16, 17):
        answered = [one for one in can if one.logit >= bar / 2]
        rows.append(
            {
                "bar": bar / 2,
                "answered": len(answered) / max(1, len(can)),
                "right": sum(one.right for one in answered) / max(1, len(answered)),
                "false": sum(one.logit >= bar / 2 for one in cannot) / max(1, len(cannot)),
            }
        )
    return rows


def _tenths(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return (
        [round(ordered[min(len(ordered) - 1, len(ordered) * tenth // 10)], 3) for tenth in range(11)] if ordered else []
    )


if __name__ == "__main__":
    main()
