"""An answer without a model says what the facts say, by their structure, and passes every check itself."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo.retrieval.citations import check
from memo.retrieval.kinds import Asks
from memo.retrieval.offline_answer import ANSWER_FACTS, told_of, written
from tests.unit.retrieval.facts import FACTS, INVOICES, NO_MONGO, POSTGRES, fact


@pytest.mark.parametrize(
    ("asks", "expected"),
    [
        ("why", "We use Postgres for billing, because the team already runs it (4 March 2026) [1]."),
        ("who", "Ada Obi and Bob Chen: We use Postgres for billing (4 March 2026) [1]."),
        ("when", "4 March 2026: We use Postgres for billing [1]."),
        ("what", "We use Postgres for billing, because the team already runs it (4 March 2026) [1]."),
    ],
)
def test_the_structure_answers(asks: Asks, expected: str) -> None:
    assert written([POSTGRES], asks, listing=False) == (expected, [POSTGRES])


def test_action_items_say_who_and_by_when() -> None:
    text, _ = written([INVOICES], "what", listing=True)
    assert text == "Bob Chen: Migrate the 1,200 old invoices, due 13 March 2026 [1]."


def test_a_reason_that_the_words_give_is_not_said_twice() -> None:
    said = fact("Let's use Postgres, because the team already runs it.", reasoning="The team already runs it")
    assert written([said], "why", listing=False)[0] == "Let's use Postgres, because the team already runs it [1]."
    other = fact("Let's use Postgres, because it works.", reasoning="the team runs")
    assert written([other], "why", listing=False)[0].count("because") == 2


def test_a_summary_does_not_say_again_what_its_facts_say() -> None:
    summary = fact("Decided: we use Postgres for billing.", "meeting", 7, meeting_id=7)
    assert written([summary, POSTGRES], "what", listing=False)[1] == [POSTGRES]
    assert written([summary, NO_MONGO], "what", listing=False)[1] == [summary, NO_MONGO]
    assert written([summary], "what", listing=False)[1] == [summary]


def test_a_fact_with_the_answer_comes_before_one_without() -> None:
    mute = fact("Postgres was mentioned.", fact_id=9)
    text, cited = written([mute, POSTGRES], "why", listing=False)
    assert cited == [POSTGRES, mute]
    assert text.startswith("- We use Postgres for billing, because")


def test_a_fact_far_behind_does_not_come_first_for_what_it_has() -> None:
    best = fact("We keep the free tier.", fact_id=9, score=0.99, happened_on=date(2026, 1, 1))
    other = fact("We raise the price.", reasoning="costs rose", score=0.6, happened_on=date(2026, 2, 2))
    assert written([best, other], "why", listing=False)[1] == [best, other]
    assert written([best, other], "what", listing=False, newest=True)[1] == [best, other]
    near = other.model_copy(update={"score": 0.98})
    assert written([best, near], "why", listing=False)[1] == [near, best]
    assert written([best, near], "what", listing=False, newest=True)[1] == [near, best]


def test_what_was_decided_is_answered_with_decisions() -> None:
    task = fact("Update the page.", "action_item", 5, score=0.95)
    assert written([task, POSTGRES], "what", listing=False, newest=True)[1] == [POSTGRES]
    assert written([task, POSTGRES], "what", listing=False)[1] == [task, POSTGRES]
    assert written([task], "what", listing=False, newest=True)[1] == [task]


def test_the_number_of_a_list_is_no_sentence() -> None:
    agenda = fact("Topics: 1. Roadmap; 2. EIPs. We chose version 2. Then we left.")
    assert written([agenda], "what", listing=False)[0] == (
        "Topics: 1. Roadmap; 2. EIPs [1]. We chose version 2. Then we left [1]."
    )


def test_a_summary_is_told_with_its_meeting() -> None:
    summary = fact("We use Postgres.", "meeting", 7, meeting_id=7, meeting="Weekly sync", happened_on=date(2026, 3, 4))
    assert written([summary], "what", listing=True)[0] == "Weekly sync: We use Postgres (4 March 2026) [1]."


def test_an_answer_tells_how_much_more_there_is_and_what_was_not_kept() -> None:
    many = [fact(f"We keep item {n}.", fact_id=n) for n in range(1, ANSWER_FACTS + 3)]
    _, cited = written(many, "what", listing=False)
    assert told_of(many, cited, "what") == ["2 more facts fit as well: ask for less at once, or search."]
    assert told_of(many[:-1], cited, "what") == ["1 more fact fits as well: ask for less at once, or search."]
    assert told_of(many[:-2], cited, "what") == []
    assert told_of(cited, cited, "why") == ["No reason was kept with this."]
    assert told_of([POSTGRES], [POSTGRES], "why") == []
    because = fact("We keep it because it works.")
    assert told_of([because], [because], "why") == []


def test_a_list_is_grouped_and_shows_everything() -> None:
    many = [fact(f"Item {n}", "action_item", n) for n in range(6)] + [POSTGRES]
    text, cited = written(many, "what", listing=True)
    assert cited[0] == POSTGRES
    assert len(text.splitlines()) == 7
    assert len(written(many, "what", listing=False)[1]) == ANSWER_FACTS


def test_superseded_facts_are_called_so() -> None:
    old = fact("We use MySQL", status="superseded")
    assert "superseded" in written([old], "what", listing=False)[0]


@pytest.mark.parametrize("asks", ["why", "who", "when", "what"])
@pytest.mark.parametrize("listing", [True, False])
def test_it_bears_out_itself(asks: Asks, listing: bool) -> None:
    text, cited = written(FACTS, asks, listing=listing)
    checked = check(text, cited)
    assert checked.removed == []
    assert checked.cited == cited


@given(
    st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=200),
    st.sampled_from(["why", "who", "when", "what"]),
)
def test_every_sentence_has_its_number(said: str, asks: Asks) -> None:
    text, _ = written([fact(said, happened_on=date(2026, 3, 4), reasoning="x. y")], asks, listing=False)
    assert text.rstrip().endswith("[1].")
