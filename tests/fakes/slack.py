"""Slack on 127.0.0.1: the Web API, its file host and Socket Mode, so that the real SDK runs against it.

    with FakeSlack() as fake:
        settings = Settings(SLACK_API_URL=fake.url, SLACK_BOT_TOKEN=fake.bot_token, SLACK_APP_TOKEN=fake.app_token)
        fake.send("events_api", event("app_mention", "C1", "<@UMEMO> hello", ts="1.1"))  # waits to be acknowledged

`fake.calls` are the API calls in order, `fake.said()` the messages as they stand; `fake.limit("chat.postMessage", 2)`
answers the next call with 429. Blocks are checked as Slack checks them: what is over a limit is refused.
"""

from __future__ import annotations

import json
import queue
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

ME = "UMEMO"
TEAM = "T1"


@dataclass(frozen=True)
class Call:
    """One call of the Web API, or one download (`method` is its path then)."""

    method: str
    args: dict[str, Any]
    token: str | None
    at: float


@dataclass
class Reply:
    """What a path of the file host answers: dripping with `pause` s a byte, `cut` short, or `chunked`."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/plain"})
    pause: float = 0.0
    cut: bool = False
    chunked: bool = False


class FakeSlack:
    """The servers; `channels` are those that the app is in, `users` who there is, `files` what was uploaded."""

    bot_token = "xoxb-test-bot"
    app_token = "xapp-test-app"

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.channels = {"C1", "C2", "C3"}
        self.users: dict[str, dict[str, Any]] = {"U1": user("U1", "Ana Costa"), "U2": user("U2", "Ben Ode")}
        self.files: dict[str, dict[str, Any]] = {}
        self.messages: dict[tuple[str, str], dict[str, Any]] = {}
        self.history: dict[tuple[str, str], dict[str, Any]] = {}
        self.downloads: dict[str, Reply] = {}
        self.errors: dict[str, deque[str]] = {}
        self.redirect_api_to: str | None = None
        self._limits: dict[str, deque[float]] = {}
        self._mutex = threading.Lock()
        self._acks: dict[str, threading.Event] = {}
        self._envelopes: queue.Queue[str | None] = queue.Queue()
        self._number = 0
        self._http = _Http(("127.0.0.1", 0), self)
        self._http_thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        # Pings in short order: between two frames is when the SDK notices that it is to close.
        self._socket: Server = serve(self._deliver, "127.0.0.1", 0, ping_interval=0.1)
        self._socket_thread = threading.Thread(target=self._socket.serve_forever, daemon=True)
        self.connections = 0

    @property
    def port(self) -> int:
        """Of the Web API and the file host."""
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        """What SLACK_API_URL should be."""
        return f"http://127.0.0.1:{self.port}/api/"

    def __enter__(self) -> FakeSlack:
        self._http_thread.start()
        self._socket_thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        for _ in range(self.connections):
            self._envelopes.put(None)
        self._socket.shutdown()
        self._socket_thread.join()
        self._http.shutdown()
        self._http.server_close()
        self._http_thread.join()

    # --- what a test does ---

    def send(self, kind: str, payload: Mapping[str, Any], *, envelope: str | None = None, wait: float = 20.0) -> float:
        """Deliver something by Socket Mode; the seconds until it was acknowledged. Fails after `wait`."""
        with self._mutex:
            self._number += 1
            envelope = envelope or f"envelope-{self._number}"
            acknowledged = self._acks[envelope] = threading.Event()
        began = time.monotonic()
        told = json.dumps({"type": kind, "envelope_id": envelope, "payload": dict(payload)})
        self._envelopes.put(told)
        if not acknowledged.wait(wait / 2):  # it went to a connection that was just closing: Slack delivers again
            self._envelopes.put(told)
        assert acknowledged.wait(wait / 2), f"{kind} was not acknowledged within {wait} s"
        return time.monotonic() - began

    def refresh(self) -> None:
        """Ask the app to connect anew, as Slack does every few hours."""
        self._envelopes.put(json.dumps({"type": "disconnect", "reason": "refresh_requested"}))

    def upload(self, file_id: str, content: bytes, name: str = "standup.txt", **more: Any) -> dict[str, Any]:
        """A file in the workspace; the object that an event carries."""
        path = f"/files-pri/{TEAM}-{file_id}/{name}"
        self.downloads[path] = Reply(content)
        self.files[file_id] = {
            "id": file_id,
            "name": name,
            "size": len(content),
            "mimetype": "text/plain",
            "mode": "hosted",
            "url_private_download": f"http://127.0.0.1:{self.port}{path}",
            **more,
        }
        return self.files[file_id]

    def limit(self, method: str, seconds: float) -> None:
        """Answer the next call of a method with 429 and this Retry-After."""
        self._limits.setdefault(method, deque()).append(seconds)

    def fail(self, method: str, error: str) -> None:
        """Answer the next call of a method with an error: Slack's word, or an HTTP status as "500"."""
        self.errors.setdefault(method, deque()).append(error)

    def made(self, method: str) -> list[Call]:
        """The calls of a method, in order."""
        return [call for call in list(self.calls) if call.method == method]

    def said(self, channel: str) -> list[dict[str, Any]]:
        """The messages of a channel as they stand, oldest first."""
        return [message for (where, _), message in sorted(self.messages.items()) if where == channel]

    # --- what Slack does ---

    def answer(
        self, method: str, args: dict[str, Any], token: str | None
    ) -> tuple[int, dict[str, str], dict[str, Any]]:
        """Status, headers and body of one call."""
        with self._mutex:
            self.calls.append(Call(method, args, token, time.monotonic()))
            if self._limits.get(method):
                return (
                    429,
                    {"Retry-After": f"{self._limits[method].popleft():.0f}"},
                    {"ok": False, "error": "ratelimited"},
                )
            if self.errors.get(method):
                error = self.errors[method].popleft()
                return (int(error), {}, {}) if error.isdecimal() else (200, {}, {"ok": False, "error": error})
            wanted = self.app_token if method == "apps.connections.open" else self.bot_token
            if token != f"Bearer {wanted}":
                return 200, {}, {"ok": False, "error": "invalid_auth"}
            handle: Callable[[dict[str, Any]], dict[str, Any]] = getattr(self, _handler(method))
            return 200, {}, handle(args)

    def _auth_test(self, args: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, "user_id": ME, "team_id": TEAM, "bot_id": "BMEMO"}

    def _apps_connections_open(self, args: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, "url": f"ws://127.0.0.1:{self._socket.socket.getsockname()[1]}/link"}

    def _chat_post_message(self, args: dict[str, Any]) -> dict[str, Any]:
        if args["channel"] not in self.channels:
            return {"ok": False, "error": "not_in_channel"}
        if (error := wrong(args)) is not None:
            return {"ok": False, "error": error}
        self._number += 1
        ts = f"1764500000.{self._number:06}"
        self.messages[(args["channel"], ts)] = {**args, "ts": ts}
        return {"ok": True, "ts": ts, "channel": args["channel"]}

    def _chat_post_ephemeral(self, args: dict[str, Any]) -> dict[str, Any]:
        if args["channel"] not in self.channels:
            return {"ok": False, "error": "channel_not_found"}
        if (error := wrong(args)) is not None:
            return {"ok": False, "error": error}
        return {"ok": True, "message_ts": "1764500000.999999"}

    def _chat_update(self, args: dict[str, Any]) -> dict[str, Any]:
        key = (args["channel"], args["ts"])
        if key not in self.messages:
            return {"ok": False, "error": "message_not_found"}
        if (error := wrong(args)) is not None:
            return {"ok": False, "error": error}
        self.messages[key] = {**self.messages[key], **args}
        return {"ok": True, "ts": args["ts"]}

    def _files_info(self, args: dict[str, Any]) -> dict[str, Any]:
        file = self.files.get(args["file"])
        return {"ok": True, "file": file} if file else {"ok": False, "error": "file_not_found"}

    def _users_info(self, args: dict[str, Any]) -> dict[str, Any]:
        found = self.users.get(args["user"])
        return {"ok": True, "user": found} if found else {"ok": False, "error": "user_not_found"}

    def _conversations_history(self, args: dict[str, Any]) -> dict[str, Any]:
        assert args["oldest"] == args["latest"], "only the message that names the app may be looked up"
        found = self.history.get((args["channel"], args["latest"]))
        return {"ok": True, "messages": [found] if found else []}

    _conversations_replies = _conversations_history

    def _deliver(self, connection: ServerConnection) -> None:
        self.connections += 1
        connection.send(json.dumps({"type": "hello"}))
        reader = threading.Thread(target=self._hear, args=(connection,), daemon=True)
        reader.start()
        while (envelope := self._envelopes.get()) is not None:
            try:
                connection.send(envelope)
            except ConnectionClosed:
                self._envelopes.put(envelope)  # for the next connection
                return

    def _hear(self, connection: ServerConnection) -> None:
        try:
            for frame in connection:
                said = json.loads(frame)
                if said.get("envelope_id") in self._acks:
                    self._acks[said["envelope_id"]].set()
        except ConnectionClosed:
            return


