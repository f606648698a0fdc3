"""The home page: decisions on the left, open action items on the right, and what waits for a person."""

from __future__ import annotations

from datetime import date

import streamlit as st

from memo.home import Home
from memo.models import Fact
from memo.service import Memo
from memo.store.home import COUNTED, OpenItem
from memo.ui.ask import put
from memo.ui.asking import Question
from memo.ui.frame import reporting
from memo.ui.given import use_sample
from memo.ui.lines import decision_markdown, item_markdown
from memo.ui.plain import plain
from memo.ui.progress import UNDER_WAY, capture_link, draw_progress, draw_trouble
from memo.ui.successors import draw_successors
from memo.ui.transcript import meeting_link
from memo.ui.words import count, listed, long_date, short_date, up_to

ASK_PAGE = "pages/2_Ask.py"
FACTS_PAGE = "pages/4_Facts.py"
RESOLVE_PAGE = "pages/3_Resolve.py"
CAPTURE_PAGE = "pages/1_Capture.py"
_UNDO = "home_undo"


def draw_ask() -> None:
    """Draw the box to ask, which leads to the page that answers."""
    with st.form("ask", border=False):
        box, button = st.columns([6, 1], vertical_alignment="bottom")
        question = box.text_input(
            "Ask Memo", placeholder="What did we decide about …?", label_visibility="collapsed", key="home_question"
        )
        pressed = button.form_submit_button("Ask", type="primary", icon=":material/forum:", width="stretch")
    if pressed and question.strip():
        put(Question(question.strip()))
        st.switch_page(ASK_PAGE)


def draw_start() -> None:
    """Draw the page of a memory that holds nothing yet."""
    st.markdown("Memo remembers what was decided, why, and who does what. It holds nothing yet.")
    if st.button("Try the sample meeting", type="primary", icon=":material/play_circle:"):
        use_sample()
        st.switch_page(CAPTURE_PAGE)
    st.page_link(CAPTURE_PAGE, label="Hand in a transcript of your own", icon=":material/upload_file:")


def draw_home(memo: Memo, home: Home) -> None:
    """Draw what was decided lately, what is open, and what waits."""
    _draw_waiting(memo, home)
    decided, open_ = st.columns(2, gap="large")
    with decided:
        _draw_decisions(memo, home)
    with open_:
        _draw_open(memo, home)


def _draw_waiting(memo: Memo, home: Home) -> None:
    reading = [capture for capture in home.captures if capture.state in UNDER_WAY]
    stuck = [capture for capture in home.captures if capture.state not in UNDER_WAY]
    if not (home.counts.names or reading or stuck):
        return
    with st.container(border=True, key="waiting"):
        st.markdown("**Waiting for you**" if home.counts.names or stuck else "**Being read**")
        if home.counts.names:
            names = count(home.counts.names, "name")
            st.page_link(RESOLVE_PAGE, label=f"{names} to settle: who is meant?", icon=":material/badge:")
        for capture in reading:
            draw_progress(capture)
            capture_link(capture, "Watch it being read")
        for capture in stuck:
            draw_trouble(memo, capture)


def _draw_decisions(memo: Memo, home: Home) -> None:
    st.subheader("Decided lately", anchor=False)
    successors = memo.successors(home.decisions)
    for decision in home.decisions:
        _draw_decision(decision)
        draw_successors(memo, successors.get(decision.fact_id, ()))
    if not home.decisions:
        st.markdown("No decision is remembered yet.")
        return
    label = f"{up_to(home.counts.decided, COUNTED)} in the last 30 days" if home.counts.decided else "All decisions"
    since = {"since": home.since.isoformat()} if home.counts.decided else {}
    st.page_link(FACTS_PAGE, label=label, icon=":material/fact_check:", query_params={"type": "decision"} | since)
    if home.counts.undated:
        undated = f"{up_to(home.counts.undated, COUNTED)} decision{'s' if home.counts.undated != 1 else ''}"
        st.caption(f"{undated} without a day, captured in the last 30 days: in the list after all that have one.")


def _draw_decision(fact: Fact) -> None:
    source = (fact.meeting or "", long_date(fact.happened_on), listed(fact.people))
    said = f":small[:gray[{plain(' · '.join(filter(None, source)))}]]"
    with st.container(gap=None, key=f"decision-{fact.fact_id}"):
        st.markdown(f"{decision_markdown(fact.text, fact.reasoning)}\\\n{said}")
        if fact.meeting_id is not None and fact.quote:
            meeting_link(fact.meeting_id, turn=fact.turn, label="Where it was said", icon=":material/format_quote:")


def _draw_open(memo: Memo, home: Home) -> None:
    overdue = f", {up_to(home.counts.overdue, COUNTED)} overdue" if home.counts.overdue else ""
    st.subheader(f"Open ({up_to(home.counts.open, COUNTED)}{overdue})", anchor=False)
    _draw_undo(memo)
    for item in home.open_items:
        _draw_item(memo, item, home.today)
    if not home.open_items:
        st.markdown("Nothing is open.")
    elif home.counts.open > len(home.open_items):
        st.page_link(
            FACTS_PAGE,
            label=f"All {up_to(home.counts.open, COUNTED)} open action items",
            icon=":material/fact_check:",
            query_params={"type": "action_item", "status": "open"},
        )


def _draw_item(memo: Memo, item: OpenItem, today: date) -> None:
    words, button = st.columns([4, 1], vertical_alignment="top")
    told = item_markdown(item.description, item.assignee, pending=item.assignee_pending)
    words.markdown(f"{told}\\\n:small[{_due(item, today)}]")
    if memo.may("set_action_status") and button.button(
        "Done", key=f"done-{item.id}", help=plain(f"Mark as done: {item.description}")
    ):
        with reporting():
            memo.set_action_status(item.id, "done", reason="marked as done on the home page")
            st.session_state[_UNDO] = (item.id, item.description)
            st.rerun()


def _due(item: OpenItem, today: date) -> str:
    meeting = f" · {plain(item.meeting)}" if item.meeting else ""
    if item.due_on is None:
        said = f"“{plain(item.due_text)}”" if item.due_text else "no day named"
        return f":gray[{said}{meeting}]"
    day = short_date(item.due_on, today)
    if item.due_on < today:
        return f":red[overdue since {day}]:gray[{meeting}]"
    return f":gray[due {day}{meeting}]"


def _draw_undo(memo: Memo) -> None:
    done: tuple[int, str] | None = st.session_state.get(_UNDO)
    if done is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="undo"):
        st.markdown(f"Done: {plain(done[1])}")
        if st.button("Undo", icon=":material/undo:", type="tertiary"):
            with reporting():
                memo.set_action_status(done[0], "open", reason="opened again on the home page")
                del st.session_state[_UNDO]
                st.rerun()
