"""Keeping what is handed in: committed with its job before anything is read, once per content and audience.

The database's unique constraints decide between simultaneous uploads of one file; all of them get the one capture.
"""

from __future__ import annotations

import hashlib
from datetime import date
from functools import partial

from memo.capture.similar import alike, enough, sketch
from memo.errors import AlreadyCaptured, Conflict, InputError, LooksLikeEarlierCapture, TranscriptTooLong
from memo.models import CaptureState, EarlierCapture, Principal, Received, Transcript
from memo.settings import Settings
from memo.store import captures
from memo.store.captures import Kept, Requested, Upload
from memo.store.pool import Connection, Database, retrying
from memo.store.provenance import AGENT
from memo.store.queue import queue_capture
from memo.store.scope import EVERYTHING, TEAM
from memo.store.scope import audience as audience_of
from memo.transcripts import read
from memo.transcripts.decode import clean, display_file_name

UNFINISHED: tuple[CaptureState, ...] = ("failed_retryable", "failed_final", "partial")
"""Captures that were read in vain, or in part: what is missing may be read again, and nobody reads it just now."""
MAX_TYPED_CHARS = 300
"""Of a title, a client's or a project's name."""


def read_upload(settings: Settings, data: bytes, file_name: str | None) -> Transcript:
    """The transcript in a file within the limits of the settings; raises an `InputError` that says both numbers."""
    if len(data) > settings.max_upload_bytes:
        raise TranscriptTooLong(f"The file has {len(data):,} bytes; the limit is {settings.max_upload_bytes:,}.")
    return read(data, file_name, max_chars=settings.max_transcript_chars)


def receive(
    db: Database,
    who: Principal,
    settings: Settings,
    data: bytes,
    file_name: str | None,
    *,
    title: str | None = None,
    held_on: date | None = None,
    client: str | None = None,
    project: str | None = None,
    audience: tuple[str, ...] | None = None,
    replace: bool = False,
    allow_similar: bool = False,
    trigger_detail: str = "memo_capture",
    source_key: str | None = None,
) -> Received:
    """Keep a file and queue its reading; "duplicate" when the same words are kept already for this audience.

    `replace` has a kept capture read anew, all of it; what is missing of one that failed, or was read in part, is read
    anyway. `audience` None is the whole team.
    Raises `InputError` for what is no transcript; `LooksLikeEarlierCapture` for nearly the same words of what may be
    one day (unless `allow_similar`, or `replace`, which then replaces the earlier meeting); `AlreadyCaptured` when the
    source was captured with other words (unless `replace`); and `Conflict` when it is being read just now.
    """
    transcript = read_upload(settings, data, file_name)
    requested = Requested(title=_typed(title), held_on=held_on, client=_typed(client), project=_typed(project))
    sha256 = content_sha256(transcript)
    upload = Upload(
        source_key=source_key or f"file:{sha256}",
        content_sha256=sha256,
        audience=checked_audience(who, audience),
        file_name=display_file_name(file_name) if file_name else None,
        raw=data,
        text=transcript.text,
        format=transcript.format,
        requested=requested,
        held_on=held_on or transcript.held_on,
        sketch=sketch(transcript.text),
        warnings=transcript.warnings,
        trigger_detail=trigger_detail,
        triggered_by_user_id=who.member_id,
        triggered_by_agent=who.agent or AGENT,
    )
    return retrying(partial(_keep, db, who, upload, replace=replace, allow_similar=allow_similar))


def retry_capture(db: Database, who: Principal, capture_id: int) -> None:
    """Have a failed capture read again, or what is missing of a partial one; what was read is not paid for again.

    Raises `NotFound`, and `Conflict` when there is nothing to read again.
    """
    with db.write(who) as conn:
        state = captures.capture_progress(conn, capture_id).state
        if not captures.ask_again(conn, capture_id, UNFINISHED):
            raise Conflict(f"There is nothing to read again: this capture is {state}.")
        queue_capture(conn, capture_id)


def content_sha256(transcript: Transcript) -> str:
    """The identity of a transcript: a hash of all of its text, after decoding and normalising."""
    return hashlib.sha256(transcript.text.encode()).hexdigest()


