"""Scoring without the store: one JSON line in, one out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypedDict

from pydantic import BaseModel, ConfigDict, ValidationError

from memo.errors import InputError
from memo.models import EntityType
from memo.names.fit import Known, Tier
from memo.names.fold import alias_key
from memo.names.index import Directory
from memo.names.score import NameIndex


class ScoreLine(BaseModel):
    """A mention with all known names and those present at its meeting (repeated among the known names or not)."""

    model_config = ConfigDict(extra="ignore")

    mention: str
    type: EntityType = "person"
    candidates: tuple[str, ...] = ()
    meeting: tuple[str, ...] = ()


class ScoredLine(TypedDict):
    """What became of a mention: `candidate` is the name chosen, `candidates` the names to choose from."""

    mention: str
    band: str
    confidence: float
    candidate: str | None
    candidates: list[str]
    why: str


def score_line(line: Mapping[str, object]) -> ScoredLine:
    """The resolution of one line; raises `InputError` saying which field is wrong."""
    try:
        asked = ScoreLine.model_validate(line)
    except ValidationError as exc:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in exc.errors(include_input=False))
        raise InputError(f"This line cannot be scored: {wrong}") from exc
    found = _index(asked.candidates, asked.meeting, asked.type).resolve(asked.mention, asked.type)
    return {
        "mention": found.mention,
        "band": found.band,
        "confidence": found.confidence,
        "candidate": found.candidate.name if found.candidate else None,
        "candidates": [c.name for c in found.candidates],
        "why": found.why,
    }


@lru_cache(maxsize=4)
def _index(candidates: tuple[str, ...], meeting: tuple[str, ...], kind: EntityType) -> NameIndex:
    """The names filed once for neighbouring lines, which mostly share them."""
    return NameIndex(known_of(candidates, meeting, kind))


def known_of(candidates: Sequence[str], meeting: Sequence[str], kind: EntityType) -> list[Known]:
    """The known names, those in the meeting marked.

    A meeting name that is a known name in other writing marks that one; one that is only part of known names ("Sam")
    marks nobody and is no candidate itself; any other joins the known names.
    """
    directory = Directory(Known(None, name) for name in candidates if alias_key(name))
    labels = {alias_key(name): name for name in reversed(meeting) if alias_key(name)}
    keys = {alias_key(known.name) for known in directory.known}
    present = set(labels) & keys
    joining = []
    for key, label in labels.items():
        if key in keys:
            continue
        fits, _ = directory.fits(label, kind, frozenset())
        whole = [place for place, fit in fits.items() if fit.tier >= Tier.SAME]
        if len(whole) == 1:
            present.add(alias_key(directory.known[whole[0]].name))
        elif not any(fit.tier >= Tier.PART for fit in fits.values()):
            joining.append(Known(None, label, in_meeting=True))
    return [*joining, *(Known(None, k.name, in_meeting=alias_key(k.name) in present) for k in directory.known)]
