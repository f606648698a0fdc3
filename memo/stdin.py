"""Standard input that also ends when the process is told to end.

A read that waits for the other side cannot be interrupted, and a server that waits for its read never leaves.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
CHUNK = 65_536


@contextmanager
def ending_with_signals() -> Iterator[None]:
    """In the block standard input reaches its end with the first of `ENDINGS`; behind it the process then exits.

    For the main thread of a POSIX process that does not need its standard input afterwards.
    """
    source = os.dup(0)
    reading, writing = os.pipe()
    told, tell = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    ended: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        ended.append(number)
        os.write(tell, b".")

    before = {number: signal.signal(number, end) for number in ENDINGS}
    threading.Thread(target=_copy, args=(source, writing, told), name="memo-stdin", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if ended:
        sys.exit(128 + ended[0])


def _copy(source: int, writing: int, told: int) -> None:
    """Hand on what comes until there is no more, or a byte arrives at `told`."""
    with suppress(BrokenPipeError), open(writing, "wb") as out:  # nobody may be left to read it
        while told not in select.select([source, told], [], [])[0]:
            chunk = os.read(source, CHUNK)
            if not chunk:
                break
            out.write(chunk)
            out.flush()
