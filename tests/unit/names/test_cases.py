"""The hand-made table: what resolves, what is asked, what is left; nothing wrong is ever chosen."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from memo.models import EntityType, Resolution
from memo.names.score import AUTO_RESOLVE_THRESHOLD, MAX_CANDIDATES, Known, score
from tests.unit.names.cases import CLIENTS, PEOPLE, PROJECTS


class Case(NamedTuple):
    kind: EntityType
    mention: str
    known: tuple[Known, ...]
    outcome: str


def read(kind: EntityType, table: str) -> list[Case]:
    cases = []
    for line in table.splitlines():
        if not line or line.startswith("#"):
            continue
        mention, names, outcome = line.rsplit(" | ", 2) if not line.startswith("  |") else ["", *line[4:].split(" | ")]
        known = tuple(
            Known(number, name.rstrip("*"), in_meeting=name.endswith("*"))
            for number, name in enumerate(names.split("; "), 1)
        )
        assert outcome.strip()[:1] in set("=?-~"), line
        cases.append(Case(kind, mention, known, outcome.strip()))
    return cases


CASES = [*read("person", PEOPLE), *read("client", CLIENTS), *read("project", PROJECTS)]


def described(found: Resolution) -> str:
    return f"{found.band} {found.confidence} {[c.name for c in found.candidates]}: {found.why}"


def test_table_is_large_enough() -> None:
    assert len(CASES) >= 150
    assert {c.kind for c in CASES} == {"person", "client", "project"}


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{c.kind}: {c.mention} / {'; '.join(k.name for k in c.known)}" for c in CASES]
)
def test_outcome(case: Case) -> None:
    found = score(case.mention, case.known, case.kind)
    sign, names = case.outcome[0], [n for n in case.outcome[1:].strip().split("; ") if n]
    if sign == "=":
        assert found.candidate is not None, described(found)
        assert found.candidate.name == names[0], described(found)
        return
    assert found.candidate is None, described(found)
    if sign == "?":
        assert found.band == "ask", described(found)
        assert set(names) <= {c.name for c in found.candidates}, described(found)
    if sign == "-":
        assert found.band == "none", described(found)


@pytest.mark.parametrize("case", CASES)
def test_form_of_the_answer(case: Case) -> None:
    found = score(case.mention, case.known, case.kind)
    assert (found.mention, found.type) == (case.mention, case.kind)
    assert found.why
    assert len(found.candidates) <= MAX_CANDIDATES
    assert (found.band == "auto") == (found.candidate is not None)
    assert (found.band == "auto") <= (found.confidence >= AUTO_RESOLVE_THRESHOLD)
    if found.band == "auto":
        assert found.candidates[0] == found.candidate
    if found.band == "ask":
        assert 0.5 <= found.confidence < AUTO_RESOLVE_THRESHOLD
    if found.band == "none":
        assert found.candidates == ()
