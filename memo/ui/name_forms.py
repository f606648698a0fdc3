"""One form per name that waits: who may be meant and why, somebody new, none of these, or later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

import streamlit as st

from memo.errors import InputError
from memo.models import Candidate, NameReceipt, PendingName
from memo.names.bulk import NameAnswer
from memo.names.directory import is_short
from memo.service import Memo
from memo.ui.frame import reporting
from memo.ui.name_receipts import deciding, draw_error, keep
from memo.ui.name_words import candidate_caption, heading, quoted, waiting_for
from memo.ui.plain import plain
from memo.ui.transcript import draw_excerpt, meeting_link
from memo.ui.words import count, today

PER_PAGE = 10
LATER = "resolve_later"

Scope = Literal["everywhere", "project", "meeting"]
Key = tuple[str, str, int | None]


def draw_waiting(memo: Memo, names: Sequence[PendingName]) -> None:
    """Draw a form for each name that was not put off, some at a time."""
    later: set[Key] = st.session_state.setdefault(LATER, set())
    shown = [name for name in names if _key(name) not in later]
    st.markdown(f"{count(len(names), 'name waits', 'names wait')} for somebody to say who is meant.")
    _draw_suggestions(memo, shown)
    pages = max(1, -(-len(shown) // PER_PAGE))
    page = st.pagination(pages, key="resolve_page") if pages > 1 else 1
    for name in memo.with_lately(shown[(page - 1) * PER_PAGE : page * PER_PAGE]):
        _draw_name(memo, name)
    if len(shown) < len(names):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{count(len(names) - len(shown), 'name')} put off.")
            st.button("Ask me now", key="ask-now", on_click=later.clear)


def _draw_suggestions(memo: Memo, names: Sequence[PendingName]) -> None:
    """Offer to confirm at once every name that only one fits, and every full name that nobody known fits."""
    sure = [name for name in names if len(name.candidates) == 1 and name.candidates[0].id is not None]
    new = [name for name in names if not name.candidates and name.type == "person" and not is_short(name.mention)]
    _draw_bulk(memo, sure, f"Confirm {len(sure)} suggestions at once", "bulk")
    _draw_bulk(memo, new, f"{len(new)} people are new to Memo", "bulk-new")


def _draw_bulk(memo: Memo, names: Sequence[PendingName], title: str, place: str) -> None:
    if len(names) < 2:
        return
    opened = st.expander(title, icon=":material/done_all:", key=place, on_change="rerun")
    if not opened.open:  # there may be hundreds
        return
    with opened:
        with st.form(f"{place}-form", border=False):
            for name in names:
                who = [f": {plain(c.name)} ({plain(c.why)})" for c in name.candidates]
                st.checkbox(f"{heading(name)}{''.join(who)}", value=True, key=_tick(name, place))
            label = "Confirm these" if names[0].candidates else "Add these people"
            st.form_submit_button(label, key=f"{place}-save", on_click=_confirm_ticked, args=(memo, names, place))
        draw_error(place)


def _confirm_ticked(memo: Memo, names: Sequence[PendingName], place: str) -> None:
    with deciding(place):
        done = memo.confirm_names([_suggested(name) for name in names if st.session_state[_tick(name, place)]])
        keep(*done.receipts, refused=done.refused)


def _suggested(name: PendingName) -> NameAnswer:
    return NameAnswer(
        mention=name.mention,
        type=name.type,
        entity_id=name.candidates[0].id if name.candidates else None,
        new_name=None if name.candidates else name.mention,
        meeting_id=name.meeting_id if name.scope == "meeting" else None,
    )


def _tick(name: PendingName, place: str) -> str:
    return f"{place}-{_key(name)}"


def _draw_name(memo: Memo, name: PendingName) -> None:
    key = f"name-{'-'.join(map(str, _key(name)))}"
    with st.container(border=True, key=key):
        st.markdown(f"{heading(name)}\\\n:small[:gray[waits in {waiting_for(name)}]]")
        if words := quoted(name):
            st.markdown(f"> {words}")
        _draw_place(memo, name, key)
        with st.form(f"{key}-form", border=False):
            _draw_question(memo, name, key)


def _draw_place(memo: Memo, name: PendingName, key: str) -> None:
    """The words in their transcript, read only when opened."""
    if name.meeting_id is None or name.start is None or name.end is None:
        return
    opened = st.expander(
        "Where it was said", key=f"{key}-place", icon=":material/format_quote:", type="compact", on_change="rerun"
    )
    if opened.open:
        with opened, reporting():
            draw_excerpt(memo.transcript(name.meeting_id), name.start, name.end)
            meeting_link(name.meeting_id, turn=name.turn, label="Open the whole meeting here")


def _draw_question(memo: Memo, name: PendingName, key: str) -> None:
    now: date = today(memo.settings.timezone)
    known = [candidate for candidate in name.candidates if candidate.id is not None]
    options: list[int | str] = [*range(len(known)), "new", "none", "later"]
    labels = {"new": "Someone new", "none": "None of these", "later": "Ask me later"}
    captions = [candidate_caption(candidate, now) for candidate in known]
    captions += ["a person Memo does not know yet", "keep the name as it was said and do not ask again", ""]
    st.radio(
        f"Who is {plain(name.mention)}?",
        options,
        index=None,
        format_func=lambda option: plain(known[option].name) if isinstance(option, int) else labels[option],
        captions=captions,
        key=f"{key}-who",
    )
    left, right = st.columns(2)
    left.text_input(
        "Full name, only for someone new",
        key=f"{key}-new",
        max_chars=200,
        placeholder=None if is_short(name.mention) else f"as it was said: {name.mention}",
    )
    scopes = _scopes(name)
    right.selectbox(
        "Holds",
        list(scopes),
        index=list(scopes).index(name.scope),
        format_func=lambda option: scopes[option],
        key=f"{key}-scope",
    )
    st.form_submit_button(
        "Save", key=f"{key}-save", icon=":material/check:", on_click=_save, args=(memo, name, known, key)
    )
    draw_error(key)


def _save(memo: Memo, name: PendingName, known: Sequence[Candidate], key: str) -> None:
    """Do what was chosen; a name that was typed counts as somebody new."""
    new_name = st.session_state[f"{key}-new"].strip()
    chosen: int | str | None = st.session_state[f"{key}-who"]
    with deciding(key):
        if chosen is None and new_name:
            chosen = "new"
        match chosen:
            case None:
                raise InputError("Choose who is meant first.")
            case "later":
                st.session_state[LATER].add(_key(name))
            case "none":
                asked_in = name.meeting_id if name.scope == "meeting" else None
                keep(memo.dismiss_name(name.mention, name.type, meeting_id=asked_in))
            case "new":
                keep(_confirm(memo, name, st.session_state[f"{key}-scope"], new_name=_full(name, new_name)))
            case int():
                keep(_confirm(memo, name, st.session_state[f"{key}-scope"], entity_id=known[chosen].id))


def _confirm(
    memo: Memo, name: PendingName, scope: Scope, *, entity_id: int | None = None, new_name: str | None = None
) -> NameReceipt:
    return memo.confirm_name(
        name.mention,
        name.type,
        entity_id,
        new_name=new_name,
        meeting_id=name.meeting_id if scope == "meeting" else None,
        project_id=name.project_id if scope == "project" else None,
    )


def _full(name: PendingName, typed: str) -> str:
    """The name of somebody new; what was said when it is a full name and nothing was typed."""
    if not typed and is_short(name.mention):
        raise InputError("Type the full name of someone new.")
    return typed or name.mention


def _scopes(name: PendingName) -> dict[Scope, str]:
    scopes: dict[Scope, str] = {"everywhere": "wherever it is said"}
    if name.project_id is not None:
        scopes["project"] = f"only in the project {name.project}"
    if name.meeting_id is not None:
        scopes["meeting"] = "only in this meeting"
    return scopes


def _key(name: PendingName) -> Key:
    return name.type, name.mention.casefold(), name.meeting_id if name.scope == "meeting" else None
