"""One call to a model, as it is recorded."""

from __future__ import annotations

from datetime import datetime

from memo.models.base import Model


class ModelRun(Model):
    """One call to a model as `agent_runs` records it; `cost_microdollars` is None for unknown prices, never 0."""

    trigger_detail: str
    model: str
    started_at: datetime
    latency_ms: int
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost_microdollars: int | None = None
    outcome: str = "ok"
    error_class: str | None = None
    request_id: str | None = None
    stop_reason: str | None = None
