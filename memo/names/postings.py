"""A compact multimap from text keys to places in a list: 12 bytes an entry, whole batches of keys looked up at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np


class Postings:
    """Keys are kept as 64-bit hashes: a look-up may, very rarely, return a place that was filed under another key."""

    def __init__(self, entries: Iterable[tuple[int, Iterable[str]]]) -> None:
        hashes, places = array("q"), array("i")
        for place, keys in entries:
            for key in keys:
                hashes.append(hash(key))
                places.append(place)
        unsorted = np.frombuffer(hashes, dtype=np.int64) if hashes else np.empty(0, dtype=np.int64)
        owners = np.frombuffer(places, dtype=np.int32) if places else np.empty(0, dtype=np.int32)
        order = np.argsort(unsorted, kind="stable")
        self._hashes = unsorted[order]
        self._places = owners[order]

    def find(self, keys: Iterable[str], limit: int) -> tuple[set[int], bool]:
        """The places under any of `keys`, at most the `limit` lowest of each key, and whether some were left out."""
        wanted = np.array([hash(k) for k in keys], dtype=np.int64)
        starts = np.searchsorted(self._hashes, wanted, side="left")
        ends = np.searchsorted(self._hashes, wanted, side="right")
        found: set[int] = set()
        cut = False
        for i in np.flatnonzero(ends > starts):
            start, end = int(starts[i]), int(ends[i])
            cut = cut or end - start > limit
            found.update(self._places[start : min(end, start + limit)].tolist())
        return found, cut
