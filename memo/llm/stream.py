"""What has arrived of a streamed reply, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memo.llm.reply import storable

if TYPE_CHECKING:
    from anthropic.types import RawMessageStreamEvent

_COMPLETE = frozenset({"end_turn", "stop_sequence"})


@dataclass(frozen=True)
class Opened:
    """The response's headers are here."""

    request_id: str | None


@dataclass
class Heard:
    """What has arrived of one reply. Thinking blocks come first or not at all; only text counts."""

    chunks: list[str] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)
    request_id: str | None = None
    stop_reason: str | None = None
    began: bool = False

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self.chunks)

    def take(self, event: RawMessageStreamEvent | Opened) -> str:
        """Note `event` and return the text it brings; servers of other makers leave fields out, hence `getattr`."""
        if isinstance(event, Opened):
            self.request_id = event.request_id
            return ""
        text = ""
        if event.type == "message_start":
            self.began = True
            self._count(getattr(event.message, "usage", None))
        elif event.type == "content_block_start" and event.content_block.type == "text":
            text = getattr(event.content_block, "text", None) or ""
        elif event.type == "content_block_delta" and event.delta.type == "text_delta":
            text = event.delta.text
        elif event.type == "message_delta":
            self.stop_reason = getattr(event.delta, "stop_reason", None) or self.stop_reason
            self._count(getattr(event, "usage", None))
        text = storable(text)
        if text:
            self.chunks.append(text)
        return text

    def _count(self, usage: object) -> None:
        """Keep the latest of each count: the service sends running totals."""
        for ours, theirs in (
            ("input_tokens", "input_tokens"),
            ("output_tokens", "output_tokens"),
            ("cache_read_tokens", "cache_read_input_tokens"),
            ("cache_write_tokens", "cache_creation_input_tokens"),
        ):
            count = getattr(usage, theirs, None)
            if isinstance(count, int):
                self.tokens[ours] = count


def outcome(heard: Heard, failure: Exception | None) -> dict[str, str | None]:
    """`ModelRun.outcome` and `error_class`: known before the reply is read, so "ok" means complete, not well-formed."""
    if isinstance(failure, TimeoutError):
        return {"outcome": "timeout", "error_class": "ModelTimeout"}
    if failure is not None:
        return {"outcome": "failed", "error_class": type(failure).__name__}
    if heard.stop_reason == "refusal":
        return {"outcome": "refused", "error_class": "ModelRefused"}
    if heard.stop_reason in _COMPLETE:
        return {"outcome": "ok", "error_class": None}
    if not heard.began:
        return {"outcome": "invalid", "error_class": "ModelReplyInvalid"}
    return {"outcome": "cut", "error_class": "ModelReplyCut"}
