"""Names made up and then written otherwise, among people whose names look alike: who is chosen is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from memo.names.fold import alias_key
from memo.names.lexicon import nicknames_of

GIVEN = tuple(
    """
    Samuel Samantha Christina Christine Daniel Daniela Jonathan John Robert Roberta Maria Mario Priya Pria Aaron Erin
    Michael Michelle Stephen Steven Katherine Catherine Anna Anne Hanna Eric Erica Paul Paula Andrea Andreas Alexander
    Alexandra Mohammed Muhammad Wei Hiroshi Hiroki José Josef Zoë Søren Łukasz Françoise Jürgen Ngozi Kwame Aditi Aditya
    """.split()  # noqa: SIM905 - a list of names reads better as text
)
FAMILY = tuple(
    name.replace("_", " ")
    for name in """
    Rivera Riviera Chen Cheng Chang Chan Smith Smyth Lee Li Kim Patel Patil Müller Mueller Möller Johnson Johnston
    Jonsson Garcia
    García Gracia Nguyen Nakamura Nakayama O'Brien O'Bryan Petrov Petrova Fischer Fisher Kowalski Kowalska Lopez
    Okafor Okonkwo Ferreira Pereira Andersen Anderson van_der_Berg de_la_Cruz Mba Crew
    """.split()  # noqa: SIM905
)
ROUNDS = 600


class Trial(NamedTuple):
    """A mention, all known names, those in the meeting; `gold` is the key of who is meant, "" when nobody knows."""

    mention: str
    candidates: tuple[str, ...]
    meeting: tuple[str, ...]
    gold: str


def written_otherwise(name: str) -> list[str]:
    """The usual ways to write a two-word name shorter or turned round."""
    given, family = name.split(" ", 1)
    return [
        given,
        family,
        f"{family}, {given}",
        f"{family} {given}",
        f"{given[0]}. {family}",
        f"{given} {family[0]}.",
        f"{given.lower()}.{family.lower()}@example.org",
        f"@{given.lower()}_{family.lower()}",
        f"{given}'s",
        f"Dr. {family}",
        name.upper(),
    ]


def typing_errors(name: str, rng: random.Random) -> list[str]:
    """One letter dropped, doubled, replaced, or swapped with the next, somewhere in the name."""
    place = rng.randrange(1, len(name) - 1)
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    return [
        name[:place] + name[place + 1 :],
        name[:place] + name[place] + name[place:],
        name[:place] + letter + name[place + 1 :],
        name[: place - 1] + name[place] + name[place - 1] + name[place + 1 :],
    ]


def nicknamed(name: str) -> list[str]:
    """The name with every sure nickname of its given name, and the nicknames alone."""
    given, family = name.split(" ", 1)
    short = [n.title() for n, sure in nicknames_of().get(alias_key(given), {}).items() if sure and len(n) < len(given)]
    return [f"{n} {family}" for n in short] + short


def generated() -> dict[str, list[Trial]]:
    """The made-up sets by name; the same every time."""
    rng = random.Random(20261130)
    names = sorted({f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}" for _ in range(900)})
    return {
        "other writing, look-alikes in the meeting": list(_among(names, rng, written_otherwise, "all")),
        "other writing, meant one in the meeting": list(_among(names, rng, written_otherwise, "meant")),
        "other writing, nobody in the meeting": list(_among(names, rng, written_otherwise, "none")),
        "nicknames": list(_among(names, rng, nicknamed, "all")),
        "typing errors": list(_among(names, rng, lambda name: typing_errors(name, rng), "all")),
        "typing errors, meant one unknown": list(_unknown(names, rng)),
        "look-alike full names, meant one unknown": list(_strangers(names, rng)),
    }


def _among(names: list[str], rng: random.Random, written: Callable[[str], list[str]], present: str) -> Iterator[Trial]:
    for _ in range(ROUNDS):
        name = rng.choice(names)
        others = _alike(name, names, rng)
        candidates = [name, *others]
        rng.shuffle(candidates)
        meeting = {"all": tuple(candidates), "meant": (name, *others[-3:]), "none": ()}[present]
        for mention in written(name):
            if not _same_as_any(mention, others):
                yield Trial(mention, tuple(candidates), meeting, alias_key(name))


def _unknown(names: list[str], rng: random.Random) -> Iterator[Trial]:
    """Misspelled full names of somebody who is not known; nothing may be chosen ("?" is nobody's key)."""
    for _ in range(ROUNDS):
        name = rng.choice(names)
        others = [other for other in _alike(name, names, rng) if _bare(other) != _bare(name)]
        for mention in typing_errors(name, rng):
            if not _same_as_any(mention, others):
                yield Trial(mention, tuple(others), tuple(others), "?")


def _strangers(names: list[str], rng: random.Random) -> Iterator[Trial]:
    """Full names of somebody who is not known, with all who look alike in the meeting."""
    for _ in range(ROUNDS):
        name = rng.choice(names)
        others = [other for other in _alike(name, names, rng) if _bare(other) != _bare(name)]
        yield Trial(name, tuple(others), tuple(others), "?")


def _same_as_any(mention: str, others: list[str]) -> bool:
    keys = {key for other in others for key in (alias_key(other), _bare(other))}
    return not keys.isdisjoint((alias_key(mention), _bare(mention)))


def _bare(name: str) -> str:
    """The name without the differences that spelling alone makes: García and Garcia, Müller and Mueller."""
    return alias_key(name.replace("ü", "ue").replace("ö", "oe")).replace(" ", "")


def _alike(name: str, names: list[str], rng: random.Random) -> list[str]:
    """Up to nine others: of the same given name, of the same family name, of the same initials, and some at random."""
    given, family = name.split(" ", 1)
    others = [n for n in names if n != name]
    same_family = [n for n in others if n.split(" ", 1)[1] == family]
    same_given = [n for n in others if n.split(" ", 1)[0] == given]
    alike = [n for n in others if n[:2] == name[:2] and n.split(" ", 1)[1][:2] == family[:2]]
    picked = [n for group in (same_family, same_given, alike, others) for n in rng.sample(group, min(len(group), 2))]
    return list(dict.fromkeys(picked))
