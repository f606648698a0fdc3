"""From what an identity provider says of somebody to the principal on whose behalf Memo acts, or a refusal.

The provider only proves who it is. Whether that somebody is a member, and as what, is in our own table, and read again
with every click. A member is known by issuer and subject; an e-mail address counts once, when somebody new joins.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memo.errors import Conflict, NotAllowed, SignInExpired
from memo.members.roll import is_email
from memo.models import Model, Principal, Role
from memo.settings import Settings
from memo.store import members as store
from memo.store.members import Member
from memo.store.pool import Connection, Database

LONGEST = timedelta(hours=12)
"""How long a sign-in lasts; the cookie behind it would last thirty days."""
CLOCKS_APART = timedelta(minutes=5)
"""How far ahead the provider's clock may be."""
DOORKEEPER = Principal(name="sign-in", agent="memo", role="reader")
"""Who looks up a member before anybody is known."""

EXPIRED = "Your sign-in is older than 12 hours: sign in again."
REMOVED = "You are no longer a member of this memory."
UNVERIFIED = "Your sign-in does not say that your e-mail address is yours, so nobody new can be let in by it."
STRANGER = "{email} is not a member of this memory: ask an administrator to add you."
TAKEN = "{email} belongs to a member who signs in another way: ask an administrator."


class Claims(Model):
    """What the provider says: `issued_at` is when it saw the person, `email_verified` what it vouches for."""

    issuer: str
    subject: str
    issued_at: datetime
    email: str | None = None
    email_verified: bool = False
    name: str | None = None

    @property
    def identity(self) -> str:
        """What a member is known by: a subject means nothing without its issuer."""
        return f"{self.issuer}|{self.subject}"


def check_age(claims: Claims, now: datetime) -> None:
    """Raise `SignInExpired` for a sign-in that is too old, or is said to be of the future."""
    if not -CLOCKS_APART <= now - claims.issued_at <= LONGEST:
        raise SignInExpired(EXPIRED)


def sign_in(db: Database, settings: Settings, claims: Claims, now: datetime) -> Principal:
    """The principal of a member; somebody new joins when an administrator or the settings allow it.

    Raises `SignInExpired`, and `NotAllowed` with a sentence that says why somebody is not let in.
    """
    check_age(claims, now)
    member = _known(db, claims) or _join(db, settings, claims)
    if member.removed_at is not None:
        raise NotAllowed(REMOVED)
    return Principal(
        name=member.name or member.email or f"member {member.id}",
        member_id=member.id,
        email=member.email,
        role=member.role,
        audience=member.groups,
    )


def _known(db: Database, claims: Claims) -> Member | None:
    with db.read(DOORKEEPER) as conn:
        return store.member_of_subject(conn, claims.identity)


def _join(db: Database, settings: Settings, claims: Claims) -> Member:
    email = (claims.email or "").strip().lower()
    if not is_email(email) or not (claims.email_verified or settings.trust_email):
        raise NotAllowed(UNVERIFIED)
    try:
        with db.owner() as conn:  # the table is nobody else's to write
            return _first_sign_in(conn, settings, claims, email)
    except Conflict:
        # The same person in another window was first, in the same moment.
        member = _known(db, claims)
        if member is None:
            raise
        return member


def _first_sign_in(conn: Connection, settings: Settings, claims: Claims, email: str) -> Member:
    first_role = _first_role(settings, email)
    same_address = store.members_of_email(conn, email)
    if not same_address:
        if first_role is None:
            raise NotAllowed(STRANGER.format(email=email))
        return store.insert_member(conn, subject=claims.identity, email=email, name=claims.name, role=first_role)
    member = same_address[0]
    if member.removed_at is not None:
        raise NotAllowed(REMOVED)
    if member.signed_in:
        same = store.member_of_subject(conn, claims.identity)  # another window was first
        if same is None:
            raise NotAllowed(TAKEN.format(email=email))
        return same
    role: Role = "admin" if first_role == "admin" else member.role
    return store.bind_member(conn, member.id, subject=claims.identity, name=claims.name, role=role)


def _first_role(settings: Settings, email: str) -> Role | None:
    """What somebody becomes whom no administrator has added; None is nothing."""
    if email in settings.admins:
        return "admin"
    return settings.new_member_role if email.rpartition("@")[2] in settings.allowed_domains else None
