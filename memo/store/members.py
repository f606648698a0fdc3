"""Who may sign in, and as what. One function per query of members.sql.

Pages, commands and workers can read this table and not write it: what changes it takes a connection of the owner's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from memo.models import Model, Named, Role
from memo.store.queries import Connection, Q


class Member(Model):
    """Somebody who may sign in; `signed_in` when that has happened, `removed_at` when it no longer may."""

    id: int
    name: str | None
    email: str | None
    role: Role
    groups: tuple[str, ...]
    signed_in: bool
    removed_at: datetime | None = None


def member_of_subject(conn: Connection, subject: str) -> Member | None:
    """Whose sign-in this is; removed members too."""
    return Q["member_of_subject"].maybe(conn, Member, subject=subject)


def members_of_email(conn: Connection, email: str) -> list[Member]:
    """Who has a lower-case address, held; the one who is not removed comes first."""
    return Q["members_of_email"].all(conn, Member, email=email)


def member_by_id(conn: Connection, member_id: int) -> Member:
    """One member, held; raises `NotFound`."""
    return Q["member_by_id"].one(conn, Member, id=member_id)


def list_members(conn: Connection) -> list[Member]:
    """Every member by address, those who were removed last."""
    return Q["list_members"].all(conn, Member)


def insert_member(
    conn: Connection,
    *,
    subject: str | None,
    email: str | None,
    name: str | None,
    role: Role,
    groups: Sequence[str] = (),
) -> Member:
    """Somebody new; raises a unique violation when the subject or the address is a member's."""
    return Q["insert_member"].one(conn, Member, subject=subject, email=email, name=name, role=role, groups=list(groups))


def bind_member(conn: Connection, member_id: int, *, subject: str, name: str | None, role: Role) -> Member:
    """A member who was invited signs in for the first time; raises `NotFound` when somebody did before."""
    return Q["bind_member"].one(conn, Member, id=member_id, subject=subject, name=name, role=role)


def change_member(conn: Connection, member_id: int, *, role: Role, groups: Sequence[str]) -> Member:
    """What a member may do from now on, and his or her groups; one who was removed is back."""
    return Q["change_member"].one(conn, Member, id=member_id, role=role, groups=list(groups))


def remove_member(conn: Connection, member_id: int) -> Member:
    """A member who may no longer sign in; raises `NotFound` when it is none."""
    return Q["remove_member"].one(conn, Member, id=member_id)


def known_groups(conn: Connection) -> list[str]:
    """The groups that members belong to."""
    return Q["known_groups"].values(conn)


def members_called(conn: Connection, names: Collection[str]) -> list[Named]:
    """Members whom one of these names stands for."""
    return Q["members_called"].all(conn, Named, names=[name.lower() for name in names])


def member_names(conn: Connection, ids: Collection[int]) -> list[Named]:
    """What members are called."""
    return Q["member_names"].all(conn, Named, ids=list(ids))
