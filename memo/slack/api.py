"""The Slack Web API as Memo uses it: one method per call, one turn a second per channel, errors of Memo's own.

The only place besides `listen` that knows slack_sdk. Turns are kept in the database, so that all processes of a team
share them; no transaction is open during a call.
"""

from __future__ import annotations

import http.client
import logging
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.webhook import WebhookClient

from memo.capture.tools import WORKER
from memo.errors import ConfigError, SlackError, SlackLimited, SlackRefused
from memo.settings import Settings
from memo.slack.blocks import Message
from memo.store import slack as store
from memo.store.pool import Database

PAUSE_SECONDS = 1.05
"""Between two messages to one channel; Slack allows one a second."""
TIMEOUT_SECONDS = 10
TURN_SECONDS = 20.0
"""How long a channel is held by who is writing to it, should that one die."""
LONGEST_WAIT = 15.0
"""How long a call waits for its turn, at least."""
LOOK_SECONDS = 0.2
"""Between two looks at a channel that is taken."""
TRIES = 4
RESPONSE_HOST = "hooks.slack.com"
"""Where Slack takes answers to a command in channels that the app is not in."""

_PASSING = {"internal_error", "fatal_error", "service_unavailable", "request_timeout", "ratelimited", "rate_limited"}
_ABSENT = {"channel_not_found", "not_in_channel", "user_not_in_channel", "is_archived", "messages_tab_disabled"}
_WHAT_HELPS = {
    "not_in_channel": "invite the app there: /invite @memo",
    "channel_not_found": "the channel's id is wrong, or the app is not in it: /invite @memo",
    "is_archived": "the channel is archived",
    "invalid_auth": "the token is wrong",
    "not_authed": "the token is missing",
    "token_revoked": "the token was revoked",
    "account_inactive": "the app was removed from the workspace",
    "missing_scope": "the app lacks a scope of the manifest: reinstall it",
}

_log = logging.getLogger(__name__)


class Identity(NamedTuple):
    """Who Memo is in Slack."""

    user_id: str
    team_id: str


class Profile(NamedTuple):
    """A Slack user; `outsider` for guests, bots and people of other workspaces."""

    user_id: str
    name: str
    outsider: bool


class Slack:
    """The Web API on behalf of the app; thread-safe.

    A call that Slack asks to wait for is repeated when the wait is at most `patience` seconds; else `SlackLimited`.
    """

    def __init__(self, settings: Settings, db: Database, *, patience: float = 0.0) -> None:
        if settings.slack_bot_token is None:
            raise ConfigError("Slack needs SLACK_BOT_TOKEN.")
        self._client = client(settings)
        self._db, self._patience = db, patience

    @cached_property
    def me(self) -> Identity:
        """Who Memo is in Slack."""
        said = self._call(self._client.auth_test)
        return Identity(said["user_id"], said["team_id"])

    def post(self, channel: str, message: Message, *, thread_ts: str | None = None) -> str:
        """Post a message, in a thread when given; its timestamp, which is its name in the channel."""
        said = self._call(
            partial(
                self._client.chat_postMessage,
                channel=channel,
                text=message.text,
                blocks=message.blocks,
                thread_ts=thread_ts,
                unfurl_links=False,
                unfurl_media=False,
                parse="none",
                link_names=False,
            ),
            channel,
        )
        return str(said["ts"])

    def update(self, channel: str, ts: str, message: Message) -> None:
        """Let a message say something else."""
        self._call(
            partial(
                self._client.chat_update,
                channel=channel,
                ts=ts,
                text=message.text,
                blocks=message.blocks,
                parse="none",
                link_names=False,
            ),
            channel,
        )

    def whisper(
        self,
        channel: str,
        user: str,
        message: Message,
        *,
        thread_ts: str | None = None,
        response_url: str | None = None,
    ) -> None:
        """Tell one person alone; by `response_url` where the app is not in the channel."""
        try:
            self._call(
                partial(
                    self._client.chat_postEphemeral,
                    channel=channel,
                    user=user,
                    text=message.text,
                    blocks=message.blocks,
                    thread_ts=thread_ts,
                    parse="none",
                    link_names=False,
                ),
                channel,
            )
        except _NotThere:
            if response_url is None or not _is_slacks(response_url):
                raise
            self._respond(response_url, message)

    def file(self, file_id: str) -> dict[str, Any]:
        """What Slack knows of a file."""
        found: dict[str, Any] = self._call(partial(self._client.files_info, file=file_id))["file"]
        return found

    def message(self, channel: str, ts: str, thread_ts: str | None) -> dict[str, Any] | None:
        """One message by its name, and no other; None when the app may not look or it is gone."""
        look: Callable[[], Any]
        if thread_ts in (None, ts):
            look = partial(
                self._client.conversations_history, channel=channel, oldest=ts, latest=ts, inclusive=True, limit=1
            )
        else:
            look = partial(
                self._client.conversations_replies,
                channel=channel,
                ts=str(thread_ts),
                oldest=ts,
                latest=ts,
                inclusive=True,
                limit=2,  # a thread's first message comes along
            )
        try:
            messages = self._call(look).get("messages") or []
        except SlackRefused as exc:
            _log.warning("a message that names Memo cannot be looked up: %s", exc)
            return None
        return next((found for found in messages if found.get("ts") == ts), None)

    def profile(self, user_id: str) -> Profile:
        """Who a user is."""
        user = self._call(partial(self._client.users_info, user=user_id))["user"]
        shown = user.get("profile") or {}
        flags = ("deleted", "is_bot", "is_restricted", "is_ultra_restricted", "is_stranger")
        outsider = any(user.get(flag) for flag in flags) or user.get("team_id") != self.me.team_id
        name = shown.get("real_name") or user.get("real_name") or user.get("name") or user_id
        return Profile(user_id, " ".join(str(name).split())[:100], outsider)

    def _respond(self, url: str, message: Message) -> None:
        with translated():
            said = WebhookClient(url, timeout=TIMEOUT_SECONDS, retry_handlers=[]).send(
                text=message.text, blocks=message.blocks, response_type="ephemeral", replace_original=False
            )
        if said.status_code != 200:
            raise SlackError(f"Slack did not take the answer (status {said.status_code}).")

    def _call(self, call: Callable[[], Any], channel: str | None = None) -> Any:
        """The reply to a call; one that writes to `channel` waits for its turn."""
        for _ in range(TRIES - 1):
            try:
                return self._once(call, channel)
            except SlackLimited as exc:
                if exc.retry_after > self._patience:
                    raise
                time.sleep(exc.retry_after)
        return self._once(call, channel)

    def _once(self, call: Callable[[], Any], channel: str | None) -> Any:
        if channel is None:
            with translated():
                return call()
        self._take_turn(channel)
        rest = PAUSE_SECONDS
        try:
            with translated():
                return call()
        except SlackLimited as exc:
            rest = max(rest, exc.retry_after)
            raise
        finally:
            # Counted from the reply: however slow a call was, the next one reaches Slack a second later.
            with self._db.write(WORKER) as conn:
                store.end_turn(conn, channel, rest)

    def _take_turn(self, channel: str) -> None:
        """Return when the channel is ours; raises `SlackLimited` when that takes too long."""
        until = time.monotonic() + max(self._patience, LONGEST_WAIT)
        while True:
            with self._db.write(WORKER) as conn:
                if store.take_turn(conn, channel, TURN_SECONDS):
                    return
                wait = store.turn_wait(conn, channel)
            if time.monotonic() + wait > until:
                raise SlackLimited("Slack asks to wait.", retry_after=max(wait, PAUSE_SECONDS))
            time.sleep(min(wait, LOOK_SECONDS) + 0.001)


