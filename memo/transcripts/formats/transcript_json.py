"""Transcripts as JSON: Fireflies, Granola's API, and the common shape of speech services.

    fireflies = { "data": { "transcript": { "title", "date", "sentences": [ sentence ] | null } } } | [ sentence ]
    sentence  = { "speaker_name" | "speaker_id", "text" | "sentence", "start_time" | "startTime" }
    granola   = { "title", "created_at", "transcript": [ { "text", "source" | "speaker": { "source" }, ... } ] }
    other     = { "segments" | "utterances" | "results" ...: [ { "text", "speaker", "start" } ] }

Sentences of one speaker are joined until a sentence ends. JSON without such a list is refused: it is no transcript.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any, Final

from memo.errors import FileNotAccepted
from memo.transcripts.dates import date_in
from memo.transcripts.decode import clean
from memo.transcripts.formats.lines import elapsed, elapsed_seconds
from memo.transcripts.formats.reading import Reading, Said, joined, render

_LISTS: Final = ("sentences", "transcript", "segments", "utterances", "entries", "captions", "monologues", "results")
_WRAPPERS: Final = ("data", "transcript", "meeting", "result", "response", "note")
_TEXTS: Final = ("text", "sentence", "raw_text", "transcript", "content")
_SPEAKERS: Final = ("speaker_name", "speakerName", "speaker", "speaker_label", "speaker_id", "source", "name")
_STARTS: Final = ("start_time", "startTime", "start_timestamp", "start", "timestamp", "offset", "time")
_TITLES: Final = ("title", "name", "meeting_title", "topic", "subject")
_DATES: Final = ("date", "dateString", "created_at", "meeting_date", "start_time", "scheduled_start_time")
_ATTENDEES: Final = ("participants", "attendees", "meeting_attendees", "people")
_GRANOLA: Final = {"microphone": "Me", "speaker": "Them", "system": "Them"}
MAX_DEPTH: Final = 4
_MILLISECONDS_FROM: Final = 10_000_000_000


def detect(text: str) -> float:
    """Certain of text that is one JSON object or list."""
    return 1.0 if _parsed(text) is not None else 0.0


def read(text: str) -> Reading:
    """The sentences in time order as a reading text; raises `FileNotAccepted` for JSON that is no transcript."""
    parsed = _parsed(text)
    holder, key, sentences = _sentences(parsed)
    if key is None:
        raise FileNotAccepted(
            "This JSON holds no transcript that Memo knows: it needs a list of sentences, each with a text and a "
            "speaker, as Fireflies exports it."
        )
    said = [each for sentence in sentences if (each := _said(sentence)) is not None]
    rendered, spans = render(joined(said))
    fireflies = key == "sentences" or any("speaker_name" in each for each in sentences[:5])
    granola = any(isinstance(each.get("speaker"), dict) or each.get("source") in _GRANOLA for each in sentences[:5])
    name, label = ("fireflies-json", "Fireflies transcript (JSON)") if fireflies else ("json", "Transcript (JSON)")
    if granola:
        name, label = "granola-json", "Granola transcript (JSON)"
    return Reading(name, label, rendered, spans, _title(holder), _day(holder), _attendees(holder))


def _parsed(text: str) -> dict[str, Any] | list[Any] | None:
    stripped = text.strip()
    if stripped[:1] + stripped[-1:] not in {"{}", "[]"}:
        return None
    try:
        parsed = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, (dict, list)) else None


def _sentences(parsed: object, depth: int = 0) -> tuple[dict[str, Any], str | None, list[dict[str, Any]]]:
    """The object that holds the list, the list's key ("" for a bare list), and its members; the key is None if none."""
    if isinstance(parsed, list):
        members = _spoken(parsed)
        return {}, "" if members else None, members
    if not isinstance(parsed, dict) or depth > MAX_DEPTH:
        return {}, None, []
    for key in _LISTS:
        members = _spoken(parsed.get(key))
        if members:
            return parsed, key, members
    if "sentences" in parsed and not parsed["sentences"]:
        return parsed, "sentences", []  # Fireflies while it still works on the recording
    for key in _WRAPPERS:
        holder, found, members = _sentences(parsed.get(key), depth + 1)
        if found is not None:
            return {**parsed, **holder}, found, members
    return {}, None, []


def _spoken(value: object) -> list[dict[str, Any]]:
    """The objects of a list, if any of them has a text."""
    members = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    return members if any(isinstance(_first(each, _TEXTS), str) for each in members) else []


def _said(sentence: dict[str, Any]) -> Said | None:
    text = _first(sentence, _TEXTS)
    if not isinstance(text, str) or not text.strip():
        return None
    return Said(_speaker(_first(sentence, _SPEAKERS)), clean(text), _time(_first(sentence, _STARTS)))


def _first(holder: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((holder[key] for key in keys if holder.get(key) is not None), None)


def _speaker(raw: object) -> str | None:
    if isinstance(raw, dict):
        raw = raw.get("name") or raw.get("display_name") or raw.get("source")
    if isinstance(raw, bool) or not isinstance(raw, (str, int)):
        return None
    name = clean(str(raw)[:200]).strip()
    if isinstance(raw, int) or name.isdigit():
        return f"Speaker {name}"
    return _GRANOLA.get(name, name) or None


def _time(raw: object) -> str | None:
    if isinstance(raw, bool):
        return None
    if isinstance(raw, (int, float)):
        return elapsed_seconds(raw)
    if isinstance(raw, str):
        _, _, clock = raw.partition("T")
        return elapsed(raw) or elapsed(clock.split("Z")[0].split("+")[0])
    return None


def _title(holder: dict[str, Any]) -> str | None:
    title = _first(holder, _TITLES)
    return clean(title).strip()[:200] or None if isinstance(title, str) else None


def _day(holder: dict[str, Any]) -> date | None:
    for key in _DATES:
        raw = holder.get(key)
        if isinstance(raw, str) and (day := date_in(raw[:40])) is not None:
            return day
        if isinstance(raw, (int, float)) and not isinstance(raw, bool) and 1e9 < raw < 1e13:
            seconds = raw / 1_000 if raw >= _MILLISECONDS_FROM else raw
            return datetime.fromtimestamp(seconds, UTC).date()
    return None


def _attendees(holder: dict[str, Any]) -> tuple[str, ...]:
    people = _first(holder, _ATTENDEES)
    if not isinstance(people, list):
        return ()
    names = (each if isinstance(each, str) else _name(each) for each in people[:500])
    return tuple(clean(name)[:200] for name in names if name)


def _name(person: object) -> str | None:
    if not isinstance(person, dict):
        return None
    name = person.get("displayName") or person.get("name") or person.get("email")
    return name if isinstance(name, str) else None
