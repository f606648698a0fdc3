"""Every method of the service asks for a role, and a method that nobody thought about is not offered at all."""

from __future__ import annotations

import pytest

from memo.errors import NotAllowed
from memo.models import LOCAL_USER, Principal, Role
from memo.service import Memo
from memo.service.access import NOT_OF_THE_TEAM, RANK, RIGHTS, guarded
from memo.service.core import Core
from memo.settings import Settings

ROLES: tuple[Role, ...] = ("reader", "member", "admin")


def memory_of(who: Principal) -> Memo:
    """A memory without a database: whatever gets past the guard fails on that."""
    return Memo(Settings(), who, db=None)  # type: ignore[arg-type]


def somebody(role: Role) -> Principal:
    return Principal(name="Ada", member_id=7, role=role)


def public_methods() -> set[str]:
    return {
        name
        for name in dir(Memo)
        if not name.startswith("_") and callable(getattr(Memo, name)) and name not in NOT_OF_THE_TEAM
    }


def test_every_public_method_has_a_right() -> None:
    assert public_methods() == RIGHTS.keys()
    assert {name for name in NOT_OF_THE_TEAM if hasattr(Memo, name)} == NOT_OF_THE_TEAM


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method", sorted(RIGHTS))
def test_a_role_may_what_it_may_and_no_more(method: str, role: Role) -> None:
    memo = memory_of(somebody(role))
    allowed = RANK[role] >= RANK[RIGHTS[method]]
    assert memo.may(method) is allowed
    # Called with nothing, a method fails on its arguments or on the missing database, but only behind the guard.
    with pytest.raises((TypeError, AttributeError) if allowed else NotAllowed):
        getattr(memo, method)()


@pytest.mark.parametrize(
    "method", ["delete_fact", "forget_meeting", "import_facts", "backup", "add_member", "backfill"]
)
def test_what_cannot_be_taken_back_is_for_administrators(method: str) -> None:
    assert RIGHTS[method] == "admin"


@pytest.mark.parametrize("method", ["receive", "capture", "edit_fact", "confirm_name", "add_note", "set_action_status"])
def test_writing_is_not_for_readers(method: str) -> None:
    assert RIGHTS[method] == "member"


def test_a_method_without_a_right_is_refused_when_it_is_written() -> None:
    class Careless(Memo):
        def everything(self) -> None:
            """What nobody declared."""

    with pytest.raises(TypeError, match="everything"):
        guarded(Careless)


def test_a_right_without_a_method_is_refused_too() -> None:
    class Bare(Core):
        """Nothing at all."""

    with pytest.raises(TypeError, match="search"):
        guarded(Bare)


def test_only_the_owners_memory_can_act_as_somebody() -> None:
    owner = memory_of(LOCAL_USER)
    ada = owner.acting_as(somebody("reader"))
    assert ada.who.name == "Ada"
    assert ada.acting_as(ada.who).who == ada.who
    for other in (LOCAL_USER, somebody("admin"), Principal(name="Ben", member_id=8)):
        with pytest.raises(NotAllowed):
            ada.acting_as(other)
    assert owner.who == LOCAL_USER
