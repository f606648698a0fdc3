"""Texts in, vectors out - or None in time: an embedding is never worth failing or delaying a capture for.

Every vector has `EMBED_DIMENSIONS` numbers (a smaller model is padded with zeros, which leaves cosines as they are) and
unit length. Vectors of different `model_name`s must never be compared.
"""

from __future__ import annotations

import logging
import re
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from memo.deadline import until
from memo.errors import MemoError

if TYPE_CHECKING:
    from memo.settings import Settings

Vector: TypeAlias = npt.NDArray[np.float32]
"""Shape (EMBED_DIMENSIONS,), unit length; `pgvector` stores it as it is."""

Numbers: TypeAlias = Sequence[float] | npt.NDArray[np.float32]
Put: TypeAlias = Callable[[tuple[int, Numbers]], bool]
"""Takes the index of a text and its vector as its model gave it; False when no more are wanted."""

EMBED_CHUNK_CHARS = 1600
EMBED_DIMENSIONS = 768
EMBED_TIMEOUT_SECONDS = 5.0

_LOOK_BACK_CHARS = 200
_ZERO = 1e-6
_JOINERS = re.compile("[\u200d\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]")
"""Zero-width joiner, variation selectors and skin tones belong to the character before them."""

logger = logging.getLogger(__name__)


class EmbeddingError(MemoError):
    """No vector could be made."""

    retryable = True


class Source(Protocol):
    """A maker of vectors. `model_name` says which model, in which way: it is stored with every vector."""

    model_name: str

    def produce(self, texts: Sequence[str], put: Put) -> None:
        """Put `(index of the text, its vector)` as each is ready, until done or `put` returns False.

        Runs in a thread of its own; raises `EmbeddingError` (or `ConfigError`) with a reason that holds no secret.
        """
        ...


class Embedder:
    """Makes vectors with one source; safe to share between threads. `last_error` is why the latest call fell short."""

    def __init__(self, source: Source, *, timeout_seconds: float = EMBED_TIMEOUT_SECONDS) -> None:
        self._source = source
        self._timeout_seconds = timeout_seconds
        self.last_error: str | None = None

    @property
    def model_name(self) -> str:
        """What makes the vectors, for example "bundled:bge-small-en-v1.5"."""
        return self._source.model_name

    def embed(self, texts: Sequence[str]) -> list[Vector | None]:
        """A vector for each of `texts`, or None where there is none within `EMBED_TIMEOUT_SECONDS` for all of them.

        Loading the model counts: at worst the first call gets nothing and the next everything. Short texts are done
        first, so that a batch too large for the time still gets most of its vectors; a caller with many texts calls
        with 25 at a time. A blank text has no vector. Nothing is raised: see `last_error`.
        """
        vectors: list[Vector | None] = [None] * len(texts)
        wanted = sorted((len(text), index) for index, text in enumerate(texts) if text.strip())
        if not wanted:
            return vectors
        order = [index for _, index in wanted]
        chunks = [cut(texts[index]) for index in order]
        problem: str | None = None
        try:
            deadline = time.monotonic() + self._timeout_seconds
            made: Iterator[tuple[int, Numbers]] = until(
                deadline, partial(self._source.produce, chunks), name="memo-embed"
            )
            for at, numbers in made:
                vectors[order[at]] = as_vector(numbers)
        except TimeoutError:
            problem = f"no vector within {self._timeout_seconds:g} seconds"
        except MemoError as exc:
            problem = exc.message
        missing = sum(vectors[index] is None for index in order)
        if missing and problem is None:
            problem = "a vector was not usable"
        if problem is not None:
            logger.warning("%s: %d of %d texts have no vector: %s", self.model_name, missing, len(texts), problem)
        self.last_error = problem
        return vectors

    def embed_one(self, text: str) -> Vector | None:
        """The vector of one text, or None."""
        return self.embed([text])[0]


class NoVectors:
    """The source for `MEMO_EMBEDDER=off`: finding is by keyword only."""

    model_name = "off"

    def produce(self, texts: Sequence[str], put: Put) -> None:
        """Put nothing."""


class _Off(Embedder):
    def embed(self, texts: Sequence[str]) -> list[Vector | None]:
        return [None] * len(texts)


def embedder_for(settings: Settings) -> Embedder:
    """The embedder that the settings ask for; `ConfigError` when it needs something that is not installed or set."""
    if settings.embedder == "off":
        return _Off(NoVectors())
    if settings.embedder == "cloudflare":
        from memo.embedders.cloudflare import Cloudflare

        return Embedder(Cloudflare(settings))
    if settings.embedder == "fastembed":
        from memo.embedders.fastembed import FastEmbed

        return Embedder(FastEmbed(settings.home / "models"))
    from memo.embedders.bundled import Bundled

    return Embedder(Bundled())


def as_vector(numbers: Numbers) -> Vector | None:
    """`numbers` padded to `EMBED_DIMENSIONS` and scaled to unit length; None if not finite, all zero or too many."""
    given = np.asarray(numbers, dtype=np.float64)
    if given.ndim != 1 or not 0 < given.size <= EMBED_DIMENSIONS or not np.isfinite(given).all():
        return None
    length = float(np.linalg.norm(given))
    if not np.isfinite(length) or length < _ZERO:
        return None
    vector = np.zeros(EMBED_DIMENSIONS, dtype=np.float32)
    vector[: given.size] = given / length
    return vector


def cut(text: str, limit: int = EMBED_CHUNK_CHARS) -> str:
    """At most the first `limit` characters of `text`, ending between words or at least between visible characters."""
    if len(text) <= limit:
        return text
    first = max(1, limit - _LOOK_BACK_CHARS)
    spaces = [m.start() for m in re.finditer(r"\s", text[first : limit + 1])]
    if spaces:
        return text[: first + spaces[-1]]
    end = limit
    while end > 0 and (unicodedata.combining(text[end]) or _JOINERS.match(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return text[: end or limit]
