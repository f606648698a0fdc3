"""Fusing, folding, weighing words and taking a query apart."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo.retrieval import rank
from memo.retrieval.candidates import Candidate
from memo.retrieval.fold import Folded, said
from memo.retrieval.fuse import AROUND, NEIGHBOUR_SHARE, RANK_OFFSET, around, fused, with_neighbours
from memo.retrieval.thresholds import FACT_TEXT_CLAMP, bars, clamped
from memo.retrieval.words import GATHER, MOST_COUNTED, gathering, rarity, take_apart
from memo.store.search import Found, quoted


def test_what_both_lists_have_comes_first() -> None:
    assert list(fused([["a", "b"], ["c", "b"]])) == ["b", "a", "c"]
    assert fused([["a"], []]) == {"a": 1 / (RANK_OFFSET + 1)}
    assert fused([[], []]) == {}


def test_a_neighbour_counts_in_part() -> None:
    scores = with_neighbours({"a": 1.0, "b": 0.4}, {"a": ["b", "n"]})
    assert scores == {"a": 1.0, "b": pytest.approx(0.4 + NEIGHBOUR_SHARE), "n": NEIGHBOUR_SHARE}
    assert list(scores) == ["a", "b", "n"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We will use Postgres.", "we'll use postgres"),
        ("The team uses Postgres", "Team uses Postgres!"),
        ("Café closes", "CAFÉ closes."),
    ],
)
def test_the_same_thing_said_twice_is_folded(one: str, other: str) -> None:
    folded = Folded()
    assert folded.take(one)
    assert folded.take(other) is (said(one) != said(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Christina Lee owns it", "Christine Lee owns it"),
        ("Upgrade to 2.1", "Upgrade to 2.2"),
        ("We will use Mongo", "We will not use Mongo"),
        ("Ada asks Bob", "Bob asks Ada"),
        ("the", "a"),
    ],
)
def test_what_differs_in_something_that_matters_is_kept(one: str, other: str) -> None:
    folded = Folded()
    assert folded.take(one)
    assert folded.take(other)


def test_the_same_decision_on_another_day_is_another_fact() -> None:
    folded = Folded()
    assert folded.take("Use Postgres", date(2026, 1, 1))
    assert not folded.take("Use Postgres", date(2026, 1, 1))
    assert folded.take("Use Postgres", date(2026, 2, 1))
    assert not folded.take("Use Postgres")


def test_rare_words_weigh_more() -> None:
    assert rarity(1, 1000) > rarity(10, 1000) > rarity(900, 1000) > 0
    assert rarity(5, 0) > 0  # counts of a moment ago may contradict each other


def test_the_rarest_words_gather() -> None:
    counts = {"rare": 3, "some": GATHER - 3, "many": 5 * GATHER}
    assert gathering(["many", "rare", "none", "some"], counts | {"none": 0}) == [
        "'none' | 'rare' | 'some'",
        "'many'",
    ]
    assert gathering(["many", "none"], {"none": 0, "many": MOST_COUNTED}) == ["'none'", "'many'"]
    assert gathering(["many"], counts) == ["'many'"]
    assert gathering(["none"], {"none": 0}) == ["'none'"], "a fact may hold it by now"
    assert gathering([], counts) == []


def test_of_frequent_words_those_gather_first_that_stand_together() -> None:
    counts = {"it's": MOST_COUNTED, "more": MOST_COUNTED, "bank": MOST_COUNTED, "rare": 3}
    assert gathering(["it's", "more"], counts) == ["('it''s' & 'more')", "'it''s'"]
    assert gathering(["rare", "it's", "more"], counts) == ["'rare'", "('it''s' & 'more')", "'it''s'"]
    assert gathering(["more"], counts) == ["'more'"]
    assert gathering(["it's", "more", "bank"], counts) == [
        "'it''s' & 'more' & 'bank'",
        "('it''s' & 'more') | ('it''s' & 'bank') | ('more' & 'bank')",
        "'it''s'",
    ]


def test_a_rare_sign_gathers_whatever_else_is_rare() -> None:
    counts = {f"word{n}": 2 for n in range(GATHER)} | {"rfc-7231": 3}
    first, *_ = gathering([*counts], counts, ["rfc-7231"])
    assert first.startswith("'rfc-7231' | ")
    assert first.count("|") < GATHER / 2 + 1


@pytest.mark.parametrize(("word", "expected"), [("plan", "'plan'"), ("o'neil", "'o''neil'"), ("a\\b", "'a\\\\b'")])
def test_words_are_quoted(word: str, expected: str) -> None:
    assert quoted(word) == expected


def test_a_query_is_taken_apart() -> None:
    asked = take_apart('who read "The Lean Startup" -quit -bank')
    assert asked.phrase == "The Lean Startup"
    assert asked.without == "quit OR bank"
    assert "quit" not in asked.words
    assert take_apart("RFC-7231 and e-mail, 5-10 people").without is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("short", "short"), ("two\nlines ", "two lines"), ("word " * 60, None), ("x" * 500, None)],
)
def test_texts_are_clamped(text: str, expected: str | None) -> None:
    cut = clamped(text)
    assert len(cut) <= FACT_TEXT_CLAMP
    if expected is None:
        assert cut.endswith("…")
    else:
        assert cut == expected


@given(st.text(max_size=600), st.integers(min_value=2, max_value=300))
def test_any_text_is_clamped(text: str, limit: int) -> None:
    assert len(clamped(text, limit)) <= limit


def test_a_model_nobody_measured_gets_no_bar() -> None:
    assert bars("somebody:else").ask == -1.0


def candidate(number: int, text: str, *, score: float = 0.01, before: str = "", **more: Any) -> Candidate:
    return Candidate(Found("decision", number, text, None, None, None), score, ("words",), before, **more)


def test_the_reranker_decides_and_the_rest_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: [float(len(text)) for text in texts])
    many = [candidate(n, "x" * (n % 7)) for n in range(rank.RERANK_FIRST + 5)]
    result = rank.ranked("q", many)
    assert [one.candidate.found.search_text for one in result[:3]] == ["xxxxxx"] * 3
    assert [one.candidate.found.fact_id for one in result[-5:]] == list(range(rank.RERANK_FIRST, rank.RERANK_FIRST + 5))
    scores = [one.score for one in result]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_what_was_said_before_counts_as_much_as_the_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    def rerank(query: str, texts: list[str], budget_seconds: float) -> list[float]:
        return [4.0 if "hosting?" in text else 1.0 if "yes" in text else 2.0 for text in texts]

    monkeypatch.setattr(rank, "rerank", rerank)
    result = rank.ranked("q", [candidate(1, "no idea"), candidate(2, "yes", before="Shall we pay for hosting?")])
    assert [(one.candidate.found.fact_id, one.logit) for one in result] == [(2, 2.5), (1, 2.0)]


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("yes, let's", True),
        ("Ada: I will review the backups of the billing service by Friday", True),
        ("Tom and I will review the backups of the billing service.", False),
    ],
)
def test_a_whole_statement_is_not_credited_with_what_came_before(
    monkeypatch: pytest.MonkeyPatch, text: str, needs: bool
) -> None:
    monkeypatch.setattr(
        rank, "rerank", lambda query, texts, budget_seconds: [8.0 if "FAQ" in text else -8.0 for text in texts]
    )
    (result,) = rank.ranked("Who writes the FAQ?", [candidate(1, text, before="Mei writes the FAQ.")])
    assert result.logit == (0.0 if needs else -8.0)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Which database?", "Use Postgres"),
        ("What did we decide about databases?", "We decided on 4 March 2026: Use Postgres"),
        ("When did it change?", "We decided on 4 March 2026: Use Postgres"),
        ("What was agreed about databases?", "We agreed on 4 March 2026: Use Postgres"),
        ("Was Postgres approved?", "We approved on 4 March 2026: Use Postgres"),
    ],
)
def test_a_question_about_deciding_hears_what_is_a_decision(query: str, expected: str) -> None:
    assert rank.reading(query, Found("decision", 1, "Use Postgres", None, None, date(2026, 3, 4))) == expected


def test_a_bar_is_held_against_the_whole_question(monkeypatch: pytest.MonkeyPatch) -> None:
    fits = {"What did we say about buttons?": 6.0, "What did we say about buttons when discussing the remote?": -4.0}
    monkeypatch.setattr(
        rank,
        "rerank",
        lambda query, texts, budget_seconds: [fits.get(query, 6.0) if "Rub" in t else 1.0 for t in texts],
    )
    question = "What did we say about buttons when discussing the remote?"
    result = rank.ranked(question, [candidate(1, "Rubber."), candidate(2, "Steel.")])
    assert [(one.candidate.found.fact_id, one.logit) for one in result] == [(1, -4.0), (2, 1.0)]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("Who is responsible for the FAQ?", "Write the FAQ · Mei Chen", "Mei Chen is responsible: Write the FAQ"),
        (
            "whose job is it?",
            "Write the FAQ · Mei Chen · due Friday",
            "Mei Chen is responsible: Write the FAQ · due Friday",
        ),
        ("Who writes the FAQ?", "Write the FAQ · due Friday", "Write the FAQ · due Friday"),
        ("Who writes the FAQ?", "Write the FAQ", "Write the FAQ"),
        ("What was agreed?", "Write the FAQ · Mei Chen", "Action item on 4 March 2026: Write the FAQ · Mei Chen"),
        ("What about the FAQ?", "Write the FAQ · Mei Chen", "Write the FAQ · Mei Chen"),
    ],
)
def test_a_question_for_who_hears_whose_task_it_is(query: str, text: str, expected: str) -> None:
    assert rank.reading(query, Found("action_item", 1, text, None, None, date(2026, 3, 4))) == expected


@pytest.mark.parametrize(
    ("query", "asked"), [("pricing", "pricing?"), ("pricing!", "pricing!"), ("free tier", "free tier")]
)
def test_a_bare_word_is_read_as_a_question(monkeypatch: pytest.MonkeyPatch, query: str, asked: str) -> None:
    queries: list[str] = []
    monkeypatch.setattr(
        rank, "rerank", lambda query, texts, budget_seconds: queries.append(query) or [1.0 for _ in texts]
    )
    rank.ranked(query, [candidate(1, "Help")])
    assert set(queries) == {asked}


def test_spoken_words_are_left_as_they_are() -> None:
    assert (
        rank.reading("When was it?", Found("decision", 1, "Ada: last May", None, None, date(2026, 3, 4)))
        == "Ada: last May"
    )


def test_where_much_was_found_a_fact_stands_higher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: [float(text) for text in texts])
    facts = [candidate(1, "3"), candidate(2, "1"), candidate(3, "1", around=0.03)]
    result = rank.ranked("q", facts)
    assert [one.candidate.found.fact_id for one in result] == [1, 3, 2]
    assert result[1].logit == 1, "a bar is held against the fact's own"
    assert result[1].score == pytest.approx(rank.likelihood(1 + rank.AROUND_WEIGHT * 0.03))


def placed(number: int, text: str, turn: int | None, meeting: int | None = 1, **more: Any) -> Candidate:
    return Candidate(Found("decision", number, text, meeting, turn, None), 0.01, ("words",), **more)


def ids(result: list[rank.Ranked]) -> list[int]:
    return [one.candidate.found.fact_id for one in result]


def test_of_readings_nearly_as_good_the_nearer_vector_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: [float(text) for text in texts])
    facts = [candidate(1, "1.1", cosine=0.2), candidate(2, "1", cosine=0.6), candidate(3, "5", cosine=0.1)]
    result = rank.ranked("q", facts)
    assert ids(result) == [3, 2, 1]
    assert [one.logit for one in result] == [5, 1, 1.1]


def test_nearness_is_told_in_standard_deviations_and_only_of_what_has_a_vector() -> None:
    cosines = (0.2, 0.4, None, 0.6)
    near = rank.nearness_of([candidate(n, "", cosine=cosine) for n, cosine in enumerate(cosines)])
    assert near == pytest.approx([-1.2247, 0.0, 0.0, 1.2247], abs=1e-4)
    assert rank.nearness_of([candidate(1, "")]) == [0.0]
    assert rank.nearness_of([candidate(1, "", cosine=float("nan")), candidate(2, "", cosine=0.5)]) == [0.0, 0.0]
    close = rank.nearness_of([candidate(1, "", cosine=0.5), candidate(2, "", cosine=0.501)])
    assert max(close) < 0.05, "cosines that hardly differ tell nothing"


def test_what_stands_beside_a_better_fact_lets_another_place_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: [float(text) for text in texts])
    facts = [placed(1, "3", 10), placed(2, "2.5", 11), placed(3, "2.2", 40), placed(4, "2.1", 11, meeting=2)]
    result = rank.ranked("q", facts)
    assert ids(result) == [1, 3, 4, 2]
    assert [one.score for one in result] == sorted((one.score for one in result), reverse=True)
    assert result[-1].logit == 2.5, "a bar is held against the fact's own"


def test_of_many_facts_of_one_place_each_is_put_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: [float(text) for text in texts])
    facts = [placed(n, "3", 10) for n in range(8)] + [placed(9, "1.5", 40)]
    assert ids(rank.ranked("q", facts)) == [0, 1, 2, 3, 4, 5, 6, 7, 9]


def test_a_much_better_fact_stays_beside_its_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: [float(text) for text in texts])
    assert ids(rank.ranked("q", [placed(1, "3", 10), placed(2, "2.5", 11), placed(3, "1", 40)])) == [1, 2, 3]


@pytest.mark.parametrize(
    ("place", "other", "close"),
    [((1, 5), (1, 5), 1.0), ((1, 5), (1, 8), 0.5), ((1, 5), (1, 11), 0.0), ((1, 5), (2, 5), 0.0), (None, (1, 5), 0.0)],
)
def test_places_are_close_within_a_meeting(
    place: tuple[int, int] | None, other: tuple[int, int] | None, close: float
) -> None:
    assert rank.closeness(place, other) == rank.closeness(other, place) == pytest.approx(close)


def test_an_occasion_is_asked_of_a_fact_only_with_what_was_said_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def rerank(query: str, texts: list[str], budget_seconds: float) -> list[float]:
        asked.extend((query, text) for text in texts)
        return [1.0 for _ in texts]

    monkeypatch.setattr(rank, "rerank", rerank)
    question = "What did we say about buttons when discussing the remote?"
    rank.ranked(question, [candidate(1, "Rubber.", before="The remote:")])
    assert asked == [
        (question, "Rubber."),
        (question, "The remote:\nRubber."),
        ("What did we say about buttons?", "Rubber."),
    ]


def test_what_was_found_near_a_place_counts_for_it_the_nearer_the_more() -> None:
    places = {"a": (1, 10), "b": (1, 12), "far": (1, 30), "other": (2, 10), "loose": None}
    near = around({"a": 0.1, "b": 0.2, "far": 0.1, "other": 0.1, "loose": 0.1}, places)
    whole = AROUND + 1
    assert [near["far"], near["other"], near["loose"]] == pytest.approx([0.1 / whole] * 3)
    assert near["a"] == pytest.approx((0.1 + 0.2 * (1 - 2 / whole)) / whole)
    assert near["b"] == pytest.approx((0.2 + 0.1 * (1 - 2 / whole)) / whole)


def test_two_facts_of_one_turn_are_one_place() -> None:
    near = around({"a": 0.1, "b": 0.2}, {"a": (1, 10), "b": (1, 10), "beside": (1, 11)})
    assert near["a"] == near["b"] == pytest.approx(0.2 / (AROUND + 1))
    assert 0 < near["beside"] < near["a"], "a neighbour that was not found itself has the place's share"


def test_a_rare_sign_is_never_ranked_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        rank, "rerank", lambda query, texts, budget_seconds: [0.0 if "RFC" in t else 9.0 for t in texts]
    )
    many = [candidate(n, "other") for n in range(100)] + [candidate(100, "see RFC-7231", pinned=True)]
    result = rank.ranked("rfc-7231", many)
    assert result[0].candidate.found.fact_id == 100
    assert result[0].score >= result[1].score


def test_too_slow_a_reranker_leaves_the_fused_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "rerank", lambda query, texts, budget_seconds: None)
    many = [candidate(n, str(n), score=1 / (n + 60)) for n in range(5)]
    result = rank.ranked("q", many)
    assert [one.candidate.found.fact_id for one in result] == [0, 1, 2, 3, 4]
    assert all(one.logit is None for one in result)


def test_what_was_read_in_time_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def rerank(query: str, texts: list[str], budget_seconds: float) -> list[float] | None:
        calls.append(len(texts))
        return [float(text) for text in texts] if len(calls) == 1 else None

    monkeypatch.setattr(rank, "rerank", rerank)
    result = rank.ranked("q", [candidate(n, str(n)) for n in range(20)])
    first = rank.RERANK_SURELY
    assert [one.candidate.found.fact_id for one in result] == [*reversed(range(first)), *range(first, 20)]
