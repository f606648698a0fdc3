"""What ids, aliases, nicknames, addresses and the meeting add to the rules on words."""

from __future__ import annotations

import pytest

from memo.names.index import FEW
from memo.names.score import (
    AMBIGUOUS_THRESHOLD,
    AUTO_RESOLVE_THRESHOLD,
    MAX_CANDIDATES,
    Known,
    NameIndex,
    alias_key,
    score,
)

RIVERA = Known(1, "Sam Rivera", nicknames=("Sammy",), emails=("sam@acme.example",))
CHEN = Known(2, "Sam Chen", emails=("schen@acme.example",))
PATEL = Known(3, "Priya Patel")
ALL = (RIVERA, CHEN, PATEL)
CROWD = [Known(1000 + n, f"Zz{chr(97 + n % 26)}qx{chr(97 + n // 26)} Qvorp{n}") for n in range(FEW + 5)]


def test_the_thresholds_are_those_of_the_design() -> None:
    assert (AMBIGUOUS_THRESHOLD, AUTO_RESOLVE_THRESHOLD, MAX_CANDIDATES) == (0.5, 0.85, 4)


def test_a_live_alias_goes_before_everything_else() -> None:
    found = score("Sam", [*ALL, Known(4, "Sam", in_meeting=True)], "person", aliases={"sam": 2})
    assert found.candidate is not None
    assert (found.candidate.id, found.confidence, found.why) == (2, 1.0, "confirmed before")


@pytest.mark.parametrize("mention", ["sam", "SAM", "@Sam", "Sam's", " Sám "])
def test_an_alias_is_found_however_it_is_written(mention: str) -> None:
    assert score(mention, ALL, "person", aliases={alias_key("Sam"): 2}).band == "auto"


def test_an_alias_may_stand_for_what_names_nobody() -> None:
    found = score("the team", ALL, "person", aliases={"the team": 3})
    assert found.candidate is not None
    assert found.candidate.id == 3


def test_an_alias_of_somebody_unknown_is_passed_over() -> None:
    assert score("Sam", ALL, "person", aliases={"sam": 99}).band == "ask"


def test_an_alias_for_another_word_changes_nothing() -> None:
    assert score("Priya", ALL, "person", aliases={"sam": 1}) == score("Priya", ALL, "person")


def test_a_nickname_somebody_gave_stands_for_the_whole_name() -> None:
    found = score("Sammy", ALL, "person")
    assert found.candidate is not None
    assert (found.candidate.id, found.why) == (1, "known as Sammy")


def test_a_nickname_two_people_share_is_a_question() -> None:
    found = score("Sammy", [*ALL, Known(4, "Samir Shah", nicknames=("Sammy",))], "person")
    assert (found.band, {c.id for c in found.candidates[:2]}) == ("ask", {1, 4})


def test_a_nickname_that_is_somebody_elses_first_name_is_a_question() -> None:
    ortiz = Known(5, "Samuel Ortiz", nicknames=("Sam",))
    assert score("Sam", [ortiz, PATEL], "person").band == "auto"
    assert score("Sam", [ortiz, RIVERA], "person").band == "ask"
    assert score("Sammy Rivera", [RIVERA, PATEL], "person").band == "auto"


def test_a_known_address_is_certain_and_another_one_is_not() -> None:
    assert score("sam@acme.example", ALL, "person").confidence == 1.0
    assert score("Wholly Unlike <schen@acme.example>", ALL, "person").candidate is not None
    other = score("sam.chen@globex.example", ALL, "person")
    assert (other.band, other.candidates[0].id) == ("ask", 2)


def test_clients_have_nicknames_too() -> None:
    found = score("Big Blue", [Known(1, "IBM", nicknames=("Big Blue",)), Known(2, "Blue Sky")], "client")
    assert found.candidate is not None
    assert found.candidate.id == 1


