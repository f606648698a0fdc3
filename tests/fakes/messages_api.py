"""A Messages API on 127.0.0.1 that says what a test scripts, in the real wire format (JSON or server-sent events).

    with FakeMessages() as fake:
        fake.enqueue(ok({"decisions": []}), rate_limited(retry_after=7))
        client = MessagesClient(Settings(ANTHROPIC_API_KEY="test-key", ANTHROPIC_BASE_URL=fake.url))
        ...
        assert fake.requests[0].user == "..."

What is not enqueued is answered by `fake.default`, a function from the request to an `Answer` (or to text or a dict).
`python -m tests.fakes.messages_api --port N` serves the scripted model of `tests.fakes.scripted_model`.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from types import TracebackType
from typing import Any, Literal

API_KEY = "test-key"
_PIECE = 24
_SAMPLING = ("temperature", "top_p", "top_k")


@dataclass(frozen=True)
class Answer:
    """One scripted reply: a message (`blocks`, `stop_reason`), or an error when `status` is not 200.

    `pause` is how the bytes go out: at once, one each `pause_seconds` (`drip`, with the headers too in `drip_headers`),
    not at all (`hang`), or only the first half before the connection drops (`drop`).
    """

    blocks: tuple[dict[str, Any], ...] = ()
    stop_reason: str | None = "end_turn"
    status: int = 200
    error: tuple[str, str] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    usage: Mapping[str, int] = field(default_factory=lambda: {"input_tokens": 100, "output_tokens": 50})
    pause: Literal["none", "drip", "drip_headers", "hang", "drop"] = "none"
    pause_seconds: float = 0.0
    delay_seconds: float = 0.0


def ok(
    said: str | Mapping[str, Any], *, usage: Mapping[str, int] | None = None, stop_reason: str = "end_turn"
) -> Answer:
    """A complete reply: text, or an object sent as JSON."""
    answer = Answer(blocks=(_text(said),), stop_reason=stop_reason)
    return replace(answer, usage=usage) if usage is not None else answer


def thinking_first(said: str | Mapping[str, Any], thought: str = "Let me see.") -> Answer:
    """A complete reply after a thinking block."""
    return Answer(blocks=({"type": "thinking", "thinking": thought, "signature": "sig"}, _text(said)))


def prose_around(said: Mapping[str, Any]) -> Answer:
    """The object in a code fence with prose around it, as small models send it."""
    return ok(f"Sure! Here is the JSON:\n```json\n{json.dumps(said, indent=1)}\n```\nWant more {{details}}?")


def invalid_json() -> Answer:
    """A complete reply whose JSON is broken in the middle."""
    return ok('{"decisions": [{"description": oops}]}')


def truncated(said: str | Mapping[str, Any], *, at: int | None = None, stop_reason: str = "max_tokens") -> Answer:
    """A reply cut after `at` characters (default: half)."""
    text = _text(said)["text"]
    return Answer(blocks=(_text(text[: len(text) // 2 if at is None else at]),), stop_reason=stop_reason)


def refusal() -> Answer:
    """The model refuses."""
    return Answer(blocks=(), stop_reason="refusal")


def drip(answer: Answer, seconds: float = 0.2, *, headers_too: bool = False) -> Answer:
    """`answer`, a byte each `seconds`: no single read ever takes long."""
    return replace(answer, pause="drip_headers" if headers_too else "drip", pause_seconds=seconds)


def hang() -> Answer:
    """The request is read and nothing ever comes back."""
    return Answer(pause="hang")


def dropped(answer: Answer) -> Answer:
    """The connection breaks in the middle of `answer`."""
    return replace(answer, pause="drop")


def failed(status: int, type_: str = "api_error", message: str = "it failed", **headers: str) -> Answer:
    """An error status with the service's error envelope."""
    return Answer(status=status, error=(type_, message), headers={k.replace("_", "-"): v for k, v in headers.items()})


def stream_error(said: str, type_: str = "overloaded_error") -> Answer:
    """A 200 whose stream brings some text and then an error."""
    return Answer(blocks=(_text(said),), error=(type_, "it failed"))


