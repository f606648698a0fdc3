"""The cross-encoder: right order, same scores in any order, and nothing rather than late."""

import time

import pytest

from memo.retrieval.rerank import load, rerank

QUESTION = "Why did we choose Postgres?"
TEXTS = [
    "Lunch is at noon.",
    "We chose Postgres because pgvector keeps facts and vectors in one place.",
    "Postgres was mentioned by Ann.",
    "",
    "The release is planned for the second week of March, after the audit.",
]


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    load()


def test_the_answer_scores_highest() -> None:
    scores = rerank(QUESTION, TEXTS, budget_seconds=10)
    assert scores is not None
    assert len(scores) == len(TEXTS)
    ranked = sorted(range(len(TEXTS)), key=scores.__getitem__, reverse=True)
    assert ranked[:2] == [1, 2]


def test_the_order_of_the_texts_changes_no_score() -> None:
    texts = TEXTS * 3
    forward, backward = (rerank(QUESTION, some, budget_seconds=10) for some in (texts, texts[::-1]))
    assert forward is not None
    assert backward is not None
    assert sorted(zip(texts, forward, strict=True)) == sorted(zip(texts[::-1], backward, strict=True))


def test_long_questions_and_texts_are_cut() -> None:
    began = time.monotonic()
    scores = rerank("why " * 5_000, ["because " * 20_000, "no"], budget_seconds=10)
    assert scores is not None
    assert time.monotonic() - began < 5


def test_no_scores_rather_than_late_ones() -> None:
    texts = [f"A text of some length about the release of version {n}. " * 5 for n in range(400)]
    began = time.monotonic()
    assert rerank(QUESTION, texts, budget_seconds=0.05) is None
    assert time.monotonic() - began < 1


def test_nothing_to_score() -> None:
    assert rerank(QUESTION, [], budget_seconds=0) == []
