"""The form before the click: what Memo took each file for, what it guessed, what reading it will take."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import streamlit as st

from memo.models import EarlierCapture, Preview, Transcript
from memo.service import Memo
from memo.ui.audience import Audience, draw_audience
from memo.ui.given import Given
from memo.ui.plain import plain
from memo.ui.receipt import estimate_line
from memo.ui.words import count, listed, long_date, money, today

SPEAKERS = 6
"""Names shown of those who speak; the others are counted."""


class Wish(NamedTuple):
    """What a person wants remembered, as corrected in the form."""

    given: Given
    title: str
    held_on: date | None
    client: str | None
    project: str | None
    audience: Audience = None


def draw_form(memo: Memo, usable: Sequence[tuple[Given, Preview]]) -> list[Wish]:
    """Draw one card for each file and the button; the wishes when it was pressed, else none."""
    clients = [client.name for client in memo.clients()]
    projects = [project.name for project in memo.projects()]
    with st.form("remember", border=False, enter_to_submit=False):
        wishes = [_draw_card(memo, given, preview, clients, projects) for given, preview in usable]
        if len(usable) > 1:
            st.markdown(_total([preview for _, preview in usable]))
        label = "Remember this" if len(usable) == 1 else f"Remember these {len(usable)}"
        pressed = st.form_submit_button(label, type="primary", icon=":material/bookmark_add:")
    return wishes if pressed else []


def _draw_card(memo: Memo, given: Given, preview: Preview, clients: Sequence[str], projects: Sequence[str]) -> Wish:
    with st.container(border=True, key=f"card-{given.key}"):
        st.markdown(f"**{plain(given.name or 'Pasted text')}**\\\n{plain(taken_for(preview.transcript))}")
        for warning in preview.transcript.warnings:
            st.caption(f":material/info: {plain(warning)}")
        title = st.text_input("Title", preview.title, key=f"title-{given.key}")
        when, client, project = st.columns(3)
        held_on = when.date_input(
            "Held on",
            preview.held_on or today(memo.settings.timezone),
            key=f"held-{given.key}",
            help="Days such as “by Friday” are counted from here.",
            format="YYYY-MM-DD",
        )
        if preview.held_on is None:
            st.caption(
                ":material/event: No day is named in it: today is proposed, and decisions are dated by it. "
                "Correct it, or clear it if nobody knows."
            )
        with client:
            said_client = _draw_named("Client", clients, preview.client, given.key)
        with project:
            said_project = _draw_named("Project", projects, preview.project, given.key)
        audience = draw_audience(memo, given.key, preview.transcript.people)
        st.markdown(plain(estimate_line(preview.estimate)))
        if earlier := preview.duplicate_of:
            st.info(plain(f"The same words were captured before as {named(earlier)}."), icon=":material/content_copy:")
        elif earlier := preview.similar_to:
            st.info(plain(f"This is very like {named(earlier)}."), icon=":material/content_copy:")
    day = held_on if isinstance(held_on, date) else None
    return Wish(given, title, day, said_client, said_project, audience)


def _draw_named(label: str, known: Sequence[str], guess: str | None, key: str) -> str | None:
    """A choice among known names, the guess first in hand; a new one can be typed."""
    options = [*known] if guess is None or guess in known else [guess, *known]
    return st.selectbox(
        label,
        options,
        index=None if guess is None else options.index(guess),
        key=f"{label.lower()}-{key}",
        accept_new_options=True,
        placeholder="None, or type one",
    )


def taken_for(transcript: Transcript) -> str:
    """ "Zoom captions, 214 turns of Ada, Bob and 3 more"."""
    speakers = list(dict.fromkeys(transcript.people))
    shown = speakers[:SPEAKERS]
    if len(speakers) > SPEAKERS:
        shown.append(f"{len(speakers) - SPEAKERS} more")
    who = f" of {listed(shown)}" if shown else ", nobody named"
    return f"{transcript.format_label}, {count(len(transcript.turns), 'turn')}{who}"


def named(earlier: EarlierCapture) -> str:
    """ "“Weekly sync” of 4 March 2026"."""
    title = f"“{earlier.title}”" if earlier.title else "an earlier transcript"
    return f"{title} of {long_date(earlier.held_on)}" if earlier.held_on else title


def _total(previews: Sequence[Preview]) -> str:
    costs = [preview.estimate.microdollars for preview in previews]
    known = [cost for cost in costs if cost is not None]
    if not any(preview.estimate.input_tokens for preview in previews):
        return "All of them are read by rules (no model), free."
    if len(known) < len(costs):
        return "What all of them cost is not known: the price of the model is not."
    return plain(f"All of them: about {money(sum(known))}.")
