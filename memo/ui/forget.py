"""The Forget page: which meeting, what goes with it, and the receipt when it is gone."""

from __future__ import annotations

import streamlit as st

from memo.forget import ForgetReceipt
from memo.models import FactFilter
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import count, long_date

MEETINGS = 50
_RECEIPT = "forget_receipt"


def asked_for() -> int | None:
    """The meeting that the address names: `?meeting=3`."""
    value = st.query_params.get("meeting", "")
    return int(value) if value.isdecimal() and len(value) < 10 else None


def forgotten() -> ForgetReceipt | None:
    """The receipt of what was forgotten just now."""
    receipt: ForgetReceipt | None = st.session_state.pop(_RECEIPT, None)
    return receipt


def draw_choice(memo: Memo) -> None:
    """Draw the newest meetings to choose from."""
    meetings = memo.facts(FactFilter(fact_types=("meeting",)), limit=MEETINGS).facts
    if not meetings:
        st.markdown("There is no meeting to forget.")
        return
    titles = {
        meeting.fact_id: f"{meeting.meeting or 'Untitled'} · {long_date(meeting.happened_on)}" for meeting in meetings
    }
    chosen = st.selectbox(
        "Meeting", list(titles), index=None, format_func=lambda one: titles[one], placeholder="Choose a meeting"
    )
    if chosen is not None:
        st.query_params["meeting"] = str(chosen)
        st.rerun()
    if len(meetings) == MEETINGS:
        st.caption(f"The newest {MEETINGS}. An older one is forgotten from its own page.")


def draw_preview(memo: Memo, meeting_id: int) -> None:
    """Draw what forgetting a meeting removes, and the button that does it once its box is ticked."""
    preview = memo.preview_forget(meeting_id)
    st.markdown(f"Forgetting **{plain(preview.title)}** removes for good:")
    st.markdown("\n".join(f"- {line}" for line in what_goes(preview)))
    st.caption(
        "People, clients and projects stay. So do the sums of what models cost. Backups made before still hold it."
    )
    with st.form("forget", border=False):
        sure = st.checkbox("I want this meeting to be forgotten for good.")
        pressed = st.form_submit_button("Forget it", type="primary", icon=":material/delete_forever:")
    st.button("Choose another", type="tertiary", on_click=_choose_another)
    if pressed and not sure:
        st.warning("Tick the box first.", icon=":material/check_box:")
    elif pressed:
        with reporting():
            st.session_state[_RECEIPT] = memo.forget_meeting(meeting_id)
            _choose_another()
            st.rerun()


def draw_receipt(receipt: ForgetReceipt) -> None:
    """Draw what was removed."""
    st.success(f"Forgotten: {plain(receipt.title)}", icon=":material/check:")
    st.markdown("These are gone:")
    st.markdown("\n".join(f"- {line}" for line in what_goes(receipt)))
    st.page_link("app.py", label="Home", icon=":material/home:")


def what_goes(receipt: ForgetReceipt) -> list[str]:
    """What a receipt counts, in words; what there is none of is left out."""
    counted = (
        (receipt.meetings, "meeting with its transcript", "readings of the meeting with their transcripts"),
        (receipt.captures, "uploaded file", "uploaded files"),
        (receipt.decisions, "decision", "decisions"),
        (receipt.action_items, "action item", "action items"),
        (receipt.vectors, "entry in the search by meaning", "entries in the search by meaning"),
        (receipt.rejected_items, "item that was left out", "items that were left out"),
        (receipt.answers, "answer that cited it", "answers that cited it"),
        (receipt.digests, "digest that told of it", "digests that told of it"),
        (receipt.messages, "message about it", "messages about it"),
        (receipt.notes, "synced note", "synced notes"),
    )
    return [count(number, one, many) for number, one, many in counted if number]


def _choose_another() -> None:
    st.query_params.pop("meeting", None)