def rate_limited(retry_after: float | str | None = None) -> Answer:
    """429, with `retry-after` when given."""
    headers = {} if retry_after is None else {"retry_after": str(retry_after)}
    return failed(429, "rate_limit_error", "slow down", **headers)


def overloaded() -> Answer:
    """529."""
    return failed(529, "overloaded_error", "overloaded")


def server_error(status: int = 500) -> Answer:
    """500 or another of its kind."""
    return failed(status, "api_error", "internal error")


def bad_auth() -> Answer:
    """401."""
    return failed(401, "authentication_error", "invalid x-api-key")


@dataclass(frozen=True)
class Request:
    """One request as it came in."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    at: float

    @property
    def system(self) -> str:
        """The system prompt as one string."""
        return _joined(self.body.get("system", ""))

    @property
    def user(self) -> str:
        """The last user message as one string."""
        return _joined(next(m["content"] for m in reversed(self.body["messages"]) if m["role"] == "user"))

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema of `output_config`, if there is one."""
        schema: dict[str, Any] | None = (self.body.get("output_config") or {}).get("format", {}).get("schema")
        return schema


Default = Callable[[Request], "Answer | str | Mapping[str, Any]"]


class FakeMessages:
    """The server; `requests` is everything that was asked, in order."""

    def __init__(self, default: Default | None = None, *, api_key: str = API_KEY, port: int = 0) -> None:
        self.default = default
        self.api_key = api_key
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self._queue: deque[Answer] = deque()
        self._lock = threading.Lock()
        self._ids = count(1)
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="fake-messages", daemon=True
        )

    @property
    def url(self) -> str:
        """What ANTHROPIC_BASE_URL should be."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def enqueue(self, *answers: Answer | str | Mapping[str, Any]) -> None:
        """Answer the next requests with these, in order."""
        with self._lock:
            self._queue.extend(_as_answer(a) for a in answers)

    def clear(self) -> None:
        """Forget what is enqueued."""
        with self._lock:
            self._queue.clear()

    def start(self) -> FakeMessages:
        self._thread.start()
        return self

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> FakeMessages:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def answer(self, request: Request) -> Answer:
        """What to say to `request`, which is noted."""
        with self._lock:
            self.requests.append(request)
            scripted = self._queue.popleft() if self._queue else None
        # The SDK sends a bearer token since API version 2026-10-21, older clients x-api-key; the service takes both.
        sent = request.headers.get("x-api-key") or request.headers.get("authorization", "").removeprefix("Bearer ")
        if sent != self.api_key:
            return bad_auth()
        if request.path != "/v1/messages":
            return failed(404, "not_found_error", f"no such path: {request.path}")
        if wrong := [name for name in _SAMPLING if name in request.body]:
            return failed(400, "invalid_request_error", f"{wrong[0]}: not supported by this model")
        if scripted is not None:
            return scripted
        if self.default is not None:
            return _as_answer(self.default(request))
        return failed(400, "invalid_request_error", "nothing is scripted for this request")

    def next_id(self) -> str:
        with self._lock:
            return f"{next(self._ids):04d}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], fake: FakeMessages) -> None:
        super().__init__(address, _Handler)
        self.fake = fake

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are what the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        pass

    def do_POST(self) -> None:
        fake = self.server.fake
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = fake.answer(Request(self.path, headers, body, time.monotonic()))
        self.close_connection = True
        fake.closing.wait(answer.delay_seconds)
        if answer.pause == "hang":
            fake.closing.wait()
            return
        number = fake.next_id()
        streamed = bool(body.get("stream")) and answer.status == 200
        payload = _events(answer, body, number) if streamed else _document(answer, body, number)
        kind = "text/event-stream" if streamed else "application/json"
        extra = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
        # No content-length: the end of the connection is the end of the body, also for a stream that drips.
        head = (
            f"HTTP/1.1 {answer.status} X\r\ncontent-type: {kind}\r\nrequest-id: req_{number}\r\n"
            f"transfer-encoding: chunked\r\nconnection: close\r\n{extra}\r\n"
        ).encode()
        self._send(head, answer, slowly=answer.pause == "drip_headers")
        if answer.pause == "drop":
            self._send(_chunk(payload[: len(payload) // 2]), answer, slowly=False)
            return
        pieces = [payload] if answer.pause == "none" else [payload[i : i + 1] for i in range(len(payload))]
        for piece in pieces:
            self._send(_chunk(piece), answer, slowly=False)
            if answer.pause_seconds and fake.closing.wait(answer.pause_seconds):
                return
        self._send(b"0\r\n\r\n", answer, slowly=False)

    def _send(self, data: bytes, answer: Answer, *, slowly: bool) -> None:
        for piece in [data[i : i + 1] for i in range(len(data))] if slowly else [data]:
            self.wfile.write(piece)
            self.wfile.flush()
            if slowly and self.server.fake.closing.wait(answer.pause_seconds):
                return


def _chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def _document(answer: Answer, body: Mapping[str, Any], number: str) -> bytes:
    if answer.error is not None:
        return json.dumps(_error(answer, number)).encode()
    return json.dumps(
        _message(answer, body, number, blocks=list(answer.blocks), stop_reason=answer.stop_reason)
    ).encode()


def _events(answer: Answer, body: Mapping[str, Any], number: str) -> bytes:
    return b"".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in _stream(answer, body, number))


def _stream(answer: Answer, body: Mapping[str, Any], number: str) -> Iterator[dict[str, Any]]:
    start = _message(answer, body, number, blocks=[], stop_reason=None)
    start["usage"]["output_tokens"] = 1
    yield {"type": "message_start", "message": start}
    yield {"type": "ping"}
    for index, block in enumerate(answer.blocks):
        if block["type"] == "thinking":
            yield _block_start(index, {"type": "thinking", "thinking": "", "signature": ""})
            yield _delta(index, {"type": "thinking_delta", "thinking": block["thinking"]})
            yield _delta(index, {"type": "signature_delta", "signature": block["signature"]})
        else:
            yield _block_start(index, {"type": "text", "text": ""})
            for at in range(0, len(block["text"]), _PIECE):
                yield _delta(index, {"type": "text_delta", "text": block["text"][at : at + _PIECE]})
        yield {"type": "content_block_stop", "index": index}
    if answer.error is not None:
        yield _error(answer, number)
        return
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": answer.stop_reason, "stop_sequence": None},
        "usage": {"output_tokens": answer.usage.get("output_tokens", 0)},
    }
    yield {"type": "message_stop"}


def _block_start(index: int, block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int, delta: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": delta}


def _message(
    answer: Answer, body: Mapping[str, Any], number: str, *, blocks: list[dict[str, Any]], stop_reason: str | None
) -> dict[str, Any]:
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": blocks,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": dict(answer.usage),
    }


def _error(answer: Answer, number: str) -> dict[str, Any]:
    type_, message = answer.error or ("api_error", "it failed")
    return {"type": "error", "error": {"type": type_, "message": message}, "request_id": f"req_{number}"}


def _text(said: str | Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": said if isinstance(said, str) else json.dumps(said)}


def _as_answer(said: Answer | str | Mapping[str, Any]) -> Answer:
    return said if isinstance(said, Answer) else ok(said)


def _joined(content: str | list[Mapping[str, Any]]) -> str:
    return content if isinstance(content, str) else "".join(b.get("text", "") for b in content)


def main() -> None:
    """Serve the scripted model until interrupted."""
    from tests.fakes.scripted_model import respond

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--delay", type=float, nargs="+", default=[0.0], help="seconds before each reply, or from to")
    asked = parser.parse_args()

    def reply(request: Request) -> Answer:
        return replace(_as_answer(respond(request)), delay_seconds=random.uniform(asked.delay[0], asked.delay[-1]))

    with FakeMessages(reply, port=asked.port) as fake:
        print(f"ANTHROPIC_BASE_URL={fake.url} ANTHROPIC_API_KEY={fake.api_key}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
