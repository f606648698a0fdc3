"""Facts as cards to read and as a table to compare: the sentence first, then why, who, when and where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import pandas as pd
import streamlit as st

from memo.models import Fact, FactType
from memo.retrieval.summaries import made_by_rules, without_label
from memo.service import Memo
from memo.ui.answer_text import FACT_ADDRESS
from memo.ui.fact_parts import fact_link, quote_mark
from memo.ui.lines import decision_markdown, item_markdown
from memo.ui.plain import plain
from memo.ui.successors import draw_successors
from memo.ui.words import clipped, count, listed, long_date, short_date, today

TEXT_CHARS: Final = 500
"""Characters of a fact shown in a list; a summary of a meeting can be long."""
CELL_CHARS: Final = 160
PEOPLE: Final = 6
"""Names shown of those who took part; the others are counted."""

KIND_NAMES: Final[dict[FactType, str]] = {
    "decision": "Decision",
    "action_item": "Action item",
    "meeting": "Meeting",
    "client_context": "Client note",
    "project_context": "Project note",
    "pulse_summary": "Digest",
}
_UNREMARKABLE: Final = ("active", "open")

NAME_CHARS: Final = 36
"""Characters of a name in a narrow column: what fits into three lines of it, also where there is no place to break."""
ROW: Final = 66
"""Height in pixels of a row of the table: above 64 Streamlit breaks lines."""
COLUMNS: Final = {
    "Open": st.column_config.LinkColumn(width=70, display_text="Open"),
    **{
        name: st.column_config.TextColumn(width=width)
        for name, width in (
            ("What", 380),
            ("Kind", 100),
            ("Who", 140),
            ("When", 130),
            ("Due", 130),
            ("Status", 100),
            ("Client", 120),
            ("Project", 120),
            ("Meeting", 200),
        )
    },
}
"""The columns of the table with their widths in pixels, which a narrow window keeps."""


def draw_cards(memo: Memo, facts: Sequence[Fact]) -> None:
    """Draw each fact as a card with the way to its own view and to its quote."""
    now = today(memo.settings.timezone)
    successors = memo.successors(facts)
    for fact in facts:
        key = f"{fact.fact_type}-{fact.fact_id}"
        with st.container(border=True, key=f"fact-{key}", gap="xsmall"):
            st.markdown(card_markdown(fact, now))
            if fact.fact_type == "decision":
                draw_successors(memo, successors.get(fact.fact_id, ()))
            fact_link(fact.fact_type, fact.fact_id)
            if fact.quote:
                quote_mark(memo, fact.fact_type, fact.fact_id, fact.quote, key=key)


def draw_table(facts: Sequence[Fact]) -> None:
    """Draw the facts as a table, the first column of which opens each; what is wider than the window scrolls in it."""
    rows = [
        {
            "Open": FACT_ADDRESS.format(fact.fact_type, fact.fact_id),
            "What": clipped(words_of(fact), CELL_CHARS),
            "Kind": KIND_NAMES[fact.fact_type],
            "Who": clipped(people_line(fact), NAME_CHARS),
            "When": long_date(fact.happened_on) if fact.happened_on else "",
            "Due": long_date(fact.due_on) if fact.due_on else fact.due_text or "",
            "Status": status_word(fact.status),
            "Client": clipped(fact.client or "", NAME_CHARS),
            "Project": clipped(fact.project or "", NAME_CHARS),
            "Meeting": clipped(fact.meeting or "", 60),
        }
        for fact in facts
    ]
    frame = pd.DataFrame(rows)
    told = [column for column in frame.columns if frame[column].astype(bool).any()]
    st.dataframe(
        frame.loc[:, told],
        hide_index=True,
        height="content",
        row_height=ROW,
        column_config={name: COLUMNS[name] for name in told},
        alt=f"{count(len(rows), 'fact')}, one a row. The cards say the same.",
    )


def card_markdown(fact: Fact, now: date) -> str:
    """A fact as it is read: its sentence, why, by when, and under it its kind and where it was said."""
    foot = f":small[:gray[{kind_line(fact)}{_marked_status(fact)} · {where_line(fact)}]]"
    return f"{sentence_markdown(fact, now)}\\\n{foot}"


def sentence_markdown(fact: Fact, now: date, *, longest: int | None = TEXT_CHARS) -> str:
    """The sentence of a fact with why, or with its owner and the day it is due."""
    text = words_of(fact) if longest is None else clipped(words_of(fact), longest)
    if fact.fact_type == "decision":
        return decision_markdown(text, fact.reasoning, ())
    if fact.fact_type == "action_item":
        words = item_markdown(text, fact.people[0] if fact.people else None, pending=False)
        return f"{words}\\\n:small[:gray[{plain(due_line(fact, now))}]]"
    return plain(text, lines=longest is None)


def words_of(fact: Fact) -> str:
    """What a fact says; how a summary was made is said beside it."""
    return without_label(fact.text) if fact.fact_type == "meeting" else fact.text


def kind_line(fact: Fact) -> str:
    """ "Decision", "Meeting, summary made by rules"."""
    by_rules = fact.fact_type == "meeting" and made_by_rules(fact.text)
    return f"{KIND_NAMES[fact.fact_type]}{', summary made by rules' if by_rules else ''}"


def due_line(fact: Fact, now: date) -> str:
    """ "due Fri 6 Mar, overdue", or that no day was named."""
    if fact.due_on is None:
        return f"due “{fact.due_text}”" if fact.due_text else "no day named"
    late = ", overdue" if fact.status == "open" and fact.due_on < now else ""
    return f"due {short_date(fact.due_on, now)}{late}"


def where_line(fact: Fact) -> str:
    """Where, when and by whom, as inert Markdown: "Weekly sync · 4 March 2026 · Bob and Ada"."""
    who = people_line(fact) if fact.fact_type != "action_item" else ""
    about = fact.meeting or " · ".join(filter(None, (fact.project, fact.client)))
    day = long_date(fact.happened_on) if fact.happened_on else "no date"
    return plain(" · ".join(filter(None, (about, day, who))))


def people_line(fact: Fact) -> str:
    """The people of a fact, the first of many."""
    shown = list(fact.people[:PEOPLE])
    if len(fact.people) > PEOPLE:
        shown.append(f"{len(fact.people) - PEOPLE} more")
    return listed(shown)


def status_word(status: str) -> str:
    """A status as a person says it."""
    return {"wrong": "marked as wrong", "replaced": "replaced by a later reading"}.get(status, status)


def _marked_status(fact: Fact) -> str:
    shown = "" if fact.status in _UNREMARKABLE else f" · {status_word(fact.status)}"
    return shown + ("" if fact.searchable else " · found by its words only")
