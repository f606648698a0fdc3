"""One call to a Messages API under a wall-clock deadline; every attempt is recorded before its reply is read.

`anthropic` is imported inside functions: the import takes over half a second, and offline nobody needs it. Any server
that speaks the Messages API will do; small local ones ignore `output_config`, so the JSON contract stands in the system
prompt as well and the reply is read tolerantly (`memo.llm.reply`).
"""

from __future__ import annotations

import json
import logging
import random
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from pydantic import BaseModel

from memo.deadline import until
from memo.errors import ConfigError, ModelReplyInvalid, ModelTimeout, ModelUnavailable
from memo.llm.failures import refuses_output_config, require_complete, retry_after, translate
from memo.llm.prices import cost_microdollars
from memo.llm.reply import read_reply
from memo.llm.stream import Heard, Opened, outcome
from memo.models import ModelRun

if TYPE_CHECKING:
    import anthropic

    from memo.settings import Settings

P = TypeVar("P", bound=BaseModel | None)
S = TypeVar("S", bound=BaseModel)

MAX_TRIES = 3
_FIRST_PAUSE_SECONDS = 0.5
_CONNECT_SECONDS = 5.0

_CONTRACT = (
    "Reply with exactly one JSON object and nothing before or after it (no prose, no code fence). "
    "It must match this JSON Schema:\n"
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reply(Generic[P]):
    """A complete reply: its text, what it parsed to (None without a schema) and the run that paid for it."""

    text: str
    parsed: P
    run: ModelRun


@dataclass(frozen=True)
class _Ask:
    """What one `complete` call asks, unchanging over its attempts; `deadline` is on the monotonic clock."""

    model: str
    system: str
    max_tokens: int
    schema: type[BaseModel] | None
    trigger_detail: str
    budget_seconds: float
    deadline: float
    record: Callable[[ModelRun], None]
    on_text: Callable[[str], None] | None

    @property
    def remaining(self) -> float:
        return self.deadline - time.monotonic()


@dataclass(frozen=True)
class _Attempt:
    """One finished attempt: `failure` is why the stream did not come to its end, None when it did."""

    heard: Heard
    run: ModelRun
    failure: Exception | None


class MessagesClient:
    """Calls the Messages API at the address and with the key of the settings; safe to share between threads."""

    def __init__(self, settings: Settings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        if not settings.anthropic_api_key:
            raise ConfigError("Calling a model needs ANTHROPIC_API_KEY.")
        self._settings = settings
        self._sleep = sleep
        self._takes_output_config = True

    @overload
    def complete(
        self,
        *,
        model: str,
        system: str,
        user: str,
        schema: type[S],
        max_tokens: int,
        budget_seconds: float,
        trigger_detail: str,
        record: Callable[[ModelRun], None],
        on_text: Callable[[str], None] | None = None,
    ) -> Reply[S]: ...

    @overload
    def complete(
        self,
        *,
        model: str,
        system: str,
        user: str,
        schema: None,
        max_tokens: int,
        budget_seconds: float,
        trigger_detail: str,
        record: Callable[[ModelRun], None],
        on_text: Callable[[str], None] | None = None,
    ) -> Reply[None]: ...

    def complete(
        self,
        *,
        model: str,
        system: str,
        user: str,
        schema: type[BaseModel] | None,
        max_tokens: int,
        budget_seconds: float,
        trigger_detail: str,
        record: Callable[[ModelRun], None],
        on_text: Callable[[str], None] | None = None,
    ) -> Reply[Any]:
        """Ask `model` once and return its complete reply, read as `schema` if one is given.

        `budget_seconds` is wall-clock time for everything: up to `MAX_TRIES` tries of what may pass (overload, broken
        connections), the pauses between them, and one question back when the JSON does not fit the schema.
        `record` gets the run of every attempt before its reply is read. `on_text` gets text as it streams, in the
        caller's thread; once it has been called nothing is tried again.

        Raises, each with the `.run` last recorded: `ModelTimeout`; `ModelUnavailable` (overloaded, unreachable, or
        told to wait longer than the budget); `ModelRejected` for 400, 401, 403, 404, 413 and other statuses that no
        retry cures; `ModelRefused`; `ModelReplyCut`; `ModelReplyInvalid`. A bad key is a `ModelRejected` and not a
        `ConfigError`, because the run it cost has to be carried along and only the service can tell that it is bad.
        """
        _load_sdk()
        ask = _Ask(
            model=model,
            system=system if schema is None else f"{system}\n\n{_CONTRACT}{json.dumps(_wire_schema(schema))}",
            max_tokens=max_tokens,
            schema=schema,
            trigger_detail=trigger_detail,
            budget_seconds=budget_seconds,
            deadline=time.monotonic() + budget_seconds,
            record=record,
            on_text=on_text,
        )
        question = [{"role": "user", "content": user}]
        heard, run = self._answered(ask, question)
        if schema is None:
            return Reply(heard.text, None, run)
        try:
            return Reply(heard.text, _read(heard.text, schema, run), run)
        except ModelReplyInvalid as exc:
            if on_text is not None or not heard.text.strip() or ask.remaining * 1000 < run.latency_ms:
                raise
            logger.info("asking %s again: its reply did not fit the schema", model)
            again = f"{exc.message} Reply again, with one JSON object that matches the schema and nothing else."
        heard, run = self._answered(
            ask, [*question, {"role": "assistant", "content": heard.text}, {"role": "user", "content": again}]
        )
        return Reply(heard.text, _read(heard.text, schema, run), run)

    def _answered(self, ask: _Ask, messages: list[dict[str, str]]) -> tuple[Heard, ModelRun]:
        """The first attempt that comes to its end, complete; raises a `ModelError` otherwise."""
        tries = 1
        while True:
            attempt = self._attempt(ask, messages)
            ask.record(attempt.run)
            if attempt.failure is None:
                require_complete(attempt.run)
                return attempt.heard, attempt.run
            if self._takes_output_config and refuses_output_config(attempt.failure):
                logger.info("the model service refuses output_config: asking without it from now on")
                self._takes_output_config = False
                continue
            spoken = ask.on_text is not None and bool(attempt.heard.chunks)
            self._pause(ask, attempt.failure, attempt.run, tries=tries, spoken=spoken)
            tries += 1

    def _attempt(self, ask: _Ask, messages: list[dict[str, str]]) -> _Attempt:
        import anthropic
        import httpx2

        started_at, began = datetime.now(UTC), time.monotonic()
        heard = Heard()
        failure: Exception | None = None
        client = self._connection(ask)
        try:
            for event in until(ask.deadline, partial(_listen, client, self._request(ask, messages)), name="memo-model"):
                text = heard.take(event)
                if text and ask.on_text is not None:
                    ask.on_text(text)
        except (anthropic.APIError, httpx2.TransportError, TimeoutError, json.JSONDecodeError) as exc:
            failure = exc
        finally:
            # Drops the connection, so that a server which still writes is not paid to go on.
            client.close()
        run = ModelRun(
            trigger_detail=ask.trigger_detail,
            model=ask.model,
            started_at=started_at,
            latency_ms=round((time.monotonic() - began) * 1000),
            request_id=heard.request_id or getattr(failure, "request_id", None),
            stop_reason=heard.stop_reason,
            **outcome(heard, failure),
            **heard.tokens,
        )
        if failure is None or (isinstance(failure, anthropic.APIStatusError) and not heard.began):
            # A stream that broke off was billed for more than it could still report: its cost stays unknown.
            run = run.model_copy(update={"cost_microdollars": cost_microdollars(run, self._settings.price(ask.model))})
        return _Attempt(heard, run, failure)

    def _connection(self, ask: _Ask) -> anthropic.Anthropic:
        """A client for one attempt: closing it at the deadline cannot hurt another call."""
        import anthropic

        assert self._settings.anthropic_api_key is not None
        # A second more than is left: `until` ends the call, this only ends its thread when nothing arrives any more.
        seconds = max(0.0, ask.remaining) + 1
        return anthropic.Anthropic(
            api_key=self._settings.anthropic_api_key.get_secret_value(),
            base_url=self._settings.anthropic_base_url.rstrip("/").removesuffix("/v1"),
            max_retries=0,
            timeout=anthropic.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
            open_telemetry=False,
            # No redirects: they would carry a transcript to a host that nobody configured.
            http_client=anthropic.DefaultHttpxClient(verify=self._tls, follow_redirects=False),
        )

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Loaded once: reading the certificates takes longer than everything else about a new connection."""
        return ssl.create_default_context()

    def _request(self, ask: _Ask, messages: list[dict[str, str]]) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": ask.model,
            "system": ask.system,
            "messages": messages,
            "max_tokens": ask.max_tokens,
        }
        if ask.schema is not None and self._takes_output_config:
            request["output_config"] = {"format": {"type": "json_schema", "schema": _wire_schema(ask.schema)}}
        return request

    def _pause(self, ask: _Ask, failure: Exception, run: ModelRun, *, tries: int, spoken: bool) -> None:
        """Wait before the next try, or raise the `ModelError` that `failure` comes down to."""
        # Raised without `from`: the library's exception quotes the service, and with it perhaps the request.
        error = translate(failure, run)
        if not isinstance(error, ModelUnavailable):
            raise error
        if isinstance(failure, TimeoutError) or ask.remaining <= 0:
            raise ModelTimeout(f"The model did not answer within {ask.budget_seconds:g} seconds.", run=run)
        if tries >= MAX_TRIES or spoken:
            raise error
        asked = retry_after(failure)
        wait = max(asked, _FIRST_PAUSE_SECONDS * 2 ** (tries - 1) * random.uniform(0.75, 1.25))
        if wait < ask.remaining:
            self._sleep(wait)
            return
        if asked:
            raise ModelUnavailable(
                f"The model service asks to wait {asked:.0f} s, longer than this call may take. Try again later.",
                run=run,
            )
        raise error


@cache
def _load_sdk() -> None:
    """Import the SDK outside any budget, and keep off its debug log: it prints whole requests, transcripts and all."""
    import anthropic

    logging.getLogger(anthropic.__name__).setLevel(logging.WARNING)


def _wire_schema(schema: type[BaseModel]) -> dict[str, Any]:
    import anthropic

    return anthropic.transform_schema(schema)


def _listen(client: anthropic.Anthropic, request: dict[str, Any], put: Callable[[Any], bool]) -> None:
    """Put the events of one streamed reply until nobody listens."""
    with client.messages.create(**request, stream=True) as stream:
        wanted = put(Opened(stream.response.headers.get("request-id")))
        for event in stream:
            if not wanted:
                return
            wanted = put(event)


def _read(text: str, schema: type[S], run: ModelRun) -> S:
    try:
        return read_reply(text, schema)
    except ModelReplyInvalid as exc:
        exc.run = run.model_copy(update={"outcome": "invalid", "error_class": type(exc).__name__})
        raise
