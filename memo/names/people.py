"""The rules by which a person fits a mention: whole names, parts, handles, initials, nicknames, misspellings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from memo.names.fit import Fit, Known, Tier, best, near
from memo.names.fold import alias_key
from memo.names.lexicon import is_given_name, nicknames_of
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


class Link(Enum):
    """How two words in the same role belong together."""

    EQUAL = "equal"
    MENTION_INITIAL = "mention initial"
    KNOWN_INITIAL = "known initial"
    NICKNAME = "nickname"
    LIKE_NICKNAME = "like nickname"
    NEAR = "near"
    WITHIN = "within"


class Linked(NamedTuple):
    """A link with the similarity (0 to 1) of the two words."""

    link: Link
    similarity: float = 1.0


def equal(a: Word, b: Word) -> bool:
    """Whether two words share a spelling."""
    return a[0] == b[0] or ((len(a) > 1 or len(b) > 1) and not set(a).isdisjoint(b))


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
    if mention.glued == form.glued and _broken_alike(mention, form):
        return Fit(0.96, Tier.SAME, "same name, other spaces or signs")
    return None


def _broken_alike(mention: PersonForm, form: PersonForm) -> bool:
    """Whether one name only joins words of the other ("Jean Luc"): "Andreas Myth" is not "Andrea Smyth"."""
    breaks = [set(accumulate(len(word[0]) for word in f.words)) for f in (mention, form)]
    return breaks[0] <= breaks[1] or breaks[1] <= breaks[0]


def _by_length(mention: PersonForm, known: Person) -> Fit | None:
    form = known.form
    if len(mention.words) > 1 and len(form.words) > 1:
        readings = (_reading(words, form, mention, turned) for words, turned in _orders(mention))
        return best((_joined_part(mention, form), *readings))
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


def _by_initials(mention: PersonForm, form: PersonForm) -> Fit | None:
    if len(mention.initials) > 1 and len(form.words) > 1 and mention.initials in initials(form):
        return Fit(0.87, Tier.PART, f"initials {mention.initials.upper()}", plain=False)
    return None


def initials(form: PersonForm) -> frozenset[str]:
    """The initials of all words, and of the first and last alone."""
    letters = "".join(word[0][0] for word in form.words)
    return frozenset((letters, letters[0] + letters[-1])) if letters else frozenset()


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
    return fit


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
    fit = _through_middle(words, form)
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
    agree = all(any(equal(a, b) or _is_initial(a, b) or _is_initial(b, a) for b in rest) for a in shorter)
    return 0.01 if agree else None


def _through_middle(words: tuple[Word, ...], form: PersonForm) -> Fit | None:
    """Two words of three: "Maria Garcia" for Maria Garcia Lopez, "Ann Smith" for Mary Ann Smith."""
    if len(words) != 2 or len(form.words) < 3:
        return None
    for middle in form.words[1:-1]:
        if len(middle[0]) > 1 and (
            (equal(words[0], form.words[0]) and equal(words[1], middle))
            or (equal(words[0], middle) and equal(words[1], form.words[-1]))
        ):
            return Fit(0.88, Tier.PART, f"two of the names of {form.text}")
    return None


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


def handles(form: PersonForm) -> list[tuple[str, float, str]]:
    """User names people make of a full name: (user name, strength, when it stands for the whole name)."""
    found = []
    for first in form.words[0]:
        for last in form.words[-1]:
            if len(first) > 1 and len(last) > 1:
                found.append((first + last, 0.95, "always"))
                found.append((last + first, 0.93, "always"))
            if len(last) > 2:
                found.append((first[0] + last, 0.88, "addressed" if len(last) > 3 else "meeting"))
                found.append((last + first[0], 0.86, "meeting"))
            if len(first) > 2:
                found.append((first + last[0], 0.86, "meeting"))
    return found


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
        return Fit(0.78, Tier.NEAR, f"may be short for {form.text}", False)
    return Fit(0.72 + 0.06 * found.similarity, Tier.NEAR, f"written nearly like {form.text}", False)


def _numbered(mention: PersonForm, form: PersonForm) -> Fit | None:
    """User names with a number behind ("sam2"): the number may tell two people apart, so this is a question."""
    if not (mention.trailing_digits or form.trailing_digits) or (mention.trailing_digits and form.trailing_digits):
        return None
    a, b = (w.glued.rstrip("0123456789") for w in (mention, form))
    same = a == b or a == form.words[0][0]
    return Fit(0.76, Tier.NEAR, f"{form.text}, but for the number", False) if same else None


def link(mention: Word, known: Word, *, given: bool = False) -> Linked | None:
    """How a word of the mention belongs to the known word of the same role; None when it does not."""
    if equal(mention, known):
        return Linked(Link.EQUAL)
    if _is_initial(mention, known):
        return Linked(Link.MENTION_INITIAL)
    if _is_initial(known, mention):
        return Linked(Link.KNOWN_INITIAL)
    sure = nicknames_of().get(mention[0], {}).get(known[0]) if given else None
    if sure:
        return Linked(Link.NICKNAME)
    return _loose_link(mention, known, given, nicknamed=sure is not None)


def _loose_link(mention: Word, known: Word, given: bool, nicknamed: bool) -> Linked | None:
    """A link that is at most a reason to ask."""
    if nicknamed:
        return Linked(Link.LIKE_NICKNAME, 0.8)
    similarity = max(near(x, y) for x in mention for y in known)
    if similarity:
        return Linked(Link.NEAR, similarity)
    short, long = sorted((mention[0], known[0]), key=len)
    within = len(short) >= 4 - (not given) and (long.startswith(short) or long.endswith(short))
    return Linked(Link.WITHIN, 0.7) if within else None


def _is_initial(short: Word, long: Word) -> bool:
    return len(short[0]) == 1 and short[0] < "\u2e80" and len(long[0]) > 1 and any(s[0] == short[0] for s in long)
