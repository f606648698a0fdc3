"""`memo slack`: Socket Mode. What is addressed to Memo is kept, acknowledged, and done in the background.

Slack wants to hear within three seconds that a delivery arrived, and repeats it when it does not: it is told as soon as
what was asked is kept, and not before. What is not addressed to Memo is acknowledged and dropped.
"""

from __future__ import annotations

import logging
import threading

from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from memo.capture.lease import release_all
from memo.errors import ConfigError
from memo.service import Memo
from memo.slack.api import Slack, client, translated
from memo.slack.events import asked
from memo.slack.fetch import Files
from memo.slack.inbox import Inbox
from memo.slack.reply import Replies

PATIENCE_SECONDS = 60.0
"""How long an answer waits when Slack asks for it."""

# Of its own, and never at DEBUG: there the SDK writes every delivery to the log, whomever it is meant for.
_sdk_log = logging.getLogger("memo.slack.sdk")
_sdk_log.setLevel(logging.WARNING)


def listen(memo: Memo, stop: threading.Event, *, files: Files | None = None) -> None:
    """Answer in Slack until `stop` is set; raises `ConfigError` without the tokens, `SlackError` when Slack refuses.

    `files` fetches what is handed in; None for Slack's own file hosts.
    """
    settings = memo.settings
    bot, app = settings.slack_bot_token, settings.slack_app_token
    if bot is None or app is None:
        raise ConfigError("`memo slack` needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN; the README says how to get them.")
    slack = Slack(settings, memo.db, patience=PATIENCE_SECONDS)
    me = slack.me.user_id
    replies = Replies(memo, slack, files or Files(bot.get_secret_value(), settings.max_upload_bytes))
    inbox = Inbox(memo.db, replies.do, replies.tell)

    def heard(socket: BaseSocketModeClient, request: SocketModeRequest) -> None:
        what = asked(request.type, request.payload, me)
        if what is not None:
            inbox.keep(what)
        socket.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))

    socket = SocketModeClient(app_token=app.get_secret_value(), web_client=client(settings), logger=_sdk_log)
    socket.socket_mode_request_listeners.append(heard)
    try:
        with translated():
            socket.connect()
        inbox.run(stop)
    finally:
        socket.close()
        release_all()
