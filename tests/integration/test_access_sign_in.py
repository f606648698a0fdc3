"""Who is let in: the provider says who it is, our own table whether that is a member, and as what."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from memo.errors import Conflict, InputError, NotAllowed, NotFound, SignInExpired
from memo.members.roll import add_member, change_member, members, remove_member
from memo.members.sign_in import Claims, sign_in
from memo.models import LOCAL_USER, Principal
from memo.settings import Settings
from memo.store.pool import Database

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ISSUER = "https://idp.example.com"


def claims(subject: str = "ana", email: str | None = "Ana@Example.com", **more: object) -> Claims:
    values = {"issuer": ISSUER, "subject": subject, "issued_at": NOW, "email": email, "email_verified": True}
    return Claims.model_validate(values | {"name": "Ana Costa"} | more)


def settings(**values: object) -> Settings:
    return Settings.model_validate({"allowed_domains": "example.com", **values})


def enter(db: Database, who: Claims, *, at: datetime = NOW, **values: object) -> Principal:
    return sign_in(db, settings(**values), who, at)


def test_an_allowed_domain_joins_as_a_reader(db: Database) -> None:
    ana = enter(db, claims())
    assert ana == Principal(name="Ana Costa", member_id=ana.member_id, email="ana@example.com", role="reader")
    assert enter(db, claims()) == ana
    (member,) = members(db, LOCAL_USER)
    assert (member.id, member.signed_in) == (ana.member_id, True)


def test_what_newcomers_are_can_be_set(db: Database) -> None:
    assert enter(db, claims(), new_member_role="member").role == "member"


def test_the_first_administrators_are_in_the_settings(db: Database) -> None:
    root = enter(db, claims("root", "root@elsewhere.org"), admins="Root@elsewhere.org, x@y.z")
    assert root.role == "admin"
    assert enter(db, claims()).role == "reader"


@pytest.mark.parametrize(
    "email",
    [
        "ana@example.com.evil.org",
        "ana@evil-example.com",
        "ana@sub.example.com",
        "ana@evil.org",
    ],
)
def test_a_stranger_is_refused_with_a_sentence(db: Database, email: str) -> None:
    with pytest.raises(NotAllowed, match="not a member of this memory"):
        enter(db, claims(email=email))
    assert members(db, LOCAL_USER) == []


@pytest.mark.parametrize(
    "more",
    [
        {"email_verified": False},
        {"email": None},
        {"email": "  "},
        {"email": "example.com"},
        {"email": "@example.com"},
        {"email": "evil@evil.org@example.com"},
        {"email": "ana@evil.org,x@example.com"},
    ],
)
def test_an_address_that_nobody_vouches_for_lets_nobody_in(db: Database, more: dict[str, object]) -> None:
    add_member(db, "ana@example.com", "admin")
    with pytest.raises(NotAllowed, match="does not say that your e-mail address is yours"):
        enter(db, claims(**more), admins="ana@example.com")


def test_a_provider_of_ones_own_can_be_trusted(db: Database) -> None:
    assert enter(db, claims(email_verified=False), trust_email=True).role == "reader"


def test_who_was_added_comes_in_as_what_he_or_she_was_added(db: Database) -> None:
    added = add_member(db, " Ana@Elsewhere.org ", "member", ["legal", "group:board"])
    ana = enter(db, claims(email="ana@elsewhere.org"))
    assert (ana.member_id, ana.role, ana.audience) == (added.id, "member", ("group:board", "group:legal"))


def test_a_member_is_who_the_issuer_says_not_an_address(db: Database) -> None:
    ana = enter(db, claims())
    moved = enter(db, claims(email="ana.costa@elsewhere.org", email_verified=False))
    assert moved.member_id == ana.member_id
    for other in (claims("somebody else"), claims(issuer="https://evil.example.org")):
        with pytest.raises(NotAllowed, match="signs in another way"):
            enter(db, other)
    assert len(members(db, LOCAL_USER)) == 1


def test_a_role_counts_from_the_next_click(db: Database) -> None:
    ana = enter(db, claims())
    assert ana.member_id is not None
    change_member(db, ana.member_id, role="admin", groups=["legal"])
    again = enter(db, claims())
    assert (again.role, again.audience) == ("admin", ("group:legal",))
    change_member(db, ana.member_id, role="reader")
    assert enter(db, claims()).audience == ("group:legal",)


def test_who_is_removed_is_out_and_stays_out(db: Database) -> None:
    ana = enter(db, claims())
    assert ana.member_id is not None
    remove_member(db, ana.member_id)
    with pytest.raises(NotAllowed, match="no longer a member"):
        enter(db, claims())
    with pytest.raises(NotAllowed, match="no longer a member"):
        enter(db, claims("another sign-in of the same address"), admins="ana@example.com")
    with pytest.raises(NotFound):
        remove_member(db, ana.member_id)
    with pytest.raises(Conflict):
        change_member(db, ana.member_id, role="admin")
    add_member(db, "ana@example.com", "member")
    assert enter(db, claims()).member_id == ana.member_id


def test_a_sign_in_lasts_half_a_day(db: Database) -> None:
    enter(db, claims(), at=NOW + timedelta(hours=12))
    for at in (NOW + timedelta(hours=12, seconds=1), NOW + timedelta(days=29), NOW - timedelta(minutes=6)):
        with pytest.raises(SignInExpired):
            enter(db, claims(), at=at)


def test_two_windows_at_once_are_one_member(db: Database) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: enter(db, claims()).member_id, range(8)))
    assert len(found) == 1
    assert len(members(db, LOCAL_USER)) == 1


def test_who_signs_in_is_the_person_of_that_address(db: Database) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO people (name, email) VALUES ('Ana C. Costa', 'ANA@example.com')")
    enter(db, claims())
    with db.owner() as conn:
        row = conn.execute("SELECT p.name FROM members m JOIN people p ON p.id = m.person_id").fetchone()
    assert row == {"name": "Ana C. Costa"}


@pytest.mark.parametrize("email", ["", "ana", "ana@example", "a b@example.com", "a@b.c,d@e.f"])
def test_an_address_is_an_address(db: Database, email: str) -> None:
    with pytest.raises(InputError):
        add_member(db, email, "reader")


@pytest.mark.parametrize("group", ["", "a b", "a,b", "*", "group:", "a:b"])
def test_a_group_is_a_word(db: Database, group: str) -> None:
    with pytest.raises(InputError):
        add_member(db, "ana@example.com", "reader", [group])


def test_nobody_is_added_twice(db: Database) -> None:
    add_member(db, "ana@example.com", "reader")
    with pytest.raises(Conflict):
        add_member(db, "ANA@example.com", "admin")
