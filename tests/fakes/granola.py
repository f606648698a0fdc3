"""Granola's public API on 127.0.0.1, as docs.granola.ai describes it: a list in pages, and single notes.

    with FakeGranola() as fake:
        fake.add("not_1d3tmYTlCICgjy", title="Budget", said=[("microphone", "We spent too much.")])
        settings = Settings(GRANOLA_API_URL=fake.url, MEMO_GRANOLA_API_KEY=fake.key)

`fake.replies` are sent first, one to a request: (status, headers, body).
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

MOST_NOTES = 30


class FakeGranola:
    """The server; `requests` are the paths with their queries that came in with the right key."""

    key = "grn_test_key"

    def __init__(self) -> None:
        self.notes: dict[str, dict[str, Any]] = {}
        self.requests: list[str] = []
        self.replies: deque[tuple[int, Mapping[str, str], bytes]] = deque()
        self._server = _Server(("127.0.0.1", 0), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """What GRANOLA_API_URL should be."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> FakeGranola:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def add(
        self,
        note_id: str,
        *,
        title: str | None,
        said: Sequence[tuple[str, str]] = (),
        updated_at: str = "2026-01-27T16:45:00Z",
        **more: Any,
    ) -> None:
        """Put a note there, or another version of it; `said` are (source, words)."""
        self.notes[note_id] = {
            "id": note_id,
            "object": "note",
            "title": title,
            "owner": {"name": "Oat Benson", "email": "oat@example.com"},
            "created_at": "2026-01-27T15:30:00Z",
            "updated_at": updated_at,
            "calendar_event": None,
            "attendees": [
                {"name": "Oat Benson", "email": "oat@example.com"},
                {"name": None, "email": "rp@example.com"},
            ],
            "summary_text": "",
            "summary_markdown": None,
            "transcript": [
                {
                    "speaker": {"source": source},
                    "text": words,
                    "start_time": "2026-01-27T15:30:00Z",
                    "end_time": "2026-01-27T15:31:00Z",
                }
                for source, words in said
            ],
            **more,
        }

    def listed(self, query: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """One page of the list."""
        notes = list(self.notes.values())
        if "updated_after" in query:
            after = datetime.fromisoformat(query["updated_after"][0])
            notes = [note for note in notes if datetime.fromisoformat(note["updated_at"]) > after]
        size = min(MOST_NOTES, int(query.get("page_size", ["10"])[0]))
        start = int(query.get("cursor", ["0"])[0])
        page = notes[start : start + size]
        fields = ("id", "object", "title", "owner", "created_at", "updated_at")
        more = start + size < len(notes)
        return {
            "notes": [{field: note[field] for field in fields} for note in page],
            "hasMore": more,
            "cursor": str(start + size) if more else None,
        }


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], fake: FakeGranola) -> None:
        self.fake = fake
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        fake = self.server.fake
        if self.headers.get("Authorization") != f"Bearer {fake.key}":
            self._reply(401, {}, b'{"message": "Invalid API key"}')
            return
        fake.requests.append(self.path)
        if fake.replies:
            self._reply(*fake.replies.popleft())
            return
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        if parts.path == "/v1/notes":
            self._reply(200, {}, json.dumps(fake.listed(query)).encode())
            return
        note = fake.notes.get(parts.path.removeprefix("/v1/notes/"))
        if note is None:
            self._reply(404, {}, b'{"message": "Note not found"}')
            return
        shown = dict(note) if query.get("include") == ["transcript"] else {**note, "transcript": None}
        self._reply(200, {}, json.dumps(shown).encode())

    def _reply(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Keep quiet."""
