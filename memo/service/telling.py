"""What Slack was told, and what did not get through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memo.errors import NotAllowed, NotFound
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.store.outbox import FailedMessage


class Telling(Core):
    """Messages that wait for Slack."""

    def outbox_failures(self, limit: int = 20) -> list[FailedMessage]:
        """Messages that did not get through, the newest first: given up (`failed_at`), or still tried."""
        from memo.store import outbox

        with self.db.read(self.who) as conn:
            return outbox.outbox_failures(conn, limit)

    def retry_message(self, message_id: int) -> None:
        """Have a message sent that was given up; raises `NotFound` when there is none such."""
        from memo.store import outbox

        if self.who.role == "reader":
            raise NotAllowed("Readers cannot have messages sent.")
        with self.db.write(self.who) as conn:
            if not outbox.retry_message(conn, message_id):
                raise NotFound
