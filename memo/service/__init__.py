"""`Memo`: the one object that everything outside talks to - pages, command line, Slack.

Each method is a few lines that call one module; who asks is `memo.who` (a `Principal`) and travels with every call.
`Memo.open` starts it; `memo.acting_as(who)` is a light copy for one person. Nothing here imports streamlit.

The rooms are imported where they are used, so that a search does not wait for what only reading a transcript needs.
"""

from __future__ import annotations

from memo.members.sign_in import Claims, check_age
from memo.service.access import guarded, may
from memo.service.belonging import Belonging
from memo.service.capturing import Asked, Capturing
from memo.service.correcting import Correcting
from memo.service.finding import Finding
from memo.service.keeping import Keeping
from memo.service.naming import Naming
from memo.service.overview import Overview
from memo.service.telling import Telling
from memo.settings import Settings, load_settings
from memo.store.embedded import EmbeddedDatabase

__all__ = ["Asked", "Claims", "Memo", "check_age", "migrate_database"]


@guarded
class Memo(Capturing, Finding, Correcting, Naming, Keeping, Overview, Telling, Belonging):
    """The team's memory on behalf of `who`; close it, or use it as a context manager.

    Every method asks first whether the role of `who` may call it, and raises `NotAllowed` when not.
    """

    def may(self, method: str) -> bool:
        """Whether `who` may call a method: to draw no button that would be refused."""
        return may(self.who.role, method)


def migrate_database(settings: Settings | None = None) -> tuple[str, ...]:
    """Bring the database of `settings` to the schema of this Memo; the names of the steps that were applied."""
    from memo.store.migrate import migrate

    settings = settings or load_settings()
    if settings.database_url is not None:
        return migrate(settings.database_url.get_secret_value()).applied
    with EmbeddedDatabase(settings.home) as embedded:
        return migrate(embedded.url()).applied
