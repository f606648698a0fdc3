"""Many known names, filed once, so that a mention is compared only with the few it may stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Protocol

from memo.models import EntityType
from memo.names.blocks import Near, organisation_keys, organisation_lookups, person_keys, person_lookups
from memo.names.fit import Fit, Known
from memo.names.organisation_form import organisation_form
from memo.names.organisations import fit_organisation, organisation
from memo.names.people import Person, fit_person, person
from memo.names.person_form import person_form
from memo.names.postings import Postings
from memo.names.vocabulary import Vocabulary

FEW = 200
"""Up to so many candidates every rule is tried on every one."""
PER_KEY = 100
PER_WORD = 8
"""For a mention of one word, or a misspelled one: what more people than this share is a question anyway."""


class Shelf(Protocol):
    """The known names filed under the rules of one kind."""

    def exactly(self, mention: str, places: Iterable[int]) -> dict[int, Fit]:
        """The fits among `places`."""

    def look(self, mention: str) -> tuple[dict[int, Fit], bool]:
        """The fits found under the mention's own words, and whether there were too many to try them all."""

    def look_near(self, mention: str) -> dict[int, Fit]:
        """The fits found under words nearly those of the mention."""


class PersonShelf:
    """People."""

    def __init__(self, known: list[Known]) -> None:
        self._known = known

    @cached_property
    def _people(self) -> list[Person]:
        return [person(known) for known in self._known]

    @cached_property
    def _filed(self) -> tuple[Postings, Vocabulary]:
        words: set[str] = set()

        def entries() -> Iterator[tuple[int, Iterator[str]]]:
            for place, known in enumerate(self._known):
                taken = person(known)
                words.update(spelling for word in taken.form.words for spelling in word)
                yield place, person_keys(taken)

        return Postings(entries()), Vocabulary(words)

    def exactly(self, mention: str, places: Iterable[int]) -> dict[int, Fit]:
        """The fits among `places`."""
        form = person_form(mention)
        few = len(self._known) <= FEW
        fits = ((p, fit_person(form, self._people[p] if few else person(self._known[p]))) for p in places)
        return {place: fit for place, fit in fits if fit}

    def look(self, mention: str) -> tuple[dict[int, Fit], bool]:
        """The fits found under the mention's own words, and whether there were too many to try them all."""
        return self._look(mention, None)

    def look_near(self, mention: str) -> dict[int, Fit]:
        """The fits found under words nearly those of the mention."""
        return self._look(mention, cache(self._filed[1].near))[0]

    def _look(self, mention: str, near: Near | None) -> tuple[dict[int, Fit], bool]:
        form = person_form(mention)
        one = len(form.words) < 2
        places, cut = self._filed[0].find(person_lookups(form, near), PER_WORD if one or near else PER_KEY)
        return self.exactly(mention, places), cut and not one


class OrganisationShelf:
    """Clients or projects."""

    def __init__(self, known: list[Known], kind: EntityType) -> None:
        self._known, self._kind = known, kind

    @cached_property
    def _postings(self) -> Postings:
        return Postings((p, organisation_keys(organisation(k, self._kind))) for p, k in enumerate(self._known))

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary(word for k in self._known for word in self._words(k))

    def _words(self, known: Known) -> Iterable[str]:
        form = organisation_form(known.name, self._kind)
        return (*form.words, *form.glued)

    def exactly(self, mention: str, places: Iterable[int]) -> dict[int, Fit]:
        """The fits among `places`."""
        form = organisation_form(mention, self._kind)
        fits = ((p, fit_organisation(form, organisation(self._known[p], self._kind))) for p in places)
        return {place: fit for place, fit in fits if fit}

    def look(self, mention: str) -> tuple[dict[int, Fit], bool]:
        """The fits found under the mention's own words; too many for one word never hides the whole name."""
        return self._look(mention, None), False

    def look_near(self, mention: str) -> dict[int, Fit]:
        """The fits found under words nearly those of the mention."""
        return self._look(mention, self._vocabulary.near)

    def _look(self, mention: str, near: Near | None) -> dict[int, Fit]:
        form = organisation_form(mention, self._kind)
        return self.exactly(mention, self._postings.find(organisation_lookups(form, near), PER_WORD)[0])


class Directory:
    """Known names in an order of their own, filed per kind at the first look."""

    def __init__(self, candidates: Iterable[Known]) -> None:
        self.known = sorted(candidates, key=_order)
        self._by_id: dict[int, list[int]] = {}
        for place, known in enumerate(self.known):
            if known.id is not None:
                self._by_id.setdefault(known.id, []).append(place)
        self._present = frozenset(place for place, known in enumerate(self.known) if known.in_meeting)
        self._shelves: dict[EntityType, Shelf] = {}

    def places_of(self, entity_id: int) -> list[int]:
        """Where the entity stands; empty when it is not among the known."""
        return self._by_id.get(entity_id, [])

    def present(self, meeting_ids: Iterable[int]) -> frozenset[int]:
        """The places of those in the meeting."""
        more = [place for entity_id in meeting_ids for place in self.places_of(entity_id)]
        return self._present.union(more) if more else self._present

    def fits(self, mention: str, kind: EntityType, present: frozenset[int]) -> tuple[Mapping[int, Fit], bool]:
        """Everything that fits `mention` by place, and whether more of the same name were left untried."""
        shelf = self._shelf(kind)
        if len(self.known) <= FEW:
            return shelf.exactly(mention, range(len(self.known))), False
        found, cut = shelf.look(mention)
        found |= shelf.exactly(mention, present - found.keys())
        return found or shelf.look_near(mention), cut

    def _shelf(self, kind: EntityType) -> Shelf:
        if kind not in self._shelves:
            is_person = kind == "person"
            self._shelves[kind] = PersonShelf(self.known) if is_person else OrganisationShelf(self.known, kind)
        return self._shelves[kind]


def _order(known: Known) -> tuple[str, int, tuple[str, ...], tuple[str, ...]]:
    return known.name, -1 if known.id is None else known.id, known.nicknames, known.emails
