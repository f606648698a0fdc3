"""Work under a wall-clock deadline: what is ready in time is had, however the work hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


class _Ended:
    """The last thing a worker says: that it is through, or what broke it."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def until(deadline: float, produce: Callable[[Callable[[T], bool]], None], *, name: str = "memo-work") -> Iterator[T]:
    """Yield what `produce(put)` puts, in order, until it returns or `time.monotonic()` reaches `deadline`.

    `produce` runs in a daemon thread, so that a call which no timeout can interrupt (name lookup, a dripping socket)
    cannot hold the caller. `put` returns False once nobody listens: `produce` should then stop. An exception of
    `produce` is raised here; a missed deadline raises `TimeoutError`.
    """
    said: SimpleQueue[T | _Ended] = SimpleQueue()
    abandoned = threading.Event()

    def put(item: T) -> bool:
        if not abandoned.is_set():
            said.put(item)
        return not abandoned.is_set()

    def work() -> None:
        error: BaseException | None = None
        try:
            produce(put)
        except BaseException as exc:  # noqa: BLE001 - not swallowed: raised again in the caller's thread
            error = exc
        said.put(_Ended(error))

    threading.Thread(target=work, name=name, daemon=True).start()
    try:
        while True:
            try:
                item = said.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise TimeoutError from None
            if isinstance(item, _Ended):
                if item.error is not None:
                    raise item.error
                return
            yield item
    finally:
        abandoned.set()
