"""The rules by which a person fits a mention: whole names, parts, handles, initials, nicknames, misspellings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from memo.names.fit import Fit, Known, Tier, best
from memo.names.fold import alias_key
from memo.names.handles import given_initials, handles, initials
from memo.names.lexicon import is_given_name
from memo.names.links import Link, Linked, equal, is_initial, link
from memo.names.person_form import PersonForm, Word, person_form


@dataclass(frozen=True, slots=True)
class Person:
    """A known person, taken apart once: the name, what else they are called, their addresses."""

    form: PersonForm
    called: frozenset[str]
    emails: frozenset[str]


def person(known: Known) -> Person:
    """`known` ready to be compared."""
    form = person_form(known.name)
    emails = {e.strip().lower() for e in known.emails if e.strip()} | ({form.email} if form.email else set())
    return Person(form, frozenset(k for k in map(alias_key, known.nicknames) if k), frozenset(emails))


def fit_person(mention: PersonForm, known: Person) -> Fit | None:
    """How `known` fits `mention`, or None when it does not. Pure; the meeting plays no part here."""
    form = known.form
    if mention.email and mention.email in known.emails:
        return Fit(1.0, Tier.EXACT, "same e-mail address")
    if mention.key and mention.key == form.key:
        return Fit(_written_alike(mention.text, form.text), Tier.EXACT, "same name")
    if mention.key in known.called:
        return Fit(0.96, Tier.SAME, f"known as {mention.text}")
    if not mention.words or not form.words:
        return None
    found = _whole(mention, form) or best((_by_length(mention, known), _by_initials(mention, form)))
    return _restrained(found, mention, known) if found else None


def _written_alike(a: str, b: str) -> float:
    if a == b:
        return 1.0
    return 0.99 if a.casefold() == b.casefold() else 0.985


def _whole(mention: PersonForm, form: PersonForm) -> Fit | None:
    if len(mention.words) == len(form.words) and all(map(equal, mention.words, form.words)):
        return Fit(0.97, Tier.SAME, "same name", twin=True)
    if mention.glued == form.glued and _broken_alike(mention.words, form.words):
        return Fit(0.96, Tier.SAME, "same name, other spaces or signs")
    return None


def _broken_alike(a: tuple[Word, ...], b: tuple[Word, ...]) -> bool:
    """Whether one name only joins words of the other ("Jean Luc"): "Andreas Myth" is not "Andrea Smyth"."""
    first, second = (set(accumulate(len(word[0]) for word in words)) for words in (a, b))
    return first <= second or second <= first


def _by_length(mention: PersonForm, known: Person) -> Fit | None:
    form = known.form
    if len(mention.words) > 1 and len(form.words) > 1:
        readings = (_reading(words, form, mention, turned) for words, turned in _orders(mention))
        return best((_joined_part(mention, form), _by_other_name(mention, known), *readings))
    if len(form.words) > 1:
        return _part(mention, known)
    if len(mention.words) > 1:
        return _known_by_less(mention, form)
    return _single(mention, form)


def _joined_part(mention: PersonForm, form: PersonForm) -> Fit | None:
    """Two words for one of the known name: "Jean-Luc" for Jean-Luc Picard, "Le Meur" for Laurent Le Meur."""
    if mention.glued in form.words[0] or mention.glued in form.words[-1]:
        return Fit(0.94, Tier.PART, f"part of the name {form.text}")
    return None


def _by_other_name(mention: PersonForm, known: Person) -> Fit | None:
    """ "Jeff Xu" for Zheng Xu (Jeff), or for a Zheng Xu who is called Jeff."""
    first, last = mention.words[0], mention.words[-1]
    others = known.called.union(known.form.asides)
    if len(mention.words) == 2 and first[0] in others and equal(last, known.form.words[-1]):
        return Fit(0.92, Tier.SAME, f"also called {first[0].title()}, same family name", plain=False)
    return None


def _by_initials(mention: PersonForm, form: PersonForm) -> Fit | None:
    if len(mention.initials) > 1 and len(form.words) > 1 and mention.initials in initials(form):
        return Fit(0.87, Tier.PART, f"initials {mention.initials.upper()}", plain=False)
    return None


def _restrained(fit: Fit, mention: PersonForm, known: Person) -> Fit | None:
    """`fit` after what speaks against it: another generation, another organisation, another address."""
    form = known.form
    if mention.generation and form.generation and mention.generation != form.generation:
        return None
    if mention.generation and not form.generation:
        return _at_most_near(fit, f"{fit.why}, but without the generation")
    if mention.email and mention.addressed and known.emails:
        return _at_most_near(fit, f"{fit.why}, but another e-mail address")
    if mention.asides and form.asides and not set(mention.asides) & (set(form.asides) | known.called):
        return _at_most_near(fit, f"{fit.why}, but “{form.asides[0]}” and not “{mention.asides[0]}”")
    if mention.asides and fit.tier == Tier.PART and not _explained(mention, known):
        return _at_most_near(fit, f"{fit.why}, but nothing is known of “{mention.asides[0]}”")
    return fit


def _explained(mention: PersonForm, known: Person) -> bool:
    """Whether what the mention adds in brackets is part of the known name: "Sam (Rivera)"."""
    parts = {s for word in known.form.words for s in word} | set(known.form.asides) | known.called
    return all(aside in parts for aside in mention.asides)


def _at_most_near(fit: Fit, why: str) -> Fit:
    return Fit(min(fit.strength, 0.8), Tier.NEAR, why, plain=False)


def _orders(mention: PersonForm) -> list[tuple[tuple[Word, ...], bool]]:
    words = mention.words
    orders = [(words, False)]
    if not mention.ordered:
        orders.append(((*words[1:], words[0]), True))
        if len(words) > 2:
            orders.append(((words[-1], *words[:-1]), True))
    return orders


def _reading(words: tuple[Word, ...], form: PersonForm, mention: PersonForm, turned: bool) -> Fit | None:
    """The fit of one reading (first word given, last word family) with a known full name."""
    if turned and "".join(w[0] for w in words) == form.glued and _broken_alike(words, form.words):
        return _turned(Fit(0.97, Tier.SAME, "same name"), words, mention, form)
    fit = _through_middle(words, form) or _by_given_initials(words, form)
    family = link(words[-1], form.words[-1])
    given = link(words[0], form.words[0], given=True) if family else None
    middle = _middle(words[1:-1], form.words[1:-1])
    if given and family and middle is not None:
        joined = _joined(given, family, words, form)
        fit = best((fit, joined and joined._replace(strength=joined.strength - middle)))
    return _turned(fit, words, mention, form) if fit and turned else fit


def _turned(fit: Fit, words: tuple[Word, ...], mention: PersonForm, form: PersonForm) -> Fit:
    """Family name first without a comma: certain only when the two words cannot both be given names."""
    why = f"{fit.why}, family name first"
    unsure = not form.ordered and len(words) == 2 and all(is_given_name(word[0]) for word in words)
    if fit.tier == Tier.SAME and unsure:
        return _at_most_near(fit, why)
    if fit.tier == Tier.SAME and not fit.plain and any(len(word[0]) == 1 for word in mention.words):
        return Fit(0.86, Tier.PART, why, plain=False)
    return fit._replace(strength=fit.strength - 0.03, why=why, twin=fit.plain and len(words) == len(form.words))


def _middle(mention: tuple[Word, ...], known: tuple[Word, ...]) -> float | None:
    """What middle names take off the strength; None when they contradict each other."""
    if not mention or not known:
        return 0.04 if mention else 0.01 if known else 0.0
    shorter, longer = sorted((mention, known), key=len)
    rest = iter(longer)
    agree = all(any(equal(a, b) or is_initial(a, b) or is_initial(b, a) for b in rest) for a in shorter)
    return 0.01 if agree else None


def _through_middle(words: tuple[Word, ...], form: PersonForm) -> Fit | None:
    """Two words of three: "Maria Garcia" for Maria Garcia Lopez, "Ann Smith" for Mary Ann Smith; the reverse asks."""
    if len(words) == 2 and _two_of(words, form.words):
        return Fit(0.88, Tier.PART, f"two of the names of {form.text}")
    if len(form.words) == 2 and _two_of(form.words, words):
        return Fit(0.8, Tier.NEAR, f"known as {form.text} only", plain=False)
    return None


def _by_given_initials(words: tuple[Word, ...], form: PersonForm) -> Fit | None:
    """ "JC Perez" for Juan Carlos Perez."""
    if len(words) != 2 or len(form.words) < 3 or words[0][0] != given_initials(form):
        return None
    if not equal(words[1], form.words[-1]):
        return None
    return Fit(0.88, Tier.PART, f"{words[0][0].upper()} goes with {form.text}", plain=False)


def _two_of(two: tuple[Word, ...], more: tuple[Word, ...]) -> bool:
    """Whether two words are first and middle, or middle and last, of three or more."""
    first, last = two
    return any(
        len(middle[0]) > 1
        and ((equal(first, more[0]) and equal(last, middle)) or (equal(first, middle) and equal(last, more[-1])))
        for middle in more[1:-1]
    )


_JOINED: dict[tuple[Link, Link], tuple[float, Tier, str]] = {
    (Link.EQUAL, Link.EQUAL): (0.97, Tier.SAME, "same name"),
    (Link.NICKNAME, Link.EQUAL): (0.92, Tier.SAME, "{0} goes with {1}, same family name"),
    (Link.MENTION_INITIAL, Link.EQUAL): (0.91, Tier.SAME, "{0}. goes with {1}, same family name"),
    (Link.EQUAL, Link.MENTION_INITIAL): (0.91, Tier.SAME, "same given name, {2}. goes with {3}"),
    (Link.NICKNAME, Link.MENTION_INITIAL): (0.88, Tier.PART, "{0} goes with {1}"),
    (Link.KNOWN_INITIAL, Link.EQUAL): (0.88, Tier.PART, "known as {known}, same family name"),
    (Link.EQUAL, Link.KNOWN_INITIAL): (0.88, Tier.PART, "known as {known}, same given name"),
    (Link.MENTION_INITIAL, Link.MENTION_INITIAL): (0.86, Tier.PART, "same initials"),
    (Link.LIKE_NICKNAME, Link.EQUAL): (0.8, Tier.NEAR, "{0} may be {1}, same family name"),
}
_LOOSELY = frozenset((Link.NEAR, Link.WITHIN, Link.EQUAL, Link.NICKNAME, Link.LIKE_NICKNAME))


def _joined(given: Linked, family: Linked, words: tuple[Word, ...], form: PersonForm) -> Fit | None:
    """The fit of a given and a family name together."""
    pair = (given.link, family.link)
    if pair in _JOINED:
        strength, tier, why = _JOINED[pair]
        shown = (w[0].title() for w in (words[0], form.words[0], words[-1], form.words[-1]))
        return Fit(strength, tier, why.format(*shown, known=form.text), plain=pair == (Link.EQUAL, Link.EQUAL))
    if given.link in _LOOSELY and family.link in _LOOSELY:
        strength = 0.72 + 0.09 * (given.similarity + family.similarity - 1)
        return Fit(max(0.72, strength), Tier.NEAR, f"written nearly like {form.text}", plain=False)
    return None


def _part(mention: PersonForm, known: Person) -> Fit | None:
    """One word for somebody whose full name is known."""
    word, form = mention.words[0], known.form
    first, last = form.words[0], form.words[-1]
    if equal(word, first):
        return Fit(0.95, Tier.PART, f"given name of {form.text}")
    if equal(word, last):
        return Fit(0.93, Tier.PART, f"family name of {form.text}")
    if mention.glued in {aside.replace(" ", "") for aside in form.asides}:
        return Fit(0.93, Tier.PART, f"also written so by {form.text}")
    if mention.handle and (handle := _handle(mention, form)):
        return handle
    given, family = link(word, first, given=True), link(word, last)
    middle = any(equal(word, m) and len(word[0]) > 1 for m in form.words[1:-1])
    return best(
        (
            Fit(0.9, Tier.PART, f"{mention.text} goes with {first[0].title()}", False)
            if given and given.link == Link.NICKNAME
            else None,
            Fit(0.86, Tier.PART, f"middle name of {form.text}", False) if middle else None,
            _loose(given, form),
            _loose(family, form),
            _numbered(mention, form),
        )
    )


def _handle(mention: PersonForm, form: PersonForm) -> Fit | None:
    """User names made of a full name: samrivera, riverasam, srivera, samr, riveras."""
    for word in mention.words[0]:
        for pattern, strength, sure in handles(form):
            if word == pattern:
                tier = Tier.SAME if sure == "always" or (sure == "addressed" and mention.addressed) else Tier.PART
                return Fit(strength, tier, f"user name made of {form.text}", plain=sure == "always")
    return None


def _known_by_less(mention: PersonForm, form: PersonForm) -> Fit | None:
    """A full name for somebody known by one word only: never certain, unless that word is a user name made of it."""
    word = form.words[0]
    if form.handle:
        for pattern, strength, sure in handles(mention):
            if pattern in word:
                tier = Tier.SAME if sure == "always" else Tier.PART
                return Fit(strength, tier, f"{form.text} is a user name made of {mention.text}", False)
    first, last = link(mention.words[0], word, given=True), link(mention.words[-1], word)
    if Link.EQUAL in {x.link for x in (first, last) if x} or (first and first.link == Link.NICKNAME):
        return Fit(0.78, Tier.NEAR, f"known only as {form.text}", False)
    if form.initials and form.initials in initials(mention):
        return Fit(0.74, Tier.NEAR, f"known only as {form.text}", False)
    return None


def _single(mention: PersonForm, form: PersonForm) -> Fit | None:
    a, b = mention.words[0], form.words[0]
    if form.cjk and mention.cjk and len(a[0]) < len(b[0]) and (b[0].startswith(a[0]) or b[0].endswith(a[0])):
        return Fit(0.9, Tier.PART, f"part of the name {form.text}")
    found = link(a, b, given=True)
    if found and found.link == Link.NICKNAME:
        return Fit(0.88, Tier.PART, f"{mention.text} goes with {form.text}", False)
    return best((_loose(found, form), _numbered(mention, form)))


def _loose(found: Linked | None, form: PersonForm) -> Fit | None:
    if found is None or found.link in {Link.EQUAL, Link.MENTION_INITIAL, Link.KNOWN_INITIAL}:
        return None
    if found.link == Link.LIKE_NICKNAME:
        return Fit(0.78, Tier.NEAR, f"may go with {form.text}", False)
    return Fit(0.72 + 0.06 * found.similarity, Tier.NEAR, f"written nearly like {form.text}", False)


def _numbered(mention: PersonForm, form: PersonForm) -> Fit | None:
    """User names with a number behind ("sam2"): the number may tell two people apart, so this is a question."""
    if not (mention.trailing_digits or form.trailing_digits) or (mention.trailing_digits and form.trailing_digits):
        return None
    a, b = (w.glued.rstrip("0123456789") for w in (mention, form))
    same = a == b or a == form.words[0][0]
    return Fit(0.76, Tier.NEAR, f"{form.text}, but for the number", False) if same else None