def _handler(method: str) -> str:
    """ "_chat_post_message" for "chat.postMessage"."""
    return "_" + re.sub(r"(?=[A-Z])", "_", method).replace(".", "_").lower()


def user(user_id: str, name: str, **more: Any) -> dict[str, Any]:
    """A user as users.info gives it."""
    return {"id": user_id, "team_id": TEAM, "name": name.split()[0].lower(), "profile": {"real_name": name}, **more}


def event(kind: str, channel: str, text: str, *, ts: str, user: str = "U1", **more: Any) -> dict[str, Any]:
    """The payload of an events_api delivery."""
    inner = {"type": kind, "channel": channel, "user": user, "text": text, "ts": ts, **more}
    return {"type": "event_callback", "team_id": TEAM, "event_id": f"Ev{kind}{ts}", "event": inner}


def command(text: str, *, trigger: str, channel: str = "C1", user: str = "U1", **more: Any) -> dict[str, Any]:
    """The payload of a slash command."""
    return {
        "command": "/ask",
        "text": text,
        "user_id": user,
        "channel_id": channel,
        "team_id": TEAM,
        "trigger_id": trigger,
        "response_url": "https://hooks.slack.com/commands/T1/1/abc",
        **more,
    }


def click(message: Mapping[str, Any], label: str, *, user: str = "U1", at: str = "1.1") -> dict[str, Any]:
    """The payload of a click on the button with this label."""
    buttons = [b for block in message["blocks"] if block["type"] == "actions" for b in block["elements"]]
    button = next(b for b in buttons if b["text"]["text"] == label)
    return {
        "type": "block_actions",
        "user": {"id": user},
        "team": {"id": TEAM},
        "container": {"type": "message", "channel_id": message["channel"], "message_ts": message["ts"]},
        "actions": [{"action_id": button["action_id"], "value": button["value"], "action_ts": at, "type": "button"}],
    }


