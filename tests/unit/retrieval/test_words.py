"""How often words occur is asked of the database once, and remembered for as long as it hardly changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from memo.models import LOCAL_USER, FactFilter, Principal
from memo.retrieval import words
from memo.retrieval.words import FREQUENT, WordCounts
from memo.store import search as store
from memo.store.pool import Connection

CONN = cast("Connection", None)
HELD = {"rare": 2, "some": FREQUENT - 1, "many": FREQUENT}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked of the database, in order; "*" for how many facts pass."""
    calls: list[str] = []

    def word_counts(conn: Connection, lexemes: Sequence[str], within: Any, most: int) -> dict[str, int]:
        calls.extend(lexemes)
        return {word: HELD[word] for word in lexemes}

    def facts_passing(conn: Connection, within: Any, most: int) -> int:
        calls.append("*")
        return 10 * FREQUENT

    monkeypatch.setattr(store, "word_counts", word_counts)
    monkeypatch.setattr(store, "facts_passing", facts_passing)
    return calls


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(words.time, "monotonic", lambda: now[0])
    return now


def test_only_what_is_not_known_is_counted(asked: list[str]) -> None:
    counts = WordCounts().of(LOCAL_USER, FactFilter())
    assert counts.words(CONN, ["rare", "many"], {}) == {"rare": 2, "many": FREQUENT}
    assert counts.words(CONN, ["some", "rare"], {}) == {"some": FREQUENT - 1, "rare": 2}
    assert counts.passing(CONN, {}) == counts.passing(CONN, {}) == 10 * FREQUENT
    assert asked == ["rare", "many", "some", "*"]


def test_a_frequent_word_is_remembered_for_longer_than_a_rare_one(asked: list[str], clock: list[float]) -> None:
    counts = WordCounts().of(LOCAL_USER, FactFilter())
    counts.words(CONN, list(HELD), {})
    counts.passing(CONN, {})
    asked.clear()
    clock[0] += 61
    counts.words(CONN, list(HELD), {})
    counts.passing(CONN, {})
    assert asked == ["rare", "some"]
    clock[0] += 3600
    counts.words(CONN, ["many"], {})
    counts.passing(CONN, {})
    assert asked == ["rare", "some", "many", "*"]


def test_each_filter_and_each_audience_has_counts_of_its_own(asked: list[str]) -> None:
    known = WordCounts()
    legal = Principal(name="Ada", member_id=1, audience=("group:legal",))
    for who, wanted in ((LOCAL_USER, FactFilter()), (legal, FactFilter()), (LOCAL_USER, FactFilter(client_id=1))):
        for _ in range(2):
            known.of(who, wanted).words(CONN, ["rare"], {})
    assert asked == ["rare"] * 3


def test_what_is_remembered_has_an_end(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_REMEMBERED_WORDS", 2)
    counts = WordCounts().of(LOCAL_USER, FactFilter())
    counts.words(CONN, ["rare", "some", "many"], {})
    asked.clear()
    counts.words(CONN, ["many", "some"], {})
    assert asked == []
    counts.words(CONN, ["rare"], {})
    assert asked == ["rare"]
