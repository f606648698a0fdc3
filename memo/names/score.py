"""Who a mention stands for: one chosen, a question, or nobody. Pure: no store, no clock, no network.

In order: a live alias; the people of the meeting; rules on the words of the name; misspellings, which only ever ask.
Confidence is how well a name fits times how unique it is: two that fit equally well are a question, however well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from memo.models import Candidate, EntityType, Resolution
from memo.names.fit import Fit, Known, Tier
from memo.names.fold import alias_key
from memo.names.index import Directory
from memo.names.mentions import comma_separated, names_a_group, names_nobody, names_nothing, several_people
from memo.names.person_form import person_form

__all__ = [
    "AMBIGUOUS_THRESHOLD",
    "AUTO_RESOLVE_THRESHOLD",
    "MAX_CANDIDATES",
    "Known",
    "NameIndex",
    "RememberingIndex",
    "alias_key",
    "score",
]

AMBIGUOUS_THRESHOLD: Final = 0.5
AUTO_RESOLVE_THRESHOLD: Final = 0.85
MAX_CANDIDATES: Final = 4

NO_ALIASES: Final[Mapping[str, int]] = MappingProxyType({})
NEARLY: Final = 0.78
"""A misspelling this close rivals a nickname or an initial: "Jon Hill" may be John as well as Jonathan."""
REMEMBERED: Final = 10_000
"""Mentions that a `RememberingIndex` keeps; then it starts anew."""
ABSENT: Final = 0.84
"""What it takes off a part of a name that its bearer is not in the meeting: below the bar for resolving by itself."""


def score(
    mention: str,
    candidates: Iterable[Known],
    type: EntityType,  # noqa: A002 - the word of the model and of the command line
    *,
    aliases: Mapping[str, int] = NO_ALIASES,
) -> Resolution:
    """Who or what `mention` stands for among `candidates`; their order does not matter.

    `aliases` maps the `alias_key` of every live alias in scope to the id it stands for; an alias of somebody who is not
    among the candidates is passed over.
    """
    return NameIndex(candidates).resolve(mention, type, aliases=aliases)


class NameIndex:
    """Known names, filed once for many mentions; the filing happens at the first mention of each kind."""

    def __init__(self, candidates: Iterable[Known]) -> None:
        self._directory = Directory(candidates)

    def resolve(
        self,
        mention: str,
        type: EntityType,  # noqa: A002
        meeting_ids: Iterable[int] = frozenset(),
        aliases: Mapping[str, int] = NO_ALIASES,
    ) -> Resolution:
        """Who or what `mention` stands for; `meeting_ids` are in the meeting, besides those marked so themselves."""
        alias = self._alias(mention, type, aliases)
        if alias:
            return _resolution(mention, type, [alias], alias.why, chosen=True)
        return self._named(mention, type, self._directory.present(meeting_ids))

    def _named(self, mention: str, kind: EntityType, present: frozenset[int]) -> Resolution:
        """Who or what `mention` stands for by its name alone; the same for the same `present` as long as this lives."""
        if kind == "person":
            return self._person(mention, present)
        if names_nothing(mention):
            return _nothing(mention, kind, f"names no particular {kind}")
        return _decided(mention, kind, self._ranked(mention, kind, present))

    def resolve_many(
        self,
        mentions: Iterable[str],
        type: EntityType,  # noqa: A002
        meeting_ids: Iterable[int] = frozenset(),
        aliases: Mapping[str, int] = NO_ALIASES,
    ) -> list[Resolution]:
        """One resolution per mention, in order; the same mention is worked out once."""
        ids, done = frozenset(meeting_ids), dict[str, Resolution]()
        return [done[m] if m in done else done.setdefault(m, self.resolve(m, type, ids, aliases)) for m in mentions]

    def _alias(self, mention: str, kind: EntityType, aliases: Mapping[str, int]) -> Candidate | None:
        if not aliases:
            return None
        keys = (alias_key(mention), person_form(mention).key if kind == "person" else "")
        for key in keys:
            places = self._directory.places_of(aliases[key]) if key in aliases else []
            if places:
                known = self._directory.known[places[0]]
                return Candidate(id=known.id, name=known.name, confidence=1.0, why="confirmed before")
        return None

    def _ranked(self, mention: str, kind: EntityType, present: frozenset[int]) -> list[_Placed]:
        """Everybody who fits, best first, each once."""
        fits, cut = self._directory.fits(mention, kind, present)
        known = self._directory.known
        placed = sorted(
            (_Placed(known[p], f, p in present, cut) for p, f in fits.items()), key=lambda p: p.rank, reverse=True
        )
        seen: set[int] = set()
        once = []
        for p in placed:
            if p.known.id is None or p.known.id not in seen:
                once.append(p)
            if p.known.id is not None:
                seen.add(p.known.id)
        return once

    def _person(self, mention: str, present: frozenset[int]) -> Resolution:
        parts = several_people(mention)
        if parts:
            return self._several(mention, parts, present) or _nothing(mention, "person", "nobody known fits")
        if names_nobody(mention):
            return _nothing(mention, "person", "names nobody in particular")
        ranked = self._ranked(mention, "person", present)
        if names_a_group(mention) and not (ranked and ranked[0].level == 5):
            return _nothing(mention, "person", "names a group or a role")
        listed = self._listed(mention, present) if not ranked and "," in mention else None
        return listed or _decided(mention, "person", ranked)

    def _several(self, mention: str, parts: tuple[str, ...], present: frozenset[int]) -> Resolution | None:
        """A question over everybody a list of names may stand for; None when no part fits anybody."""
        ranked = [
            self._ranked(part.strip(), "person", present)
            for part in parts
            if not names_nobody(part) and not names_a_group(part)
        ]
        leaders = {id(r[0].known): r[0] for r in ranked if r}.values()
        if not leaders:
            return None
        offered = [p.candidate(min(p.strength, 0.8), p.fit.why) for p in leaders]
        return _resolution(mention, "person", offered, "names more than one person", chosen=False)

    def _listed(self, mention: str, present: frozenset[int]) -> Resolution | None:
        """A question over names set apart by commas, when every one is known or the first is known in full."""
        parts = comma_separated(mention)
        ranked = [self._ranked(part, "person", present) for part in parts]
        if len(parts) < 2:
            return None
        if all(ranked) or (ranked[0] and ranked[0][0].level >= 4):
            return self._several(mention, parts, present)
        return None


class RememberingIndex(NameIndex):
    """A name index that works each mention out once: for names that are asked for again and again, as on a page."""

    def __init__(self, candidates: Iterable[Known]) -> None:
        super().__init__(candidates)
        self._done: dict[tuple[str, EntityType, frozenset[int]], Resolution] = {}

    def _named(self, mention: str, kind: EntityType, present: frozenset[int]) -> Resolution:
        key = (mention, kind, present)
        found = self._done.get(key)
        if found is None:
            found = super()._named(mention, kind, present)
            if len(self._done) >= REMEMBERED:
                self._done.clear()
            self._done[key] = found
        return found


class _Placed(NamedTuple):
    """One fit with what the meeting adds to it."""

    known: Known
    fit: Fit
    present: bool
    cut: bool

    @property
    def level(self) -> int:
        """5 exact, 4 the whole name, 3 a part and in the meeting, 2 a part and not, 1 looks alike."""
        if self.fit.tier == Tier.PART:
            return 3 if self.present else 2
        return {Tier.EXACT: 5, Tier.SAME: 4}.get(self.fit.tier, 1)

    @property
    def strength(self) -> float:
        return self.fit.strength * ABSENT if self.level == 2 else self.fit.strength

    @property
    def rank(self) -> tuple[float, ...]:
        return (self.level, self.present, self.strength)

    def candidate(self, confidence: float, why: str) -> Candidate:
        return Candidate(id=self.known.id, name=self.known.name, confidence=round(confidence, 4), why=why)


def _is_short(mention: str) -> bool:
    """Whether the name is one word or has an initial, so that somebody known by the same may not be the one meant."""
    words = person_form(mention).words
    return len(words) < 2 or any(len(word[0]) == 1 for word in words)


def _rivals(top: _Placed, other: _Placed, short: bool) -> bool:
    """Whether `other` fits so nearly as well as `top` that only a person can tell; `short`: see `_is_short`."""
    if top.level == 5 and other.level == 5:
        literal = top.fit.strength == 1.0 > other.fit.strength
        told_apart = literal and (other.fit.strength == 0.99 or not top.known.name.isascii())
        return other.present >= top.present and not told_apart
    if other.level >= 3 and other.present and not top.present:
        return True
    if top.level == 5:
        alike = other.fit.twin or (short and (other.level == 4 or (other.level > 1 and other.fit.plain)))
        return alike and other.present >= top.present
    doubtful = not top.fit.plain and other.level == 1 and other.strength >= NEARLY
    if top.level == 4:
        named_so = short and other.level in (2, 3) and other.fit.plain
        return (other.level == 4 or doubtful or named_so) and other.present >= top.present
    if top.level == 3:
        named_so = other.level == 2 and other.fit.plain and not top.fit.plain
        return other.level == 3 or named_so or (doubtful and other.present)
    return True


def _decided(mention: str, kind: EntityType, ranked: list[_Placed]) -> Resolution:
    if not ranked:
        return _nothing(mention, kind, "nobody known fits" if kind == "person" else "nothing known fits")
    top = ranked[0]
    short = kind == "person" and _is_short(mention)
    rivals = [p for p in ranked[1:] if _rivals(top, p, short)]
    unsure = len(rivals) + (top.cut and top.level == 4 and not top.present)
    confidence = top.strength * _uniqueness(unsure)
    offered = [top.candidate(confidence, top.fit.why)]
    for place, p in enumerate(ranked[1:MAX_CANDIDATES], 1):
        against = len(rivals) if place <= len(rivals) else len(rivals) + 1
        offered.append(p.candidate(p.strength * _uniqueness(max(1, against)), p.fit.why))
    chosen = confidence >= AUTO_RESOLVE_THRESHOLD and top.level >= 3
    why = _why_chosen(mention, top, ranked) if chosen else _why_asked(kind, top, rivals)
    return _resolution(mention, kind, offered, why, chosen=chosen)


def _uniqueness(rivals: int) -> float:
    """1 for the only one; 0.8 with one rival, towards 0.7 with many: never enough to resolve, still enough to ask."""
    return 0.7 + 0.3 / (1 + 2 * rivals)


def _why_chosen(mention: str, top: _Placed, ranked: list[_Placed]) -> str:
    if top.level == 3:
        if top.fit.plain:
            return f"only {person_form(mention).text} in this meeting"
        return f"only one in this meeting: {top.fit.why}"
    others = any(p.level == top.level and not p.present for p in ranked[1:]) and top.present
    return f"{top.fit.why}, the only one in this meeting" if others else top.fit.why


def _why_asked(kind: EntityType, top: _Placed, rivals: list[_Placed]) -> str:
    if rivals:
        names = ", ".join(dict.fromkeys(p.known.name for p in [top, *rivals][:MAX_CANDIDATES]))
        return f"{len(rivals) + 1} fit: {names}"
    if top.level == 2 and kind == "person":
        return f"{top.fit.why}, who is not in this meeting"
    return top.fit.why if top.level < 3 else f"{top.fit.why}, but more of that name are known"


def _nothing(mention: str, kind: EntityType, why: str) -> Resolution:
    return Resolution(mention=mention, type=kind, band="none", confidence=0.0, candidate=None, candidates=(), why=why)


def _resolution(mention: str, kind: EntityType, offered: list[Candidate], why: str, *, chosen: bool) -> Resolution:
    confidence = offered[0].confidence
    band: Literal["auto", "ask", "none"] = "auto" if chosen else "ask" if confidence >= AMBIGUOUS_THRESHOLD else "none"
    kept = tuple(offered[:MAX_CANDIDATES]) if band != "none" else ()
    return Resolution(
        mention=mention,
        type=kind,
        band=band,
        confidence=confidence,
        candidate=offered[0] if chosen else None,
        candidates=kept,
        why=why,
    )
