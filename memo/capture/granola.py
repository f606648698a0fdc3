"""Granola's notes through its public HTTP API (docs.granola.ai, read in November 2026).

`GET /v1/notes?page_size=30[&updated_after=TIME][&cursor=C]` gives `{"notes": [{"id", "title", ...}], "hasMore",
"cursor"}`; `GET /v1/notes/ID?include=transcript` gives one note with `attendees`, `calendar_event`, `summary_text`,
`summary_markdown` and `transcript: [{"speaker": {"source": "microphone" | "speaker", "diarization_label"?}, "text"}]`.
The key goes in `Authorization: Bearer`; over 25 requests in 5 seconds the answer is 429.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, TypeVar
from urllib.parse import quote
from zoneinfo import ZoneInfo

import requests
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memo.errors import ConfigError, NotesUnavailable, NotFound
from memo.settings import Settings

PAGE_SIZE = 30
"""The most that one page may have."""
TIMEOUT = (5.0, 20.0)
"""Seconds to connect, and between two pieces of an answer."""
TRIES = 3
LONGEST_WAIT = 10.0
"""Seconds that a "too many requests" is waited out; a longer wait is somebody else's turn."""


class _Wire(BaseModel):
    """Part of an answer; what Memo does not use may be there or not."""

    model_config = ConfigDict(extra="ignore")


W = TypeVar("W", bound=_Wire)


class _Person(_Wire):
    name: str | None = None
    email: str | None = None


class _Event(_Wire):
    event_title: str | None = None
    scheduled_start_time: datetime | None = None


class _Speaker(_Wire):
    source: str | None = None
    diarization_label: str | None = None


class _Utterance(_Wire):
    speaker: _Speaker | None = None
    text: str | None = None


class NoteListed(_Wire):
    """A note in the list."""

    id: str
    title: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None

    @property
    def changed_at(self) -> datetime | None:
        """When it last changed, as far as Granola says."""
        return self.updated_at or self.created_at


class _Page(_Wire):
    notes: list[NoteListed]
    has_more: bool = Field(default=False, alias="hasMore")
    cursor: str | None = None


class GranolaNote(NoteListed):
    """One note with its words."""

    calendar_event: _Event | None = None
    attendees: list[_Person] | None = None
    summary_text: str | None = None
    summary_markdown: str | None = None
    transcript: list[_Utterance] | None = None

    @property
    def name(self) -> str:
        """The title, never empty."""
        return self.title or (self.calendar_event and self.calendar_event.event_title) or "Granola note"

    def held_on(self, timezone: str) -> date | None:
        """The day of the meeting in `timezone`: as planned in the calendar, else when the note was begun."""
        planned = self.calendar_event.scheduled_start_time if self.calendar_event else None
        began = planned or self.created_at
        return began.astimezone(ZoneInfo(timezone)).date() if began else None

    def text(self, timezone: str) -> str:
        """The note as Granola's own transcript export writes it; without a transcript, its summary."""
        people = ", ".join(filter(None, (person.name or person.email for person in self.attendees or [])))
        day = self.held_on(timezone)
        head = [f"Meeting Title: {_folded(self.name)}"]
        head += [f"Date: {day}"] if day else []
        head += [f"Meeting participants: {_folded(people)}"] if people else []
        said = [f"{_voice(part.speaker)}: {_folded(part.text)}" for part in self.transcript or [] if part.text]
        if said:
            return "\n".join([*head, "", "Transcript:", *said, ""])
        return "\n".join([*head, "", self.summary_markdown or self.summary_text or "", ""])


def _voice(speaker: _Speaker | None) -> str:
    if speaker is not None and speaker.diarization_label:
        return _folded(speaker.diarization_label)
    return "Me" if speaker is not None and speaker.source == "microphone" else "Them"


def _folded(text: str) -> str:
    return " ".join(text.split())


class Granola:
    """The notes that the key of the settings opens; raises `ConfigError` without one."""

    def __init__(self, settings: Settings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        if settings.granola_api_key is None:
            raise ConfigError("Fetching notes from Granola needs MEMO_GRANOLA_API_KEY.")
        self._base = settings.granola_api_url.rstrip("/").removesuffix("/v1") + "/v1"
        self._session = requests.Session()
        self._session.headers["Authorization"] = f"Bearer {settings.granola_api_key.get_secret_value()}"
        self._sleep = sleep

    def notes(self, updated_after: datetime | None = None) -> Iterator[NoteListed]:
        """Every note, or those changed after a time; raises `NotesUnavailable`, `ConfigError` for a refused key."""
        params: dict[str, str] = {"page_size": str(PAGE_SIZE)}
        if updated_after is not None:
            params["updated_after"] = updated_after.isoformat()
        seen = set[str]()
        while True:
            page = _parsed(_Page, self._get("/notes", params))
            yield from page.notes
            if not page.has_more or not page.cursor or page.cursor in seen:
                return
            seen.add(page.cursor)
            params["cursor"] = page.cursor

    def note(self, note_id: str) -> GranolaNote:
        """One note with its transcript; raises `NotFound` and as `notes` does."""
        return _parsed(GranolaNote, self._get(f"/notes/{quote(note_id, safe='')}", {"include": "transcript"}))

    def _get(self, path: str, params: Mapping[str, str]) -> Any:
        for attempt in range(1, TRIES + 1):
            try:
                # A redirect could lead the key to another host.
                reply = self._session.get(self._base + path, params=params, timeout=TIMEOUT, allow_redirects=False)
            except requests.RequestException as exc:
                raise NotesUnavailable(f"Granola cannot be reached ({type(exc).__name__}).") from exc
            if reply.status_code != 429:
                return _body(reply)
            wait = _seconds(reply.headers.get("Retry-After"), attempt)
            if wait > LONGEST_WAIT or attempt == TRIES:
                break
            self._sleep(wait)
        raise NotesUnavailable("Granola says that it is asked too often: try again in a few minutes.")


def _seconds(retry_after: str | None, attempt: int) -> float:
    return float(retry_after) if retry_after and retry_after.isdecimal() else 2.0**attempt


def _body(reply: requests.Response) -> Any:
    if reply.status_code in (401, 403):
        raise ConfigError("Granola does not accept MEMO_GRANOLA_API_KEY.")
    if reply.status_code == 404:
        raise NotFound("Granola has no such note, or the key may not open it.")
    if reply.status_code != 200:
        raise NotesUnavailable(f"Granola answered with status {reply.status_code}.")
    try:
        return reply.json()
    except requests.JSONDecodeError as exc:
        raise NotesUnavailable("Granola's answer is not JSON.") from exc


def _parsed(model: type[W], body: Any) -> W:
    try:
        return model.model_validate(body)
    except ValidationError as exc:
        raise NotesUnavailable("Granola's answer does not have the documented form.") from exc
