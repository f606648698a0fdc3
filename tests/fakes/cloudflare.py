"""Cloudflare Workers AI on 127.0.0.1: embeddings in the service's envelope, made from the words of the text.

    with FakeCloudflare() as fake:
        settings = Settings(MEMO_EMBEDDER="cloudflare", CLOUDFLARE_API_URL=fake.url, CLOUDFLARE_ACCOUNT_ID=fake.account,
                            CLOUDFLARE_API_TOKEN=fake.token)

`fake.reply` (None: vectors) is what every request gets instead: `Reply(status, body)`, after `delay_seconds`.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

MODEL = "@cf/baai/bge-base-en-v1.5"
DIMENSIONS = 768
MOST_TEXTS = 100


@dataclass(frozen=True)
class Reply:
    """A scripted reply; `body` is sent as it is when it is bytes, else as JSON."""

    status: int
    body: Any = None
    headers: Mapping[str, str] | None = None


def vector(text: str) -> list[float]:
    """A vector whose cosines say how many words two texts share."""
    numbers = [0.0] * DIMENSIONS
    for word in re.findall(r"\w+", text.lower()):
        numbers[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % DIMENSIONS] += 1.0
    return numbers


def envelope(data: Sequence[Sequence[float]], **result: Any) -> dict[str, Any]:
    """The service's success envelope."""
    shaped = {"shape": [len(data), DIMENSIONS], "data": data, "pooling": "cls", **result}
    return {"result": shaped, "success": True, "errors": [], "messages": []}


def failure(code: int, message: str) -> dict[str, Any]:
    """The service's error envelope."""
    return {"result": None, "success": False, "errors": [{"code": code, "message": message}], "messages": []}


class FakeCloudflare:
    """The server; `requests` are the bodies that came in."""

    account = "account-0123"
    token = "cf-test-token"

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.reply: Reply | None = None
        self.delay_seconds = 0.0
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """What CLOUDFLARE_API_URL should be."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/client/v4"

    def __enter__(self) -> FakeCloudflare:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, path: str, authorization: str | None, body: dict[str, Any]) -> Reply:
        """The reply to one request, which is noted."""
        self.requests.append(body)
        if self.reply is not None:
            return self.reply
        if path != f"/client/v4/accounts/{self.account}/ai/run/{MODEL}":
            return Reply(404, failure(7000, "No route for that URI"))
        if authorization != f"Bearer {self.token}":
            return Reply(401, failure(10000, "Authentication error"))
        texts = [body["text"]] if isinstance(body["text"], str) else body["text"]
        if not texts or len(texts) > MOST_TEXTS or not all(texts):
            return Reply(400, failure(5006, "Error: oneOf at '/' not met"))
        return Reply(200, envelope([vector(text) for text in texts], pooling=body.get("pooling", "mean")))


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], fake: FakeCloudflare) -> None:
        super().__init__(address, _Handler)
        self.fake = fake

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are what the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        pass

    def do_POST(self) -> None:
        fake = self.server.fake
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        reply = fake.answer(self.path, self.headers.get("authorization"), body)
        if fake.closing.wait(fake.delay_seconds):
            return
        data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        self.send_response(reply.status)
        for name, value in {"content-type": "application/json", **(reply.headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
