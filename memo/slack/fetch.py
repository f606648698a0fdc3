"""Fetching a file that somebody handed in through Slack. The bot's token goes to Slack's file hosts and nowhere else.

Who may write a message may write any address into it, so: https, exactly these hosts, their own port, no user name, no
redirect followed, a public address, at most so many bytes, and no page where a file was asked for.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import requests
from requests.auth import AuthBase
from requests.utils import get_environ_proxies
from urllib3.exceptions import HTTPError

from memo.errors import FileNotAccepted, SlackError, SlackLimited, SlackRefused, TranscriptTooLong
from memo.models import Model
from memo.transcripts.kinds import check_extension

SECONDS: Final = 10.0
"""For the whole of a download."""
STALL_SECONDS: Final = 5.0
CHUNK_BYTES: Final = 64 * 1024
NO_FILE = "Slack sent a page instead of the file: the app lacks the scope files:read, or may not see this file."


class Origin(NamedTuple):
    """A server that may be given the token."""

    scheme: str
    host: str
    port: int


SLACK_FILES: Final = frozenset({Origin("https", "files.slack.com", 443), Origin("https", "cdn.slack-edge.com", 443)})

Resolve = Callable[[str, int], Sequence[str]]


class SlackFile(Model):
    """A file as Slack describes it; a thin one has nothing but its id."""

    id: str
    name: str | None = None
    url: str | None = None
    size: int | None = None
    elsewhere: bool = False


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses behind a host name."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except OSError as exc:
        raise SlackError(f"{host} cannot be found.") from exc


class Files:
    """Fetches files with `token` from `origins` alone, each of at most `most_bytes`."""

    def __init__(
        self,
        token: str,
        most_bytes: int,
        *,
        origins: frozenset[Origin] = SLACK_FILES,
        resolve: Resolve = addresses_of,
        seconds: float = SECONDS,
    ) -> None:
        self._token, self._most, self._seconds = _Bearer(token), most_bytes, seconds
        self._origins, self._resolve = origins, resolve

    def fetch(self, file: SlackFile) -> bytes:
        """The content of a file; raises `InputError` for what is not accepted, `SlackError` for what went wrong."""
        if file.elsewhere or not file.url:
            raise FileNotAccepted("This file is not kept in Slack: upload it, or hand it in on the Capture page.")
        check_extension(file.name)
        if file.size is not None and file.size > self._most:
            raise _too_long(file.size, self._most)
        self._check(file.url)
        try:
            return self._download(file.url)
        except (requests.RequestException, HTTPError) as exc:
            raise SlackError(f"The file could not be fetched ({type(exc).__name__}).") from exc

    def _check(self, url: str) -> None:
        """Raise `FileNotAccepted` unless `url` leads to a server that may be given the token."""
        try:
            parts = urlsplit(url)
            port = parts.port or {"https": 443, "http": 80}.get(parts.scheme, 0)
        except ValueError as exc:
            raise FileNotAccepted("The file's address makes no sense.") from exc
        # `hostname` is what requests will connect to; anything odd between the slashes makes the two differ.
        host = parts.hostname or ""
        plain = parts.netloc in (host, f"{host}:{port}") and url.isascii() and not set(url) & set("\\ \t\r\n")
        if not plain or Origin(parts.scheme, host, port) not in self._origins:
            raise FileNotAccepted("The file is not on Slack's own servers, so it is not fetched.")
        if not get_environ_proxies(url) and not all(map(_is_public, self._resolve(host, port))):
            raise FileNotAccepted("The file's address leads into a private network, so it is not fetched.")

    def _download(self, url: str) -> bytes:
        until = time.monotonic() + self._seconds
        with requests.get(
            url,
            auth=self._token,  # not as a header: a .netrc would take its place
            headers={"Accept-Encoding": "identity"},  # what is packed could be far larger than what arrives
            allow_redirects=False,
            stream=True,
            timeout=STALL_SECONDS,
        ) as reply:
            _check_reply(reply)
            content = bytearray()
            # Not `iter_content`: it waits for a whole chunk, and a server that drips would never be timed.
            while chunk := reply.raw.read1(CHUNK_BYTES):
                content += chunk
                if len(content) > self._most:
                    raise _too_long(None, self._most)
                if time.monotonic() > until:
                    raise SlackError(f"The file did not arrive within {self._seconds:.0f} s.")
        return bytes(content)


class _Bearer(AuthBase):
    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def _check_reply(reply: requests.Response) -> None:
    if reply.status_code == 429:
        wait = reply.headers.get("Retry-After", "1")
        raise SlackLimited(retry_after=float(wait) if wait.isdecimal() else 30.0)
    if reply.status_code >= 500:
        raise SlackError(f"Slack did not give the file (status {reply.status_code}).")
    if reply.status_code != 200:  # a redirect among them: it is not followed
        raise SlackRefused(f"Slack does not give the file (status {reply.status_code}).")
    if reply.headers.get("Content-Type", "").split(";")[0].strip().lower() in ("text/html", "application/xhtml+xml"):
        raise SlackRefused(NO_FILE)
    if reply.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise SlackError("Slack sent the file packed, which was not asked for.")


def _too_long(size: int | None, most: int) -> TranscriptTooLong:
    has = f"has {size:,} bytes" if size is not None else "is longer than the limit"
    return TranscriptTooLong(f"The file {has}; the limit is {most:,} bytes.")


def _is_public(address: str) -> bool:
    return ipaddress.ip_address(address.partition("%")[0]).is_global
