"""The parts of the index: hashed keys, and words near a word."""

from __future__ import annotations

import pytest

from memo.names.fit import near
from memo.names.links import sound
from memo.names.postings import Postings
from memo.names.vocabulary import MOST_NEAR_WORDS, Vocabulary


def test_places_are_found_under_every_key_once() -> None:
    postings = Postings([(0, ["a", "b"]), (1, ["b"]), (2, ["c"])])
    assert postings.find(["a", "b"], 10) == ({0, 1}, False)
    assert postings.find(["x"], 10) == (set(), False)
    assert postings.find([], 10) == (set(), False)


def test_too_many_places_under_one_key_are_said_to_be_cut() -> None:
    postings = Postings((place, ["same"]) for place in range(50))
    found, cut = postings.find(["same"], 8)
    assert (found, cut) == (set(range(8)), True)


def test_nothing_filed_nothing_found() -> None:
    assert Postings([]).find(["a"], 3) == (set(), False)


@pytest.mark.parametrize("typed", ["kawaguchy", "kawagucchi", "kawaguch", "kwaaguchi", "gawaguchi", "kawagushy"])
def test_a_misspelled_word_is_found(typed: str) -> None:
    words = Vocabulary(["kawaguchi", "kawasaki", "rivera", "lee"])
    assert words.near(typed) == ["kawaguchi"]


def test_near_words_are_few_and_in_a_fixed_order() -> None:
    words = Vocabulary([f"river{a}{b}" for a in "abcdef" for b in "abcdef"])
    found = words.near("riveraa")
    assert len(found) == MOST_NEAR_WORDS
    assert "riveraa" not in found
    assert found == Vocabulary(reversed([f"river{a}{b}" for a in "abcdef" for b in "abcdef"])).near("riveraa")


@pytest.mark.parametrize(
    ("a", "b", "is_near"),
    [("rivera", "riviera", True), ("chen", "cheng", True), ("sam", "pam", False), ("lee", "lea", False),
     ("phase1", "phase2", False), ("brian", "brain", True), ("christina", "christine", True),
     ("rivera", "patel", False)],
)  # fmt: skip
def test_near(a: str, b: str, is_near: bool) -> None:
    assert bool(near(a, b)) is is_near
    assert near(a, b) == near(b, a)


@pytest.mark.parametrize(("a", "b"), [("sean", "shawn"), ("jeff", "geoff"), ("cathy", "kathy"), ("stephen", "steven")])
def test_words_that_sound_alike(a: str, b: str) -> None:
    assert sound(a) == sound(b) != ""
