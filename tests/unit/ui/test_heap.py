"""What the pages keep is set aside once, so that collecting garbage after each run costs nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from memo.ui import heap


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(heap, "_drawn", set())
    monkeypatch.setattr(heap, "_set_aside", set())
    gc.unfreeze()
    yield
    gc.unfreeze()


class Kept:
    """Something that a page loads and keeps."""


def set_aside(kept: Kept) -> bool:
    return not any(one is kept for one in gc.get_objects())


def test_what_a_page_loaded_is_set_aside_when_the_next_run_begins() -> None:
    heap.settle("Home")
    kept = Kept()
    assert not set_aside(kept), "the page is being drawn"
    heap.settle("Home")
    assert set_aside(kept)


def test_it_happens_once_a_page() -> None:
    for page in ("Home", "Home", "Facts", "Home"):
        heap.settle(page)
    kept = Kept()
    for page in ("Facts", "Home", "Facts"):
        heap.settle(page)
    assert not set_aside(kept)
    heap.settle("Resolve")
    heap.settle("Home")
    assert set_aside(kept)


def test_garbage_is_not_set_aside() -> None:
    heap.settle("Home")
    garbage = Kept()
    garbage.__dict__["itself"] = garbage
    number = id(garbage)
    del garbage
    heap.settle("Home")
    gc.unfreeze()
    assert not any(id(one) == number and isinstance(one, Kept) for one in gc.get_objects())
