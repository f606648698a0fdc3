"""What the server does where people sign in, beside drawing pages: `asgi.py` puts it around Streamlit's own app.

Files are made for whoever asks, when they are asked for. Streamlit's own place for files, /media, knows no sign-in and
gives a file to everybody who has its link: it stays shut. And who signs in comes back to the page that was opened.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.auth_util import get_cookie_with_chunks, get_origin_from_redirect_uri
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from memo.errors import ConfigError, InputError, MemoError, NotAllowed, SignInExpired
from memo.service import Memo
from memo.ui.facts_view import FactsView, view_of
from memo.ui.files import EXPORTED, MIMES
from memo.ui.frame import memory, shared_settings
from memo.ui.sign_in import claims_of, required
from memo.ui.way_back import COOKIE, SECONDS, opened, own_page, page_names, sealed

ROOT: Final = Path(__file__).resolve().parent.parent.parent
NAMES: Final = page_names(ROOT)
FILES: Final = "files"
SIGN_IN: Final = "Sign in on the pages first: this file is made for the person who asks for it."
CLOSED: Final = "Nothing is kept here."

SERVING: Final = Event()
"""Set while this process serves files of its own; `streamlit run app.py` never does."""


def at_work() -> bool:
    """Whether a link to a file leads anywhere."""
    return SERVING.is_set()


def file_link(view: FactsView, kind: str) -> str:
    """The address at which whoever is signed in gets the facts of a view as a file, all of its pages."""
    return f"{_path(f'{FILES}/facts.{kind}')}?{urlencode(view.having().address(), doseq=True)}"


def routes() -> list[Route]:
    """The addresses that are not Streamlit's."""
    return [Route(_path(f"{FILES}/facts.{{kind}}"), _facts_file, methods=["GET"])]


def middleware() -> list[Middleware]:
    """What every request passes before Streamlit sees it."""
    return [Middleware(Gate)]


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """From the start of the server to its end: told to stop, a server of this kind runs no other handler."""
    SERVING.set()
    yield
    SERVING.clear()
    memory.clear()


class Gate:
    """Shuts /media, and remembers over a sign-in which page was opened; nothing changes where nobody signs in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or not _signs_in():
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        path = request.url.path
        if path.startswith(_path("media/")):
            await PlainTextResponse(CLOSED, 404)(scope, receive, send)
        elif path == _path("auth/login"):
            await self._app(scope, receive, partial(_remember, request, send))
        elif path == _path("oauth2callback"):
            await self._app(scope, receive, partial(_lead_back, request, send))
        else:
            await self._app(scope, receive, send)


async def _remember(request: Request, send: Send, message: Message) -> None:
    """On the way to the provider: keep the page on which the button was."""
    if message["type"] == "http.response.start":
        page = own_page(request.headers.get("referer", ""), NAMES, _base())
        _set(message, sealed(page, get_cookie_secret()) if page else "")
    await send(message)


async def _lead_back(request: Request, send: Send, message: Message) -> None:
    """On the way back from it: to that page instead of Home. What a cookie says is checked again."""
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        page = own_page(opened(request.cookies.get(COOKIE, ""), get_cookie_secret()) or "", NAMES, _base())
        if page and headers.get("location") == _path(""):
            headers["location"] = page
        _set(message, "")
    await send(message)


def _set(message: Message, value: str) -> None:
    """Set the cookie; an empty one is gone."""
    life = SECONDS if value else 0
    secure = "; Secure" if (get_origin_from_redirect_uri() or "").startswith("https:") else ""
    MutableHeaders(scope=message).append(
        "set-cookie", f"{COOKIE}={value}; Path={_path('')}; Max-Age={life}; HttpOnly; SameSite=Lax{secure}"
    )


async def _facts_file(request: Request) -> Response:
    """The facts of a view, as far as whoever asks may see them, read while they are sent."""
    kind = request.path_params["kind"]
    if kind not in MIMES or not _signs_in():
        return PlainTextResponse("There is no such file.", 404)
    try:
        pieces = await run_in_threadpool(_pieces, request, kind)
    except SignInExpired as exc:
        return PlainTextResponse(exc.message, 401)
    except NotAllowed as exc:
        return PlainTextResponse(exc.message, 403)
    except InputError as exc:
        return PlainTextResponse(exc.message, 400)
    except MemoError as exc:
        return PlainTextResponse(exc.message, 503)
    return StreamingResponse(
        pieces,
        media_type=MIMES[kind],
        headers={
            "Content-Disposition": f'attachment; filename="facts.{kind}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


def _pieces(request: Request, kind: Any) -> Iterator[str]:
    """The text of the file; its first piece is read at once, so that what is wrong is said before anything is sent."""
    view = view_of({name: request.query_params.getlist(name) for name in request.query_params})
    pieces = _memo_of(request.cookies).export(kind, view.filter, most=EXPORTED)
    first = next(pieces, "")
    return chain((first,), pieces)


def _memo_of(cookies: Mapping[str, str]) -> Memo:
    """The memory as the person whose cookie it is may see it now, as `whoever_asks` does on a page.

    Raises `SignInExpired` without a sign-in that counts, and `NotAllowed` for who is no member.
    """
    claims = claims_of(_user(cookies))
    if claims is None:
        raise SignInExpired(SIGN_IN)
    memo = memory()
    return memo.acting_as(memo.sign_in(claims, datetime.now(UTC)))


def _user(cookies: Mapping[str, str]) -> dict[str, Any]:
    """What Streamlit wrote into its cookie at the sign-in here, as `st.user` has it; empty when it did not."""
    secret = get_cookie_secret()

    def signed(name: str) -> bytes | None:
        return decode_signed_value(secret, name, cookies[name]) if name in cookies else None

    kept = get_cookie_with_chunks(signed, USER_COOKIE_NAME)
    user = json.loads(kept) if kept else {}
    origin = get_origin_from_redirect_uri()
    return user if origin and user.get("origin") == origin else {}


def _signs_in() -> bool:
    """Whether people sign in; where they should and cannot, everything is shut as if they did."""
    try:
        return required(shared_settings())
    except ConfigError:
        return True


def _base() -> str:
    return str(st.get_option("server.baseUrlPath") or "")


def _path(path: str) -> str:
    base = _base().strip("/")
    return f"/{base}/{path}" if base else f"/{path}"
