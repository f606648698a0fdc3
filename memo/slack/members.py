"""On whose behalf Memo acts when somebody writes to it in Slack.

A Slack user who is linked to a member (`people.slack_user_id`) sees and does what that member may. Where people sign
in, nobody else gets anything. Where nobody signs in, everybody of the workspace counts as one of the team - never as
the machine's owner: restricted meetings stay hidden. Guests, bots and people of other workspaces get nothing, ever.
"""

from __future__ import annotations

import re
import threading
import time

from memo.capture.tools import WORKER
from memo.errors import InputError, NotAllowed, NotFound
from memo.models import Principal
from memo.settings import Settings
from memo.slack.api import Profile, Slack
from memo.store import names
from memo.store import slack as store
from memo.store.pool import Database
from memo.store.provenance import AGENT

PROFILE_SECONDS = 300.0
"""How long what Slack says of a user is believed."""
OUTSIDER = "Memo answers members of this workspace only."
NOT_LINKED = (
    "Memo does not know who you are. Let an administrator run: memo slack --link {user} --member YOUR-E-MAIL-ADDRESS"
)
_USER_ID = re.compile(r"[UW][A-Z0-9]{1,20}")


class Members:
    """Slack users as principals; what Slack says of them is remembered for a while. Thread-safe."""

    def __init__(self, settings: Settings, db: Database, slack: Slack) -> None:
        self._db, self._slack = db, slack
        self._sign_in = settings.auth == "oidc" or bool(settings.admins or settings.allowed_domains)
        self._seen: dict[str, tuple[float, Profile]] = {}
        self._mutex = threading.Lock()

    def principal(self, user_id: str) -> Principal:
        """On whose behalf to act for `user_id`; raises `NotAllowed` when for nobody."""
        profile = self._profile(user_id)
        if profile.outsider:
            raise NotAllowed(OUTSIDER)
        with self._db.read(WORKER) as conn:
            member = store.slack_member(conn, user_id)
            sign_in = self._sign_in or store.has_members(conn)
        if member is not None:
            return Principal(
                name=member.name,
                member_id=member.member_id,
                agent=AGENT,
                role=member.role,
                audience=tuple(member.groups),
            )
        if sign_in:
            raise NotAllowed(NOT_LINKED.format(user=user_id))
        # The id keeps two of the same name apart: answers are read back by name.
        return Principal(name=f"{profile.name} (Slack {user_id})", agent=AGENT, role="member")

    def _profile(self, user_id: str) -> Profile:
        with self._mutex:
            until, profile = self._seen.get(user_id, (0.0, None))
        if profile is None or time.monotonic() > until:
            profile = self._slack.profile(user_id)
            with self._mutex:
                self._seen[user_id] = (time.monotonic() + PROFILE_SECONDS, profile)
        return profile


def link(db: Database, user_id: str, email: str) -> str:
    """Let a Slack user be the member who signs in with `email`; the member's name.

    For the one who runs the server. Raises `InputError` for what is no user id, `NotFound` for what is no member's.
    """
    if not _USER_ID.fullmatch(user_id):
        raise InputError(f"“{user_id}” is no Slack user id: it is in the profile, under Copy member ID.")
    with db.owner() as conn:
        names.hold_people_list(conn)
        member = store.member_to_link(conn, email.strip())
        if member is None:
            raise NotFound(f"Nobody signs in as {email}.")
        person_id = member.person_id or store.person_to_link(conn, member) or names.insert_person(conn, member.name)
        store.link_slack_user(conn, user_id, member_id=member.id, person_id=person_id)
    return member.name
