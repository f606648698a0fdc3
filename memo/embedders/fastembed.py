"""The seed's exact model, bge-base-en-v1.5, run on this machine by `fastembed`, which downloads it once (210 MB)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from memo.embed import EmbeddingError, Put
from memo.errors import ConfigError

MODEL = "BAAI/bge-base-en-v1.5"
BATCH = 8


class FastEmbed:
    """Needs the extra `fastembed`; keeps the model in `cache`, because the library's default is lost on reboot."""

    model_name = f"fastembed:{MODEL}"

    def __init__(self, cache: Path) -> None:
        if find_spec("fastembed") is None:
            raise ConfigError("MEMO_EMBEDDER=fastembed needs the extra: pip install 'memo[fastembed]'.")
        self._cache = cache
        self._loading = threading.Lock()
        self._model: Any = None

    def produce(self, texts: Sequence[str], put: Put) -> None:
        """Put the texts' vectors in order; see `memo.embed.Source`."""
        try:
            for at, vector in enumerate(self._loaded().embed(list(texts), batch_size=BATCH)):
                if not put((at, vector)):
                    return
        except (OSError, ValueError, RuntimeError) as exc:
            # What the library and its downloader raise; the type is enough to act on and names no address.
            raise EmbeddingError(f"fastembed could not run {MODEL} ({type(exc).__name__})") from exc

    def _loaded(self) -> Any:
        from fastembed import TextEmbedding

        with self._loading:
            if self._model is None:
                self._model = TextEmbedding(MODEL, cache_dir=str(self._cache))
            return self._model
