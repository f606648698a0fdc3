"""A fact's own view: the sentence, its proof, what belongs to it, and what a person can do about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import streamlit as st

from memo.facts.story import Edited, Related, Story
from memo.models import FACT_TYPES, Fact, FactType
from memo.service import Memo
from memo.ui.fact_edit import draw_actions
from memo.ui.fact_parts import draw_quote, fact_link
from memo.ui.fact_words import Part, change_line, edit_head, link_phrase, provenance
from memo.ui.facts_list import card_markdown, due_line, kind_line, people_line, sentence_markdown
from memo.ui.frame import reporting
from memo.ui.lines import says
from memo.ui.plain import plain
from memo.ui.successors import draw_successors
from memo.ui.transcript import meeting_link
from memo.ui.words import long_date, today

FACTS_PAGE: Final = "pages/4_Facts.py"
TITLE_CHARS: Final = 200
"""A longer sentence is read as text, not as a title."""
Key = tuple[FactType, int]


def asked_for() -> Key | None:
    """The fact that the address names: `?type=decision&id=3`."""
    kind, value = st.query_params.get("type", ""), st.query_params.get("id", "")
    known = next((one for one in FACT_TYPES if one == kind), None)
    if known is None or not value.isascii() or not value.isdecimal() or len(value) > 9:
        return None
    return known, int(value)


def draw_fact(memo: Memo, key: Key) -> None:
    """Draw a fact with its proof, relatives and history; raises `NotFound`."""
    story = memo.fact_story(*key)
    _draw_head(memo, story)
    draw_successors(memo, memo.successors([story.fact]).get(story.fact.fact_id, ()))
    draw_actions(memo, story)
    _draw_proof(memo, story.fact)
    # What takes this one's place is said above.
    _draw_related(memo, [link for link in story.related if link.kind != "supersedes" or link.forward])
    _draw_beside(memo, story.beside)
    _draw_history(memo, story.history)


def draw_nothing() -> None:
    """Draw the way to all facts, where the address names none."""
    st.info("This page shows one fact: open one from an answer or from the list of facts.")
    st.page_link(FACTS_PAGE, label="All facts", icon=":material/fact_check:")


def _draw_head(memo: Memo, story: Story) -> None:
    fact, now = story.fact, today(memo.settings.timezone)
    _draw_standing(memo, story)
    st.caption(kind_line(fact))
    if len(fact.text) <= TITLE_CHARS and fact.fact_type in ("decision", "action_item"):
        st.subheader(plain(fact.text), anchor=False)
        _draw_under_title(fact, now)
    else:
        st.markdown(sentence_markdown(fact, now, longest=None))
    who = people_line(fact)
    about = [
        plain(who) if who and fact.fact_type != "action_item" else "",
        long_date(fact.happened_on) if fact.happened_on else "no date",
        f"Client {plain(fact.client)}" if fact.client else "",
        f"Project {plain(fact.project)}" if fact.project else "",
    ]
    st.markdown(f":gray[{' · '.join(filter(None, about))}]")
    st.caption(_sentence(provenance(story, memo.settings.timezone)))


def _draw_under_title(fact: Fact, now: date) -> None:
    if fact.reasoning and not says(fact.text, fact.reasoning):
        st.markdown(f"*Why: {plain(fact.reasoning)}*")
    if fact.fact_type == "action_item":
        owner = plain(fact.people[0]) if fact.people else "Nobody yet"
        st.markdown(f"**{owner}** · {plain(due_line(fact, now))} · {fact.status}")


def _draw_standing(memo: Memo, story: Story) -> None:
    """Say first when a fact does not hold."""
    fact = story.fact
    if fact.status == "replaced":
        st.warning("A later reading of its meeting has taken the place of this fact.", icon=":material/history:")
    elif fact.status == "superseded":
        st.info("A later decision has taken the place of this one.", icon=":material/history:")
    elif fact.status == "wrong":
        why = next((e.edit.reason for e in story.history if e.edit.after.get("status") == "wrong"), None)
        told = f": {plain(why)}" if why else "."
        st.warning(f"Marked as wrong, and left out of every search{told}", icon=":material/flag:")
    elif not fact.searchable:
        st.caption(":material/info: Found by its words only, not by its meaning yet.")


def _sentence(parts: Sequence[Part]) -> str:
    ways = {"said": "{}", "name": "{}", "title": "*{}*"}
    return "".join(ways[kind].format(text if kind == "said" else plain(text)) for kind, text in parts)


def _draw_proof(memo: Memo, fact: Fact) -> None:
    if fact.fact_type in ("decision", "action_item"):
        st.markdown("**The words that were said**")
        with reporting():
            draw_quote(memo, fact)
    elif fact.meeting_id is not None:
        meeting_link(fact.meeting_id, label="Open the meeting beside its transcript")


def _draw_related(memo: Memo, related: Sequence[Related]) -> None:
    if not related:
        return
    st.markdown("**Belongs to it**")
    for link in related:
        with st.container(border=True, key=f"link-{link.link_id}", gap="xsmall"):
            proposed = " · proposed by rules, not confirmed yet" if link.state == "proposed" else ""
            st.caption(f"{link_phrase(link)}{proposed}")
            _draw_other(memo, link.fact)
            if link.state == "proposed" and memo.may("decide_link"):
                _draw_verdict(memo, link)


def _draw_other(memo: Memo, fact: Fact) -> None:
    st.markdown(card_markdown(fact, today(memo.settings.timezone)))
    fact_link(fact.fact_type, fact.fact_id)


def _draw_verdict(memo: Memo, link: Related) -> None:
    with st.container(horizontal=True):
        yes = st.button("Yes, it does", key=f"confirm-{link.link_id}", icon=":material/check:")
        no = st.button("No", key=f"reject-{link.link_id}", icon=":material/close:")
    if yes or no:
        with reporting():
            memo.decide_link(link.link_id, "confirmed" if yes else "rejected")
            st.rerun()


def _draw_beside(memo: Memo, beside: Sequence[Fact]) -> None:
    if not beside:
        return
    with st.expander(f"Said nearby in the same meeting ({len(beside)})", icon=":material/forum:", type="compact"):
        for fact in beside:
            _draw_other(memo, fact)


def _draw_history(memo: Memo, history: Sequence[Edited]) -> None:
    if not history:
        return
    with st.expander(f"What was changed ({len(history)})", icon=":material/history:", type="compact"):
        for edited in history:
            lines = [f"**{plain(edit_head(edited, memo.settings.timezone))}**: {plain(edited.edit.reason)}"]
            lines += [plain(change_line(change)) for change in edited.changes]
            st.markdown("\\\n".join(lines))
