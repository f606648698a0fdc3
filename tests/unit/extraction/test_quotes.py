"""Quotes are found however they are written, never where they are not, and stored as the transcript has them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo.extraction.quotes import Spoken, exact, find_quote
from memo.models import Evidence, Transcript, Turn


def _meeting(*turns: tuple[str | None, str]) -> Transcript:
    text, made = "", []
    for index, (speaker, said) in enumerate(turns):
        text += f"{speaker}: " if speaker else ""
        made.append(Turn(index=index, speaker=speaker, text=said, start=len(text), end=len(text) + len(said)))
        text += f"{said}\n"
    return Transcript(text=text, format="plain", format_label="Plain", turns=tuple(made))


MEETING = _meeting(
    ("Ana", "So the plan is fixed."),
    ("Ben", "We’ll ship the “time-line” view on Thursday – that's\nwhat we promised, at $12.50 a seat."),
    ("Ana", "Who owns it? #agreed Ben owns the time-line view."),
    ("Ben", "Fine. We will not ship the old view again, ever."),
    (None, "決定：来週からPostgresを使います。"),
    ("Ben", "pass\u200bword reset is cafe\u0301 friendly, with naïve users."),
    ("Ana", "The plan is fixed, really. The plan is fixed."),
)


def _found(quote: str, start: int = 0, end: int | None = None) -> Evidence | None:
    spoken = Spoken(MEETING)
    places = find_quote(quote, spoken, spoken.stretch(start, len(MEETING.text) if end is None else end))
    return spoken.evidence(places[0]) if places else None


@pytest.mark.parametrize(
    ("quote", "stored"),
    [
        ("We’ll ship the “time-line” view", "We’ll ship the “time-line” view"),
        ("we'll ship the 'time line' view on thursday", "We’ll ship the “time-line” view on Thursday"),
        ("on Thursday — that's what we promised", "on Thursday – that's\nwhat we promised,"),
        ("  WHAT   we\tpromised ", "what we promised,"),
        ("promised, at $12.50 a seat.", "promised, at $12.50 a seat."),
        ("$12.50 a seat", "$12.50 a seat."),
        ("#agreed Ben owns the time‑line view", "#agreed Ben owns the time-line view."),
        (
            "the plan is fixed. We'll ship the time-line view",
            "the plan is fixed.\nBen: We’ll ship the “time-line” view",
        ),
        ("Ana: So the plan is fixed.\nBen: We'll ship", "So the plan is fixed.\nBen: We’ll ship"),
        (
            "We'll ship ... that's what we promised",
            "We’ll ship the “time-line” view on Thursday – that's\nwhat we promised,",
        ),
        ("we will ship the timeline view on Thursday, that is what we promised", None),
        (
            "We'll ship the time-line view Thursday, that's what we promised",
            "We’ll ship the “time-line” view on Thursday – that's\nwhat we promised,",
        ),
        ("Who owns it? agreed: Ben owns a time-line view", "Who owns it? #agreed Ben owns the time-line view."),
        ("password reset is café friendly", "pass\u200bword reset is cafe\u0301 friendly,"),
        ("来週からPostgresを使います", "来週からPostgresを使います"),
        ("We will ship the old view again, ever", None),
        ("the view on Monday is what everybody wanted", None),
        ("", None),
        ("…", None),
    ],
)
def test_a_quote_is_found_as_it_was_said(quote: str, stored: str | None) -> None:
    found = _found(quote)
    if stored is None:
        assert found is None
    else:
        assert found is not None
        assert found.quote == stored
        assert MEETING.text[found.start : found.end] == found.quote
        assert MEETING.turns[found.turn].start <= found.start < MEETING.turns[found.turn].end


def test_a_quote_is_not_looked_for_outside_of_what_was_sent() -> None:
    first = MEETING.turns[0]
    assert _found("the plan is fixed", 0, first.end) is not None
    assert _found("that's what we promised", 0, first.end) is None
    assert _found("that's what we promised", MEETING.turns[2].start) is None
    half = MEETING.turns[1].start + 20
    assert _found("that's what we promised", 0, half) is None
    assert _found("We'll ship the", 0, half) is not None


def test_a_quote_is_at_most_three_neighbouring_turns() -> None:
    spoken = Spoken(MEETING)
    whole = spoken.stretch(0, len(MEETING.text))
    for turns, places in ((3, 1), (4, 0)):
        quote = " ".join(turn.text for turn in MEETING.turns[:turns])
        assert len(exact(quote, spoken, whole)) == places
        assert all(spoken.turns_in(place) <= 3 for place in find_quote(quote, spoken, whole))


def test_all_places_of_the_same_words_are_known() -> None:
    spoken = Spoken(MEETING)
    places = find_quote("the plan is fixed", spoken, spoken.stretch(0, len(MEETING.text)))
    assert [spoken.evidence(place).turn for place in places] == [0, 6, 6]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_stretch_of_words_is_found_and_stands_where_it_says(data: st.DataObject) -> None:
    turn = data.draw(st.sampled_from(MEETING.turns))
    words = turn.text.split()
    low = data.draw(st.integers(0, len(words) - 1))
    high = data.draw(st.integers(low + 1, len(words)))
    quote = " ".join(words[low:high])
    found = _found(quote)
    if any(char.isalnum() for char in quote):
        assert found is not None
        assert MEETING.text[found.start : found.end] == found.quote


@given(st.text(max_size=200), st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_the_search(said: str, quote: str) -> None:
    meeting = _meeting(("A", said), ("B", "Yes."))
    spoken = Spoken(meeting)
    for place in find_quote(quote, spoken, spoken.stretch(0, len(meeting.text))):
        evidence = spoken.evidence(place)
        assert meeting.text[evidence.start : evidence.end] == evidence.quote
