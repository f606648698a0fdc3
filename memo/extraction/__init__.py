"""From a transcript to proven facts: parts are read by an extractor, and code checks every word of what it proposes."""

from memo.extraction.dates import resolve_due
from memo.extraction.estimate import estimate
from memo.extraction.extract import extract
from memo.extraction.parallel import PartResult
from memo.extraction.reader import (
    EXTRACTION_TIMEOUT_MS,
    MAX_DIGEST_CHARS,
    AnthropicExtractor,
    Context,
    Extractor,
    OfflineExtractor,
    Outline,
    PartText,
)
from memo.transcripts.chunks import MAX_TRANSCRIPT_CHARS

__all__ = [
    "EXTRACTION_TIMEOUT_MS",
    "MAX_DIGEST_CHARS",
    "MAX_TRANSCRIPT_CHARS",
    "AnthropicExtractor",
    "Context",
    "Extractor",
    "OfflineExtractor",
    "Outline",
    "PartResult",
    "PartText",
    "estimate",
    "extract",
    "resolve_due",
]
