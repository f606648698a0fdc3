"""What the pages keep is set aside, so that collecting garbage after each run costs little."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from memo.ui import heap
from memo.ui.heap import AGAIN_SECONDS, LONG_SECONDS, SettingAside


class Clock:
    """A clock that moves when told; `step` is added at each look."""

    def __init__(self) -> None:
        self.now = 100.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class Kept:
    """Something that a page loads and keeps."""


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    callback = SettingAside(clock)
    others = [one for one in gc.callbacks if isinstance(one, SettingAside)]  # of pages that were tried before
    for one in others:
        gc.callbacks.remove(one)
    gc.collect()
    gc.unfreeze()
    gc.callbacks.append(callback)
    yield clock
    gc.callbacks.remove(callback)
    gc.callbacks.extend(others)
    gc.unfreeze()


def passed_over(kept: Kept) -> bool:
    return not any(one is kept for one in gc.get_objects())


def test_a_long_collection_sets_aside_what_it_leaves(clock: Clock) -> None:
    kept = Kept()
    gc.collect()
    assert not passed_over(kept)
    clock.step = LONG_SECONDS * 2
    gc.collect(1)
    assert not passed_over(kept), "only a whole collection has looked through everything"
    gc.collect()
    assert passed_over(kept)


def test_garbage_that_was_set_aside_goes_in_the_end(clock: Clock) -> None:
    class Last(Kept):
        gone = False

        def __del__(self) -> None:
            Last.gone = True

    kept = Last()
    kept.__dict__["itself"] = kept
    clock.step = LONG_SECONDS * 2
    gc.collect()
    del kept
    gc.collect()
    assert not Last.gone
    clock.now += AGAIN_SECONDS
    gc.collect()
    assert Last.gone


def test_it_is_seen_to_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "callbacks", [])
    heap.settle()
    heap.settle()
    assert len(gc.callbacks) == 1
