"""How well decisions and action items are found: `python -m tests.quality.items --data DIR [--json FILE]`.

Per set, never pooled. A found item matches a gold one when its quoted turn lies in the evidence (within 3 lines; for a
removed marker: within the 25 lines above it), or when their content words agree to an F1 of .5; each matches once.
Utterance F1 compares quoted turns with the annotators' evidence lines, which is what papers report.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memo.extraction import AnthropicExtractor, Extractor, OfflineExtractor, extract
from memo.extraction.owners import same_person
from memo.llm import MessagesClient
from memo.models import CheckedAction, CheckedDecision, Extraction, ModelRun
from memo.settings import load_settings
from tests.quality.data import KINDS, Gold, Kind, Meeting, meetings, sets, word_f1

NEAR_LINES = 3
LINES_ABOVE = 25
SAME_WORDS = 0.5

Found = CheckedDecision | CheckedAction


@dataclass
class Score:
    """Counts of one kind of item over one set; everything printed is computed from them."""

    found: int = 0
    gold: int = 0
    matched: int = 0
    lines_found: int = 0
    lines_gold: int = 0
    lines_matched: int = 0
    quotes_in_evidence: int = 0
    quotes_with_evidence: int = 0
    names_found: int = 0
    names_gold: int = 0
    names_matched: int = 0

    def figures(self) -> dict[str, float | int | None]:
        """Precision, recall and F1 of items, utterances and names; None where there is nothing to measure."""
        return {
            "gold": self.gold,
            "found": self.found,
            "matched": self.matched,
            "precision": _share(self.matched, self.found),
            "recall": _share(self.matched, self.gold),
            "f1": _f1(self.matched, self.found, self.gold),
            "utterance_f1": _f1(self.lines_matched, self.lines_found, self.lines_gold) if self.lines_gold else None,
            "quote_in_evidence": _share(self.quotes_in_evidence, self.quotes_with_evidence),
            "name_precision": _share(self.names_matched, self.names_found),
            "name_recall": _share(self.names_matched, self.names_gold),
        }


@dataclass
class SetScore:
    """One set: its scores by kind, and what reading it took and gave besides."""

    scores: dict[Kind, Score] = field(default_factory=lambda: {kind: Score() for kind in KINDS})
    meetings: int = 0
    chars: int = 0
    chars_read: int = 0
    parts: int = 0
    parts_failed: int = 0
    quotes: int = 0
    quotes_verbatim: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def matches(meeting: Meeting, found: Sequence[Found], gold: Sequence[Gold]) -> list[tuple[Found, Gold]]:
    """The pairs of found and gold items, likest words first, each item in one pair at most."""
    pairs = sorted(
        (
            (_points_at(item.evidence.turn, g), word_f1(f"{item.description} {item.evidence.quote}", g.text), i, j)
            for i, item in enumerate(found)
            for j, g in enumerate(gold)
        ),
        key=lambda pair: (-pair[1], not pair[0]),
    )
    taken_found: set[int] = set()
    taken_gold: set[int] = set()
    matched = []
    for points, words, i, j in pairs:
        if (points or words >= SAME_WORDS) and i not in taken_found and j not in taken_gold:
            taken_found.add(i)
            taken_gold.add(j)
            matched.append((found[i], gold[j]))
    return matched


def count(score: Score, meeting: Meeting, found: Sequence[Found], gold: Sequence[Gold]) -> None:
    """Add one meeting's items of one kind to `score`."""
    pairs = matches(meeting, found, gold)
    score.found += len(found)
    score.gold += len(gold)
    score.matched += len(pairs)
    gold_lines = {line for g in gold for line in g.evidence}
    if gold_lines:
        lines = {item.evidence.turn for item in found}
        score.lines_found += len(lines)
        score.lines_gold += len(gold_lines)
        score.lines_matched += len(lines & gold_lines)
    for item, g in pairs:
        if g.evidence or g.at is not None:
            score.quotes_with_evidence += 1
            score.quotes_in_evidence += _points_at(item.evidence.turn, g)
        named = {item.assignee} - {None} if isinstance(item, CheckedAction) else set(item.decided_by)
        wanted = {g.assignee} - {None} if isinstance(item, CheckedAction) else set(g.voters)
        if wanted:
            score.names_found += len(named)
            score.names_gold += len(wanted)
            score.names_matched += sum(any(same_person(str(n), str(w)) for w in wanted) for n in named)


