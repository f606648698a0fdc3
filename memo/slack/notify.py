"""Telling Slack what was stored: each message was queued in the transaction of the facts, and is sent from there.

A message is claimed in one short transaction, sent with none open, and each part that is out is written down. Who is
killed in between leaves the rest to the next: a part may come twice, none is lost, and no capture waits for Slack.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from memo.capture.pulse import PULSE_STORED
from memo.capture.tools import WORKER
from memo.capture.write import CAPTURE_STORED
from memo.errors import MemoError, NotFound, SlackLimited
from memo.jobs import Chore
from memo.service import Memo
from memo.slack.api import Slack
from memo.slack.blocks import Message
from memo.slack.channels import channel_for
from memo.slack.names import questions
from memo.slack.record import pulse_messages, record_messages
from memo.store import outbox
from memo.store.outbox import DueMessage

SECONDS = 2.0
"""Between two looks for what is due."""
LEASE_SECONDS = 90.0
MAX_ATTEMPTS = 10
FIRST_RETRY_SECONDS = 5.0
LONGEST_RETRY_SECONDS = 3600.0
OLDEST_PULSE = timedelta(days=1)
"""A digest of a day before that was made for the record, and is no news."""

_log = logging.getLogger(__name__)

Told = tuple[str, list[Message]]
"""A channel and what it hears: the first message, and those of its thread."""


def notifier(memo: Memo) -> Chore:
    """The chore that sends what waits; raises `ConfigError` without a token."""
    return Chore("slack", SECONDS, Notifier(memo).send_due)


class Notifier:
    """Sends what waits in the outbox."""

    def __init__(self, memo: Memo, slack: Slack | None = None) -> None:
        self._memo = memo.acting_as(WORKER)
        self._db = memo.db
        self._slack = slack or Slack(memo.settings, memo.db)
        self._tell: Mapping[str, Callable[[DueMessage], Told | None]] = {
            CAPTURE_STORED: self._capture,
            PULSE_STORED: self._pulse,
        }

    def send_due(self) -> int:
        """Send every message that is due; how many went out whole."""
        sent = 0
        while (due := self._claim()) is not None:
            sent += self._send(due)
        return sent

    def _claim(self) -> DueMessage | None:
        with self._db.write(WORKER) as conn:
            return outbox.claim_message(conn, self._tell, LEASE_SECONDS)

    def _send(self, due: DueMessage) -> bool:
        """Whether it is dealt with: posted whole, or found to concern nobody."""
        if due.attempts > MAX_ATTEMPTS:
            self._give_up(due, f"Sending it has ended {MAX_ATTEMPTS} times without a word.")
            return False
        try:
            told = self._told(due)
            if told is not None:
                self._post(due, *told)
        except SlackLimited as exc:
            with self._db.write(WORKER) as conn:
                outbox.put_message_off(conn, due.id, exc.retry_after, exc.message, uncounted=True)
            return False
        except MemoError as exc:
            self._fail(due, exc)
            return False
        with self._db.write(WORKER) as conn:
            outbox.message_sent(conn, due.id)
        return True

    def _told(self, due: DueMessage) -> Told | None:
        """Who hears what; None when nobody does, or what was to be told is gone."""
        try:
            return self._tell[due.kind](due)
        except NotFound:
            return None

    def _post(self, due: DueMessage, channel: str, messages: list[Message]) -> None:
        """Post what is not out yet; a message that began in one channel ends there."""
        channel, first = due.channel or channel, due.sent_as
        for message in messages[due.posted :]:
            ts = self._slack.post(channel, message, thread_ts=first)
            first = first or ts
            with self._db.write(WORKER) as conn:
                outbox.message_posted(conn, due.id, channel=channel, sent_as=ts, lease=LEASE_SECONDS)

    def _fail(self, due: DueMessage, error: MemoError) -> None:
        if not error.retryable or due.attempts >= MAX_ATTEMPTS:
            self._give_up(due, error.message)
            return
        with self._db.write(WORKER) as conn:
            outbox.put_message_off(conn, due.id, retry_in(due.attempts), error.message)

    def _give_up(self, due: DueMessage, why: str) -> None:
        _log.warning("message %d did not reach Slack: %s", due.id, why)
        with self._db.write(WORKER) as conn:
            outbox.message_failed(conn, due.id, why)

    def _capture(self, due: DueMessage) -> Told | None:
        meeting_id = due.meeting_id or 0
        with self._db.read(WORKER) as conn:
            place = outbox.meeting_place(conn, meeting_id)
        channel = channel_for(self._memo.settings, place)
        if channel is None or place.status != "active":
            return None
        record = self._memo.meeting_record(meeting_id)
        names = [name for name in self._memo.pending_names() if name.meeting_id == meeting_id]
        # Buttons do something only where somebody hears the click: with `memo slack`.
        asked = questions(names) if self._memo.settings.slack_app_token else []
        return channel, [*record_messages(record, names, self._memo.settings.url), *asked]

    def _pulse(self, due: DueMessage) -> Told | None:
        channel = self._memo.settings.slack_pulse_channel
        if channel is None:
            return None
        digest = self._memo.fact("pulse_summary", int(due.payload["pulse_id"]))
        day = digest.happened_on or date.min
        if digest.status != "active" or day < digest.captured_at.date() - OLDEST_PULSE:
            return None
        return channel, pulse_messages(digest)


def retry_in(attempts: int) -> float:
    """Seconds until the next try, doubled with each."""
    return min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2.0 ** (attempts - 1))
