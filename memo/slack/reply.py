"""What Memo does when it is asked in Slack: capture a file or a note, answer a question, learn who is meant.

A `MemoError` that is raised here is retried by the inbox when that can help, and told to the person when it cannot.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from memo.capture.tools import WORKER
from memo.errors import Conflict, MemoError, NotAllowed, SlackError
from memo.models import CaptureProgress, CaptureRecord
from memo.service import Memo
from memo.slack.answer import answer_message
from memo.slack.api import Slack
from memo.slack.blocks import Message, clip, day, link, section
from memo.slack.channels import channel_for
from memo.slack.events import Asked, file_of, files_of, unescaped
from memo.slack.fetch import Files, SlackFile
from memo.slack.inbox import Job
from memo.slack.members import Members
from memo.slack.names import NameChoice, closed, questions, settled
from memo.slack.record import meeting_url, record_messages
from memo.store import outbox

MOST_FILES: Final = 5
PROGRESS_SECONDS: Final = 5.0
"""Between two words on how far the reading is."""
HOW_TO: Final = (
    "Mention me with a transcript attached and I keep what was decided and what is to be done; "
    "`digest NOTE` does the same for a synced note. `/ask QUESTION` answers, for your eyes only."
)
SHARED: Final = "People of another company are in this channel, so Memo neither reads nor answers here."

_log = logging.getLogger(__name__)


class NotReadError(MemoError):
    """The transcript is kept but could not be read."""

    retryable = True


class Replies:
    """Does what is asked, on behalf of whoever asks."""

    def __init__(self, memo: Memo, slack: Slack, files: Files) -> None:
        self._memo, self._slack, self._files = memo, slack, files
        self._members = Members(memo.settings, memo.db, slack)
        self._hasty = Slack(memo.settings, memo.db)  # for what may as well be left unsaid

    def do(self, job: Job) -> None:
        """Do what was asked; whoever may not is told so alone."""
        asked = job.asked
        if asked.shared:
            raise NotAllowed(SHARED)
        memo = self._memo.acting_as(self._members.principal(asked.user))
        match asked.kind:
            case "mention":
                self._mention(job, memo)
            case "command":
                self._question(asked, memo)
            case "click":
                self._choice(asked, memo)

    def tell(self, job: Job, error: MemoError) -> None:
        """Say that it cannot be done: in the thread once something was said there, else to the person alone."""
        message = _said(error.message)
        if job.reply_ts is not None:
            self._slack.update(job.asked.channel, job.reply_ts, message)
        elif job.asked.kind == "mention" and not isinstance(error, NotAllowed):
            self._slack.post(job.asked.channel, message, thread_ts=job.asked.thread)
        else:
            self._whisper(job.asked, message)

    # --- a mention ---

    def _mention(self, job: Job, memo: Memo) -> None:
        asked = job.asked
        if memo.who.role == "reader":
            raise NotAllowed("Readers cannot hand in transcripts.")
        if asked.note is not None:
            note = unescaped(asked.note)
            self._say(job, f"Reading the note {note} …")
            self._told(job, memo, memo.digest(note))
            return
        files = asked.files or self._missed_files(asked)
        if not files:
            self._whisper(asked, _said(HOW_TO))
            return
        if len(files) > MOST_FILES:
            raise NotAllowed(f"At most {MOST_FILES} files at a time.")
        for file in files:
            self._capture(job, memo, self._whole(file))

    def _missed_files(self, asked: Asked) -> tuple[SlackFile, ...]:
        """The files of a mention that was delivered without them."""
        found = self._slack.message(asked.channel, asked.ts or "", asked.thread_ts)
        return files_of(found) if found is not None else ()

    def _whole(self, file: SlackFile) -> SlackFile:
        """A file with all that is needed to fetch it."""
        if file.elsewhere or (file.url and file.name):
            return file
        return file_of(self._slack.file(file.id))

    def _capture(self, job: Job, memo: Memo, file: SlackFile) -> None:
        name = file.name or "the file"
        self._say(job, f"Reading {name} …")
        content = self._files.fetch(file)
        self._told(job, memo, memo.capture(content, file.name, on_progress=self._progress(job, name)))

    def _progress(self, job: Job, name: str) -> Callable[[CaptureProgress], None]:
        """Tells the thread how far a reading is; that it cannot be told is no reason to stop reading."""
        last = time.monotonic()

        def on_progress(progress: CaptureProgress) -> None:
            nonlocal last
            if time.monotonic() - last < PROGRESS_SECONDS or progress.parts < 2 or job.reply_ts is None:
                return
            last = time.monotonic()
            far = f"Reading {name}: {progress.parts_done} of {progress.parts} parts, {progress.facts} facts so far …"
            try:
                self._hasty.update(job.asked.channel, job.reply_ts, _said(far))
            except SlackError as exc:
                _log.info("progress could not be told: %s", exc)

        return on_progress

    def _told(self, job: Job, memo: Memo, record: CaptureRecord) -> None:
        """Tell the thread what became of a capture."""
        if record.state == "failed_retryable":
            raise NotReadError(f"It is kept, but could not be read yet: {record.error or 'try again later'}")
        if record.meeting_id is None:
            raise MemoError(f"It is kept, but could not be read: {record.error or record.state}")
        with memo.db.read(WORKER) as conn:
            place = outbox.meeting_place(conn, record.meeting_id)
        if place.audience is not None:
            self._answer(job, [_said("It is kept. This meeting is not for everybody, so nothing of it is shown here.")])
            return
        if record.state == "duplicate" and job.attempts == 1:
            self._answer(job, [self._known(record)])
            return
        names = [name for name in memo.pending_names() if name.meeting_id == record.meeting_id]
        # Where a channel hears of this meeting, it is asked there.
        asked = questions(names) if channel_for(memo.settings, place) is None else []
        self._answer(job, [*record_messages(record, names, memo.settings.url), *asked])

    def _known(self, record: CaptureRecord) -> Message:
        text = f"Memo has this already: “{clip(record.title, 200)}” of {day(record.held_on)}."
        url = self._memo.settings.url
        where = f" {link(meeting_url(url, record.meeting_id), 'Open the meeting')}" if url and record.meeting_id else ""
        return Message(text, [section(text + where)])

    def _answer(self, job: Job, messages: list[Message]) -> None:
        """Put the first in place of what was said so far, and the others after it."""
        self._say_message(job, messages[0])
        for message in messages[1:]:
            self._slack.post(job.asked.channel, message, thread_ts=job.asked.thread)
        job.reply_ts = None  # the next file's word stands by itself

    def _say(self, job: Job, text: str) -> None:
        self._say_message(job, _said(text))

    def _say_message(self, job: Job, message: Message) -> None:
        if job.reply_ts is not None:
            self._slack.update(job.asked.channel, job.reply_ts, message)
        else:
            job.replied(self._slack.post(job.asked.channel, message, thread_ts=job.asked.thread))

    # --- a question ---

    def _question(self, asked: Asked, memo: Memo) -> None:
        if not asked.text:
            self._whisper(asked, _said(HOW_TO))
            return
        self._whisper(asked, answer_message(memo.ask(asked.text), memo.settings.url))

    # --- a click ---

    def _choice(self, asked: Asked, memo: Memo) -> None:
        choice = NameChoice.model_validate_json(asked.value or "")
        try:
            if choice.entity_id is None:
                receipt = memo.dismiss_name(choice.mention, "person", meeting_id=choice.meeting_id)
            else:
                receipt = memo.confirm_name(choice.mention, "person", choice.entity_id, meeting_id=choice.meeting_id)
        except Conflict as exc:  # somebody was first: let the question say so
            self._slack.update(asked.channel, asked.ts or "", closed(exc.message))
            raise
        self._slack.update(asked.channel, asked.ts or "", settled(receipt, asked.user))

    def _whisper(self, asked: Asked, message: Message) -> None:
        self._slack.whisper(
            asked.channel, asked.user, message, thread_ts=asked.thread_ts, response_url=asked.response_url
        )


def _said(text: str) -> Message:
    return Message(clip(text), [section(clip(text))])
