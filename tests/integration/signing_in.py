"""`memo app` where people sign in at a fake provider, and visitors without a browser."""

from __future__ import annotations

import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import requests
from joserfc import jwt
from joserfc.jwk import OctKey

from memo.models import LOCAL_USER
from memo.service import Memo
from memo.settings import Settings
from tests.conftest import in_memory
from tests.fakes.oidc import FakeProvider
from tests.integration.app_process import App, free_port

COOKIE_SECRET = "a word that only this app knows, for its cookies"


@contextmanager
def signed_app(provider: FakeProvider, fill: Callable[[Memo], None], **settings: str) -> Iterator[App]:
    """An app whose memory `fill` has filled, started from a folder whose secrets name `provider`."""
    home = Path(tempfile.mkdtemp(prefix="memo-signed-", dir=in_memory()))
    port = free_port()
    (home / "from" / ".streamlit").mkdir(parents=True)
    secrets = provider.secrets_toml(f"http://127.0.0.1:{port}", COOKIE_SECRET)
    (home / "from" / ".streamlit" / "secrets.toml").write_text(secrets)
    try:
        with Memo.open(Settings.model_validate({"home": home, "model": "offline"}), LOCAL_USER) as memo:
            fill(memo)
        app = App(home, "--port", str(port), cwd=home / "from", **settings)
        try:
            yield app
        finally:
            app.stop(signal.SIGTERM)
    finally:
        shutil.rmtree(home)


@contextmanager
def memory_of(app: App) -> Iterator[Memo]:
    """The memory of a running app, as the machine's owner."""
    with Memo.open(Settings.model_validate({"home": app.home, "model": "offline"}), LOCAL_USER) as memo:
        yield memo


def visitor(app: App, provider: FakeProvider, person: str, *, page: str = "", age: int = 0) -> requests.Session:
    """Somebody who has pressed "Sign in" on a page and come back; `landed` is what the last redirect led to."""
    session = requests.Session()
    provider.person, provider.age = person, age
    # What the button of the page sends the browser to.
    asked = jwt.encode(
        {"alg": "HS256"}, {"provider": "default", "exp": int(time.time()) + 60}, OctKey.import_key(COOKIE_SECRET)
    )
    session.headers["Referer"] = f"{app.url}/{page}"
    reply = session.get(f"{app.url}/auth/login", params={"provider": asked}, timeout=30)
    del session.headers["Referer"]
    assert reply.status_code == 200, reply.text
    assert "_streamlit_user" in session.cookies
    session.landed = reply.url.removeprefix(app.url)  # type: ignore[attr-defined]
    return session
