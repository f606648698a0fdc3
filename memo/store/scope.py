"""What row-level security is told about the person behind a transaction."""

from __future__ import annotations

from memo.models import Principal

EVERYTHING = "*"
TEAM = "team"


def audience(who: Principal) -> str:
    """The value of `memo.audience`: the groups of `who` joined by commas, never empty, or `*` for everything.

    Everything is for the machine's owner, who needs no sign-in. A signed-in administrator manages Memo but sees only
    the restricted meetings of his or her groups. Raises `ValueError` for a group name with a comma.
    """
    if who.role == "admin" and who.member_id is None:
        return EVERYTHING
    groups = {TEAM, *who.audience}
    if who.member_id is not None:
        groups.add(f"member:{who.member_id}")
    if any(not group or "," in group or group == EVERYTHING for group in groups):
        raise ValueError(f"not a group name: {sorted(groups)}")
    return ",".join(sorted(groups))


def asker(who: Principal) -> str:
    """The value of `memo.asker` and of `asked_by` columns: the one who alone reads an answer back."""
    if who.member_id is not None:
        return f"member:{who.member_id}"
    return who.email or who.name


def member(who: Principal) -> str:
    """The value of `memo.member`: the member's id, or nothing."""
    return "" if who.member_id is None else str(who.member_id)
