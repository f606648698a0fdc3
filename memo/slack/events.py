"""What Slack delivers, and what of it is addressed to Memo. No I/O.

Everything that does not name Memo, is no command and no click on one of its buttons is dropped here: it goes no
further, is kept nowhere and is written to no log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict

from memo.models import Model
from memo.slack.fetch import SlackFile
from memo.slack.names import CHOICE

_SUBTYPES = (None, "file_share", "thread_broadcast")
"""Kinds of message that a person writes; edits, joins and the like are not asked of anybody."""
_DIGEST = re.compile(r"digest\s+(?P<note>\S.*)", re.IGNORECASE | re.DOTALL)


class Asked(Model):
    """What a person asked of Memo; `key` is the same however often Slack delivers it.

    `value` is a button's, `text` a mention's words without the mention, or a command's. `shared` says that people of
    another company are in the channel.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    kind: Literal["mention", "command", "click"]
    key: str
    channel: str
    user: str
    ts: str | None = None
    thread_ts: str | None = None
    text: str = ""
    files: tuple[SlackFile, ...] = ()
    value: str | None = None
    response_url: str | None = None
    shared: bool = False

    @property
    def thread(self) -> str | None:
        """The thread that the answer belongs to."""
        return self.thread_ts or self.ts

    @property
    def note(self) -> str | None:
        """The note in "digest NOTE"."""
        match = _DIGEST.fullmatch(self.text)
        return match["note"].strip().strip("`*_") if match and self.kind == "mention" else None

    @property
    def wants_file(self) -> bool:
        """Whether this is a mention that has named no file so far, and does not ask for a note."""
        return self.kind == "mention" and not self.files and self.note is None


def asked(kind: str, payload: Mapping[str, Any], me: str) -> Asked | None:
    """What a delivery of `kind` asks of Memo, whose user id is `me`; None when it is not addressed to it."""
    match kind:
        case "events_api":
            return _mention(payload, payload.get("event") or {}, me)
        case "slash_commands":
            return _command(payload)
        case "interactive":
            return _click(payload)
        case _:
            return None


def files_of(message: Mapping[str, Any]) -> tuple[SlackFile, ...]:
    """The files of a message."""
    return tuple(file_of(file) for file in message.get("files") or [] if file.get("id"))


def file_of(file: Mapping[str, Any]) -> SlackFile:
    """A file as Slack describes it, whole or thin."""
    return SlackFile(
        id=str(file["id"]),
        name=file.get("name") or file.get("title"),
        url=file.get("url_private_download") or file.get("url_private"),
        size=file.get("size"),
        elsewhere=bool(file.get("is_external")) or file.get("mode") == "external",
    )


def _mention(payload: Mapping[str, Any], event: Mapping[str, Any], me: str) -> Asked | None:
    text = event.get("text") or ""
    mention = re.compile(rf"<@{re.escape(me)}(?:\|[^>]*)?>")
    if event.get("type") not in ("app_mention", "message") or not mention.search(text):
        return None
    user = event.get("user")
    if event.get("subtype") not in _SUBTYPES or event.get("bot_id") or not user or user == me:
        return None
    return Asked(
        kind="mention",
        key=f"message:{payload.get('team_id')}:{event['channel']}:{event['ts']}",
        channel=event["channel"],
        user=user,
        ts=event["ts"],
        thread_ts=event.get("thread_ts"),
        text=" ".join(mention.sub(" ", text).split()),
        files=files_of(event),
        shared=bool(payload.get("is_ext_shared_channel")),
    )


def _command(payload: Mapping[str, Any]) -> Asked:
    return Asked(
        kind="command",
        key=f"command:{payload['trigger_id']}",
        channel=payload["channel_id"],
        user=payload["user_id"],
        text=" ".join(unescaped(payload.get("text") or "").split()),
        response_url=payload.get("response_url"),
    )


def _click(payload: Mapping[str, Any]) -> Asked | None:
    actions: Sequence[Mapping[str, Any]] = payload.get("actions") or []
    if payload.get("type") != "block_actions" or not actions or not actions[0]["action_id"].startswith(CHOICE):
        return None
    place, action, user = payload["container"], actions[0], payload["user"]["id"]
    return Asked(
        kind="click",
        key=f"click:{place['channel_id']}:{place['message_ts']}:{user}:{action.get('action_ts')}",
        channel=place["channel_id"],
        user=user,
        ts=place["message_ts"],
        thread_ts=place.get("thread_ts"),
        value=action.get("value"),
        response_url=payload.get("response_url"),
    )


def unescaped(text: str) -> str:
    """What a person typed: Slack sends three characters as entities."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
