"""Reading a capture: take its lease, read, check, store - by the worker or by the command line, never by both.

No transaction is open while a model or an embedder works. Whoever reads renews the lease; when that stops, another
takes the capture over with a higher lease number, and the first one's writes are refused.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import date
from functools import partial

from memo.capture.cleaning import cleaned
from memo.capture.lease import held
from memo.capture.receive import receive
from memo.capture.record import capture_progress, capture_record
from memo.capture.tools import WORKER, Tools
from memo.capture.write import held_on as day_of
from memo.capture.write import store_meeting, title_of
from memo.errors import MemoError
from memo.extraction import PartResult, extract
from memo.models import CaptureProgress, CaptureRecord, Draft, Extraction, ModelRun, Principal, Transcript
from memo.store import captures, runs
from memo.store.captures import Claim, Lease, LeaseLost
from memo.store.pool import Database, retrying
from memo.transcripts import read, read_text
from memo.transcripts.chunks import parts

LEASE_SECONDS = 30.0
"""How long a reader may be silent before it is taken for dead."""
MAX_ATTEMPTS = 5
"""Readings that are begun without anybody asking again."""
FIRST_RETRY_SECONDS = 30.0
"""Before the second reading; doubled with each one after."""
POLL_SECONDS = 0.2
TERMINAL = ("stored", "partial", "failed_retryable", "failed_final")

_log = logging.getLogger(__name__)


def capture(
    db: Database,
    who: Principal,
    tools: Tools,
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
    on_progress: Callable[[CaptureProgress], None] | None = None,
) -> CaptureRecord:
    """Keep a file as `receive` does, have it read here and now, and give the record of what was stored.

    Somebody else who reads it already is waited for. The record's state is "duplicate" for words that were captured
    before; a reading that failed is in the record as well (`state`, `error`), and raises nothing.
    """
    received = receive(
        db,
        who,
        tools.settings,
        data,
        file_name,
        title=title,
        held_on=held_on,
        client=client,
        project=project,
        audience=audience,
        replace=replace,
        allow_similar=allow_similar,
        trigger_detail=trigger_detail,
        source_key=source_key,
    )
    finish(db, who, tools, received.capture_id, on_progress=on_progress)
    record = capture_record(db, who, received.capture_id)
    duplicate = received.state == "duplicate" and record.meeting_id is not None
    return record.model_copy(update={"state": "duplicate"}) if duplicate else record


def finish(
    db: Database,
    who: Principal,
    tools: Tools,
    capture_id: int,
    *,
    on_progress: Callable[[CaptureProgress], None] | None = None,
) -> None:
    """Return when a capture is read, or has failed: by reading it, or by waiting for whoever reads it."""
    while True:
        mine = work(db, tools, capture_id, on_progress=on_progress)
        progress = capture_progress(db, who, capture_id)
        if mine or progress.state in TERMINAL:
            return
        if on_progress is not None:
            on_progress(progress)
        time.sleep(POLL_SECONDS)


def work(
    db: Database,
    tools: Tools,
    capture_id: int,
    *,
    on_progress: Callable[[CaptureProgress], None] | None = None,
) -> bool:
    """Read one capture, if it is to be had; False when it is not (any more): somebody else reads it, or it is read.

    What goes wrong is written to the capture; only an error that is nobody's but Memo's own is raised as well.
    """
    with db.write(WORKER) as conn:
        claim = captures.claim_capture(conn, capture_id, LEASE_SECONDS)
    if claim is None:
        return False
    lease = Lease(claim.id, claim.lease)
    try:
        with held(db, lease, LEASE_SECONDS):
            _read(db, tools, claim, on_progress)
    except LeaseLost:
        _log.warning("capture %d was taken over: what this reader found is dropped", claim.id)
        return False
    except MemoError as exc:
        _fail(db, claim, exc)
    except Exception as exc:
        _fail(db, claim, MemoError(f"Reading it failed unexpectedly ({type(exc).__name__})."), type(exc).__name__)
        raise
    return True


def _read(db: Database, tools: Tools, claim: Claim, on_progress: Callable[[CaptureProgress], None] | None) -> None:
    transcript = _transcript(claim)
    extraction = cleaned(_Reading(db, tools, claim, on_progress).extract(transcript))
    stored = retrying(partial(store_meeting, db, tools, claim, transcript, extraction))
    _log.info("capture %d is %s as meeting %d", claim.id, stored.state, stored.meeting_id)
    try:
        tools.embed(db, WORKER, stored.meeting_id)
    except MemoError as exc:  # it is stored, and found by its words: the vectors are made up for later
        _log.warning("meeting %d has no vectors yet: %s", stored.meeting_id, exc)


def _transcript(claim: Claim) -> Transcript:
    """What was kept, read again; the limits were checked when it came in."""
    if claim.raw is not None:
        return read(claim.raw, claim.file_name)
    return read_text(claim.text, claim.file_name)


class _Reading:
    """One reading under way: what each part gives and each call costs is kept as it comes."""

    def __init__(
        self, db: Database, tools: Tools, claim: Claim, on_progress: Callable[[CaptureProgress], None] | None
    ) -> None:
        self._db, self._claim, self._on_progress = db, claim, on_progress
        self._lease = Lease(claim.id, claim.lease)
        member = claim.triggered_by_user_id
        self._asked_by = None if member is None else f"member:{member}"
        self._extractor = tools.extractor(self._record, claim.trigger_detail)
        self._parts = self._done = self._facts = 0

    def extract(self, transcript: Transcript) -> Extraction:
        """Everything learned from the transcript; raises a `ModelError` when no part of it could be read."""
        done = self._read_before(transcript)
        self._say()
        return extract(
            transcript,
            title=title_of(self._claim.requested.title, transcript, self._claim.file_name),
            held_on=day_of(self._claim, transcript),
            extractor=self._extractor,
            done=done,
            on_part=self._on_part,
        )

    def _read_before(self, transcript: Transcript) -> dict[int, Draft]:
        """What an earlier reading paid for, as far as the transcript is still cut in the same places."""
        cut = {part.index: (part.start, part.end) for part in parts(transcript)}
        with self._db.read(WORKER) as conn:
            kept = captures.done_parts(
                conn, self._claim.id, extractor=self._extractor.name, model=self._extractor.model
            )
        done = {part.part: part.draft for part in kept if cut.get(part.part) == (part.part_start, part.part_end)}
        self._parts, self._done = len(cut), len(done)
        self._facts = sum(map(_facts_in, done.values()))
        return done

    def _record(self, run: ModelRun) -> None:
        with self._db.write(WORKER) as conn:
            runs.insert_run(conn, run, capture_id=self._claim.id, asked_by=self._asked_by)

    def _on_part(self, result: PartResult) -> None:
        if result.draft is not None:
            self._done += 1
            self._facts += _facts_in(result.draft)
        with self._db.write(WORKER) as conn:
            captures.save_part(
                conn,
                self._lease,
                part=result.part.index,
                own_start=result.part.own_start,
                part_start=result.part.start,
                part_end=result.part.end,
                extractor=self._extractor.name,
                model=self._extractor.model,
                draft=None if result.draft is None else cleaned(result.draft),
                error=None if result.error is None else result.error.message,
            )
        self._say()

    def _say(self) -> None:
        """Tell whoever watches, on a page or at the command line, how far it is."""
        with self._db.write(WORKER) as conn:
            captures.set_progress(conn, self._lease, parts=self._parts, parts_done=self._done, facts=self._facts)
            progress = captures.capture_progress(conn, self._claim.id)
        if self._on_progress is not None:
            self._on_progress(progress)


def _facts_in(draft: Draft) -> int:
    return len(draft.decisions) + len(draft.action_items)


def _fail(db: Database, claim: Claim, error: MemoError, error_class: str | None = None) -> None:
    again = error.retryable or error_class is not None
    with db.write(WORKER) as conn:
        captures.fail_capture(
            conn,
            Lease(claim.id, claim.lease),
            state="failed_retryable" if again else "failed_final",
            error=error.message,
            error_class=error_class or type(error).__name__,
            retry_in=retry_in(claim.attempts) if again else None,
        )


def retry_in(attempts: int) -> float | None:
    """Seconds until the next reading begins by itself; None when a person has to ask."""
    return FIRST_RETRY_SECONDS * 2.0 ** (attempts - 1) if attempts < MAX_ATTEMPTS else None
