"""What is the same mention, what is a short name, and how the Resolve page puts things into words."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from memo.models import Alias, Candidate, NameReceipt, NameUse, PendingName, Recent
from memo.names.directory import KnownNames, is_short, mention_key
from memo.names.filing import NEWER
from memo.names.score import Known, score
from memo.store.names import ScopedAlias
from memo.ui.name_words import (
    alias_line,
    candidate_caption,
    heading,
    quoted,
    receipt_sentence,
    use_label,
    waiting_for,
)
from memo.ui.plain import plain


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Sam", "sam", True),
        ("Sam", " Sam's ", True),
        ("José", "jose", True),
        ("Sam", "Sam R", False),
        ("Sam", "Samuel", False),
        ("sam@example.com", "Sam@Example.com", True),
    ],
)
def test_what_is_the_same_mention(one: str, other: str, same: bool) -> None:
    assert (mention_key(one, "person") == mention_key(other, "person")) is same


@pytest.mark.parametrize(
    ("mention", "short"),
    [("Sam", True), ("Sam's", True), ("rtyler", True), ("Sam Rivera", False), ("sam@example.com", False)],
)
def test_what_is_a_short_name(mention: str, short: bool) -> None:
    assert is_short(mention) is short


# --- everybody known, and those who came since ---

SURNAMES = ("Rivera", "Okafor", "Lindqvist", "Weiss", "Raman", "Ferreira", "Costa", "Ode", "Park", "Roth")
GIVEN = ("Ana", "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo")
PEOPLE = [Known(n, f"{GIVEN[n // 10]} {SURNAMES[n % 10]}") for n in range(1, 100)]
MENTIONS = (
    "Sam",
    "Sam Rivera",
    "Ana",
    "Rivera",
    "Sam Rivers",
    "Weiss",
    "S. Rivera",
    "Zoe",
    "Ana Okafor",
    "Okafor, Ana",
)


@pytest.mark.parametrize("mention", MENTIONS)
@pytest.mark.parametrize("present", [(), (1,), (201,), (1, 201)])
def test_those_who_came_since_count_as_if_they_had_been_there(mention: str, present: tuple[int, ...]) -> None:
    newcomers = [Known(201, "Sam Rivera"), Known(202, "Sam Okafor"), Known(203, "Ana Okafor")]
    names = KnownNames("person", PEOPLE, [], set())
    names.file()
    for newcomer in newcomers:
        names.add(newcomer.id or 0, newcomer.name)
    at_once = [Known(k.id, k.name, in_meeting=k.id in present) for k in (*PEOPLE, *newcomers)]
    wanted, found = score(mention, at_once, "person"), names.resolve(mention, present)
    assert (found.band, found.candidate and found.candidate.id) == (
        wanted.band,
        wanted.candidate and wanted.candidate.id,
    )


def test_many_newcomers_are_filed_with_the_others() -> None:
    names = KnownNames("person", PEOPLE, [], set())
    for n in range(NEWER + 5):
        names.add(300 + n, f"Newcomer Number{chr(97 + n % 26)}{chr(97 + n // 26)}")
    found = names.resolve("Newcomer Numberea").candidate or names.resolve("Newcomer Numberab").candidate
    assert found is not None
    assert names.name_of(300) == "Newcomer Numberaa"


def test_what_was_worked_out_holds_only_for_those_known_and_present() -> None:
    def bands(*known: Known) -> list[str]:
        names = KnownNames("person", known, [], set())
        return [names.resolve("Sam", present).band for present in ((), (1,), (1, 2))]

    rivera, okafor = Known(1, "Sam Rivera"), Known(2, "Sam Okafor")
    for _ in range(2):
        assert bands(rivera) == ["ask", "auto", "auto"]
        assert bands(rivera, okafor) == ["ask", "auto", "ask"]
        assert bands(rivera, Known(2, "Olaf Okafor")) == ["ask", "auto", "auto"]


def test_an_alias_of_the_project_goes_before_one_of_everywhere() -> None:
    known = [Known(1, "Sam Rivera"), Known(2, "Sam Okafor")]
    scoped = [
        ScopedAlias(alias_key="sam", entity_id=1, project_id=None),
        ScopedAlias(alias_key="sam", entity_id=2, project_id=7),
    ]
    names = KnownNames("person", known, scoped, set())
    assert [getattr(names.resolve("Sam", (), p).candidate, "id", None) for p in (None, 7, 8)] == [1, 2, 1]


# --- words ---


def receipt(kind: str, items: int = 0, decisions: int = 0, meetings: int = 0, *, undone: bool = False) -> str:
    name = None if kind == "dismiss" else "Sam Rivera"
    made = NameReceipt(
        receipt_id=1,
        mention="Sam",
        type="person",
        name=name,
        action_items=items,
        decisions=decisions,
        meetings=meetings,
        kind=kind,
        undone=undone,
    )
    return receipt_sentence(made)


def test_receipts_are_sentences() -> None:
    assert receipt("confirm", 7, 2) == "7 action items and 2 decisions now name Sam Rivera."
    assert receipt("confirm", 0, 1) == "1 decision now names Sam Rivera."
    assert receipt("confirm") == "“Sam” stands for Sam Rivera from now on."
    assert receipt("confirm", 1, 0, 1) == "1 action item and 1 list of those present now name Sam Rivera."
    assert receipt("dismiss", 1) == "“Sam” stays as it was said in 1 action item."
    assert receipt("merge", 2) == "Sam and Sam Rivera are one person now: 2 action items moved."
    assert receipt("split", 1) == "1 action item of Sam now belongs to Sam Rivera."
    assert receipt("revoke") == "“Sam” stands for Sam Rivera no longer; what it named keeps its name."
    assert receipt("confirm", 2, undone=True) == "Taken back: “Sam” waits again in 2 action items."
    assert receipt("merge", 2, undone=True) == "Taken back: Sam and Sam Rivera are two people again."


def pending(**fields: object) -> PendingName:
    given = {
        "mention": "Sam",
        "type": "person",
        "meeting_id": 1,
        "meeting": "Weekly sync",
        "happened_on": date(2026, 3, 4),
        "quote": None,
        "action_items": 2,
        "decisions": 1,
        "candidates": (),
    }
    return PendingName.model_validate(given | fields)


def test_a_question_says_where_and_what_for() -> None:
    assert heading(pending()) == "**Sam** in Weekly sync, 4 March 2026"
    assert heading(pending(meeting=None)) == "**Sam**"
    assert waiting_for(pending(meetings=3)) == (
        "2 action items, 1 decision and the list of those present of 3 meetings"
    )


def test_the_mention_is_marked_in_its_quote() -> None:
    assert quoted(pending(quote="I think sam will do it")) == (
        "“" + plain("I think") + " :yellow-background[sam] " + plain("will do it") + "”"
    )
    assert quoted(pending(text="Write it down")) == "Write it down"
    assert quoted(pending()) == ""


def test_what_others_wrote_does_nothing_on_the_page() -> None:
    evil = "![x](http://evil.example/a.png) <b>$x$</b>"
    recent = Recent(fact_type="decision", fact_id=1, text=evil, happened_on=None)
    candidate = Candidate(id=1, name="Sam", confidence=0.6, why=evil, lately=(recent,))
    use = NameUse(mention=evil, meeting_id=1, meeting=evil, happened_on=None, action_items=1, decisions=0, meetings=1)
    alias = Alias(
        id=1,
        type="person",
        entity_id=1,
        name=evil,
        alias=evil,
        project=evil,
        confidence=1.0,
        auto_resolved=False,
        confirmed_by=evil,
        created_at=datetime(2026, 3, 4, tzinfo=UTC),
    )
    drawn = [
        candidate_caption(candidate, date(2026, 3, 4)),
        use_label(use),
        alias_line(alias),
        heading(pending(mention=evil, meeting=evil)),
        quoted(pending(quote=evil)),
        receipt_sentence(
            NameReceipt(receipt_id=1, mention=evil, type="person", name=evil, action_items=1, decisions=0)
        ),
    ]
    for text in drawn:
        for danger in ("![", "](", "http://", "<b>", "$x$"):
            assert danger not in text
