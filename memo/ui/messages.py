"""What Slack could not be told, on the Activity page."""

from __future__ import annotations

from functools import partial

import streamlit as st

from memo.service import Memo
from memo.store.outbox import FailedMessage
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import moment

_KINDS = {"capture_stored": "What was remembered of", "pulse_stored": "The digest of the day"}


def draw_messages(memo: Memo) -> None:
    """Draw the messages that did not get through, each with its reason and what happens next; nothing when all did."""
    failed = memo.outbox_failures()
    if not failed:
        return
    st.subheader("Messages Slack did not take", anchor=False)
    for message in failed:
        _draw(memo, message)


def _draw(memo: Memo, message: FailedMessage) -> None:
    what = _KINDS.get(message.kind, message.kind.replace("_", " "))
    about = f"{what} {message.meeting}" if message.meeting else what
    timezone = memo.settings.timezone
    again = (
        f"Given up on {moment(message.failed_at, timezone)}."
        if message.failed_at
        else f"Tried again on {moment(message.next_try_at, timezone)}."
    )
    with st.container(border=True):
        st.markdown(f"**{plain(about)}**")
        st.markdown(f"{plain(message.error)} {plain(again)}")
        if message.failed_at and memo.may("retry_message"):
            st.button(
                "Send again",
                key=f"send_again_{message.id}",
                icon=":material/send:",
                on_click=partial(_send_again, memo, message.id),
            )


def _send_again(memo: Memo, message_id: int) -> None:
    with reporting():
        memo.retry_message(message_id)
