"""What stays in memory is not looked through again and again.

Streamlit collects all garbage after each run of a page, and nothing else runs in this process meanwhile. With all that
the pages import and keep, that took most of the time of drawing a page. So what is left over when a collection has
taken long is set aside: the next ones pass over it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

LONG_SECONDS: Final = 0.02
"""A collection that takes longer has looked through much that stays."""
AGAIN_SECONDS: Final = 3600.0
"""After so long everything is looked through once more: what was set aside may have become garbage."""
WHOLE: Final = 2
"""The oldest generation: with it, everything is looked through."""


class SettingAside:
    """A callback of the garbage collector that sets aside what a long collection has left over."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = 0.0
        self._since = clock()

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """Hear from the collector that it starts or stops."""
        if info["generation"] != WHOLE:
            return
        now = self._clock()
        if phase == "start":
            if now - self._since > AGAIN_SECONDS:
                self._since = now
                gc.unfreeze()
            self._began = now
        elif now - self._began > LONG_SECONDS:
            gc.freeze()


def settle() -> None:
    """See to it, once a process, that collecting garbage stays quick."""
    if not any(isinstance(callback, SettingAside) for callback in gc.callbacks):
        gc.callbacks.append(SettingAside())
