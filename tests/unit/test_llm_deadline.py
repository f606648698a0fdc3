"""Work that hangs, breaks or goes on for ever does not hold its caller."""

import threading
import time
from collections.abc import Callable

import pytest

from memo.deadline import until


def soon(seconds: float = 5) -> float:
    return time.monotonic() + seconds


def test_items_come_in_order_and_end() -> None:
    assert list(until(soon(), lambda put: [put(n) for n in range(3)] and None)) == [0, 1, 2]


def test_an_exception_is_raised_where_the_items_are_read() -> None:
    def produce(put: Callable[[int], bool]) -> None:
        put(1)
        raise KeyError("broken")

    items = until(soon(), produce)
    assert next(items) == 1
    with pytest.raises(KeyError, match="broken"):
        next(items)


def test_what_was_ready_is_had_and_the_rest_missed() -> None:
    release, told = threading.Event(), threading.Event()

    def produce(put: Callable[[int], bool]) -> None:
        put(1)
        release.wait(5)
        if not put(2):
            told.set()

    began = time.monotonic()
    items = until(soon(0.05), produce)
    assert next(items) == 1
    with pytest.raises(TimeoutError):
        next(items)
    assert time.monotonic() - began < 0.5
    release.set()
    assert told.wait(5), "the abandoned worker was not told to stop"


def test_a_reader_that_leaves_early_tells_the_worker() -> None:
    told = threading.Event()

    def produce(put: Callable[[int], bool]) -> None:
        while put(0):
            time.sleep(0.001)
        told.set()

    for _ in until(soon(), produce):
        break
    assert told.wait(5)
