"""Costs are whole microdollars, and unknown is not zero."""

from datetime import UTC, datetime

import pytest

from memo.llm import cost_microdollars, estimate_tokens
from memo.models import ModelRun
from memo.settings import PUBLISHED_PRICES, Price


def run(**tokens: int) -> ModelRun:
    return ModelRun(trigger_detail="ask", model="m", started_at=datetime.now(UTC), latency_ms=1, **tokens)


@pytest.mark.parametrize(
    ("tokens", "microdollars"),
    [
        ({}, 0),
        ({"input_tokens": 10_000, "output_tokens": 1_500}, 35_000),
        ({"cache_read_tokens": 1_000, "cache_write_tokens": 1_000}, 2_600),
        ({"cache_read_tokens": 3}, 1),
    ],
)
def test_a_price_per_million_is_microdollars_per_token(tokens: dict[str, int], microdollars: int) -> None:
    assert cost_microdollars(run(**tokens), PUBLISHED_PRICES["claude-sonnet-5-5"]) == microdollars


def test_long_prompts_cost_more_counting_cached_input() -> None:
    price = PUBLISHED_PRICES["claude-haiku-5-5"]
    assert cost_microdollars(run(input_tokens=100_000, output_tokens=100), price) == 10_050
    assert cost_microdollars(run(input_tokens=100_001, output_tokens=100), price) == 50_251
    assert cost_microdollars(run(input_tokens=1, cache_read_tokens=100_000), price) == 5_001


def test_fractions_are_exact_and_rounded_up() -> None:
    price = Price(input=0.1, output=0.1)
    assert cost_microdollars(run(input_tokens=30), price) == 3
    assert cost_microdollars(run(input_tokens=31), price) == 4


def test_an_unknown_price_gives_no_cost() -> None:
    assert cost_microdollars(run(input_tokens=5), None) is None


def test_token_estimate_is_whole_and_never_too_small_for_english() -> None:
    assert estimate_tokens(0) == 0
    assert estimate_tokens(1) == 1
    assert estimate_tokens(40_000) >= 40_000 / 4 * 1.3