def similar_capture(conn: Connection, upload: Upload) -> EarlierCapture | None:
    """A capture of nearly the same words that may be of the same day."""
    if not upload.sketch:
        return None
    for earlier in captures.similar_captures(conn, upload, enough(upload.sketch)):
        if alike(upload.text, earlier.text):
            return EarlierCapture(
                capture_id=earlier.id, meeting_id=earlier.meeting_id, title=earlier.title, held_on=earlier.held_on
            )
    return None


def _keep(db: Database, who: Principal, upload: Upload, *, replace: bool, allow_similar: bool) -> Received:
    with db.write(who) as conn:
        kept = captures.find_capture(conn, upload)
        if kept is None:
            similar = None if allow_similar else similar_capture(conn, upload)
            if similar is not None:
                upload = _in_place_of(similar, upload, replace=replace)
            new = captures.insert_capture(conn, upload)
            if new is not None:
                queue_capture(conn, new.id)
                return Received(capture_id=new.id, state="received")
            # Somebody else handed the same thing in since we looked.
            kept = captures.find_capture(conn, upload)
            if kept is None:
                raise Conflict("This was captured before by somebody whose meetings you may not see.")
        return _again(conn, kept, upload, replace=replace)


def _in_place_of(similar: EarlierCapture, upload: Upload, *, replace: bool) -> Upload:
    if not replace:
        raise LooksLikeEarlierCapture(
            f"This is very like “{similar.title or 'an earlier transcript'}”"
            f"{f' of {similar.held_on}' if similar.held_on else ''}, which was captured before (capture"
            f" {similar.capture_id}). Replace that one, or keep both.",
            capture_id=similar.capture_id,
            meeting_id=similar.meeting_id,
        )
    return upload.model_copy(update={"replaces_meeting_id": similar.meeting_id})


def _again(conn: Connection, kept: Kept, upload: Upload, *, replace: bool) -> Received:
    """What becomes of something that is kept already: read again, read anew, or left as it is."""
    if not kept.same_content:
        return _changed(conn, kept, upload, replace=replace)
    again = (*UNFINISHED, "stored") if replace else UNFINISHED
    if kept.state in again and captures.ask_again(conn, kept.id, again, requested=upload.requested):
        if replace:
            captures.forget_parts(conn, kept.id)
        return _queued(conn, kept)
    return Received(capture_id=kept.id, state="duplicate", meeting_id=kept.meeting_id)


def _changed(conn: Connection, kept: Kept, upload: Upload, *, replace: bool) -> Received:
    """The source was captured before, and has other words by now."""
    if not replace:
        raise AlreadyCaptured(
            "This note was captured before and has changed since: replace the capture to read it anew.",
            capture_id=kept.id,
            meeting_id=kept.meeting_id,
        )
    if not captures.ask_again(conn, kept.id, (*UNFINISHED, "stored"), requested=upload.requested):
        raise Conflict("This note is being read just now, with its earlier words: try again when that is done.")
    captures.renew_content(conn, kept.id, upload)
    captures.forget_parts(conn, kept.id)
    return _queued(conn, kept)


def _queued(conn: Connection, kept: Kept) -> Received:
    queue_capture(conn, kept.id)
    return Received(capture_id=kept.id, state="received", meeting_id=kept.meeting_id)


def _typed(value: str | None) -> str | None:
    """What a person typed, cleaned and in one line; nothing at all is None."""
    text = " ".join(clean(value or "").split())
    if len(text) > MAX_TYPED_CHARS:
        raise InputError(f"“{text[:40]}…” has {len(text):,} characters; the limit is {MAX_TYPED_CHARS}.")
    return text or None


def checked_audience(who: Principal, groups: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The groups that may see it, each once; None is the whole team, and nobody at all is a mistake.

    So is an audience that `who` does not belong to. Raises `InputError`.
    """
    if groups is None:
        return None
    if not groups or any(not group or "," in group or group in (EVERYTHING, TEAM) for group in groups):
        raise InputError("Say which groups or members may see it, or leave it to the whole team.")
    own = audience_of(who)
    if own != EVERYTHING and set(own.split(",")).isdisjoint(groups):
        raise InputError("You would not see it yourself: choose people or a group that you are one of.")
    return tuple(sorted(set(groups)))
