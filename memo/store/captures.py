"""Captures: what was handed in, who is reading it, how far it has come. One function per query of captures.sql.

Every write of a reader names its lease and is refused once somebody else holds the capture.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from psycopg.types.json import Jsonb
from pydantic import Field

from memo.errors import Conflict
from memo.models import CaptureProgress, CaptureState, Coverage, Draft, Model
from memo.store.queries import Connection, Q


class Requested(Model):
    """What the person typed beside the file; it wins over what the file says."""

    title: str | None = None
    held_on: date | None = None
    client: str | None = None
    project: str | None = None


class Upload(Model):
    """A capture about to be kept; `sketch` are signed 64-bit hashes, `audience` is sorted, None is the whole team."""

    source_key: str
    content_sha256: str
    audience: tuple[str, ...] | None
    file_name: str | None
    raw: bytes | None
    text: str
    format: str
    requested: Requested
    held_on: date | None
    sketch: tuple[int, ...]
    warnings: tuple[str, ...]
    replaces_meeting_id: int | None = None
    trigger_detail: str
    triggered_by_user_id: int | None
    triggered_by_agent: str | None

    @property
    def audience_key(self) -> str:
        """The audience as one word."""
        return ",".join(self.audience or ())


class Kept(Model):
    """The capture that holds a content, or that came from its source."""

    id: int
    state: CaptureState
    meeting_id: int | None
    same_content: bool = True


class SimilarCapture(Model):
    """An earlier capture that shares hashes with a sketch."""

    id: int
    meeting_id: int | None
    text: str
    title: str | None
    held_on: date | None


class Claim(Model):
    """A capture held for reading under `lease`."""

    id: int
    lease: int
    attempts: int
    raw: bytes | None
    text: str
    file_name: str | None
    source_key: str
    requested: Requested
    held_on: date | None
    audience: tuple[str, ...] | None
    replaces_meeting_id: int | None
    trigger_detail: str
    triggered_by_user_id: int | None
    triggered_by_agent: str | None


class DonePart(Model):
    """What a part of a transcript gave when it was read before; the offsets say which part it was."""

    part: int
    part_start: int
    part_end: int
    draft: Draft


class CaptureHead(Model):
    """What a record says of the capture itself."""

    id: int
    state: CaptureState
    meeting_id: int | None
    file_name: str | None
    format: str | None
    requested: Requested
    held_on: date | None
    extractor: str | None
    model: str | None
    coverage: Coverage | None
    warnings: list[str] = Field(default_factory=list)
    last_error: str | None
    carried_over: list[str] = Field(default_factory=list)
    not_carried_over: list[str] = Field(default_factory=list)
    cost_microdollars: int | None


class LeaseLost(Conflict):
    """Somebody else reads this capture by now."""


class Lease(NamedTuple):
    """The right to write about a capture, until somebody else takes it over."""

    capture_id: int
    number: int


def insert_capture(conn: Connection, upload: Upload) -> Kept | None:
    """Keep `upload`; None when its content or source is already kept, then `find_capture` has the row."""
    return Q["insert_capture"].maybe(
        conn,
        Kept,
        **upload.model_dump(exclude={"requested", "sketch", "warnings", "audience"}),
        audience=None if upload.audience is None else list(upload.audience),
        audience_key=upload.audience_key,
        requested=Jsonb(upload.requested.model_dump(mode="json", exclude_none=True)),
        sketch=list(upload.sketch),
        warnings=list(upload.warnings),
    )


def find_capture(conn: Connection, upload: Upload) -> Kept | None:
    """The capture of the same content, else of the same source, for the same audience."""
    return Q["find_capture"].maybe(
        conn,
        Kept,
        source_key=upload.source_key,
        content_sha256=upload.content_sha256,
        audience_key=upload.audience_key,
    )


def similar_captures(conn: Connection, upload: Upload, at_least: int) -> list[SimilarCapture]:
    """At most five other captures that share `at_least` hashes and may be of the same day, the most shared first."""
    return Q["similar_captures"].all(
        conn,
        SimilarCapture,
        sketch=list(upload.sketch),
        content_sha256=upload.content_sha256,
        held_on=upload.held_on,
        at_least=at_least,
    )


def ask_again(
    conn: Connection, capture_id: int, states: Sequence[CaptureState], *, requested: Requested | None = None
) -> bool:
    """Have a capture in one of `states` read; False when it is in none of them (any more)."""
    wanted = requested or Requested()
    done = Q["ask_again"].value(
        conn,
        id=capture_id,
        states=list(states),
        requested=Jsonb(wanted.model_dump(mode="json", exclude_none=True)),
        held_on=wanted.held_on,
    )
    return done is not None


def renew_content(conn: Connection, capture_id: int, upload: Upload) -> None:
    """Put the changed content of a source in the old one's place; raises `Conflict` unless the capture waits."""
    done = Q["renew_content"].value(
        conn,
        id=capture_id,
        sketch=list(upload.sketch),
        warnings=list(upload.warnings),
        **upload.model_dump(include={"content_sha256", "raw", "text", "format", "file_name"}),
    )
    if done is None:
        raise Conflict


def forget_parts(conn: Connection, capture_id: int) -> None:
    """Have all of a capture read again."""
    Q["forget_parts"].run(conn, capture_id=capture_id)


