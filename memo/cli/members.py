"""`memo members`: who may sign in, and as what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from memo.cli.output import Json, emit, opened, write
from memo.errors import NotFound
from memo.models import Role

if TYPE_CHECKING:
    from memo.service import Memo
    from memo.store.members import Member

ROLES: tuple[str, ...] = get_args(Role)
ROLE_HELP = "reader, member or admin."


def a_role(text: str) -> str:
    """One of the roles."""
    if text not in ROLES:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(ROLES)}")
    return text


Email = Annotated[str, typer.Argument(metavar="EMAIL", help="The address that the sign-in vouches for.")]
Groups = Annotated[
    list[str] | None, typer.Option("--group", metavar="G", help="A group whose restricted meetings he or she sees.")
]


def register(app: typer.Typer) -> None:
    """Adds these commands to `memo`."""
    room = typer.Typer(help="Who may sign in, and as what.", no_args_is_help=True)
    room.command("list")(list_members)
    room.command("add")(add)
    room.command("role")(role)
    room.command("remove")(remove)
    app.add_typer(room, name="members")


def list_members(as_json: Json = False) -> None:
    """List everybody who may sign in, and last those who no longer may."""
    with opened(as_json) as memo:
        found = memo.members()
    for member in found:
        _show(member, as_json)
    if not found and not as_json:
        write("No members: memo members add EMAIL lets somebody in, once people sign in.")


def add(
    email: Email,
    role: Annotated[str, typer.Option(parser=a_role, metavar="ROLE", help=ROLE_HELP)] = "member",
    group: Groups = None,
    as_json: Json = False,
) -> None:
    """Let somebody in who signs in with this address."""
    with opened(as_json) as memo:
        _show(memo.add_member(email, cast("Role", role), group or ()), as_json)


def role(
    email: Email,
    role: Annotated[str, typer.Argument(parser=a_role, metavar="ROLE", help=ROLE_HELP)],
    group: Groups = None,
    as_json: Json = False,
) -> None:
    """Give a member another role, and with --group the groups he or she belongs to from now on."""
    with opened(as_json) as memo:
        member = _called(memo, email)
        _show(memo.change_member(member.id, role=cast("Role", role), groups=group), as_json)


def remove(email: Email, as_json: Json = False) -> None:
    """Let a member in no more, from the next click on."""
    with opened(as_json) as memo:
        _show(memo.remove_member(_called(memo, email).id), as_json)


def _called(memo: Memo, email: str) -> Member:
    for member in memo.members():
        if member.removed_at is None and member.email == email.strip().lower():
            return member
    raise NotFound(f"{email} is not a member.")


def _show(member: Member, as_json: bool) -> None:
    if as_json:
        emit(member.model_dump(mode="json"))
        return
    state = "removed" if member.removed_at else "" if member.signed_in else "has not signed in yet"
    parts = (member.name, member.email, member.role, *member.groups, state)
    write(" · ".join(part for part in parts if part))
