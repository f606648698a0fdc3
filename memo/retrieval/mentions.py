"""Which clients, projects and people a question names, by the same scoring that resolves names in transcripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memo.models import EntityType, Resolution
from memo.names.score import Known, NameIndex, alias_key
from memo.store.answers import KnownAlias, KnownName

LONGEST_NAME: Final = 5
"""Words of the longest name looked for."""

_TOKEN: Final = re.compile(r"[^\W_][\w&.'’-]*")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_ORDINARY: Final = frozenset(
    re.findall(
        r"\w+",
        "a all and api app apps billing board budget client cloud data design docs finance growth hiring home hr how "
        "infra infrastructure internal launch legal mail marketing may mobile my new office onboarding open operations "
        "ops our payments people platform plan pricing product project projects reporting research roadmap sales "
        "search security site store strategy support team test testing the time training us web website will work",
    )
)
"""Words that are also names of projects: written small they are just words."""


@dataclass(frozen=True)
class Mention:
    """A name in a question: its words there, where they stand, and whom or what they stand for."""

    text: str
    start: int
    end: int
    resolution: Resolution


class Directory:
    """Everything a question may name."""

    def __init__(self, names: Sequence[KnownName], aliases: Sequence[KnownAlias]) -> None:
        self._index: dict[EntityType, NameIndex] = {}
        self._aliases: dict[EntityType, dict[str, int]] = {"client": {}, "project": {}, "person": {}}
        self._keys: dict[EntityType, set[str]] = {}
        for alias in aliases:
            self._aliases[alias.type][alias.alias_key] = alias.id
        for kind, mine in self._aliases.items():
            known = [name for name in names if name.type == kind]
            self._index[kind] = NameIndex(
                Known(name.id, name.name, name.nicknames, (name.email,) if name.email else ()) for name in known
            )
            self._keys[kind] = {alias_key(name.name) for name in known} | mine.keys()
        self._people = {name.id: name.name for name in names if name.type == "person"}

    def resolve(self, mention: str, kind: EntityType) -> Resolution:
        """Whom or what one mention stands for.

        Everybody known counts as present, as if the question were a meeting of all: the only Priya there is, is meant
        by "Priya". A question is only a view, so that this harms nobody; two of a name are still a question.
        """
        present = self._people if kind == "person" else ()
        return self._index[kind].resolve(mention, kind, present, aliases=self._aliases[kind])

    def bearing(self, mention: str) -> dict[int, str]:
        """Everybody whose name holds all the words of `mention`, with their names."""
        words = set(alias_key(mention).split())
        return {at: name for at, name in self._people.items() if words and words <= set(alias_key(name).split())}

    def mentions(self, question: str) -> list[Mention]:
        """The names in `question` in order: whole names and aliases, then what is written like a name.

        Of what may be a client, a project or a person, every kind that fits is given.
        """
        tokens = [(found.start(), found.end()) for found in _TOKEN.finditer(question)]
        found: list[Mention] = []
        for length in range(min(LONGEST_NAME, len(tokens)), 0, -1):
            for at in range(len(tokens) - length + 1):
                start, end = tokens[at][0], tokens[at + length - 1][1]
                if not _overlaps(found, start, end):
                    found += self._whole(question, start, end)
        for start, end in _runs(question, tokens):
            if not _overlaps(found, start, end):
                found += self._partly(question, start, end)
        return sorted(found, key=lambda mention: mention.start)

    def _whole(self, question: str, start: int, end: int) -> list[Mention]:
        text = _POSSESSIVE.sub("", question[start:end])
        if text in _ORDINARY:
            return []
        key = alias_key(text)
        return [
            Mention(text, start, end, self.resolve(text, kind))
            for kind, keys in self._keys.items()
            if key and key in keys
        ]

    def _partly(self, question: str, start: int, end: int) -> list[Mention]:
        text = _POSSESSIVE.sub("", question[start:end])
        found = [Mention(text, start, end, self.resolve(text, kind)) for kind in self._keys]
        return [mention for mention in found if mention.resolution.band != "none"]


def _overlaps(found: Sequence[Mention], start: int, end: int) -> bool:
    return any(start < mention.end and mention.start < end for mention in found)


def _runs(question: str, tokens: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring words with a capital letter; the first of the question only when it owns something."""
    runs: list[list[tuple[int, int]]] = []
    for at, (start, end) in enumerate(tokens):
        if not question[start].isupper():
            continue
        if runs and at and runs[-1][-1] == tokens[at - 1] and question[tokens[at - 1][1] : start] == " ":
            runs[-1].append((start, end))
        else:
            runs.append([(start, end)])
    if runs and runs[0][0] == tokens[0] and not _POSSESSIVE.search(question[slice(*tokens[0])]):
        runs[0] = runs[0][1:]
    return [(run[0][0], run[-1][1]) for run in runs if run]