def wrong(args: Mapping[str, Any]) -> str | None:
    """What Slack would say against a message: its limits on text, blocks, sections, buttons and context."""
    blocks = args.get("blocks") or []
    if not args.get("text"):
        return "no_text"
    if len(blocks) > 50:
        return "invalid_blocks"
    if len(json.dumps(blocks)) > 13_200:
        return "msg_blocks_too_long"
    return next((error for block in blocks if (error := _wrong_block(block)) is not None), None)


def _wrong_block(block: Mapping[str, Any]) -> str | None:
    ok = True
    match block["type"]:
        case "section":
            ok = 0 < len(block["text"]["text"]) <= 3000
        case "context":
            ok = 0 < len(block["elements"]) <= 10 and all(0 < len(e["text"]) <= 3000 for e in block["elements"])
        case "actions":
            ids = [element["action_id"] for element in block["elements"]]
            ok = 0 < len(ids) <= 25 and len(set(ids)) == len(ids)
            ok = ok and all(0 < len(e["text"]["text"]) <= 75 and len(e["value"]) <= 2000 for e in block["elements"])
        case "divider":
            ok = True
        case _:
            ok = False
    return None if ok else "invalid_blocks"


def all_text(message: Mapping[str, Any]) -> str:
    """Everything that a message shows, in order."""
    return "\n".join(
        re.findall(r'"text": "((?:[^"\\]|\\.)*)"', json.dumps(message.get("blocks") or [], ensure_ascii=False))
    )


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], fake: FakeSlack) -> None:
        self.fake = fake
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        fake = self.server.fake
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        method = urlsplit(self.path).path.removeprefix("/api/")
        if fake.redirect_api_to is not None:
            fake.calls.append(Call(method, {}, self.headers.get("Authorization"), time.monotonic()))
            self._reply(302, {"Location": fake.redirect_api_to + self.path}, b"")
            return
        is_json = "json" in (self.headers.get("Content-Type") or "")
        args = json.loads(raw or "{}") if is_json else dict(parse_qsl(raw))
        status, headers, body = fake.answer(method, args, self.headers.get("Authorization"))
        self._reply(status, {"Content-Type": "application/json", **headers}, json.dumps(body).encode())

    def do_GET(self) -> None:
        fake = self.server.fake
        fake.calls.append(Call(self.path, {}, self.headers.get("Authorization"), time.monotonic()))
        reply = fake.downloads.get(urlsplit(self.path).path, Reply(b"", 404))
        if reply.pause:
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self._dribble(reply)
            return
        headers = {"Transfer-Encoding": "chunked"} if reply.chunked else {}
        body = b"".join(b"1\r\n%c\r\n" % byte for byte in reply.body) + b"0\r\n\r\n" if reply.chunked else reply.body
        self._reply(reply.status, {**reply.headers, **headers}, body, cut=reply.cut)

    def _dribble(self, reply: Reply) -> None:
        try:
            for start in range(len(reply.body)):
                self.wfile.write(reply.body[start : start + 1])
                self.wfile.flush()
                time.sleep(reply.pause)
        except OSError:  # the client has had enough
            return

    def _reply(self, status: int, headers: Mapping[str, str], body: bytes, *, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            self.wfile.write(body[: len(body) // 2] if cut else body)
        except OSError:  # the client has had enough
            return

    def log_message(self, *args: object) -> None:
        """Keep quiet."""
