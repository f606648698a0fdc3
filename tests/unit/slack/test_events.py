"""What of Slack's deliveries is addressed to Memo, and which channel hears of what."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from memo.settings import Settings
from memo.slack.channels import channel_for
from memo.slack.events import Asked, asked
from memo.store.outbox import MeetingPlace
from tests.fakes.slack import ME, click, command, event
from tests.unit.slack.records import pending

FILE = {"id": "F1", "name": "a.txt", "size": 3, "url_private_download": "https://files.slack.com/a"}


def heard(**more: Any) -> Asked | None:
    kind, text = more.pop("type", "message"), more.pop("text", f"<@{ME}> here")
    return asked("events_api", event(kind, "C1", text, ts="1.1", **more), ME)


@pytest.mark.parametrize("kind", ["message", "app_mention"])
def test_a_mention_is_heard(kind: str) -> None:
    what = heard(type=kind, files=[FILE], subtype="file_share")
    assert what is not None
    assert (what.key, what.thread, what.text, what.files[0].name) == ("message:T1:C1:1.1", "1.1", "here", "a.txt")


@pytest.mark.parametrize(
    "more",
    [
        {"text": "nothing for you"},
        {"text": "<@UOTHER> here"},
        {"text": f"<@{ME}2> here"},
        {"text": ""},
        {"text": None},
        {"text": "@memo here"},
        {"bot_id": "B1"},
        {"user": ME},
        {"user": None},
        {"subtype": "message_changed"},
        {"subtype": "bot_message"},
        {"type": "reaction_added"},
    ],
)
def test_what_is_not_addressed_to_memo_is_not_heard(more: dict[str, Any]) -> None:
    assert heard(**more) is None


@pytest.mark.parametrize("kind", ["hello", "disconnect", "interactive", "unheard-of"])
def test_other_deliveries_are_not_heard(kind: str) -> None:
    assert asked(kind, {"type": "view_submission"}, ME) is None


def test_buttons_of_others_are_not_heard() -> None:
    payload = {"type": "block_actions", "actions": [{"action_id": "other", "value": "x"}]}
    assert asked("interactive", payload, ME) is None


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (f"<@{ME}> digest 12", "12"),
        (f"<@{ME}|memo> Digest  meetings/weekly.md", "meetings/weekly.md"),
        (f"<@{ME}> digest `not_1`", "not_1"),
        (f"<@{ME}> digest", None),
        (f"<@{ME}> digested", None),
    ],
)
def test_a_note_is_asked_for(text: str, note: str | None) -> None:
    what = heard(text=text)
    assert what is not None
    assert what.note == note
    assert what.wants_file == (note is None)


def test_a_command_is_unescaped_and_known_by_its_trigger() -> None:
    what = asked("slash_commands", command("is a &lt; b &amp;&amp; c?", trigger="t1"), ME)
    assert what is not None
    assert (what.text, what.key, what.kind) == ("is a < b && c?", "command:t1", "command")


def test_a_click_is_heard() -> None:
    from memo.slack.names import questions

    (question,) = questions([pending("Sam", "Sam Rivera")])
    payload = click({"channel": "C1", "ts": "5.5", "blocks": question.blocks}, "Sam Rivera", user="U2", at="9.9")
    what = asked("interactive", payload, ME)
    assert what is not None
    assert (what.key, what.user, what.ts) == ("click:C1:5.5:U2:9.9", "U2", "5.5")


def test_a_mistake_repeats_nothing_that_was_said() -> None:
    with pytest.raises(ValidationError) as caught:
        asked("slash_commands", {**command("x", trigger="t"), "user_id": ["hush-hush"]}, ME)
    assert "hush-hush" not in str(caught.value)


# --- which channel ---

CHANNELS = {"client:Northwind": "CN", "project:Apollo": "CA", "group:legal": "CL"}


def place(audience: list[str] | None = None, client: str | None = None, project: str | None = None) -> MeetingPlace:
    return MeetingPlace(status="active", audience=audience, client=client, project=project)


@pytest.mark.parametrize(
    ("where", "channel"),
    [
        (place(), "CD"),
        (place(client="northwind"), "CN"),
        (place(client="Northwind", project="Apollo"), "CA"),
        (place(client="Initech", project="Other"), "CD"),
        (place(audience=["group:legal"]), "CL"),
        (place(audience=["group:legal", "member:7"], client="Northwind"), "CL"),
        (place(audience=["member:7"], client="Northwind", project="Apollo"), None),
        (place(audience=["group:board"]), None),
        (place(audience=[]), None),
        (place(audience=["client:Northwind"]), None),
    ],
)
def test_a_restricted_meeting_has_no_channel_but_its_own(where: MeetingPlace, channel: str | None) -> None:
    settings = Settings.model_validate({"slack_channel": "CD", "slack_channels": CHANNELS})
    assert channel_for(settings, where) == channel


def test_without_a_channel_nobody_is_told() -> None:
    assert channel_for(Settings(), place()) is None


@pytest.mark.parametrize("channels", [{"Northwind": "C1"}, {"client:Northwind": ""}])
def test_a_channel_needs_a_kind_and_an_id(channels: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate({"slack_channels": channels})


def test_the_address_of_the_pages_is_an_address() -> None:
    assert Settings.model_validate({"url": "https://memo.example.com/"}).url == "https://memo.example.com"
    with pytest.raises(ValidationError):
        Settings.model_validate({"url": "javascript:alert(1)"})
