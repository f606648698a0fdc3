"""`Memo`: the one object that everything outside talks to - pages, command line, Slack.

Each method is a few lines that call one module; who asks is `memo.who` (a `Principal`) and travels with every call.
`Memo.open` starts it; `memo.acting_as(who)` is a light copy for one person. Nothing here imports streamlit.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from memo.models import LOCAL_USER, Principal
from memo.settings import Settings, load_settings
from memo.store import migrate as migrations
from memo.store.embedded import EmbeddedDatabase
from memo.store.pool import Database


class Memo:
    """The team's memory on behalf of `who`; close it, or use it as a context manager."""

    def __init__(
        self, settings: Settings, who: Principal, db: Database, embedded: EmbeddedDatabase | None = None
    ) -> None:
        self.settings = settings
        self.who = who
        self.db = db
        self._embedded = embedded

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
                migrations.migrate(url)
            return cls(settings, who, Database(url, statement_timeout=statement_timeout), embedded)
        except BaseException:
            embedded.stop()
            raise

    def acting_as(self, who: Principal) -> Memo:
        """The same memory as `who` may see it; shares the connections, so only the first one is closed."""
        return Memo(self.settings, who, self.db)

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


def migrate_database(settings: Settings | None = None) -> tuple[str, ...]:
    """Bring the database of `settings` to the schema of this Memo; the names of the steps that were applied."""
    settings = settings or load_settings()
    if settings.database_url is not None:
        return migrations.migrate(settings.database_url.get_secret_value()).applied
    with EmbeddedDatabase(settings.home) as embedded:
        return migrations.migrate(embedded.url()).applied
