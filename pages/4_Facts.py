"""All facts by source, newest first: filter them, page through them, take them out."""

from __future__ import annotations

from memo.ui.fact_edit import draw_deleted
from memo.ui.facts_filters import Choices, current, draw_chips, draw_filters, draw_sources
from memo.ui.facts_page import draw_elsewhere, draw_list
from memo.ui.frame import reporting, start_page

view = current()
memo = start_page("Facts", wide=view.table)
with reporting():
    draw_deleted()
    choices = Choices(memo)
    draw_sources(memo, view)
    draw_filters(view, choices)
    draw_chips(view, choices)
    draw_list(memo, view)
    draw_elsewhere(memo, view)
