"""What a failed or incomplete attempt means: try again, wait how long, and what a person is told.

The service's own words are never passed on: they may repeat the key or the transcript.
"""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from memo.errors import (
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelReplyCut,
    ModelReplyInvalid,
    ModelUnavailable,
)
from memo.models import ModelRun

RETRIED_STATUSES = frozenset({408, 409, 429})
"""Statuses worth another try, besides every one from 500 on (529 is "overloaded")."""

_STREAMED_STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""What an error that arrives inside a stream, after a 200, would have been as a status; any other is a 500."""

_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})


def require_complete(run: ModelRun) -> None:
    """Raise unless the model itself ended the reply; the stop reason decides, before anything is read."""
    if run.outcome == "ok":
        return
    if run.outcome == "refused":
        raise ModelRefused(run=run)
    if run.outcome == "invalid":
        raise ModelReplyInvalid("The server's reply is not one of the Messages API: check ANTHROPIC_BASE_URL.", run=run)
    if run.stop_reason in _CUT:
        raise ModelReplyCut(f"The model's reply was cut off at its length limit ({run.stop_reason}).", run=run)
    raise ModelReplyCut("The model's reply broke off before its end.", run=run)


def status(failure: Exception) -> int | None:
    """The HTTP status of `failure`, also of one reported inside a stream; None when there was no answer at all."""
    import anthropic

    if not isinstance(failure, anthropic.APIStatusError):
        return None
    return _STREAMED_STATUSES.get(failure.type or "", 500) if failure.status_code == 200 else failure.status_code


def refuses_output_config(failure: Exception) -> bool:
    """Whether an older or smaller server stumbled over the structured-output parameter."""
    return status(failure) in (400, 422) and "output_config" in str(failure)


def translate(failure: Exception, run: ModelRun) -> ModelError:
    """The `ModelError` for an attempt that failed; only a `ModelUnavailable` is worth another try."""
    code = status(failure)
    if code is None:
        return ModelUnavailable("The model service cannot be reached, or the connection broke off.", run=run)
    if code in RETRIED_STATUSES or code >= 500:
        return ModelUnavailable(f"The model service is overloaded or out of order (HTTP {code}).", run=run)
    why = {
        401: "it does not accept the key: check ANTHROPIC_API_KEY",
        403: "the key may not do this: check ANTHROPIC_API_KEY",
        402: "the account has no credit left",
        404: f"it does not know the model {run.model!r}, or the address is wrong",
        413: "the request is too large",
    }.get(code, "the request is not one it can serve")
    return ModelRejected(f"The model service refused the request (HTTP {code}): {why}.", run=run)


def retry_after(failure: Exception) -> float:
    """Seconds the service asks to wait, 0 when it does not say."""
    import anthropic

    if not isinstance(failure, anthropic.APIStatusError):
        return 0.0
    headers = failure.response.headers
    try:
        if milliseconds := headers.get("retry-after-ms"):
            return max(0.0, float(milliseconds) / 1000)
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:
        return _seconds_until(headers.get("retry-after", ""))


def _seconds_until(http_date: str) -> float:
    try:
        return max(0.0, (parsedate_to_datetime(http_date) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0
