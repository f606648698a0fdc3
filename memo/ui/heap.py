"""What stays in memory is not looked through again and again.

Streamlit collects all garbage after each run of a page, and nothing else runs in this process meanwhile. With all that
the pages import and keep, that took most of the time of drawing a page. What was loaded for a page is therefore set
aside once, after the page was first drawn.
"""

from __future__ import annotations

import gc
import threading

_drawn: set[str] = set()
_set_aside: set[str] = set()
_mutex = threading.Lock()


def settle(page: str) -> None:
    """Set aside what earlier pages loaded, and note that `page` is about to be drawn; cheap unless a page is new."""
    if page in _drawn and _drawn == _set_aside:
        return
    with _mutex:
        if _drawn != _set_aside:
            # Garbage that were set aside would stay: what two runs at the same moment hold is little, and only once.
            gc.collect()
            gc.freeze()
            _set_aside.update(_drawn)
        _drawn.add(page)
