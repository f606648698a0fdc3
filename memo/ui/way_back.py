"""Where somebody wanted to go before the sign-in: an address of our own pages and nothing else. No streamlit in here.

The provider sends everybody back to one address, so what was opened is remembered in the browser meanwhile, signed.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from itsdangerous import BadData, URLSafeTimedSerializer

COOKIE: Final = "memo_way_back"
SECONDS: Final = 600
"""How long a sign-in at the provider may take."""
MOST_CHARS: Final = 2000
"""The longest query that is remembered; a longer one would not fit into a cookie."""
MOST_PARAMETERS: Final = 50


def page_names(root: Path) -> frozenset[str]:
    """The pages beside Home as addresses name them: `pages/4_Facts.py` is `Facts`."""
    return frozenset(file.stem.partition("_")[2] for file in (root / "pages").glob("[0-9]*_*.py"))


def own_page(address: str, names: Collection[str], base: str = "") -> str | None:
    """The path and query of `address` when they are those of a page of ours, put together anew; else None.

    The host is left out, so that nobody is ever led to another. `base` is the path below which the pages are.
    """
    try:
        parts = urlsplit(address)
        query = urlencode(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=MOST_PARAMETERS))
    except ValueError:
        return None
    prefix = f"/{base.strip('/')}/" if base.strip("/") else "/"
    name = parts.path.removeprefix(prefix).rstrip("/")
    if not parts.path.startswith(prefix) or (name and name not in names) or len(query) > MOST_CHARS:
        return None
    return prefix + name + (f"?{query}" if query else "")


def sealed(page: str, secret: str) -> str:
    """`page` as the cookie holds it."""
    return _seal(secret).dumps(page)


def opened(cookie: str, secret: str) -> str | None:
    """The page that a cookie holds; None when it is not of our making, or older than `SECONDS`."""
    try:
        page = _seal(secret).loads(cookie, max_age=SECONDS)
    except BadData:
        return None
    return page if isinstance(page, str) else None


def _seal(secret: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret, salt=COOKIE)
