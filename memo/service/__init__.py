"""`Memo`: the one object that everything outside talks to - pages, command line, Slack.

Each method is a few lines that call one module; who asks is `memo.who` (a `Principal`) and travels with every call.
`Memo.open` starts it; `memo.acting_as(who)` is a light copy for one person. Nothing here imports streamlit.

The rooms are imported where they are used, so that a search does not wait for what only reading a transcript needs.
"""

from __future__ import annotations

from memo.service.capturing import Asked, Capturing
from memo.service.correcting import Correcting
from memo.service.finding import Finding
from memo.service.keeping import Keeping
from memo.service.naming import Naming
from memo.service.overview import Overview
from memo.settings import Settings, load_settings
from memo.store.embedded import EmbeddedDatabase

__all__ = ["Asked", "Memo", "migrate_database"]


class Memo(Capturing, Finding, Correcting, Naming, Keeping, Overview):
    """The team's memory on behalf of `who`; close it, or use it as a context manager."""


def migrate_database(settings: Settings | None = None) -> tuple[str, ...]:
    """Bring the database of `settings` to the schema of this Memo; the names of the steps that were applied."""
    from memo.store.migrate import migrate

    settings = settings or load_settings()
    if settings.database_url is not None:
        return migrate(settings.database_url.get_secret_value()).applied
    with EmbeddedDatabase(settings.home) as embedded:
        return migrate(embedded.url()).applied