class _NotThere(SlackRefused):
    """The app is not in this channel."""


class _Client(WebClient):
    """The SDK's client, whose token goes to no other host: urllib takes headers along wherever it is redirected."""

    def _perform_urllib_http_request_internal(self, url: str, req: urllib.request.Request) -> dict[str, Any]:
        token = req.headers.pop("Authorization", None)
        if token is not None:
            req.add_unredirected_header("Authorization", token)
        said: dict[str, Any] = super()._perform_urllib_http_request_internal(url, req)
        return said


def client(settings: Settings) -> WebClient:
    """The SDK's client for these settings; it repeats nothing by itself."""
    token = settings.slack_bot_token
    return _Client(
        token=token.get_secret_value() if token else None,
        base_url=settings.slack_api_url,
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[],
    )


@contextmanager
def translated() -> Iterator[None]:
    """Raise Memo's error for what the SDK raises; none of them holds a token."""
    try:
        yield
    except SlackApiError as exc:
        raise _translation(exc) from exc
    except (SlackClientError, urllib.error.URLError, http.client.HTTPException, OSError) as exc:
        raise SlackError(f"Slack cannot be reached ({type(exc).__name__}).") from exc


def _translation(exc: SlackApiError) -> SlackError:
    response = exc.response
    status = int(getattr(response, "status_code", 0) or 0)
    if status == 429:
        return SlackLimited("Slack asks to wait.", retry_after=_retry_after(response.headers))
    code = str(response.get("error") or "") if isinstance(response.data, dict) else ""
    if status >= 500 or code in _PASSING or (300 <= status < 400):
        return SlackError(f"Slack is not well (status {status}).")
    # Only Slack's own short codes are repeated: what else it sends may hold anything.
    shown = code if code.replace("_", "").isalnum() and len(code) < 60 else f"status {status}"
    help_ = f": {_WHAT_HELPS[code]}" if code in _WHAT_HELPS else ""
    kind = _NotThere if code in _ABSENT else SlackRefused
    return kind(f"Slack says {shown}{help_}.")


def _retry_after(headers: dict[str, Any]) -> float:
    given = next((value for name, value in headers.items() if name.lower() == "retry-after"), None)
    first = given[0] if isinstance(given, list) else given
    try:
        return max(1.0, float(first or 1))
    except ValueError:
        return 30.0


def _is_slacks(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "https" and parts.netloc == RESPONSE_HOST
