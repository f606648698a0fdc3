"""Under which keys a known name is filed, and under which a mention looks: the only candidates a rule is tried on.

Looking may find too much, never too little for a fit that could resolve by itself; the rules decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from memo.names.handles import given_initials, handles, initials
from memo.names.lexicon import nicknames_of
from memo.names.organisation_form import OrganisationForm
from memo.names.organisations import Organisation
from memo.names.people import Person
from memo.names.person_form import PersonForm, Word

Near = Callable[[str], list[str]]


def person_keys(known: Person) -> Iterator[str]:
    """The keys of a person: whole name, pairs of words, single words, handles, initials, nicknames, addresses."""
    form = known.form
    yield f"={form.key}"
    yield from (f"={name}" for name in (*known.called, *(aside for aside in form.asides)))
    yield from (f"@{email}" for email in known.emails)
    if not form.words:
        return
    yield f"={form.glued}"
    if len(form.words) == 1:
        yield from _lone_keys(form)
        return
    for first in form.words[0]:
        for last in form.words[-1]:
            yield f"{first}|{last}"
            yield f"{first[0]}.|{last}"
            yield f"{first[:3]}~|{last}"
            yield f"{first}|{last[0]}."
        yield from (f"{first}|{m[0]}" for m in form.words[1:-1])
    yield from (f"{name}|{last}" for name in known.called.union(form.asides) for last in form.words[-1])
    if len(form.words) > 2:
        yield f"{given_initials(form)}|{form.words[-1][0]}"
    for middle in form.words[1:-1]:
        yield f"{middle[0]}|{form.words[-1][0]}"
    yield from {f"w{s}" for word in form.words for s in word}
    yield from (f"h{name}" for name, _, _ in handles(form))
    yield from (f"i{letters}" for letters in initials(form))


def _lone_keys(form: PersonForm) -> Iterator[str]:
    yield from (f"1{s}" for s in form.words[0])
    word = form.glued
    if form.trailing_digits:
        yield "1" + word.rstrip("0123456789")
    if form.cjk:
        yield from {f"w{part}" for n in range(1, len(word)) for part in (word[:n], word[-n:])}


def person_lookups(mention: PersonForm, near: Near | None = None) -> Iterator[str]:
    """The keys under which `mention` looks; with `near`, also under words that are nearly its own."""
    yield f"={mention.key}"
    if mention.email:
        yield f"@{mention.email}"
    if mention.initials:
        yield f"i{mention.initials}"
    if not mention.words:
        return
    yield f"={mention.glued}"
    words = mention.words
    if len(words) == 1:
        yield from _one_word_lookups(mention, near)
        return
    yield f"w{mention.glued}"
    yield from (f"1{name}" for name, _, _ in handles(mention))
    for word in (words[0], words[-1]):
        yield from (f"1{n}" for s in word for n in (s, *nicknames_of().get(s, ())))
    yield from (f"={''.join(w[0] for w in turned)}" for turned in ((*words[1:], words[0]), (words[-1], *words[:-1])))
    ends = {(words[0], words[-1]), (words[-1], words[0]), (words[1], words[0]), (words[-1], words[-2])}
    for a, b in ends | set(pairwise(words)):
        yield from _pair_lookups(a, b, near)


def _one_word_lookups(mention: PersonForm, near: Near | None) -> Iterator[str]:
    for spelling in mention.words[0]:
        yield f"h{spelling}"
        alike = (spelling, *nicknames_of().get(spelling, ()), *(near(spelling) if near else ()))
        for word in alike:
            yield f"w{word}"
            yield f"1{word}"
    if mention.trailing_digits:
        stem = mention.glued.rstrip("0123456789")
        yield from (f"w{stem}", f"1{stem}", f"h{stem}")


def _pair_lookups(given: Word, family: Word, near: Near | None) -> Iterator[str]:
    for first in given:
        called, misspelled = (first, *nicknames_of().get(first, ())), near(first) if near else []
        for last in family:
            yield from (f"{name}|{last}" for name in (*called, *misspelled))
            for one in near(last) if near else ():
                yield from (f"{name}|{one}" for name in (*called, *misspelled))
            yield f"{first[0]}|{last}"
            yield f"{first[:3]}~|{last}"
            yield f"{first}|{last[0]}"
            if len(first) == 1:
                yield f"{first}.|{last}"
            if len(last) == 1:
                yield from (f"{name}|{last}." for name in called)
            if len(first) == len(last) == 1:
                yield f"i{first}{last}"


def organisation_keys(known: Organisation) -> Iterator[str]:
    """The keys of a client or project: whole name, its words, its acronyms, other names."""
    form = known.form
    yield f"={form.key}"
    yield from (f"={name}" for name in known.called)
    yield from (f"={glued}" for glued in form.glued)
    yield from (f"a{letters}" for letters in form.acronyms)
    if form.acronym:
        yield f"A{form.acronym}"
    yield from (f"w{word}" for word in form.words)
    if len(form.words) > 1:
        yield from (f"{a}|{b}" for a, b in pairwise(form.words))


def organisation_lookups(mention: OrganisationForm, near: Near | None = None) -> Iterator[str]:
    """The keys under which `mention` looks; with `near`, also under words that are nearly its own."""
    yield f"={mention.key}"
    yield from (f"={glued}" for glued in mention.glued)
    yield from (f"A{letters}" for letters in mention.acronyms)
    yield from (f"a{word}" for word in mention.words if len(mention.words) == 1)
    if mention.acronym:
        yield f"a{mention.acronym}"
    yield from (f"w{word}" for word in mention.words)
    if near:
        yield from (f"w{other}" for word in mention.words for other in near(word))
