"""Who is at the browser: the one place where a principal is made of what Streamlit's sign-in says.

Until somebody is known, nothing of the memory is opened or asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn

import streamlit as st

from memo.addresses import is_loopback
from memo.errors import ConfigError, NotAllowed, SignInExpired
from memo.models import Principal
from memo.service import Claims, Memo, check_age
from memo.settings import Settings
from memo.ui.plain import plain

_WHO: Final = "signed_in_as"
_ROLES: Final = {"reader": "may read", "member": "may read and write", "admin": "administrator"}
_WELCOME: Final = "The decision memory of your team. Sign in to read it."


def required(settings: Settings) -> bool:
    """Whether people sign in here; raises `ConfigError` when they should and cannot."""
    if settings.auth == "off":
        return False
    if st.secrets.load_if_toml_exists():
        if "auth" in st.secrets:
            return True
    elif any(Path(file).exists() for file in st.get_option("secrets.files")):
        raise ConfigError("Streamlit's secrets cannot be read, so it is not known whether people sign in.")
    if settings.auth == "oidc":
        raise ConfigError("MEMO_AUTH=oidc needs a section [auth] in .streamlit/secrets.toml.")
    return False


def whoever_asks(settings: Settings, memory: Callable[[], Memo]) -> Memo:
    """The memory as the person at the browser may see it; without a sign-in, that of the machine's owner.

    For somebody who is not let in, draws why and the way to sign in, and stops the script.
    """
    if not required(settings):
        return memory()
    now = datetime.now(UTC)
    try:
        claims = claims_of(st.user.to_dict())
        if claims is None:
            _stop_at_the_door(_WELCOME)
        check_age(claims, now)
        memo = memory()
        who = memo.sign_in(claims, now)
    except SignInExpired as exc:
        _stop_at_the_door(exc.message)
    except NotAllowed as exc:
        _stop_at_the_door(exc.message, known=True)
    _forget_another(who)
    return memo.acting_as(who)


def draw_who(memo: Memo) -> None:
    """Say who is signed in, with the way out; or that nobody has to, and who can come."""
    who = memo.who
    if who.member_id is not None:
        st.caption(plain(f"{who.name}, {_ROLES[who.role]}"))
        st.button("Sign out", type="tertiary", icon=":material/logout:", on_click=st.logout)
    elif is_loopback(st.get_option("server.address") or ""):
        st.caption("No sign-in: only this machine can open these pages.")
    else:
        st.caption(":material/warning: No sign-in: everybody who can reach this address reads everything.")


def has_client() -> bool:
    """Whether what `st.login` needs is installed."""
    return find_spec("authlib") is not None


def claims_of(user: Mapping[str, Any]) -> Claims | None:
    """What the provider says; None when nobody is signed in. Without an identity or a time there is no sign-in."""
    if not user.get("is_logged_in"):
        return None
    issuer, subject, issued = user.get("iss"), user.get("sub"), user.get("iat")
    if not (isinstance(issuer, str) and isinstance(subject, str) and isinstance(issued, int | float)):
        raise NotAllowed("The sign-in does not say who you are (iss, sub) and since when (iat).")
    return Claims(
        issuer=issuer,
        subject=subject,
        issued_at=datetime.fromtimestamp(issued, UTC),
        email=_text(user.get("email")),
        email_verified=user.get("email_verified") in (True, "true"),
        name=_text(user.get("name")),
    )


def _text(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _stop_at_the_door(why: str, *, known: bool = False) -> NoReturn:
    """Draw nothing but a sentence and a button; whoever is known, but not let in, can come back as somebody else."""
    st.title("Memo", anchor=False)
    st.markdown(plain(why))
    if known:
        st.button("Sign out", icon=":material/logout:", on_click=st.logout)
    elif not has_client():
        st.error("This server cannot sign anybody in: it lacks the extra `auth` (README).", icon=":material/error:")
    else:
        st.button("Sign in", type="primary", icon=":material/login:", on_click=st.login)
    st.stop()


def _forget_another(who: Principal) -> None:
    """What the page remembers belongs to one person in one role: it does not outlive either."""
    if st.session_state.get(_WHO, who) != who:
        st.session_state.clear()
    st.session_state[_WHO] = who
