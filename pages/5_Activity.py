"""What Memo has been doing: what is not searchable yet, captures, calls to models, what they cost,
what Slack was not told, and limits."""

from __future__ import annotations

from datetime import timedelta

from memo.ui.activity import COUNTED, draw_captures, draw_costs, draw_runs, draw_searchable, draw_status
from memo.ui.frame import reporting, start_page
from memo.ui.messages import draw_messages
from memo.ui.words import today

DAYS = 30

memo = start_page("Activity", wide=True)
with reporting():
    status = memo.status(most=COUNTED)
    activity = memo.activity(today(memo.settings.timezone) - timedelta(days=DAYS - 1))
    draw_searchable(memo, status)
    draw_costs(activity, status)
    draw_captures(memo, memo.recent_captures(20))
    draw_messages(memo)
    draw_runs(memo, activity)
    draw_status(memo, status)
