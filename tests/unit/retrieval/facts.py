"""Facts for tests of what is said about them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from memo.models import ScoredFact


def fact(text: str, fact_type: str = "decision", fact_id: int = 1, **fields: Any) -> ScoredFact:
    """A fact with this text; the rest is plain unless given."""
    plain: dict[str, Any] = {
        "fact_type": fact_type,
        "fact_id": fact_id,
        "text": text,
        "source_type": "import",
        "source_id": str(fact_id),
        "captured_at": datetime(2026, 3, 5, tzinfo=UTC),
        "status": "open" if fact_type == "action_item" else "active",
        "score": 0.9,
    }
    return ScoredFact.model_validate(plain | fields)


POSTGRES = fact(
    "We use Postgres for billing.",
    fact_id=1,
    reasoning="the team already runs it",
    people=("Ada Obi", "Bob Chen"),
    happened_on=date(2026, 3, 4),
    meeting="Weekly sync",
    meeting_id=7,
    client="Northwind",
    quote="let's go with Postgres, the team already runs it",
    turn=3,
)
INVOICES = fact(
    "Migrate the 1,200 old invoices.",
    "action_item",
    2,
    people=("Bob Chen",),
    due_on=date(2026, 3, 13),
    due_text="by Friday the 13th",
    happened_on=date(2026, 3, 4),
    meeting="Weekly sync",
    meeting_id=7,
)
NO_MONGO = fact("We will not use Mongo; it failed the load test.", fact_id=3, happened_on=date(2026, 2, 2))
FACTS = [POSTGRES, INVOICES, NO_MONGO]
