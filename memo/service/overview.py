"""What is going on: the home page, the work in the background and what models cost."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from memo.service.core import Core

if TYPE_CHECKING:
    from memo.activity import Activity
    from memo.home import Home
    from memo.store.home import ActionStatus


class Overview(Core):
    """What was decided lately, what is open, what waits, and what is being done."""

    def home(self, today: date) -> Home:
        """What was decided lately, what is open, and what waits."""
        from memo.home import home

        return home(self.db, self.who, today)

    def set_action_status(self, item_id: int, status: ActionStatus, *, reason: str) -> bool:
        """Whether an action item's status changed to `status`."""
        from memo.home import set_action_status

        return set_action_status(self.db, self.who, item_id, status, reason)

    def activity(self, since: date) -> Activity:
        """The newest calls to models, and what each day since `since` cost."""
        from memo.activity import activity

        return activity(self.db, self.who, self.settings, since)

    def worker_alive(self) -> bool:
        """Whether anybody does the work that waits."""
        from memo.activity import worker_alive

        return worker_alive(self.db, self.who)
