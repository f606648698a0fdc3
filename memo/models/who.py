"""Who asks: the person or agent on whose behalf a service call is made."""

from __future__ import annotations

from memo.models.base import Model, Role


class Principal(Model):
    """The person or agent on whose behalf a service call is made; every service call has one.

    `audience` are the groups whose restricted meetings this principal may see ("member:7", "group:legal").
    """

    name: str
    member_id: int | None = None
    agent: str | None = None
    email: str | None = None
    role: Role = "member"
    audience: tuple[str, ...] = ()


LOCAL_USER = Principal(name="local user", agent="memo", role="admin", audience=("*",))
"""Who asks when no sign-in is configured: the server then listens on this machine only."""
