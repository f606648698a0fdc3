"""How fast names resolve among 100,000 known people, beside plain `rapidfuzz.process.extract` over the same names.

`python -m tests.bench.names [--people N] [--json FILE]` prints build time and memory, milliseconds per mention
(p50, p95), seconds for a batch of 1,000 mentions, and the ratio to rapidfuzz in the same run, with its own scorer and
with bare Levenshtein. A third of the mentions is misspelled or belongs to nobody.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein

from memo.names.lexicon import nicknames_of
from memo.names.score import Known, NameIndex

SYLLABLES = (
    "ka ri mo ta len sor vi da ne bra stol gu pe fa li zor wen dal ho mi chu nag rot es in or ber sen kow man"
)  # fmt: skip
PLAIN_ROUNDS = 12


def word(rng: random.Random, syllables: int) -> str:
    """A made-up word."""
    return "".join(rng.choice(SYLLABLES.split()) for _ in range(syllables)).title()


def people(count: int, rng: random.Random) -> list[str]:
    """Names as they are spread in a large firm: common given names, family names from common to unique."""
    given = [name.title() for name in sorted(nicknames_of())]
    common = [word(rng, rng.randint(2, 3)) for _ in range(2_000)]
    family = [rng.choice(common) if rng.random() < 0.5 else word(rng, 4) for _ in range(count)]
    return [f"{rng.choice(given)} {name}" for name in family]


def mentions(names: list[str], count: int, rng: random.Random) -> list[str]:
    """Every way a name is written, in equal shares."""
    found = []
    for n in range(count):
        given, family = rng.choice(names).split()
        forms = (
            f"{given} {family}", given, family, f"{family}, {given}", f"{given[0]}. {family}",
            f"{given}.{family}@example.org".lower(), f"{given} {family[:-1]}", f"{given[:-2]}{given[-1:]} {family}",
            f"{word(rng, 3)} {word(rng, 3)}",
        )  # fmt: skip
        found.append(forms[n % len(forms)])
    return found


def timed(index: NameIndex, asked: list[str], meeting: frozenset[int]) -> list[float]:
    """Seconds per mention."""
    spent = []
    for mention in asked:
        start = time.perf_counter()
        index.resolve(mention, "person", meeting)
        spent.append(time.perf_counter() - start)
    return spent


def plainly(names: list[str], asked: list[str], scorer: Callable[..., float]) -> float:
    """Seconds that `process.extract` takes per mention."""
    start = time.perf_counter()
    for mention in asked:
        process.extract(mention, names, scorer=scorer, limit=4)
    return (time.perf_counter() - start) / len(asked)


def main() -> int:
    """Print the figures; the exit code is 1 when one of the limits is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rng = random.Random(7)
    names = people(options.people, rng)
    asked = mentions(names, 1_000, rng)
    meeting = frozenset(rng.sample(range(len(names)), 8))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    index = NameIndex(Known(number, name) for number, name in enumerate(names))
    index.resolve(names[0], "person")
    built = time.perf_counter() - start
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    start = time.perf_counter()
    index.resolve_many(asked, "person", meeting)
    batch = time.perf_counter() - start
    spent = sorted(timed(index, asked, meeting))
    plain = plainly(names, asked[:PLAIN_ROUNDS], fuzz.WRatio)
    bare = plainly(names, asked[:PLAIN_ROUNDS], Levenshtein.normalized_similarity)
    figures = {
        "people": len(names),
        "build s": round(built, 2),
        "memory MB": round(grown, 1),
        "mention p50 ms": round(statistics.median(spent) * 1e3, 3),
        "mention p95 ms": round(spent[int(len(spent) * 0.95)] * 1e3, 3),
        "batch of 1,000 s": round(batch, 3),
        "rapidfuzz extract ms": round(plain * 1e3, 2),
        "Levenshtein extract ms": round(bare * 1e3, 2),
        "ratio to rapidfuzz": round(statistics.mean(spent) / plain, 4),
        "ratio to Levenshtein": round(statistics.mean(spent) / bare, 4),
    }
    for name, value in figures.items():
        print(f"{name:24} {value}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    within = figures["mention p50 ms"] < 10 and batch < 2 and figures["ratio to Levenshtein"] <= 1.5
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
