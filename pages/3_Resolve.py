"""Who is meant: one form per name that waits, what was decided, other names, and who is whom."""

from __future__ import annotations

import streamlit as st

from memo.ui.frame import reporting, start_page, stop_unless
from memo.ui.known_names import draw_known
from memo.ui.name_forms import draw_waiting
from memo.ui.name_receipts import decisions, draw_earlier

memo = start_page("Resolve")
stop_unless(memo, "confirm_name", "You may read here. Members say who is meant: ask an administrator to make you one.")
with decisions(memo), reporting():
    if waiting := memo.pending_names():
        draw_waiting(memo, waiting)
    else:
        st.markdown("No name waits for you. When Memo is not certain who was meant, it asks here.")
        st.page_link("pages/1_Capture.py", label="Hand in a meeting", icon=":material/upload_file:")
    draw_earlier(memo)
    draw_known(memo)
