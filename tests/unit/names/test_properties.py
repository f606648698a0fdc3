"""What holds for every mention and every set of known names."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from memo.models import EntityType
from memo.names.fold import alias_key
from memo.names.index import FEW
from memo.names.person_form import person_form, take_apart
from memo.names.score import Known, NameIndex, score

GIVEN = [
    "Sam",
    "Samuel",
    "Samantha",
    "Sara",
    "Robert",
    "Bob",
    "Roberta",
    "Chris",
    "Christine",
    "Christina",
    "Jean-Luc",
    "Li",
    "Wei",
    "Kohsuke",
    "José",
    "Іван",
]
FAMILY = [
    "Rivera",
    "Riviera",
    "Chen",
    "Cheng",
    "Lee",
    "Li",
    "Smith",
    "Smith-Jones",
    "O'Brien",
    "Müller",
    "Kawaguchi",
    "Nakamura",
    "Петров",
]
ORGANISATIONS = [
    f"{name}{rest}"
    for name in ("Acme", "Acmee", "Northwind", "IBM", "International Business Machines", "Delta Dental")
    for rest in ("", " Inc", " Ltd", " Phase 1", " Phase 2", " Labs", " 2025")
]
PEOPLE = [
    written
    for g in GIVEN
    for f in FAMILY
    for written in (f"{g} {f}", f"{f}, {g}", f"{g[0]}. {f}", f"{g}.{f}".lower(), f"{g} J. {f}", f"{g} {f} Jr.")
]
UNRELATED = "Zzyzx Qvorptkw"

people = st.sampled_from([*PEOPLE, *GIVEN, *FAMILY, "SR", "@sam", "srivera", "sam@x.com", "Bob and Sam", "we"])
organisations = st.sampled_from(ORGANISATIONS)


def known_from(names: st.SearchStrategy[str]) -> st.SearchStrategy[list[Known]]:
    one = st.tuples(names, st.booleans())
    return st.lists(one, max_size=6).map(
        lambda found: [Known(n, name, in_meeting=present) for n, (name, present) in enumerate(found, 1)]
    )


mentioned = st.one_of(
    st.tuples(st.just("person"), people, known_from(people)),
    st.tuples(st.sampled_from(["client", "project"]), organisations, known_from(organisations)),
)
Mentioned = tuple[EntityType, str, list[Known]]
many = settings(max_examples=60, deadline=None)


@many
@given(mentioned, st.randoms(use_true_random=False))
def test_order_of_candidates_does_not_matter(case: Mentioned, rng: random.Random) -> None:
    kind, mention, known = case
    shuffled = known[:]
    rng.shuffle(shuffled)
    assert score(mention, shuffled, kind) == score(mention, known, kind)


@many
@given(mentioned, st.booleans())
def test_an_unrelated_candidate_never_changes_who_is_chosen(case: Mentioned, present: bool) -> None:
    kind, mention, known = case
    before = score(mention, known, kind)
    after = score(mention, [*known, Known(99, UNRELATED, in_meeting=present)], kind)
    assert after == before


@many
@given(mentioned, st.sampled_from([None, 99]))
def test_a_second_equal_candidate_turns_auto_into_a_question(case: Mentioned, other_id: int | None) -> None:
    kind, mention, known = case
    chosen = score(mention, known, kind).candidate
    if chosen is None:
        return
    original = next(k for k in known if k.id == chosen.id)
    twin = Known(other_id, original.name, original.nicknames, original.emails, original.in_meeting)
    found = score(mention, [*known, twin], kind)
    assert found.band == "ask"
    assert {original.id, other_id} <= {c.id for c in found.candidates}


@many
@given(mentioned)
def test_the_same_without_ids(case: Mentioned) -> None:
    kind, mention, known = case
    nameless = [Known(None, k.name, k.nicknames, k.emails, k.in_meeting) for k in known]
    with_ids, without = score(mention, known, kind), score(mention, nameless, kind)
    assert (with_ids.band, with_ids.confidence, with_ids.why) == (without.band, without.confidence, without.why)


@settings(max_examples=20, deadline=None)
@given(mentioned)
def test_filing_finds_whatever_trying_everybody_finds(case: Mentioned) -> None:
    kind, mention, known = case
    crowd = [Known(1000 + n, f"Zz{chr(97 + n % 26)}{chr(97 + n // 26)}qx Qvorp{n}") for n in range(FEW + 1)]
    tried, filed = score(mention, known, kind), NameIndex([*known, *crowd]).resolve(mention, kind)
    assert filed.candidate == tried.candidate
    misspelled = any("nearly" in c.why for c in tried.candidates)
    assert filed.band == tried.band or (misspelled and filed.band == "none")


@settings(max_examples=80, deadline=None)
@given(
    st.text(max_size=40), st.lists(st.text(max_size=20), max_size=4), st.sampled_from(["person", "client", "project"])
)
def test_any_text_is_answered(mention: str, names: list[str], kind: EntityType) -> None:
    found = score(mention, [Known(n, name) for n, name in enumerate(names)], kind)
    assert 0 <= found.confidence <= 1
    assert (found.band == "auto") == (found.candidate is not None)


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="AaBbsr .,'’()@_-é12", max_size=25), st.sampled_from(PEOPLE))
def test_name_like_text_is_answered(mention: str, name: str) -> None:
    score(mention, [Known(1, name, in_meeting=True)], "person")
    score(name, [Known(1, mention, in_meeting=True)], "person")


@given(st.text(max_size=30))
def test_alias_key_is_stable(text: str) -> None:
    assert alias_key(alias_key(text)) == alias_key(text)


@given(st.sampled_from([*PEOPLE, "Jack Ma", "Di Wu", "Sam Rivera Jr", "Anna van Dyke", "Mr Bean", "Kim Do"]))
def test_the_short_cut_reads_names_as_the_long_way_does(name: str) -> None:
    assert person_form(name) == take_apart(name)