def test_the_meeting_is_given_by_id_or_by_mark() -> None:
    index = NameIndex(ALL)
    by_id = index.resolve("Sam", "person", frozenset({1, 3}))
    assert by_id.candidate is not None
    assert (by_id.candidate.id, by_id.why) == (1, "only Sam in this meeting")
    assert index.resolve("Sam", "person").band == "ask"
    marked = score("Sam", [RIVERA, Known(2, "Sam Chen", in_meeting=True)], "person")
    assert marked.candidate is not None
    assert marked.candidate.id == 2


def test_meeting_ids_nobody_has_change_nothing() -> None:
    index = NameIndex(ALL)
    assert index.resolve("Sam", "person", {77}) == index.resolve("Sam", "person")


def test_one_person_listed_twice_by_the_same_id_is_one() -> None:
    assert score("Sam Rivera", [RIVERA, RIVERA], "person").band == "auto"
    assert score("Sam Rivera", [RIVERA, Known(1, "Samuel Rivera")], "person").band == "auto"


def test_two_people_of_the_same_name_are_a_question() -> None:
    found = score("Sam Rivera", [RIVERA, Known(9, "Sam Rivera")], "person")
    assert (found.band, found.confidence) == ("ask", 0.8)
    assert found.why == "2 fit: Sam Rivera"


def test_the_same_name_in_the_meeting_goes_before_the_absent_one() -> None:
    found = score("Sam Rivera", [RIVERA, Known(9, "Sam Rivera", in_meeting=True)], "person")
    assert found.candidate is not None
    assert found.candidate.id == 9
    assert found.why == "same name, the only one in this meeting"


def test_at_most_four_are_offered_and_still_asked_among_many() -> None:
    found = score("Sam", [Known(n, f"Sam {chr(65 + n)}orvath") for n in range(20)], "person")
    assert (found.band, len(found.candidates)) == ("ask", MAX_CANDIDATES)
    assert found.confidence >= AMBIGUOUS_THRESHOLD


def test_nobody_known_is_nothing() -> None:
    assert score("Sam", [], "person").band == "none"
    assert score("", ALL, "person").band == "none"
    assert score("Acme", [], "client").why == "nothing known fits"


def test_many_mentions_come_back_in_order() -> None:
    index = NameIndex(ALL)
    found = index.resolve_many(["Priya Patel", "we", "Sam", "Priya Patel"], "person", {3}, {"sam": 1})
    assert [f.mention for f in found] == ["Priya Patel", "we", "Sam", "Priya Patel"]
    assert [f.candidate and f.candidate.id for f in found] == [3, None, 1, 3]


@pytest.mark.parametrize(
    "mention",
    ["Sam Rivera", "Rivera, Sam", "Sammy", "S. Rivera", "Sam R.", "sam@acme.example", "sam.rivera", "@srivera", "Sam",
     "Patel", "PP", "Priya Pattel", "Pryia", "Priya J. Patel", "Dr. Patel", "Samuel Rivera", "ppatel", "Sam and Priya"],
)  # fmt: skip
def test_among_many_the_same_is_found_as_among_few(mention: str) -> None:
    few, many = NameIndex(ALL), NameIndex([*ALL, *CROWD])
    for meeting in (frozenset[int](), frozenset({1, 3})):
        assert many.resolve(mention, "person", meeting) == few.resolve(mention, "person", meeting)


def test_a_first_name_of_many_is_asked_unless_one_is_in_the_meeting() -> None:
    index = NameIndex(
        [*(Known(n, f"Sam {chr(65 + n % 26)}{chr(97 + n // 26 - 3)}xon") for n in range(100, 600)), PATEL]
    )
    assert index.resolve("Sam", "person").band == "ask"
    found = index.resolve("Sam", "person", {498, PATEL.id or 0})
    assert found.candidate is not None
    assert found.candidate.id == 498


def test_more_namesakes_than_are_tried_never_resolve_by_themselves() -> None:
    same = [Known(n, f"John {chr(65 + n % 26)}{chr(97 + n // 26)}x Smith") for n in range(400)]
    found = NameIndex([*same, Known(999, "John Smith")]).resolve("John Zzz Smith", "person")
    assert found.band != "auto"
