"""What model calls cost: integer microdollars, never a guess that looks like a price."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memo.models import ModelRun
    from memo.settings import Price

_CHARS_PER_TOKEN = 3


def estimate_tokens(chars: int) -> int:
    """About how many tokens `chars` characters of English are, rather too many than too few; for showing costs only."""
    return -(-chars // _CHARS_PER_TOKEN)


def cost_microdollars(run: ModelRun, price: Price | None) -> int | None:
    """What `run`'s tokens cost in millionths of a dollar, rounded up; None when the price is unknown.

    A price in dollars per million tokens is a price in microdollars per token.
    """
    if price is None:
        return None
    prompt = run.input_tokens + run.cache_read_tokens + run.cache_write_tokens
    input_, output, dearer = Decimal(str(price.input)), Decimal(str(price.output)), Decimal(1)
    if price.above_input_tokens is not None and prompt > price.above_input_tokens:
        dearer = Decimal(str(price.input_above)) / input_ if input_ else dearer
        input_, output = Decimal(str(price.input_above)), Decimal(str(price.output_above))
    total = (
        input_ * run.input_tokens
        + output * run.output_tokens
        # Published tiers name input and output only; cache prices are multiples of the input price.
        + dearer * Decimal(str(price.cache_read)) * run.cache_read_tokens
        + dearer * Decimal(str(price.cache_write)) * run.cache_write_tokens
    )
    return int(total.to_integral_value(ROUND_CEILING))
