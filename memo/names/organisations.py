"""The rules by which a client or project fits a mention: numbers agree, legal forms do not count, acronyms expand."""

from __future__ import annotations

from dataclasses import dataclass

from memo.models import EntityType
from memo.names.fit import Fit, Known, Tier, best, near
from memo.names.fold import alias_key
from memo.names.organisation_form import OrganisationForm, organisation_form


@dataclass(frozen=True, slots=True)
class Organisation:
    """A known client or project, taken apart once."""

    form: OrganisationForm
    called: frozenset[str]


def organisation(known: Known, kind: EntityType) -> Organisation:
    """`known` ready to be compared."""
    return Organisation(organisation_form(known.name, kind), frozenset(k for k in map(alias_key, known.nicknames) if k))


def fit_organisation(mention: OrganisationForm, known: Organisation) -> Fit | None:
    """How `known` fits `mention`, or None when it does not; numbers that contradict each other never fit."""
    form = known.form
    if mention.key and mention.key == form.key:
        same = 1.0 if mention.text == form.text else 0.99 if mention.text.casefold() == form.text.casefold() else 0.985
        return Fit(same, Tier.EXACT, "same name")
    if mention.key in known.called:
        return Fit(0.96, Tier.SAME, f"known as {mention.text}")
    return _by_rules(mention, form) if mention.words and form.words else None


def _by_rules(mention: OrganisationForm, form: OrganisationForm) -> Fit | None:
    if acronym := _acronym(mention, form):
        return acronym
    if mention.numbers and form.numbers and mention.numbers != form.numbers:
        return None
    return best((_same_words(mention, form), _some_words(mention, form), _misspelled(mention, form)))


def _acronym(mention: OrganisationForm, form: OrganisationForm) -> Fit | None:
    short, long = (mention, form) if mention.acronym else (form, mention)
    if not short.acronym:
        return _acronym_in_lower_case(mention, form)
    if short.acronym not in long.acronyms:
        return None
    why = f"{short.text} stands for {long.text}"
    return Fit(0.9, Tier.SAME if len(short.acronym) > 2 else Tier.PART, why, plain=False)


def _acronym_in_lower_case(mention: OrganisationForm, form: OrganisationForm) -> Fit | None:
    if len(mention.words) == 1 and len(mention.words[0]) > 2 and mention.words[0] in form.acronyms:
        return Fit(0.78, Tier.NEAR, f"may stand for {form.text}", plain=False)
    return None


def _same_words(mention: OrganisationForm, form: OrganisationForm) -> Fit | None:
    if mention.words == form.words:
        if len(mention.words) == 1 == len(mention.words[0]):
            return Fit(0.8, Tier.NEAR, f"a single letter of {form.text}", plain=False)
        twin = len(mention.words) == len(mention.key.split())
        return Fit(0.97, Tier.SAME, "same name but for words that do not count", twin=twin)
    if mention.glued & form.glued and (mention.breaks <= form.breaks or form.breaks <= mention.breaks):
        return Fit(0.96, Tier.SAME, "same name, other spaces or signs")
    if sorted(mention.words) == sorted(form.words):
        return Fit(0.8, Tier.NEAR, f"same words as {form.text} in another order", plain=False)
    return None


def _some_words(mention: OrganisationForm, form: OrganisationForm) -> Fit | None:
    said, known = set(mention.words), set(form.words)
    distinctive = any(len(w) > 2 and not w.isdecimal() for w in said & known)
    if said < known and distinctive:
        if form.numbers - mention.numbers:
            return Fit(0.78, Tier.NEAR, f"{form.text} without its number", plain=False)
        leading = form.words[: len(mention.words)] == mention.words
        return Fit(0.9 if leading else 0.87, Tier.PART, f"part of the name {form.text}", plain=leading)
    if said > known and distinctive:
        return Fit(0.78, Tier.NEAR, f"more than the name {form.text}", plain=False)
    return None


def _abbreviated(a: str, b: str) -> float:
    return 0.5 if min(len(a), len(b)) > 2 and (a.startswith(b) or b.startswith(a)) else 0.0


def _misspelled(mention: OrganisationForm, form: OrganisationForm) -> Fit | None:
    if mention.numbers != form.numbers:
        return None
    if len(mention.words) == len(form.words):
        pairs = [(a, b) for a, b in zip(mention.words, form.words, strict=True) if a != b]
        if len(pairs) == 1 and (similarity := near(*pairs[0]) or _abbreviated(*pairs[0])):
            return Fit(0.72 + 0.1 * similarity, Tier.NEAR, f"written nearly like {form.text}", plain=False)
    similarity = max(near(a, b) for a in mention.glued for b in form.glued)
    return Fit(0.72 + 0.05 * similarity, Tier.NEAR, f"written nearly like {form.text}", False) if similarity else None
