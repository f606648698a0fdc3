"""Hand in a transcript, watch it being read, see what was remembered."""

from __future__ import annotations

import streamlit as st

from memo.errors import MemoError
from memo.models import Preview
from memo.ui.capture_form import draw_form
from memo.ui.captures import asked_for, draw_captures
from memo.ui.frame import reporting, start_page, stop_unless
from memo.ui.given import take, use_sample
from memo.ui.hand_in import ask, draw_refused, hand_in
from memo.ui.plain import plain
from memo.ui.progress import draw_recent

memo = start_page("Capture")
draw_refused()
if watched := asked_for():
    draw_captures(memo, watched)
    st.stop()

stop_unless(memo, "receive", "You may read here. Members hand in: ask an administrator to make you one.")
st.markdown("Hand in a transcript. Memo keeps what was decided, why, and who does what, with the words that prove it.")
given = take(memo)
for one in given:
    if isinstance(one.seen, MemoError):
        st.error(plain(f"{one.name or 'The text'} cannot be used: {one.seen.message}"), icon=":material/error:")
usable = [(one, one.seen) for one in given if isinstance(one.seen, Preview)]
with reporting():
    if usable and (wishes := draw_form(memo, usable)):
        hand_in(memo, wishes)
if not given:
    st.button("Try the sample meeting", icon=":material/play_circle:", on_click=use_sample)
ask(memo)

with reporting():
    recent = memo.recent_captures(10)
    if recent:
        st.subheader("Handed in lately", anchor=False)
        draw_recent(memo, recent)
