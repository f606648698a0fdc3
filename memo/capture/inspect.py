"""What Memo sees in a file before anything is spent or kept."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memo.capture.receive import content_sha256, read_upload, similar_capture
from memo.capture.similar import sketch
from memo.capture.write import title_of
from memo.extraction import estimate
from memo.models import EarlierCapture, Named, Preview, Principal
from memo.settings import Settings
from memo.store import captures, meetings
from memo.store.captures import Requested, Upload
from memo.store.pool import Connection, Database

LEAST_LETTERS = 3
"""Of a client's or project's name: shorter ones turn up in other words' company too easily."""


def inspect(
    db: Database,
    who: Principal,
    settings: Settings,
    data: bytes,
    file_name: str | None,
    *,
    audience: tuple[str, ...] | None = None,
) -> Preview:
    """The transcript in a file, what reading it will take, guesses about it, and whether it was captured before.

    Calls no model and writes nothing. Raises an `InputError` for what is no transcript.
    """
    transcript = read_upload(settings, data, file_name)
    upload = Upload(
        source_key=f"file:{content_sha256(transcript)}",
        content_sha256=content_sha256(transcript),
        audience=audience,
        file_name=file_name,
        raw=None,
        text=transcript.text,
        format=transcript.format,
        requested=Requested(),
        held_on=transcript.held_on,
        sketch=sketch(transcript.text),
        warnings=(),
        trigger_detail="inspect",
        triggered_by_user_id=who.member_id,
        triggered_by_agent=who.agent,
    )
    title = title_of(None, transcript, file_name)
    with db.read(who) as conn:
        said = f"{title} {file_name or ''}"
        duplicate = _duplicate(conn, upload)
        return Preview(
            transcript=transcript,
            estimate=estimate(transcript, settings),
            title=title,
            held_on=transcript.held_on,
            client=named_in(said, meetings.client_names(conn)),
            project=named_in(said, meetings.project_names(conn)),
            duplicate_of=duplicate,
            similar_to=None if duplicate else similar_capture(conn, upload),
        )


def named_in(text: str, known: Sequence[Named]) -> str | None:
    """The one name of `known` that stands in a title or file name as words of its own, the longest if several do."""
    words = f" {_words(text)} "
    found = [
        one.name
        for one in known
        if sum(map(str.isalnum, one.name)) >= LEAST_LETTERS and f" {_words(one.name)} " in words
    ]
    return max(found, key=len, default=None)


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def _duplicate(conn: Connection, upload: Upload) -> EarlierCapture | None:
    kept = captures.find_capture(conn, upload)
    if kept is None:
        return None
    head = captures.capture_head(conn, kept.id)
    title = meetings.meeting_head(conn, kept.meeting_id).title if kept.meeting_id is not None else head.requested.title
    return EarlierCapture(capture_id=kept.id, meeting_id=kept.meeting_id, title=title, held_on=head.held_on)
