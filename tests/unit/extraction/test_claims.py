"""Numbers are compared by value, and every particular of a claim has to stand in the words that prove it."""

from __future__ import annotations

import pytest

from memo.extraction.claims import Ground, unsupported
from memo.extraction.numbers import claimed_numbers, evident_numbers

NOBODY: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("1,000 seats", "a thousand seats, well, one thousand"),
        ("1000 seats", "1,000 seats"),
        ("1k seats", "1000 seats"),
        ("$1.5M budget", "1.5 million dollars"),
        ("two hundred and fifty", "250"),
        ("25 people", "twenty-five people"),
        ("version 3.3", "version 3.3"),
        ("3.30 dollars", "3.3 dollars"),
        ("10% off", "ten percent off"),
        ("the 3rd", "the third"),
        ("v2", "v2"),
        ("2026-03-04", "on March 4 of 2026"),
        ("Q3", "q3"),
    ],
)
def test_the_same_number_in_other_words_is_the_same(claim: str, said: str) -> None:
    assert unsupported(claim, Ground(said), NOBODY) is None


@pytest.mark.parametrize(
    ("claim", "said", "missing"),
    [
        ("1,001 seats", "1,000 seats", "the number '1,001'"),
        ("three servers", "two servers", "the number 'three'"),
        ("1.2M users", "1.2k users", "the number '1.2M'"),
        ("version 3.3.2", "version 3.3.1", "the number '3.3.2'"),
        ("$5", "5 euros", "the amount in 'dollar'"),
        ("5%", "5 euros", "the amount in 'percent'"),
        ("on Monday", "on Tuesday", "the date 'Monday'"),
        ("in July", "in June", "the date 'July'"),
        ("tomorrow", "some day", "the date 'tomorrow'"),
        ("2026-03-05", "March 4, 2026", "the date '2026-03-05'"),
        ("write to a@b.example", "write to a@c.example", "the e-mail address 'a@b.example'"),
        ("see https://a.example/x", "see https://a.example/y", "the link 'https://a.example/x'"),
        ("ask Trent", "ask someone", "the name 'Trent'"),
        ("Acme will pay", "somebody will pay", "the name 'Acme'"),
        ("paid by ACME", "paid by us", "the name 'ACME'"),
        ("Trent praised it", "it was praised", "the name 'Trent'"),
        ("Trent's idea", "an idea", 'the name "Trent\'s"'),
    ],
)
def test_a_made_up_particular_is_named(claim: str, said: str, missing: str) -> None:
    assert unsupported(claim, Ground(said), NOBODY) == missing


@pytest.mark.parametrize(
    "claim",
    [
        "Use the blue logo",
        "Concerns raised about it",
        "No one may leave first",
        "The Team will use it",
        "Migration completed",
        "We may march on",
        "I will do it, OK?",
    ],
)
def test_ordinary_words_are_no_particulars(claim: str) -> None:
    assert unsupported(claim, Ground("something else"), NOBODY) is None


def test_the_name_of_somebody_in_the_meeting_counts_however_it_is_written() -> None:
    people = frozenset({"kohsuke"})
    assert unsupported("kohsuke signs it", Ground("abayer signs it"), people) == "the name 'kohsuke'"
    assert unsupported("kohsuke signs it", Ground("I sign it", ("kohsuke",)), people) is None


def test_who_speaks_is_ground_for_a_name() -> None:
    assert unsupported("Given to Alice", Ground("I'll do it", ("Alice Chen",)), NOBODY) is None


def test_one_and_first_are_evidence_but_no_claim() -> None:
    assert claimed_numbers("one of the first") == {}
    assert {"1"} <= evident_numbers("one of them")
    assert claimed_numbers("twenty one") == {"21": "twenty one"}
