"""One meeting whole: its record beside its transcript, every fact marked in the text."""

from __future__ import annotations

import streamlit as st

from memo.ui.frame import reporting, start_page
from memo.ui.meeting import asked_for, draw_meeting

memo = start_page("Meeting", wide=True, heading=False)
place = asked_for()
if place is None:
    st.title("Meeting", anchor=False)
    st.info("This page shows one meeting: open one from a fact, an answer or the list of what was handed in.")
    st.page_link("pages/1_Capture.py", label="Hand in a meeting", icon=":material/upload_file:")
    st.stop()
with reporting("Meeting"):
    draw_meeting(memo, place)
    st.stop()
st.page_link("app.py", label="Home", icon=":material/home:")
