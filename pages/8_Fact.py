"""One fact: the sentence, the words that prove it, its history, and what one can do about it."""

from __future__ import annotations

from memo.ui.fact import asked_for, draw_fact, draw_nothing
from memo.ui.frame import reporting, start_page

memo = start_page("Fact", heading=False)
with reporting("Fact"):
    if (key := asked_for()) is not None:
        draw_fact(memo, key)
    else:
        draw_nothing()
