"""What reading a transcript will take, said before anything is spent."""

from __future__ import annotations

from typing import Final

from memo.extraction.offline import MODEL
from memo.extraction.reader import MAX_OUTPUT_TOKENS
from memo.llm import estimate_tokens
from memo.models import CostEstimate, Transcript
from memo.prompts import EXTRACTION_SYSTEM
from memo.settings import Settings
from memo.transcripts.chunks import parts

_SCHEMA_TOKENS: Final = 1_500
"""The form of the reply, which goes along with every call, as text and as schema."""

_REPLY_TOKENS: Final = 600
_REPLY_SHARE: Final = 8
"""A reply has about this many tokens, and one more for every eight that were read."""


def estimate(transcript: Transcript, settings: Settings) -> CostEstimate:
    """What reading `transcript` with the extractor of `settings` will take, rather too much than too little."""
    cut = parts(transcript)
    size = {"chars": len(transcript.text), "turns": len(transcript.turns), "parts": len(cut)}
    if settings.extractor == "offline":
        return CostEstimate(model=MODEL, input_tokens=0, output_tokens=0, microdollars=0, **size)
    prompts = [estimate_tokens(part.end - part.start + len(EXTRACTION_SYSTEM)) + _SCHEMA_TOKENS for part in cut]
    replies = [min(MAX_OUTPUT_TOKENS, _REPLY_TOKENS + tokens // _REPLY_SHARE) for tokens in prompts]
    price = settings.price(settings.extract_model)
    return CostEstimate(
        model=settings.extract_model,
        input_tokens=sum(prompts),
        output_tokens=sum(replies),
        # Dollars per million tokens are microdollars per token.
        microdollars=None if price is None else round(sum(prompts) * price.input + sum(replies) * price.output),
        **size,
    )
