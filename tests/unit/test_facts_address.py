"""A view of the facts and its address are the same thing; an answer's numbers become links and nothing else does."""

from __future__ import annotations

from datetime import date

import pytest

from memo.models import Citation
from memo.ui.answer_text import bare, prose
from memo.ui.facts_view import FactsView, view_of

VIEWS = (
    FactsView(),
    FactsView(types=("decision", "meeting"), client=3, table=True),
    FactsView(
        project=4, person=5, meeting=6, since=date(2026, 1, 2), until=date(2026, 3, 4), status="open", text="a b"
    ),
    FactsView(text="x&y=1", after="2026-01-02.decision.7"),
)


@pytest.mark.parametrize("view", VIEWS)
def test_an_address_leads_back_to_its_view(view: FactsView) -> None:
    address = {name: value if isinstance(value, list) else [value] for name, value in view.address().items()}
    assert view_of(address) == view
    assert view_of(address).ignored == ()


@pytest.mark.parametrize(
    "word", ["client=", "client=-1", "client=٣", "client=9999999999", "since=2026-13-01", "status=x"]
)
def test_what_means_nothing_narrows_nothing(word: str) -> None:
    name, value = word.split("=")
    view = view_of({name: [value]})
    assert view == FactsView()
    assert view.ignored == ((word,) if value else ())


def test_another_filter_begins_at_the_first_page() -> None:
    assert FactsView(after="2026-01-02.decision.7").having(client=3) == FactsView(client=3)


def cited(number: int) -> Citation:
    return Citation(
        n=number, fact_type="decision", fact_id=number * 10, text="t", meeting_id=None, meeting=None, happened_on=None,
        quote=None, turn=None,
    )  # fmt: skip


def test_numbers_link_to_what_they_cite_and_nothing_else_is_a_link() -> None:
    drawn = prose("We do [1]. They did [2][1] and [9].", [cited(1), cited(2)])
    assert drawn.count("](Fact?type=decision&id=10)") == 2
    assert drawn.count("](Fact?type=decision&id=20)") == 1
    assert ":small[\\[9\\]]" in drawn
    assert "](https" not in prose("[a](https://evil.example) ![b](https://evil.example)", [cited(1)])


def test_lines_stay_lines_and_lists_lists() -> None:
    assert prose("One.\nTwo.") == "One\\.\n\nTwo\\."
    assert prose("- One [1].\n- Two.", [cited(1)]).splitlines()[1] == "- Two\\."
    assert bare("- One [1].\n- Two [2].") == "One. Two."
