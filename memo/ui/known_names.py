"""What is known of names: aliases to look through and revoke, people to merge and to split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from memo.errors import InputError
from memo.models import Alias, Named, NameUse
from memo.service import Memo
from memo.ui.name_receipts import deciding, draw_error, keep
from memo.ui.name_words import alias_line, use_label
from memo.ui.plain import plain
from memo.ui.words import count

PER_PAGE = 20
FEW = 8
"""Up to so many aliases need no field to look them up by."""


def draw_known(memo: Memo) -> None:
    """Draw the aliases that hold and the two ways to put right who is who, once anybody is known."""
    people, aliases = memo.people(), memo.aliases()
    if people or aliases:
        st.subheader("Known names", anchor=False)
    if aliases:
        with st.expander(f"Other names ({len(aliases)})", icon=":material/label:", key="aliases"):
            _draw_aliases(memo, aliases)
    if len(people) > 1:
        merge = st.expander("Two people are one", icon=":material/merge:", key="merge", on_change="rerun")
        if merge.open:  # a list of everybody is sent with each
            with merge:
                _draw_merge(memo, people)
    if people:
        split = st.expander("One person is two", icon=":material/call_split:", key="split", on_change="rerun")
        if split.open:
            with split:
                _draw_split(memo, people)


def _draw_aliases(memo: Memo, aliases: Sequence[Alias]) -> None:
    st.caption("A name written like this stands for the same person, client or project from now on.")
    found = _looked_for(aliases)
    pages = max(1, -(-len(found) // PER_PAGE))
    page = st.pagination(pages, key="alias_page") if pages > 1 else 1
    for alias in found[(page - 1) * PER_PAGE : page * PER_PAGE]:
        with st.container(horizontal=True, vertical_alignment="center", key=f"alias-{alias.id}"):
            st.markdown(alias_line(alias))
            key = f"revoke-{alias.id}"
            st.button("Revoke", key=key, icon=":material/link_off:", on_click=_revoke, args=(memo, alias.id, key))
            draw_error(key)


def _revoke(memo: Memo, alias_id: int, place: str) -> None:
    with deciding(place):
        keep(memo.revoke_alias(alias_id))


def _looked_for(aliases: Sequence[Alias]) -> Sequence[Alias]:
    if len(aliases) <= FEW:
        return aliases
    words = st.text_input("Look for a name", key="alias_filter").casefold().strip()
    found = [alias for alias in aliases if words in alias.alias.casefold() or words in alias.name.casefold()]
    if not found:
        st.markdown("No other name is written like that.")
    return found


def _draw_merge(memo: Memo, people: Sequence[Named]) -> None:
    st.caption("Everything that belongs to the second goes to the first. It can be undone.")
    with st.form("merge-form", border=False):
        _choose("Who it is", people, "merge-keep")
        _choose("Who is the same person", people, "merge-other")
        st.form_submit_button("Make them one", key="merge-save", on_click=_merge, args=(memo,))
        draw_error("merge")


def _merge(memo: Memo) -> None:
    keeps, other = st.session_state["merge-keep"], st.session_state["merge-other"]
    with deciding("merge"):
        if keeps is None or other is None:
            raise InputError("Choose both people first.")
        keep(memo.merge_people(keeps.id, other.id))


def _draw_split(memo: Memo, people: Sequence[Named]) -> None:
    st.caption("Choose what belongs to somebody else. It can be undone.")
    person = _choose("Who is two people", people, "split-person")
    if person is None:
        return
    uses = memo.name_uses(person.id)
    if not uses:
        st.markdown(f"Nothing belongs to {plain(person.name)} yet.")
        return
    with st.form("split-form", border=False):
        for use in uses:
            st.checkbox(use_label(use), key=_tick(person, use))
        _choose("Belongs to", [p for p in people if p.id != person.id], "split-to")
        st.text_input("or to someone new, by full name", key="split-new", max_chars=200)
        label = f"Make two of {plain(person.name)}"
        st.form_submit_button(label, key="split-save", on_click=_split, args=(memo, person, uses))
        draw_error("split")


def _split(memo: Memo, person: Named, uses: Sequence[NameUse]) -> None:
    moved = [(use.mention, use.meeting_id) for use in uses if st.session_state[_tick(person, use)]]
    other, new_name = st.session_state["split-to"], st.session_state["split-new"].strip()
    with deciding("split"):
        if not moved:
            raise InputError("Tick what belongs to somebody else first.")
        if (other is None) == (not new_name):
            raise InputError("Say to whom it belongs: somebody known, or a new name.")
        if other is not None:
            keep(memo.split_person(person.id, moved, to_id=other.id))
        else:
            keep(memo.split_person(person.id, moved, new_name=new_name))


def _tick(person: Named, use: NameUse) -> str:
    return f"split-use-{person.id}-{use.meeting_id}-{use.mention}"


def _choose(label: str, people: Sequence[Named], key: str) -> Named | None:
    """A choice among people; two of one name are told apart by their number."""
    named = Counter(person.name for person in people)
    return st.selectbox(
        label,
        people,
        index=None,
        key=key,
        placeholder=f"{count(len(people), 'person', 'people')} known",
        format_func=lambda person: person.name if named[person.name] == 1 else f"{person.name} (no. {person.id})",
    )