def measure(path: Path, extractor: Extractor, limit: int | None) -> SetScore:
    """Extract every meeting of one set and score it."""
    result = SetScore()
    for meeting in list(meetings(path))[:limit]:
        began = time.perf_counter()
        got = extract(meeting.transcript, title=meeting.title, held_on=meeting.held_on, extractor=extractor)
        result.seconds += time.perf_counter() - began
        _count_meeting(result, meeting, got)
    return result


def _count_meeting(result: SetScore, meeting: Meeting, got: Extraction) -> None:
    result.meetings += 1
    result.chars += got.coverage.chars
    result.chars_read += got.coverage.chars_read
    result.parts += got.coverage.parts
    result.parts_failed += got.coverage.parts_failed
    result.rejected.update(each.why for each in got.rejected)
    for item in (*got.decisions, *got.action_items):
        result.quotes += 1
        evidence = item.evidence
        result.quotes_verbatim += meeting.transcript.text[evidence.start : evidence.end] == evidence.quote
    count(result.scores["decisions"], meeting, got.decisions, meeting.decisions)
    count(result.scores["actions"], meeting, got.action_items, meeting.actions)


def _points_at(turn: int, gold: Gold) -> bool:
    if gold.evidence:
        return any(abs(turn - line) <= NEAR_LINES for line in gold.evidence)
    return gold.at is not None and gold.at - LINES_ABOVE <= turn <= gold.at


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _f1(matched: int, found: int, gold: int) -> float | None:
    return round(2 * matched / (found + gold), 3) if found + gold else None


def _extractor(name: str) -> Extractor:
    if name == "offline":
        return OfflineExtractor()
    settings = load_settings()
    spent: list[ModelRun] = []
    return AnthropicExtractor(MessagesClient(settings), settings, spent.append)


def _shown(value: float | int | None) -> str:
    return "-" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def main() -> None:
    """Measure every set and print one table row per set and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of .jsonl files")
    parser.add_argument("--extractor", choices=["offline", "anthropic"], default="offline")
    parser.add_argument("--limit", type=int, help="meetings per set")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    args = parser.parse_args()
    extractor = _extractor(args.extractor)
    report: dict[str, object] = {}
    columns = list(Score().figures())
    print(f"{'set':<18}{'kind':<11}" + "".join(f"{name.replace('_', ' '):>18}" for name in columns))
    for path in sets(args.data):
        result = measure(path, extractor, args.limit)
        if not result.meetings:
            continue
        figures = {kind: result.scores[kind].figures() for kind in KINDS}
        for kind in KINDS:
            print(f"{path.stem:<18}{kind:<11}" + "".join(f"{_shown(figures[kind][name]):>18}" for name in columns))
        print(
            f"{'':<18}{result.meetings} meetings, read {result.chars_read:,} of {result.chars:,} characters in "
            f"{result.parts} parts ({result.parts_failed} failed), {result.seconds:.1f} s; "
            f"{result.quotes_verbatim} of {result.quotes} quotes verbatim; rejected {dict(result.rejected)}"
        )
        report[path.stem] = {
            **figures,
            "meetings": result.meetings,
            "chars": result.chars,
            "chars_read": result.chars_read,
            "parts_failed": result.parts_failed,
            "verbatim_share": _share(result.quotes_verbatim, result.quotes),
            "rejected": dict(result.rejected),
            "seconds": round(result.seconds, 2),
        }
    if args.json:
        args.json.write_text(json.dumps(report, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
