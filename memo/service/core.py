"""What every part of the service stands on: settings, who asks, the database, who makes vectors and words."""

from __future__ import annotations

import copy
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memo.errors import NotAllowed
from memo.models import LOCAL_USER, Principal
from memo.settings import Settings, load_settings
from memo.store.embedded import EmbeddedDatabase
from memo.store.pool import Database
from memo.store.scope import EVERYTHING, audience

if TYPE_CHECKING:
    from memo.capture.tools import Tools
    from memo.embed import Embedder
    from memo.llm import MessagesClient


class Core:
    """The team's memory on behalf of `who`; close it, or use it as a context manager."""

    def __init__(
        self, settings: Settings, who: Principal, db: Database, embedded: EmbeddedDatabase | None = None
    ) -> None:
        self.settings = settings
        self.who = who
        self.db = db
        self._embedded = embedded
        self._shared = _Shared(settings)

    @classmethod
    def open(
        cls,
        settings: Settings | None = None,
        who: Principal = LOCAL_USER,
        *,
        migrate: bool = True,
        statement_timeout: float = 5.0,
    ) -> Self:
        """Memo on `DATABASE_URL`, or on the embedded database: started, and migrated unless `migrate` is False.

        `statement_timeout` is how many seconds one statement may run: a worker may take longer than a page.
        """
        settings = settings or load_settings()
        if settings.database_url is not None:
            url = settings.database_url.get_secret_value()
            return cls(settings, who, Database(url, statement_timeout=statement_timeout))
        embedded = EmbeddedDatabase(settings.home)
        try:
            url = embedded.start()
            if migrate:
                from memo.store.migrate import migrate as bring_up_to_date

                bring_up_to_date(url)
            return cls(settings, who, Database(url, statement_timeout=statement_timeout), embedded)
        except BaseException:
            embedded.stop()
            raise

    def acting_as(self, who: Principal) -> Self:
        """The same memory as `who` may see it; it shares everything, so only the first one is closed.

        Only the memory of the machine's owner can be somebody else's: raises `NotAllowed` for that of a member.
        """
        if who != self.who and audience(self.who) != EVERYTHING:
            raise NotAllowed("The memory of a member is nobody else's.")
        other = copy.copy(self)
        other.who = who
        other._embedded = None
        return other

    def revive(self) -> bool:
        """Start the embedded database again if its server has died; whether it had. A server of your own is yours."""
        return self._embedded is not None and self._embedded.revive()

    def close(self) -> None:
        """Give back the connections and the embedded database; it stops when nobody else uses it."""
        self.db.close()
        if self._embedded is not None:
            self._embedded.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def embedder(self) -> Embedder:
        """Who makes vectors."""
        return self._shared.embedder

    @property
    def tools(self) -> Tools:
        """What captures are read with."""
        return self._shared.tools


class _Shared:
    """What all copies of one memory use together, made when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def embedder(self) -> Embedder:
        """Who makes vectors."""
        from memo.embed import embedder_for

        return embedder_for(self._settings)

    @cached_property
    def client(self) -> MessagesClient | None:
        """Who is asked for words; None without a model."""
        if self._settings.extractor == "offline":
            return None
        from memo.llm import MessagesClient

        return MessagesClient(self._settings)

    @cached_property
    def tools(self) -> Tools:
        """What captures are read with."""
        from memo.capture.tools import tools_for
        from memo.names.resolve import resolve_meeting

        return tools_for(self._settings, lambda: self.embedder, resolve_meeting)