def claim_capture(conn: Connection, capture_id: int, seconds: float) -> Claim | None:
    """Take a capture that waits, is due, or whose holder is dead, for `seconds`; None when it is not to be had."""
    return Q["claim_capture"].maybe(conn, Claim, id=capture_id, seconds=seconds)


def renew_lease(conn: Connection, lease: Lease, seconds: float) -> bool:
    """Hold a capture for `seconds` from now; False when somebody else holds it."""
    return Q["renew_lease"].value(conn, id=lease.capture_id, lease=lease.number, seconds=seconds) is not None


def release_capture(conn: Connection, lease: Lease) -> bool:
    """Give a capture back unread; False when somebody else holds it."""
    return Q["release_capture"].value(conn, id=lease.capture_id, lease=lease.number) is not None


def wait_for_locks(conn: Connection, seconds: int) -> None:
    """Have the rest of this transaction wait for others up to `seconds`, where a page would rather say "busy"."""
    Q["wait_for_locks"].run(conn, seconds=seconds)


def hold_capture(conn: Connection, lease: Lease) -> None:
    """Lock a capture for the rest of this transaction; raises `LeaseLost` when somebody else holds it."""
    if Q["hold_capture"].value(conn, id=lease.capture_id, lease=lease.number) is None:
        raise LeaseLost


def set_progress(conn: Connection, lease: Lease, *, parts: int, parts_done: int, facts: int) -> None:
    """Say how far the reading has come; raises `LeaseLost` when somebody else reads."""
    done = Q["set_progress"].value(
        conn, id=lease.capture_id, lease=lease.number, parts=parts, parts_done=parts_done, facts_so_far=facts
    )
    if done is None:
        raise LeaseLost


def finish_capture(
    conn: Connection,
    lease: Lease,
    *,
    state: CaptureState,
    meeting_id: int,
    extractor: str,
    model: str,
    coverage: Coverage,
    warnings: Sequence[str],
    carried_over: Sequence[str],
    not_carried_over: Sequence[str],
    facts: int,
) -> None:
    """The meeting is stored; raises `LeaseLost` when somebody else holds the capture, which must undo the storing."""
    done = Q["finish_capture"].value(
        conn,
        id=lease.capture_id,
        lease=lease.number,
        state=state,
        meeting_id=meeting_id,
        extractor=extractor,
        model=model,
        coverage=Jsonb(coverage.model_dump(mode="json")),
        warnings=list(warnings),
        carried_over=list(carried_over),
        not_carried_over=list(not_carried_over),
        facts_so_far=facts,
    )
    if done is None:
        raise LeaseLost


def fail_capture(
    conn: Connection, lease: Lease, *, state: CaptureState, error: str, error_class: str, retry_in: float | None
) -> bool:
    """The reading failed; `retry_in` seconds from now it is tried again, None: a person has to ask. False: not ours."""
    done = Q["fail_capture"].value(
        conn,
        id=lease.capture_id,
        lease=lease.number,
        state=state,
        error=error,
        error_class=error_class,
        retry_in=retry_in,
    )
    return done is not None


def give_up_on_dead(conn: Connection, max_attempts: int) -> list[int]:
    """Leave captures whose readers died `max_attempts` times to a person; their ids."""
    return Q["give_up_on_dead"].values(conn, max_attempts=max_attempts)


def captures_to_queue(conn: Connection) -> list[int]:
    """Captures that should be worked on and have no job waiting."""
    return Q["captures_to_queue"].values(conn)


def delete_finished_jobs(conn: Connection, seconds: float) -> int:
    """Clear the queue of jobs that are over or whose worker has not been heard of for `seconds`."""
    return Q["delete_finished_jobs"].run(conn, seconds=seconds)


def save_part(
    conn: Connection,
    lease: Lease,
    *,
    part: int,
    own_start: int,
    part_start: int,
    part_end: int,
    extractor: str,
    model: str,
    draft: Draft | None,
    error: str | None,
) -> None:
    """Keep what one part gave (`draft`), or why it gave nothing (`error`); raises `LeaseLost` when not ours."""
    kept = Q["save_part"].run(
        conn,
        capture_id=lease.capture_id,
        lease=lease.number,
        part=part,
        own_start=own_start,
        part_start=part_start,
        part_end=part_end,
        state="failed" if draft is None else "done",
        extractor=extractor,
        model=model,
        draft=None if draft is None else Jsonb(draft.model_dump(mode="json")),
        error=error,
    )
    if not kept:
        raise LeaseLost


def done_parts(conn: Connection, capture_id: int, *, extractor: str, model: str) -> list[DonePart]:
    """What was read of a capture before by the same extractor and model."""
    return Q["done_parts"].all(conn, DonePart, capture_id=capture_id, extractor=extractor, model=model)


def capture_progress(conn: Connection, capture_id: int) -> CaptureProgress:
    """Where a capture stands; raises `NotFound`."""
    return Q["capture_progress"].one(conn, CaptureProgress, id=capture_id)


def recent_captures(conn: Connection, limit: int) -> list[CaptureProgress]:
    """Where the newest captures stand."""
    return Q["recent_captures"].all(conn, CaptureProgress, limit=limit)


def capture_head(conn: Connection, capture_id: int) -> CaptureHead:
    """What a record says of the capture itself; raises `NotFound`."""
    return Q["capture_head"].one(conn, CaptureHead, id=capture_id)
