"""Where a fact comes from; no fact is written without it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from memo.errors import ProvenanceViolation
from memo.models import Principal

SourceType = Literal["meeting", "note", "pulse", "import", "edit"]

AGENT = "memo"
"""Who captures, when a person hands something in: the words are theirs, the reading is Memo's."""


@dataclass(frozen=True)
class Provenance:
    """What a fact was read from and who or what set the reading off.

    Raises `ProvenanceViolation` when neither a member nor an agent is named; the database refuses such a row as well.
    """

    source_type: SourceType
    source_id: str
    triggered_by_user_id: int | None
    triggered_by_agent: str | None

    def __post_init__(self) -> None:
        if self.triggered_by_user_id is None and not self.triggered_by_agent:
            raise ProvenanceViolation

    @classmethod
    def of(cls, who: Principal, source_type: SourceType, source_id: str) -> Provenance:
        """What `who` does by himself or herself, or through an agent."""
        agent = who.agent or (None if who.member_id is not None else AGENT)
        return cls(source_type, source_id, who.member_id, agent)

    def columns(self) -> dict[str, Any]:
        """The four columns by name."""
        return asdict(self)
