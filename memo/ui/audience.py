"""Who may see a meeting: the choice before it is handed in, and another one on its page."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from memo.members.audiences import AudienceChoice
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import count, listed

Audience = tuple[str, ...] | None

_TEAM_WIDE = "Names of people, clients and projects are the team's all the same."


def draw_audience(memo: Memo, key: str, present: Collection[str] = ()) -> Audience:
    """Draw the choice of who may see a meeting, as far as there is one; None is the whole team.

    `present` are the names of those who were there.
    """
    choices = memo.audiences(present)
    if len(choices) == 1:  # nobody signs in, or there is nobody to choose
        return choices[0].audience
    chosen = st.selectbox(
        "Who may see it",
        choices,
        format_func=shown,
        key=f"audience-{key}",
        help=f"Others find nothing of it. {_TEAM_WIDE}",
    )
    return chosen.audience


def draw_change_audience(memo: Memo, meeting_id: int, present: Collection[str] = ()) -> None:
    """Say who sees a meeting, and draw the way to another choice for those who may make it."""
    now = memo.meeting_audience(meeting_id)
    if now.audience is not None:
        st.caption(f":material/lock: {plain(f'Seen by {listed(now.people)} only.')}")
    choices = (
        [choice for choice in memo.audiences(present) if choice.audience != now.audience]
        if memo.may("set_audience")
        else []
    )
    if not choices:
        return
    with st.popover("Who may see it", icon=":material/lock:"), reporting():
        chosen = st.selectbox("Let it be seen by", choices, format_func=shown, key=f"audience-of-{meeting_id}")
        st.caption(f"Answers and digests that tell of it are removed when it is restricted. {_TEAM_WIDE}")
        if st.button("Change", key=f"change-audience-{meeting_id}"):
            done = memo.set_audience(meeting_id, chosen.audience)
            removed = [count(n, noun) for n, noun in ((done.answers, "answer"), (done.digests, "digest")) if n]
            st.toast(plain("Changed." + (f" Removed: {listed(removed)}." if removed else "")))
            st.rerun()


def shown(choice: AudienceChoice) -> str:
    """ "Those present: you and Ben Ode"."""
    return f"{choice.label}: {listed(choice.people)}" if choice.people else choice.label
