"""What the database is told about the one who asks."""

from __future__ import annotations

import pytest

from memo.models import LOCAL_USER, Principal
from memo.store import scope


def test_the_machines_owner_sees_everything_and_nobody_else() -> None:
    assert scope.audience(LOCAL_USER) == "*"
    assert scope.audience(Principal(name="Ada", member_id=1, role="admin")) == "member:1,team"
    assert scope.audience(Principal(name="visitor", role="reader")) == "team"


def test_groups_are_listed_once() -> None:
    who = Principal(name="Ada", member_id=1, audience=("member:1", "group:legal", "group:legal"))
    assert scope.audience(who) == "group:legal,member:1,team"


@pytest.mark.parametrize("group", ["*", "a,b", ""])
def test_a_group_that_would_change_the_scope_is_refused(group: str) -> None:
    with pytest.raises(ValueError, match="not a group name"):
        scope.audience(Principal(name="Ada", audience=(group,)))


def test_an_answer_belongs_to_the_member_or_to_the_name() -> None:
    assert scope.asker(Principal(name="Ada", member_id=1, email="ada@example.com")) == "member:1"
    assert scope.asker(Principal(name="Ada", email="ada@example.com")) == "ada@example.com"
    assert scope.asker(LOCAL_USER) == "local user"
