"""The known names with everything that people said about them, ready to resolve mentions of one kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memo.models import Candidate, EntityType, Named, Principal, Resolution
from memo.names.filing import filed, known_now
from memo.names.fold import alias_key
from memo.names.person_form import person_form
from memo.names.score import Known, NameIndex
from memo.store import names as store
from memo.store.pool import Database
from memo.store.queries import Connection

FIRST_WORDS = 2
"""A name of fewer words is a first name or a user name: several people may answer to it."""


def mention_key(mention: str, kind: EntityType) -> str:
    """What tells one mention from another: "sam", "Sam" and "Sam's" are the same."""
    return (person_form(mention).key if kind == "person" else "") or alias_key(mention)


def is_short(mention: str) -> bool:
    """Whether a person's name is one word, so that in another meeting it may be somebody else."""
    form = person_form(mention)
    return not form.email and len(form.words) < FIRST_WORDS


def named(db: Database, who: Principal, kind: EntityType) -> list[Named]:
    """Everybody (or every client, or project) by name."""
    with db.read(who) as conn:
        return store.named_of_type(conn, kind)


def _read(conn: Connection, kind: EntityType) -> list[Known]:
    found = store.known_of_type(conn, kind)
    return [Known(e.id, e.name, e.nicknames, (e.email,) if e.email else ()) for e in found]


def certain_people(conn: Connection, mentions: Iterable[str]) -> dict[str, int]:
    """Whom mentions stand for wherever they are said, by their lower case; what is not certain is left out."""
    known = KnownNames.read(conn, "person")
    found = ((mention.lower(), known.resolve(mention).candidate) for mention in dict.fromkeys(mentions))
    return {mention: chosen.id for mention, chosen in found if chosen is not None and chosen.id is not None}


class KnownNames:
    """Everybody (or every client, or project) that a mention may stand for, with the aliases in scope."""

    def __init__(
        self,
        kind: EntityType,
        known: Iterable[Known],
        aliases: Iterable[store.ScopedAlias],
        revoked: set[tuple[str, int]],
    ) -> None:
        self.kind = kind
        self._known = {entity.id: entity for entity in known if entity.id is not None}
        self._revoked = revoked
        self._everywhere: dict[str, int] = {}
        self._in_project: dict[int, dict[str, int]] = {}
        for alias in aliases:
            owners = self._everywhere if alias.project_id is None else self._in_project.setdefault(alias.project_id, {})
            owners[alias.alias_key] = alias.entity_id
        self._filed, self._newer = filed(kind, self._known)

    @classmethod
    def read(cls, conn: Connection, kind: EntityType, project_ids: Iterable[int | None] = ()) -> KnownNames:
        """What the store knows, with the aliases of these projects beside those that hold everywhere."""
        known = known_now(kind, store.mark_of_type(conn, kind), lambda: _read(conn, kind))
        aliases = store.aliases_in_scope(conn, kind, project_ids)
        return cls(kind, known, aliases, store.revoked_aliases(conn, kind))

    def name_of(self, entity_id: int) -> str | None:
        """The name of somebody known."""
        known = self._known.get(entity_id)
        return known.name if known else None

    def bearer(self, name: str) -> int | None:
        """Somebody known who is written exactly like `name`, but for case and accents."""
        key = alias_key(name)
        return next((e.id for e in self._known.values() if alias_key(e.name) == key), None)

    def add(self, entity_id: int, name: str) -> None:
        """One more that mentions may stand for."""
        self._known[entity_id] = Known(entity_id, name)
        self._filed, self._newer = filed(self.kind, self._known)

    def file(self) -> None:
        """Do what takes time for many names, so that the first mention does not."""
        self._filed.resolve("", self.kind)

    def resolve(self, mention: str, present: Iterable[int] = (), project_id: int | None = None) -> Resolution:
        """Whom a mention stands for; what a person once took back is at most a question."""
        there = frozenset(present)
        own = self._in_project.get(project_id, {}) if project_id is not None else {}
        found = self._resolve(mention, there, self._everywhere | own)
        key = mention_key(mention, self.kind)
        chosen = found.candidate
        if chosen is None or chosen.id is None:
            return found
        if (key, chosen.id) in self._revoked:
            return _asked(found, f"{chosen.why}, but that was taken back before")
        if key in self._everywhere and key not in own and there and chosen.id not in there and is_short(mention):
            return self._beside_present(mention, found, chosen, there)
        return found

    def _beside_present(
        self, mention: str, found: Resolution, chosen: Candidate, present: frozenset[int]
    ) -> Resolution:
        """A first name confirmed for everywhere is a question where only somebody else of that name is present."""
        here = self._resolve(mention, present, {}).candidate
        if here is None or here.id not in present:
            return found
        why = f"{chosen.name} was confirmed before, but {here.name} is in this meeting"
        return _asked(found.model_copy(update={"candidates": (chosen, here)}), why)

    def _resolve(self, mention: str, present: frozenset[int], aliases: Mapping[str, int]) -> Resolution:
        """The resolution among those filed and those who came since: of both, who fits is judged side by side."""
        found = self._filed.resolve(mention, self.kind, present, aliases)
        newer = self._newer.resolve(mention, self.kind, present, aliases) if self._newer else None
        if newer is None or newer.band == "none":
            return found
        fitting = [self._known[c.id] for c in (*found.candidates, *newer.candidates) if c.id is not None]
        joined = NameIndex(fitting).resolve(mention, self.kind, present, aliases)
        # One more who fits never settles a question between the others.
        settled = joined.candidate is not None and any(c.id == joined.candidate.id for c in found.candidates)
        return found if settled and found.band == "ask" else joined

    def told(self, mention: str, entity_id: int) -> Resolution | None:
        """The resolution that a person gave; None when that one is no longer known."""
        name = self.name_of(entity_id)
        if name is None:
            return None
        chosen = Candidate(id=entity_id, name=name, confidence=1.0, why="confirmed for this meeting")
        return Resolution(
            mention=mention,
            type=self.kind,
            band="auto",
            confidence=1.0,
            candidate=chosen,
            candidates=(chosen,),
            why=chosen.why,
        )


def _asked(found: Resolution, why: str) -> Resolution:
    return found.model_copy(update={"band": "ask", "candidate": None, "why": why})
