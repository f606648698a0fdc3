"""What a person can do about a fact: correct it, say how far an action item is, mark it as wrong, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from memo.facts.story import Story
from memo.models import Fact, FactType, Named
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.words import clipped, count

if TYPE_CHECKING:
    from memo.facts.change import Field
    from memo.store.home import ActionStatus

FORGET_PAGE: Final = "pages/7_Forget.py"
FACTS_PAGE: Final = "pages/4_Facts.py"

_SAID: Final = "fact_said"
_EDITABLE: Final[dict[FactType, tuple[Field, ...]]] = {
    "decision": ("text", "reasoning", "happened_on", "client_id", "project_id"),
    "action_item": ("text", "assignee_id", "due_on", "happened_on", "client_id", "project_id"),
    "meeting": ("text", "title", "happened_on", "client_id", "project_id"),
    "client_context": ("text", "happened_on"),
    "project_context": ("text", "happened_on"),
    "pulse_summary": ("text",),
}
_LABELS: Final[dict[Field, str]] = {
    "text": "What it says",
    "reasoning": "Why it was decided",
    "title": "Title of the meeting",
    "happened_on": "Day",
    "due_on": "Due",
    "client_id": "Client",
    "project_id": "Project",
    "assignee_id": "Owner",
}
_STEPS: Final[dict[str, tuple[tuple[ActionStatus, str, str], ...]]] = {
    "open": (("done", "Done", ":material/check:"), ("cancelled", "Cancelled", ":material/block:")),
    "done": (("open", "Open again", ":material/undo:"),),
    "cancelled": (("open", "Open again", ":material/undo:"),),
}


def draw_actions(memo: Memo, story: Story) -> None:
    """Draw the buttons; what was done just now is said beside them."""
    fact = story.fact
    if said := st.session_state.pop(_SAID, None):
        st.success(said, icon=":material/check:")
    if fact.status == "replaced":
        return
    with st.container(horizontal=True, key="actions"):
        for status, label, icon in _STEPS.get(fact.status, ()) if fact.fact_type == "action_item" else ():
            if st.button(label, icon=icon, type="primary" if status == "done" else "secondary"):
                _set_status(memo, fact, status)
        if fact.status != "wrong" and st.button("Edit", icon=":material/edit:"):
            _edit(memo, story)
        if fact.status == "wrong":
            if st.button("It is right after all", icon=":material/undo:", type="primary"):
                _unmark(memo, fact)
        elif st.button("Mark as wrong", icon=":material/flag:"):
            _mark(memo, fact)
        if fact.fact_type == "meeting":
            st.page_link(
                FORGET_PAGE,
                label="Forget this meeting",
                icon=":material/delete_forever:",
                query_params={"meeting": str(fact.fact_id)},
            )
        elif st.button("Delete", icon=":material/delete:"):
            _delete(memo, fact)


def _set_status(memo: Memo, fact: Fact, status: ActionStatus) -> None:
    with reporting():
        memo.set_action_status(fact.fact_id, status, reason="set on its own page")
        _done(f"It is {status} now.")


@st.dialog("Edit this fact", width="medium", icon=":material/edit:")
def _edit(memo: Memo, story: Story) -> None:
    """Draw the form on what the person sees now: that is what a change is compared with."""
    seen = {field: _seen(story, field) for field in _EDITABLE[story.fact.fact_type]}
    with st.form("edit", border=False):
        wanted = {field: _draw_field(memo, field, value) for field, value in seen.items()}
        reason = st.text_input("Why", placeholder="What is wrong, or how you know", max_chars=500, key="edit_reason")
        st.caption("The words from before stay in its history. A new reading of the meeting keeps your change.")
        pressed = st.form_submit_button("Save", type="primary")
    if pressed:
        with reporting():
            changed = memo.edit_fact(story.fact.fact_type, story.fact.fact_id, seen=seen, wanted=wanted, reason=reason)
            _done("Changed, and found by its new words." if changed else "Nothing was changed.")


def _seen(story: Story, field: Field) -> Any:
    if field == "assignee_id":
        return story.origin.assignee_id
    return story.fact.meeting if field == "title" else getattr(story.fact, field)


def _draw_field(memo: Memo, field: Field, value: Any) -> Any:
    key, label = f"edit_{field}", _LABELS[field]
    if field in ("text", "reasoning"):
        return st.text_area(label, value or "", key=key, height=140 if field == "text" else 80)
    if field in ("happened_on", "due_on"):
        return st.date_input(label, value, key=key, format="YYYY-MM-DD")
    if field == "title":
        return st.text_input(label, value or "", key=key)
    known = {"client_id": memo.clients, "project_id": memo.projects, "assignee_id": memo.people}[field]()
    return _choose(label, known, value, key)


def _choose(label: str, known: list[Named], value: int | None, key: str) -> int | None:
    names = {one.id: one.name for one in known}
    options = list(names)
    return st.selectbox(
        label,
        options,
        index=options.index(value) if value in names else None,
        format_func=lambda one: names[one],
        placeholder="Nobody" if label == "Owner" else "None",
        key=key,
    )


@st.dialog("Mark as wrong", icon=":material/flag:")
def _mark(memo: Memo, fact: Fact) -> None:
    st.markdown("It is left out of every search and answer, also when its meeting is read again. You can take it back.")
    with st.form("wrong", border=False):
        reason = st.text_input("Why is it wrong?", max_chars=500, key="wrong_reason")
        pressed = st.form_submit_button("Mark as wrong", type="primary")
    if pressed:
        with reporting():
            memo.mark_wrong(fact.fact_type, fact.fact_id, reason)
            _done("Marked as wrong.")


def _unmark(memo: Memo, fact: Fact) -> None:
    with reporting():
        memo.unmark_wrong(fact.fact_type, fact.fact_id, "it is right after all")
        _done("It is found again.")


@st.dialog("Delete this fact for good", icon=":material/delete:")
def _delete(memo: Memo, fact: Fact) -> None:
    st.markdown(f"**{plain(clipped(fact.text, 200))}**")
    st.markdown("It goes with its history, its vector, and the answers and digests that tell it.")
    if fact.meeting_id is not None:
        st.markdown("A new reading of its meeting may find it again. To keep it out, mark it as wrong instead.")
    with st.container(horizontal=True):
        deletes = st.button("Delete it", type="primary", icon=":material/delete:")
        if st.button("Keep it"):
            st.rerun()
    if deletes:
        with reporting():
            gone = memo.delete_fact(fact.fact_type, fact.fact_id)
            told = f" {count(gone.answers, 'answer')} went with it." if gone.answers else ""
            st.session_state[_SAID] = f"Deleted.{told}"
            st.switch_page(FACTS_PAGE)


def draw_deleted() -> None:
    """Say on another page that a fact was deleted just now."""
    if said := st.session_state.pop(_SAID, None):
        st.success(said, icon=":material/check:")


def _done(sentence: str) -> None:
    st.session_state[_SAID] = sentence
    st.rerun()
