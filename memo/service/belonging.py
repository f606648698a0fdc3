"""Who belongs to the team, and whom a meeting is for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memo.models import Principal, Role
from memo.service.core import Core

if TYPE_CHECKING:
    from memo.members.audiences import AudienceChanged, AudienceChoice
    from memo.members.sign_in import Claims
    from memo.store.members import Member


class Belonging(Core):
    """Members and audiences."""

    def sign_in(self, claims: Claims, now: datetime) -> Principal:
        """Who somebody is that an identity provider vouches for; raises `NotAllowed` for who is not let in."""
        from memo.members.sign_in import sign_in

        return sign_in(self.db, self.settings, claims, now)

    def members(self) -> list[Member]:
        """Everybody who may sign in, and last those who no longer may."""
        from memo.members.roll import members

        return members(self.db, self.who)

    def add_member(self, email: str, role: Role = "member", groups: Sequence[str] = ()) -> Member:
        """Let somebody in who signs in with this address."""
        from memo.members.roll import add_member

        return add_member(self.db, email, role, groups)

    def change_member(self, member_id: int, *, role: Role | None = None, groups: Sequence[str] | None = None) -> Member:
        """Give a member another role or other groups; what is None stays."""
        from memo.members.roll import change_member

        return change_member(self.db, member_id, role=role, groups=groups)

    def remove_member(self, member_id: int) -> Member:
        """Let a member in no more, from the next click on."""
        from memo.members.roll import remove_member

        return remove_member(self.db, member_id)

    def audiences(self, present: Collection[str] = ()) -> list[AudienceChoice]:
        """Whom a meeting can be for, the whole team first; `present` are the names of those who were there."""
        from memo.members.audiences import audiences

        return audiences(self.db, self.who, present)

    def meeting_audience(self, meeting_id: int) -> AudienceChoice:
        """Who sees a meeting."""
        from memo.members.audiences import meeting_audience

        return meeting_audience(self.db, self.who, meeting_id)

    def set_audience(self, meeting_id: int, audience: tuple[str, ...] | None) -> AudienceChanged:
        """Have a meeting and all that hangs on it seen by others than before."""
        from memo.members.audiences import set_audience

        return set_audience(self.db, self.who, meeting_id, audience)
