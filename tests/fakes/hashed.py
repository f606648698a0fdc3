"""An embedder for tests: texts that share words are near, the same on every machine, and a thousand a second."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from memo.embed import EMBED_DIMENSIONS, Embedder, EmbeddingError, Put

_WORD = re.compile(r"\w+")


class HashedWords:
    """A source whose vectors are sums of one fixed direction a word; `down` makes it fail."""

    def __init__(self, model_name: str = "test:hashed") -> None:
        self.model_name = model_name
        self.down = False
        self.asked = 0

    def produce(self, texts: Sequence[str], put: Put) -> None:
        self.asked += len(texts)
        if self.down:
            raise EmbeddingError("the test took it down")
        for index, text in enumerate(texts):
            put((index, sum((_direction(self.model_name, word) for word in _WORD.findall(text.lower())), _NOTHING)))


_NOTHING = np.full(EMBED_DIMENSIONS, 1e-3, dtype=np.float32)


def _direction(model_name: str, word: str) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    seed = int.from_bytes(hashlib.sha256(f"{model_name}:{word}".encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(EMBED_DIMENSIONS).astype(np.float32)


def hashed_embedder(model_name: str = "test:hashed") -> Embedder:
    """An embedder of hashed words."""
    return Embedder(HashedWords(model_name))
