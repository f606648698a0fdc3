"""The kinds that models are made of."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

FactType = Literal["decision", "action_item", "meeting", "client_context", "project_context", "pulse_summary"]
FACT_TYPES: tuple[FactType, ...] = (
    "decision",
    "action_item",
    "meeting",
    "client_context",
    "project_context",
    "pulse_summary",
)
EntityType = Literal["person", "client", "project"]
CaptureState = Literal["received", "extracting", "stored", "partial", "failed_retryable", "failed_final"]
Role = Literal["reader", "member", "admin"]


class Model(BaseModel):
    """A frozen value; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
