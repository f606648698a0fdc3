"""What a person can do about a fact: correct it, say how far an action item is, mark it as wrong, delete it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal

import streamlit as st

from memo.facts.story import Story
from memo.models import Fact, FactType, Named
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.plain import plain
from memo.ui.successors import choose_successor
from memo.ui.words import clipped, count

if TYPE_CHECKING:
    from memo.facts.change import Field
    from memo.store.home import ActionStatus

FORGET_PAGE: Final = "pages/7_Forget.py"
FACTS_PAGE: Final = "pages/4_Facts.py"

What = Literal["edit", "successor", "wrong", "delete"]
"""What a dialog is about."""

_DOING: Final = "fact_doing"
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
    """Draw the buttons, the dialog of the one that was pressed, and what was done just now."""
    fact = story.fact
    if said := st.session_state.pop(_SAID, None):
        st.success(said, icon=":material/check:")
    if fact.status == "replaced" or not memo.may("edit_fact"):
        return
    with st.container(horizontal=True, vertical_alignment="center", key="actions"):
        for status, label, icon in _STEPS.get(fact.status, ()) if fact.fact_type == "action_item" else ():
            if st.button(label, icon=icon, type="primary" if status == "done" else "secondary"):
                _set_status(memo, fact, status)
        if fact.status == "wrong":
            if st.button("It is right after all", icon=":material/undo:", type="primary"):
                _unmark(memo, fact)
        else:
            _opener("Edit", ":material/edit:", "edit", story)
            if fact.fact_type == "decision" and fact.status == "active" and memo.may("supersede"):
                _opener("Another takes its place", ":material/history:", "successor", story)
            _opener("Mark as wrong", ":material/flag:", "wrong", story)
        if fact.fact_type != "meeting":
            if memo.may("delete_fact"):
                _opener("Delete", ":material/delete:", "delete", story)
        elif memo.may("forget_meeting"):
            st.page_link(
                FORGET_PAGE,
                label="Forget this meeting",
                icon=":material/delete_forever:",
                query_params={"meeting": str(fact.fact_id)},
            )
    _draw_dialog(memo, fact)


def _opener(label: str, icon: str, what: What, story: Story) -> None:
    st.button(label, icon=icon, on_click=_begin, args=(what, story))


def _begin(what: What, story: Story) -> None:
    """Open a dialog about a fact as it is seen now: that is what a change is compared with."""
    st.session_state[_DOING] = (what, story)


def _end() -> None:
    st.session_state.pop(_DOING, None)


def _draw_dialog(memo: Memo, fact: Fact) -> None:
    doing: tuple[What, Story] | None = st.session_state.get(_DOING)
    if doing is None:
        return
    what, seen = doing
    if (seen.fact.fact_type, seen.fact.fact_id) != (fact.fact_type, fact.fact_id):
        _end()
        return
    title, icon, draw = _DIALOGS[what]
    st.dialog(title, icon=icon, width="medium", on_dismiss=_end)(draw)(memo, seen)


def _set_status(memo: Memo, fact: Fact, status: ActionStatus) -> None:
    with reporting():
        memo.set_action_status(fact.fact_id, status, reason="set on its own page")
        _done(f"It is {status} now.")


def _edit(memo: Memo, story: Story) -> None:
    seen = {field: _seen(story, field) for field in _EDITABLE[story.fact.fact_type]}
    with st.form("edit", border=False):
        wanted = {field: _draw_field(memo, field, value) for field, value in seen.items()}
        reason = st.text_input(
            "Reason for the change", placeholder="What was wrong, or how you know", max_chars=500, key="edit_reason"
        )
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


def _supersede(memo: Memo, story: Story) -> None:
    if choose_successor(memo, story.fact):
        _done("The other decision has taken its place.")


def _mark(memo: Memo, story: Story) -> None:
    st.markdown("It is left out of every search and answer, also when its meeting is read again. You can take it back.")
    with st.form("wrong", border=False):
        reason = st.text_input("Why is it wrong?", max_chars=500, key="wrong_reason")
        pressed = st.form_submit_button("Mark as wrong", type="primary")
    if pressed:
        with reporting():
            memo.mark_wrong(story.fact.fact_type, story.fact.fact_id, reason)
            _done("Marked as wrong.")


def _unmark(memo: Memo, fact: Fact) -> None:
    with reporting():
        memo.unmark_wrong(fact.fact_type, fact.fact_id, "it is right after all")
        _done("It is found again.")


def _delete(memo: Memo, story: Story) -> None:
    fact = story.fact
    st.markdown(f"**{plain(clipped(fact.text, 200))}**")
    st.markdown("It goes with its history, its place in the search, and the answers and digests that tell it.")
    if fact.meeting_id is not None:
        st.markdown("A new reading of its meeting may find it again. To keep it out, mark it as wrong instead.")
    with st.container(horizontal=True):
        deletes = st.button("Delete it", type="primary", icon=":material/delete:")
        if st.button("Keep it"):
            _end()
            st.rerun()
    if deletes:
        with reporting():
            gone = memo.delete_fact(fact.fact_type, fact.fact_id)
            told = f" {count(gone.answers, 'answer')} went with it." if gone.answers else ""
            _end()
            st.session_state[_SAID] = f"Deleted.{told}"
            st.switch_page(FACTS_PAGE)


def draw_deleted() -> None:
    """Say on another page that a fact was deleted just now."""
    if said := st.session_state.pop(_SAID, None):
        st.success(said, icon=":material/check:")


def _done(sentence: str) -> None:
    """Say what was done, after everything is read again with it."""
    _end()
    st.session_state[_SAID] = sentence
    st.rerun()


_DIALOGS: Final[dict[What, tuple[str, str, Callable[[Memo, Story], None]]]] = {
    "edit": ("Edit this fact", ":material/edit:", _edit),
    "successor": ("Another decision takes its place", ":material/history:", _supersede),
    "wrong": ("Mark as wrong", ":material/flag:", _mark),
    "delete": ("Delete this fact for good", ":material/delete:", _delete),
}
