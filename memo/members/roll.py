"""The roll of members, as administrators keep it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memo.errors import Conflict, InputError
from memo.models import Principal, Role
from memo.store import members as store
from memo.store.members import Member
from memo.store.pool import Database

_EMAIL = re.compile(r"[^@\s,]+@[^@\s,]+\.[^@\s,]+")
_GROUP = re.compile(r"group:[^\s,:*]+")


def members(db: Database, who: Principal) -> list[Member]:
    """Everybody who may sign in, and last those who no longer may."""
    with db.read(who) as conn:
        return store.list_members(conn)


def add_member(db: Database, email: str, role: Role, groups: Sequence[str] = ()) -> Member:
    """Let somebody in who signs in with this address; one who was removed is back.

    Raises `InputError` for what is no address or group, `Conflict` for somebody who is a member.
    """
    address, groups = _address(email), _groups(groups)
    with db.owner() as conn:
        known = store.members_of_email(conn, address)
        if known and known[0].removed_at is None:
            raise Conflict(f"{address} is a member already.")
        if known:
            return store.change_member(conn, known[0].id, role=role, groups=groups)
        return store.insert_member(conn, subject=None, email=address, name=None, role=role, groups=groups)


def change_member(
    db: Database, member_id: int, *, role: Role | None = None, groups: Sequence[str] | None = None
) -> Member:
    """Give a member another role or other groups; what is None stays. Raises `NotFound`, `Conflict` for one removed."""
    with db.owner() as conn:
        member = store.member_by_id(conn, member_id)
        if member.removed_at is not None:
            raise Conflict("This member was removed: add him or her again.")
        wanted = member.groups if groups is None else _groups(groups)
        return store.change_member(conn, member_id, role=role or member.role, groups=wanted)


def remove_member(db: Database, member_id: int) -> Member:
    """Let a member in no more, from the next click on; raises `NotFound`."""
    with db.owner() as conn:
        return store.remove_member(conn, member_id)


def is_email(text: str) -> bool:
    """Whether a text is one e-mail address."""
    return _EMAIL.fullmatch(text) is not None


def _address(email: str) -> str:
    address = email.strip().lower()
    if not is_email(address):
        raise InputError(f"“{email}” is not an e-mail address.")
    return address


def _groups(groups: Sequence[str]) -> tuple[str, ...]:
    named = {group if group.startswith("group:") else f"group:{group}" for group in map(str.strip, groups)}
    for group in named:
        if not _GROUP.fullmatch(group):
            raise InputError(f"“{group.removeprefix('group:')}” cannot be the name of a group.")
    return tuple(sorted(named))
