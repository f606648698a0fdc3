"""How many names in real meetings resolve, are asked, are left; and how many would be given to the wrong person.

`python -m tests.quality.names --data DIR [--json FILE]` reads every `*.jsonl` of DIR whose meetings say who voted,
proposed or took an action. Mentions are those names; candidates are the speakers of the same meeting. Gold: the speaker
of the same name, when there is one. Measured three times: as it is; with that speaker taken out, where whatever is
chosen has to be another user name of the same person (all are printed, for a person to read); and for the usual short
forms of every speaker with a full name. Then the generated names of `names_generated`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memo.models import Resolution
from memo.names.score import Known, alias_key, score
from tests.quality.names_generated import Trial, generated, written_otherwise

SPEAKER = re.compile(r"([^:\n]{1,40}): ")
NOT_SPEAKERS = frozenset(
    ("topic", "subtopic", "next topic", "scribe", "note", "proposal", "resolved", "action", "agenda")
) | {*("present", "regrets", "chair", "date", "announcements", "voip", "clarification")}


@dataclass
class Tally:
    """Outcomes of one set."""

    name: str
    trials: int = 0
    right: int = 0
    asked: int = 0
    asked_with_gold: int = 0
    left: int = 0
    no_gold: int = 0
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    unproven: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, trial: Trial, found: Resolution) -> None:
        """Count one outcome; `gold` "" means that the data do not say."""
        self.trials += 1
        self.no_gold += not trial.gold
        if found.band == "none":
            self.left += 1
        elif found.band == "ask":
            self.asked += 1
            self.asked_with_gold += trial.gold in {alias_key(c.name) for c in found.candidates}
        elif found.candidate and alias_key(found.candidate.name) == trial.gold:
            self.right += 1
        elif found.candidate:
            pairs = self.wrong if trial.gold else self.unproven
            pairs[trial.mention, found.candidate.name] += 1

    def row(self) -> dict[str, Any]:
        """The numbers as printed and written."""
        return {
            "set": self.name,
            "mentions": self.trials,
            "resolved": self.right + self.unproven.total(),
            "asked": self.asked,
            "left": self.left,
            "wrong": self.wrong.total(),
            "no gold": self.no_gold,
            "chosen without gold": self.unproven.total(),
            "asked, gold offered": self.asked_with_gold,
        }


def meetings(folder: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The meetings of each file that names voters, proposers or assignees."""
    for path in sorted(folder.glob("*.jsonl")):
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        if any(any(mentions(record)) for record in records):
            yield path.stem, records


def mentions(record: dict[str, Any]) -> Iterator[str]:
    """Everybody named as voter, proposer or assignee, once per naming."""
    for ref in record.get("decision_refs", []) + record.get("action_refs", []):
        for key in ("plus_one", "by"):
            value = ref.get(key) or []
            yield from [value] if isinstance(value, str) else value
    yield from (action["assignee"] for action in record.get("actions", []) if action.get("assignee"))


def speakers(record: dict[str, Any]) -> list[str]:
    """The speakers of a meeting; names that differ only in case or signs are one speaker."""
    found = (SPEAKER.match(line) for line in record["transcript"].splitlines())
    names = {alias_key(m.group(1)): m.group(1) for m in found if m}
    return [name for key, name in names.items() if key and key not in NOT_SPEAKERS and len(key.split()) <= 4]


def trials(record: dict[str, Any], *, without: bool = False) -> Iterator[Trial]:
    """The mentions of a meeting; `without`: only those with gold, and the gold speaker taken out."""
    present = speakers(record)
    keys = {alias_key(name) for name in present}
    for mention in mentions(record):
        key = alias_key(mention)
        gold = key if key in keys else ""
        if not without:
            yield Trial(mention, tuple(present), tuple(present), gold)
        elif gold:
            others = tuple(name for name in present if alias_key(name) != key)
            yield Trial(mention, others, others, "")


def derived(record: dict[str, Any]) -> Iterator[Trial]:
    """Other ways to write the speakers with full names, among all speakers of the meeting."""
    present = tuple(speakers(record))
    for name in present:
        if len(name.split()) == 2 and all(part[:1].isupper() and part.isalpha() for part in name.split()):
            for mention in written_otherwise(name):
                yield Trial(mention, present, present, alias_key(name))


def measure(name: str, cases: Iterable[Trial]) -> Tally:
    """The outcomes of `cases`."""
    tally = Tally(name)
    for trial in cases:
        present = set(trial.meeting)
        known = [Known(n, candidate, in_meeting=candidate in present) for n, candidate in enumerate(trial.candidates)]
        tally.add(trial, score(trial.mention, known, "person"))
    return tally


def tallies(folder: Path) -> Iterator[Tally]:
    """All sets, in order."""
    for name, records in meetings(folder):
        yield measure(name, (t for r in records for t in trials(r)))
        yield measure(f"{name}, speaker taken out", (t for r in records for t in trials(r, without=True)))
        yield measure(f"{name}, short forms", (t for r in records for t in derived(r)))
    for name, cases in generated().items():
        yield measure(f"generated: {name}", cases)


def main() -> int:
    """Print one line per set; the exit code is 1 when anything was merged wrongly by the gold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    done = [tally for tally in tallies(asked.data) if tally.trials]
    print(f"{'set':52} mentions resolved asked  left wrong | chosen without gold | asked, gold offered")
    for tally in done:
        row, n = tally.row(), tally.trials
        shares = " ".join(f"{row[key] / n:7.1%}" for key in ("resolved", "asked", "left"))
        unproven, offered = row["chosen without gold"], row["asked, gold offered"]
        print(f"{tally.name:52} {n:7} {shares} {row['wrong']:5} | {unproven:5} | {offered}")
    for tally in done:
        for label, pairs in (("WRONG", tally.wrong), ("to read", tally.unproven)):
            for (mention, chosen), count in pairs.most_common():
                print(f"  {label}: {tally.name}: {mention} -> {chosen} ({count})")
    if asked.json:
        rows = [tally.row() | {"wrong pairs": [list(pair) for pair in tally.wrong]} for tally in done]
        asked.json.write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(any(tally.wrong for tally in done))


if __name__ == "__main__":
    sys.exit(main())
