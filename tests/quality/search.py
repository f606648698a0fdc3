"""How well search finds the turns that answer a question: `python -m tests.quality.search --data DIR [--json FILE]`.

Every meeting is imported as one meeting whose facts are its turns, and each question is put to the search with that
meeting as its filter, through the real store. Per set: recall at 5 and 10 (share of the answering turns among the
first), hit at 5 (any of them), and the mean reciprocal rank of the first. BM25 over the same turns is beside it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from memo.embed import Embedder
from memo.models import LOCAL_USER, FactFilter
from memo.retrieval.search import search
from memo.store.pool import Database
from tests.quality.bm25 import BM25
from tests.quality.questions import Asked, Conversation, conversations
from tests.quality.store import filled

LOOKED_AT = 50
UNHURRIED = 60.0
"""Seconds that reranking may take, so that a busy machine measures the same as an idle one."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--home", type=Path, help="keep the filled store here between runs")
    parser.add_argument("--meetings", type=int, default=12, help="most meetings of a set")
    parser.add_argument("--questions", type=int, default=30, help="most questions of a meeting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", action="store_true", help="also the questions with a false premise")
    args = parser.parse_args()
    held = conversations(args.data, most_meetings=args.meetings, most_questions=args.questions, seed=args.seed)
    with filled(args.home, held) as (db, embedder, meetings):
        figures = measure(held, db, embedder, meetings, hard=args.hard)
    for name, systems in figures.items():
        print(f"\n{name}: {systems['memo']['questions']:.0f} questions")
        print(f"{'':14}{'recall@5':>10}{'recall@10':>10}{'hit@5':>10}{'mrr':>10}{'ms':>10}")
        for system, values in systems.items():
            print(
                f"{system:14}"
                + "".join(f"{values[key]:10.3f}" for key in ("recall@5", "recall@10", "hit@5", "mrr", "ms"))
            )
    if args.json:
        args.json.write_text(json.dumps(figures, indent=2), encoding="utf-8")


def measure(
    held: Sequence[Conversation], db: Database, embedder: Embedder, meetings: dict[str, int], *, hard: bool = False
) -> dict[str, dict[str, dict[str, float]]]:
    """Per set and system the mean of each figure over its questions."""
    scores: dict[str, dict[str, list[dict[str, float]]]] = defaultdict(lambda: defaultdict(list))
    for conversation in held:
        wanted = FactFilter(meeting_id=meetings[conversation.meeting_id])
        plain = BM25(conversation.turns)

        def searched(query: str, *, rerank: bool, wanted: FactFilter = wanted) -> list[int]:
            found = search(
                db,
                LOCAL_USER,
                query,
                wanted,
                limit=LOOKED_AT,
                embedder=embedder,
                rerank=rerank,
                rerank_seconds=UNHURRIED,
            )
            return [int(fact.source_id) for fact in found]

        systems: dict[str, Callable[[str], list[int]]] = {
            "memo": lambda query: searched(query, rerank=True),
            "no reranking": lambda query: searched(query, rerank=False),
            "bm25": partial(plain.best, limit=LOOKED_AT),
        }
        for asked in conversation.asked:
            if asked.hard and not hard:
                continue
            for name, system in systems.items():
                began = time.perf_counter()
                ranked = system(asked.text)
                took = (time.perf_counter() - began) * 1000
                scores[conversation.set_name][name].append(_figures(ranked, asked) | {"ms": took})
        print(f"{conversation.meeting_id} done", flush=True)
    return {
        set_name: {
            system: {key: statistics.fmean(one[key] for one in ones) for key in ones[0]}
            | {"questions": float(len(ones))}
            for system, ones in systems.items()
        }
        for set_name, systems in scores.items()
    }


def _figures(ranked: Sequence[int], asked: Asked) -> dict[str, float]:
    first = next((1 / place for place, index in enumerate(ranked, start=1) if index in asked.gold), 0.0)
    return {
        "recall@5": len(asked.gold & set(ranked[:5])) / len(asked.gold),
        "recall@10": len(asked.gold & set(ranked[:10])) / len(asked.gold),
        "hit@5": float(bool(asked.gold & set(ranked[:5]))),
        "mrr": first,
    }


if __name__ == "__main__":
    main()
