"""Home: what was decided lately, what is open, what waits for you; a box to ask."""

from __future__ import annotations

from memo.ui.frame import reporting, start_page
from memo.ui.home import draw_ask, draw_home, draw_start
from memo.ui.words import today

memo = start_page("Memo", wide=True)
with reporting():
    home = memo.home(today(memo.settings.timezone))
    if home.counts.anything:
        draw_ask()
        draw_home(memo, home)
    else:
        draw_start()
