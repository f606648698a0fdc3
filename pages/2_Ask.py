"""Ask, and read an answer that points at its sources; what was asked before is found again."""

from __future__ import annotations

from memo.ui.ask import answer_waiting, draw_conversation, draw_start, shown
from memo.ui.frame import reporting, start_page

memo = start_page("Ask")
answer_waiting(memo)
with reporting():
    if (answer_id := shown()) is not None:
        draw_conversation(memo, answer_id)
    else:
        draw_start(memo)
