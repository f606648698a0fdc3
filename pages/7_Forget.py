"""Remove a meeting for good, with everything that was made of it: a preview, a confirmation, a receipt."""

from __future__ import annotations

from memo.ui.forget import asked_for, draw_choice, draw_preview, draw_receipt, forgotten
from memo.ui.frame import reporting, start_page, stop_unless

memo = start_page("Forget")
stop_unless(memo, "forget_meeting", "Only an administrator can make Memo forget a meeting.")
with reporting():
    if receipt := forgotten():
        draw_receipt(receipt)
    elif (meeting_id := asked_for()) is not None:
        draw_preview(memo, meeting_id)
    else:
        draw_choice(memo)
