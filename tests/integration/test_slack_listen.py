"""Memo where the team talks: heard when addressed, done once, and nobody learns what is not for them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from memo.capture.tools import WORKER
from memo.errors import ConfigError, InputError, ModelUnavailable, NotFound, SlackRefused
from memo.extraction import PartText
from memo.models import LOCAL_USER, Draft, Principal
from memo.slack import api
from memo.slack.api import Slack
from memo.slack.events import asked
from memo.slack.inbox import MAX_ATTEMPTS, Inbox, Job
from memo.slack.listen import listen
from memo.slack.members import link
from memo.slack.names import questions
from memo.slack.reply import Replies
from memo.store import slack as store
from memo.store.pool import Database
from tests.fakes.slack import ME, FakeSlack, Reply, all_text, click, command, event, user
from tests.integration.capturing import RETRO, STANDUP, Script, by_the_book, long_meeting, tools
from tests.integration.naming import aliases, meeting, names, person
from tests.integration.slacking import files_of, idle, listening, memory, rows, until

HERE = f"<@{ME}> please keep this"
FILE_SECONDS = 0.7


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pace of messages is the notifier's tests' to watch."""
    monkeypatch.setattr(api, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("memo.slack.inbox.FILE_SECONDS", FILE_SECONDS)


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as running:
        yield running


def captures(db: Database) -> int:
    return len(rows(db, "SELECT id FROM captures"))


def member(db: Database, slack_user: str, name: str, role: str = "member", groups: str = "{}") -> int:
    """Somebody who signs in and is linked to a Slack user."""
    person_id = person(db, name, slack_user_id=slack_user)
    (row,) = rows(
        db,
        f"INSERT INTO members (subject, person_id, role, groups)"
        f" VALUES ('{slack_user}', {person_id}, '{role}', '{groups}') RETURNING id",
    )
    return int(row["id"])


# --- a mention with a file ---


def in_the_event(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", files=[file]))


def thin_in_the_event(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", files=[{"id": file["id"]}]))


def missing_and_then_a_message(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1"))
    fake.send("events_api", event("message", "C1", HERE, ts="1.1", subtype="file_share", files=[file]))


def missing_and_a_message_long_after(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1"))
    until(lambda: bool(fake.made("chat.postEphemeral")))
    fake.send("events_api", event("message", "C1", HERE, ts="1.1", subtype="file_share", files=[file]))


def missing_for_good(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.history[("C1", "1.1")] = {"ts": "1.1", "text": HERE, "files": [{"id": file["id"]}]}
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1"))


def missing_in_a_thread(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.history[("C1", "1.1")] = {"ts": "1.1", "text": HERE, "files": [file]}
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", thread_ts="0.9"))


def only_a_message(fake: FakeSlack, file: dict[str, Any]) -> None:
    fake.send("events_api", event("message", "C1", HERE, ts="1.1", subtype="file_share", files=[file]))


def both_at_once(fake: FakeSlack, file: dict[str, Any]) -> None:
    in_the_event(fake, file)
    only_a_message(fake, file)


def redelivered_twice(fake: FakeSlack, file: dict[str, Any]) -> None:
    for envelope in ("one", "two", "three"):
        fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", files=[file]), envelope=envelope)
    until(lambda: len(fake.said("C1")) > 1)
    fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", files=[file]), envelope="four")


@pytest.mark.parametrize(
    "delivered",
    [
        in_the_event,
        thin_in_the_event,
        missing_and_then_a_message,
        missing_and_a_message_long_after,
        missing_for_good,
        missing_in_a_thread,
        only_a_message,
        both_at_once,
        redelivered_twice,
    ],
    ids=lambda f: f.__name__,
)
def test_a_mention_with_a_file_is_one_capture(db: Database, fake: FakeSlack, delivered: Any) -> None:
    file = fake.upload("F1", STANDUP)
    with listening(memory(db, fake.url), fake):
        delivered(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
    first, *rest = fake.said("C1")
    thread = "0.9" if delivered is missing_in_a_thread else "1.1"
    assert {message["thread_ts"] for message in (first, *rest)} == {thread}
    assert "We use Postgres for the event store" in all_text(first)
    assert fake.made("chat.postMessage")[0].args["text"] == "Reading standup.txt …"
    assert "\n".join(map(all_text, (first, *rest))).count("*Platform weekly*") == 1, "it is told once"
    (row,) = rows(db, "SELECT state, triggered_by_agent, file_name FROM captures")
    assert row == {"state": "stored", "triggered_by_agent": "memo", "file_name": "standup.txt"}
    assert all(call.token == f"Bearer {fake.bot_token}" for call in fake.calls if call.method.startswith("/files"))


def test_what_was_done_is_not_done_again_after_a_restart(db: Database, fake: FakeSlack) -> None:
    file = fake.upload("F1", STANDUP)
    memo = memory(db, fake.url)
    with listening(memo, fake):
        in_the_event(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
    told = len(fake.said("C1"))
    with listening(memo, fake):
        in_the_event(fake, file)
        fake.send("slash_commands", command("", trigger="t"))
        until(lambda: bool(fake.made("chat.postEphemeral")) and idle(db))
    assert captures(db) == 1
    assert len(fake.said("C1")) == told
    (row,) = rows(db, "SELECT event, attempts FROM slack_inbox WHERE key LIKE 'message:%'")
    assert row == {"event": None, "attempts": 1}, "what was asked is forgotten"


def test_what_a_killed_process_had_begun_is_done_by_the_next(db: Database, fake: FakeSlack) -> None:
    file = fake.upload("F1", STANDUP)
    what = asked("events_api", event("app_mention", "C1", HERE, ts="1.1", files=[file]), ME)
    assert what is not None
    with db.write(WORKER) as conn:
        store.keep_event(conn, what.key, what.model_dump(mode="json"), wants_file=False)
        assert store.claim_event(conn, 0.5) is not None  # and dies
    with listening(memory(db, fake.url), fake):
        until(lambda: captures(db) == 1 and idle(db))
    assert "We use Postgres" in all_text(fake.said("C1")[0])


def test_it_is_acknowledged_in_time_however_long_the_work_takes(db: Database, fake: FakeSlack) -> None:
    file = fake.upload("F1", STANDUP)
    fake.downloads["/files-pri/T1-F1/standup.txt"] = Reply(STANDUP, pause=4.0 / len(STANDUP))
    with listening(memory(db, fake.url), fake):
        took = fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", files=[file]))
        assert took < 3
        assert captures(db) == 0
        until(lambda: captures(db) == 1 and idle(db))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.exe", b"MZ", ".exe files are not accepted"),
        ("a.txt", b"", "empty"),
        ("a.txt", b"x" * 200_000, "limit"),
    ],
)
def test_what_cannot_be_captured_is_said_in_the_thread(
    db: Database, fake: FakeSlack, name: str, content: bytes, said: str
) -> None:
    file = fake.upload("F1", content, name)
    with listening(memory(db, fake.url), fake):
        in_the_event(fake, file)
        until(lambda: bool(fake.said("C1")) and idle(db))
    (message,) = fake.said("C1")
    assert said in all_text(message)
    assert captures(db) == 0


def test_a_file_that_slack_does_not_give_is_asked_for_again(
    db: Database, fake: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memo.slack.inbox.FIRST_RETRY_SECONDS", 0.1)
    file = fake.upload("F1", STANDUP)
    given = fake.downloads.pop("/files-pri/T1-F1/standup.txt")
    fake.downloads["/files-pri/T1-F1/standup.txt"] = Reply(status=500)
    with listening(memory(db, fake.url), fake):
        in_the_event(fake, file)
        until(lambda: len([c for c in fake.calls if c.method.startswith("/files")]) == 1)
        fake.downloads["/files-pri/T1-F1/standup.txt"] = given
        until(lambda: captures(db) == 1 and idle(db))
    assert len([m for m in fake.said("C1") if "Reading" in all_text(m)]) == 0, "the word on progress became the result"


def test_the_same_words_are_known_again(db: Database, fake: FakeSlack) -> None:
    file = fake.upload("F1", STANDUP)
    with listening(memory(db, fake.url, url="https://memo.example.com"), fake):
        in_the_event(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
        fake.send("events_api", event("app_mention", "C2", HERE, ts="2.2", files=[file]))
        until(lambda: bool(fake.said("C2")) and idle(db))
    (message,) = fake.said("C2")
    assert "Memo has this already: “Platform weekly” of 2 March 2026." in all_text(message)
    assert captures(db) == 1


def test_two_files_are_two_captures(db: Database, fake: FakeSlack) -> None:
    files = [fake.upload("F1", STANDUP), fake.upload("F2", RETRO, "retro.txt")]
    with listening(memory(db, fake.url), fake):
        fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", files=files))
        until(lambda: captures(db) == 2 and idle(db))
    text = "\n".join(map(all_text, fake.said("C1")))
    assert "*Platform weekly*" in text
    assert "*Retro of the release*" in text


def test_a_synced_note_is_digested(db: Database, fake: FakeSlack, tmp_path: Any) -> None:
    (tmp_path / "standup.md").write_bytes(STANDUP)
    memo = memory(db, fake.url)
    memo.sync_notes(tmp_path)
    with listening(memo, fake):
        fake.send("events_api", event("app_mention", "C1", f"<@{ME}> digest standup.md", ts="1.1"))
        until(lambda: captures(db) == 1 and idle(db))
        fake.send("events_api", event("app_mention", "C1", f"<@{ME}> digest nothing-of-that-name", ts="1.2"))
        until(lambda: len(rows(db, "SELECT id FROM slack_inbox")) == 2 and idle(db))
    first, *_ = fake.said("C1")
    assert "We use Postgres" in all_text(first)
    assert {m["thread_ts"] for m in fake.said("C1")} == {"1.1", "1.2"}


def test_a_transcript_that_could_not_be_read_is_read_later(
    db: Database, fake: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memo.slack.inbox.FIRST_RETRY_SECONDS", 0.1)
    tries: list[int] = []

    def read(part: PartText) -> Draft:
        tries.append(part.index)
        if len(tries) == 1:
            raise ModelUnavailable
        return by_the_book(part)

    memo = memory(db, fake.url)
    memo._shared.tools = tools(Script(read))
    file = fake.upload("F1", STANDUP)
    with listening(memo, fake):
        in_the_event(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
    assert len(tries) == 2
    assert "We use Postgres" in all_text(fake.said("C1")[0]) or "we use Postgres" in all_text(fake.said("C1")[0])


def test_a_transcript_that_cannot_be_read_is_said_to_be_kept(
    db: Database, fake: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memo.slack.inbox.FIRST_RETRY_SECONDS", 0.1)

    def read(part: PartText) -> Draft:
        raise ModelUnavailable

    memo = memory(db, fake.url)
    memo._shared.tools = tools(Script(read))
    file = fake.upload("F1", STANDUP)
    with listening(memo, fake):
        in_the_event(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
    (message,) = fake.said("C1")
    assert "It is kept, but could not be read yet" in all_text(message)


def test_progress_that_cannot_be_told_stops_no_reading(
    db: Database, fake: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memo.slack.reply.PROGRESS_SECONDS", 0.0)
    memo = memory(db, fake.url)
    memo._shared.tools = tools(Script())
    file = fake.upload("F1", long_meeting(3))
    fake.limit("chat.update", 1)
    fake.fail("chat.update", "500")
    files = files_of(fake, most=10_000_000)
    with listening(memo, fake, files):
        in_the_event(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
    assert rows(db, "SELECT state FROM captures") == [{"state": "stored"}]
    assert any("of 3 parts" in call.args["text"] for call in fake.made("chat.update"))
    assert "we keep supplier number 2" in "".join(map(all_text, fake.said("C1")))


def test_a_new_connection_takes_the_place_of_the_old(db: Database, fake: FakeSlack) -> None:
    with listening(memory(db, fake.url), fake):
        fake.refresh()
        until(lambda: fake.connections == 2)
        fake.send("slash_commands", command("", trigger="t1"))
        until(lambda: bool(fake.made("chat.postEphemeral")) and idle(db))


# --- only when addressed ---


def test_a_message_that_does_not_name_memo_is_neither_read_nor_kept(
    db: Database, fake: FakeSlack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    file = fake.upload("F1", STANDUP)
    with listening(memory(db, fake.url), fake):
        before = len(fake.calls)
        fake.send("events_api", event("message", "C1", "the hush-hush plan", ts="1.1"))
        fake.send("events_api", event("message", "C1", "hush-hush", ts="1.2", subtype="file_share", files=[file]))
        fake.send("events_api", event("message", "C1", "<@U2> hush-hush", ts="1.3", files=[file]))
        fake.send("events_api", event("message", "C1", f"<@{ME}> hush-hush", ts="1.4", user=ME))
        fake.send("events_api", event("message", "C1", f"<@{ME}> hush-hush", ts="1.5", bot_id="B7"))
        fake.send("events_api", event("message", "C1", f"<@{ME}> hush-hush", ts="1.6", subtype="message_changed"))
        time.sleep(FILE_SECONDS + 0.5)
        assert fake.calls[before:] == []
    for table in ("slack_inbox", "captures", "notes", "answers", "outbox"):
        assert rows(db, f"SELECT * FROM {table}") == []
    assert "hush-hush" not in caplog.text


def test_a_mention_alone_is_told_how_it_goes(db: Database, fake: FakeSlack) -> None:
    with listening(memory(db, fake.url), fake):
        fake.send("events_api", event("app_mention", "C1", f"<@{ME}> hello", ts="1.1"))
        until(lambda: bool(fake.made("chat.postEphemeral")))
        until(lambda: idle(db))
    (call,) = fake.made("chat.postEphemeral")
    assert "/ask QUESTION" in call.args["text"]
    assert fake.said("C1") == []


def test_where_others_listen_memo_says_nothing(db: Database, fake: FakeSlack) -> None:
    file = fake.upload("F1", STANDUP)
    shared = {**event("app_mention", "C1", HERE, ts="1.1", files=[file]), "is_ext_shared_channel": True}
    with listening(memory(db, fake.url), fake):
        fake.send("events_api", shared)
        until(lambda: bool(fake.made("chat.postEphemeral")) and idle(db))
    assert captures(db) == 0
    assert fake.said("C1") == []


# --- /ask ---


def test_a_question_is_answered_once_for_one_pair_of_eyes_with_its_sources(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url)
    memo.capture(STANDUP, "standup.txt")
    with listening(memo, fake):
        for envelope in ("one", "two"):
            fake.send("slash_commands", command("Which event store do we use?", trigger="t1"), envelope=envelope)
        until(lambda: idle(db) and bool(fake.made("chat.postEphemeral")))
    (call,) = fake.made("chat.postEphemeral")
    assert (call.args["channel"], call.args["user"]) == ("C1", "U1")
    body, line, *small = call.args["blocks"]
    assert "Postgres" in body["text"]["text"]
    assert "[1]" in body["text"]["text"]
    assert line == {"type": "divider"}
    assert small[0]["elements"][0]["text"].startswith("[1] We use Postgres for the event store")
    assert "Platform weekly, 2 March 2026" in small[0]["elements"][0]["text"]
    assert fake.said("C1") == []
    (kept,) = rows(db, "SELECT asked_by FROM answers")
    assert kept == {"asked_by": "Ana Costa (Slack U1)"}


def test_a_question_about_nothing_is_answered_honestly(db: Database, fake: FakeSlack) -> None:
    with listening(memory(db, fake.url), fake):
        fake.send("slash_commands", command("Which event store do we use?", trigger="t1"))
        fake.send("slash_commands", command("   ", trigger="t2"))
        until(lambda: len(fake.made("chat.postEphemeral")) == 2 and idle(db))
    texts = " ".join(call.args["text"] for call in fake.made("chat.postEphemeral"))
    assert "No relevant facts found." in texts
    assert "/ask QUESTION" in texts


def test_where_memo_is_not_slacks_own_way_is_taken_and_no_other(
    db: Database, fake: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = f"http://127.0.0.1:{fake.port}/commands/answer"
    with listening(memory(db, fake.url), fake):
        fake.send("slash_commands", command("Which one?", trigger="t1", channel="C9", response_url=elsewhere))
        until(lambda: idle(db) and bool(fake.made("chat.postEphemeral")))
        assert fake.made("/commands/answer") == []
        monkeypatch.setattr(api, "_is_slacks", lambda url: url == elsewhere)
        fake.send("slash_commands", command("Which one?", trigger="t2", channel="C9", response_url=elsewhere))
        until(lambda: bool(fake.made("/commands/answer")))
        until(lambda: idle(db))
    call = fake.made("/commands/answer")[0]
    assert call.token is None
    assert call.args["response_type"] == "ephemeral"


@pytest.mark.parametrize(
    ("url", "slacks"),
    [
        ("https://hooks.slack.com/commands/T1/1/x", True),
        ("http://hooks.slack.com/commands/T1/1/x", False),
        ("https://hooks.slack.com.evil.example/x", False),
        ("https://me@hooks.slack.com/x", False),
        ("https://hooks.slack.com:8443/x", False),
    ],
)
def test_where_slack_takes_answers(url: str, slacks: bool) -> None:
    assert api._is_slacks(url) is slacks


def test_an_answer_waits_when_slack_asks_for_it(db: Database, fake: FakeSlack) -> None:
    fake.limit("chat.postEphemeral", 2)
    with listening(memory(db, fake.url), fake):
        fake.send("slash_commands", command("Which event store do we use?", trigger="t1"))
        until(lambda: len(fake.made("chat.postEphemeral")) == 2 and idle(db))
    first, second = fake.made("chat.postEphemeral")
    assert second.at - first.at >= 2.0
    assert len(rows(db, "SELECT id FROM answers")) == 1, "it is not asked again, and not paid for again"


# --- who is meant ---


@pytest.fixture
def question(db: Database, fake: FakeSlack) -> tuple[int, dict[str, Any]]:
    """A meeting in which "Sam" waits, and the message that asks who that is."""
    person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    meeting_id = meeting(db, items=["Sam", "Sam"])
    memo = memory(db, fake.url)
    (message,) = questions(memo.pending_names())
    ts = Slack(memo.settings, db).post("C1", message)
    return meeting_id, fake.messages[("C1", ts)]


def test_a_click_fills_in_who_is_meant_and_the_message_says_who_chose(
    db: Database, fake: FakeSlack, question: tuple[int, dict[str, Any]]
) -> None:
    meeting_id, message = question
    with listening(memory(db, fake.url), fake):
        fake.send("interactive", click(message, "Sam Rivera", user="U2"))
        until(lambda: idle(db) and bool(fake.made("chat.update")))
    assert names(db, meeting_id) == {"Sam": "Sam Rivera"}
    (shown,) = fake.said("C1")
    assert all_text(shown).split("\\n") == [
        "“Sam” is *Sam Rivera*. 2 action items now name Sam Rivera.",
        "Chosen by <@U2>.",
    ]
    (receipt,) = memory(db, fake.url).name_receipts()
    assert (receipt.done_by, receipt.action_items) == ("Ben Ode (Slack U2)", 2)


def test_a_click_on_a_full_name_makes_an_alias(db: Database, fake: FakeSlack) -> None:
    person_id = person(db, "Christine Lee")
    meeting_id = meeting(db, items=["Christina Lee"])
    memo = memory(db, fake.url, slack_channel="C1")
    (message,) = questions(memo.pending_names())
    ts = Slack(memo.settings, db).post("C1", message)
    with listening(memo, fake):
        fake.send("interactive", click(fake.messages[("C1", ts)], "Christine Lee"))
        until(lambda: idle(db) and bool(fake.made("chat.update")))
    assert aliases(db) == {"Christina Lee": (person_id, False)}
    assert names(db, meeting_id) == {"Christina Lee": "Christine Lee"}


def test_none_of_these_leaves_the_name_as_it_was_said(
    db: Database, fake: FakeSlack, question: tuple[int, dict[str, Any]]
) -> None:
    meeting_id, message = question
    with listening(memory(db, fake.url), fake):
        fake.send("interactive", click(message, "None of these"))
        until(lambda: idle(db) and bool(fake.made("chat.update")))
    assert names(db, meeting_id) == {"Sam": None}
    assert "none of the candidates" in all_text(fake.said("C1")[0])


def test_the_second_click_learns_who_was_first(
    db: Database, fake: FakeSlack, question: tuple[int, dict[str, Any]]
) -> None:
    meeting_id, message = question
    with listening(memory(db, fake.url), fake):
        fake.send("interactive", click(message, "Sam Rivera", user="U1", at="1.1"))
        until(lambda: idle(db) and bool(fake.made("chat.update")))
        fake.send("interactive", click(message, "Sam Okafor", user="U2", at="1.2"))
        until(lambda: bool(fake.made("chat.postEphemeral")) and idle(db))
    assert names(db, meeting_id) == {"Sam": "Sam Rivera"}
    (told,) = fake.made("chat.postEphemeral")
    assert told.args["user"] == "U2"
    assert "Ana Costa (Slack U1) was first" in told.args["text"]


def test_a_capture_asks_in_its_thread_where_no_channel_hears_of_it(db: Database, fake: FakeSlack) -> None:
    for name in ("Ben Ode", "Ben Okafor"):
        person(db, name)
    talk = STANDUP.replace(b"Ben Ode:", b"Ben:").replace(b"Ben Ode to write", b"Ben to write")
    file = fake.upload("F1", talk)
    with listening(memory(db, fake.url), fake):
        in_the_event(fake, file)
        until(lambda: captures(db) == 1 and idle(db))
        question = fake.said("C1")[-1]
        assert question["thread_ts"] == "1.1"
        fake.send("interactive", click(question, "Ben Ode"))
        until(lambda: idle(db) and "Chosen by <@U1>" in all_text(fake.said("C1")[-1]))
    assert "Ben Ode" in set(names(db, 1).values())


# --- who may ---


def ask(fake: FakeSlack, db: Database, user_id: str, trigger: str) -> str:
    """What somebody is told who asks for the secret."""
    seen = len(fake.made("chat.postEphemeral"))
    fake.send("slash_commands", command("Which event store do we use?", trigger=trigger, user=user_id))
    until(lambda: len(fake.made("chat.postEphemeral")) > seen and idle(db))
    call = fake.made("chat.postEphemeral")[-1]
    assert call.args["user"] == user_id
    return all_text(call.args) + call.args["text"]


def test_a_restricted_meeting_is_for_its_members_alone(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url)
    lea = member(db, "U1", "Lea Quist", groups="{group:legal}")
    member(db, "U2", "Olaf Berg")
    fake.users["U3"] = user("U3", "Nobody Known")
    memo.acting_as(Principal(name="Lea", member_id=lea, audience=("group:legal",))).capture(
        STANDUP, "standup.txt", audience=("group:legal",)
    )
    with listening(memo, fake):
        assert "Postgres" in ask(fake, db, "U1", "t1")
        assert "Postgres" not in ask(fake, db, "U2", "t2")
        refused = ask(fake, db, "U3", "t3")
    assert "does not know who you are" in refused
    assert {row["asked_by"] for row in rows(db, "SELECT asked_by FROM answers")} == {
        f"member:{lea}",
        f"member:{lea + 1}",
    }


def test_without_a_sign_in_slack_sees_what_the_team_sees_and_no_more(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url)
    memo.capture(STANDUP, "standup.txt", audience=("group:legal",))
    memo.capture(RETRO, "retro.txt")
    with listening(memo, fake):
        assert "Postgres" not in ask(fake, db, "U1", "t1")
    assert "Postgres" in memo.acting_as(LOCAL_USER).ask("Which event store do we use?").answer


@pytest.mark.parametrize(
    "stranger",
    [
        user("U9", "Guest", is_restricted=True),
        user("U9", "Guest", is_ultra_restricted=True),
        user("U9", "Partner", is_stranger=True),
        user("U9", "Robot", is_bot=True),
        user("U9", "Gone", deleted=True),
        {**user("U9", "Partner"), "team_id": "T2"},
    ],
    ids=lambda u: ",".join(set(u) - {"id", "name", "profile"}) + u["team_id"],
)
def test_guests_bots_and_other_companies_get_nothing(db: Database, fake: FakeSlack, stranger: dict[str, Any]) -> None:
    fake.users["U9"] = stranger
    file = fake.upload("F1", STANDUP)
    memo = memory(db, fake.url)
    memo.capture(RETRO, "retro.txt")
    with listening(memo, fake):
        told = ask(fake, db, "U9", "t1")
        assert "members of this workspace only" in told
        fake.send("events_api", event("app_mention", "C1", HERE, ts="1.1", user="U9", files=[file]))
        until(lambda: len(fake.made("chat.postEphemeral")) == 2 and idle(db))
    assert captures(db) == 1
    assert fake.said("C1") == []


def test_a_reader_hands_nothing_in_and_decides_about_nobody(
    db: Database, fake: FakeSlack, question: tuple[int, dict[str, Any]]
) -> None:
    meeting_id, message = question
    member(db, "U1", "Rea Der", role="reader")
    file = fake.upload("F1", STANDUP)
    with listening(memory(db, fake.url), fake):
        in_the_event(fake, file)
        fake.send("interactive", click(message, "Sam Rivera"))
        until(lambda: len(fake.made("chat.postEphemeral")) == 2 and idle(db))
    assert captures(db) == 0
    assert names(db, meeting_id) == {"Sam": "?"}


def test_a_click_on_a_name_of_a_meeting_one_may_not_see_changes_nothing(
    db: Database, fake: FakeSlack, question: tuple[int, dict[str, Any]]
) -> None:
    meeting_id, message = question
    member(db, "U1", "Olaf Berg")
    rows(db, f"UPDATE meetings SET audience = '{{group:legal}}' WHERE id = {meeting_id} RETURNING id")
    with listening(memory(db, fake.url), fake):
        fake.send("interactive", click(message, "Sam Rivera"))
        until(lambda: bool(fake.made("chat.postEphemeral")) and idle(db))
    assert names(db, meeting_id) == {"Sam": "?"}
    assert fake.made("chat.update") == []


def test_a_note_of_a_restricted_meeting_is_not_shown_in_the_channel(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url)
    lea = member(db, "U1", "Lea Quist", groups="{group:legal}")
    who = Principal(name="Lea", member_id=lea, audience=("group:legal",))
    record = memo.acting_as(who).capture(STANDUP, "standup.txt", audience=("group:legal",))
    assert record.meeting_id is not None
    replies = Replies(memo, Slack(memo.settings, db), files_of(fake))
    what = asked("events_api", event("app_mention", "C1", f"<@{ME}> digest 1", ts="1.1"), ME)
    assert what is not None
    with db.write(WORKER) as conn:
        store.keep_event(conn, what.key, what.model_dump(mode="json"), wants_file=False)
        due = store.claim_event(conn, 30)
    assert due is not None
    replies._told(Job(db, due), memo.acting_as(who), record)
    assert "Postgres" not in "".join(map(all_text, fake.said("C1")))


def test_a_slack_user_is_linked_to_a_member_and_then_gets_answers(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url)
    rows(db, "INSERT INTO members (subject, email, role) VALUES ('s', 'Ana@example.com', 'member') RETURNING id")
    person_id = person(db, "Ana Costa", email="ana@example.com")
    memo.capture(STANDUP, "standup.txt")
    with listening(memo, fake):
        assert "memo slack --link U1 --member" in ask(fake, db, "U1", "t1")
        assert link(db, "U1", "ana@example.com") == "Ana@example.com"
        assert "Postgres" in ask(fake, db, "U1", "t2")
    assert rows(db, "SELECT id FROM people WHERE slack_user_id = 'U1'") == [{"id": person_id}]
    assert rows(db, "SELECT person_id FROM members") == [{"person_id": person_id}]


def test_a_link_goes_to_a_known_name_to_somebody_new_and_moves(db: Database) -> None:
    for address, name in (("a@example.com", "Ana Costa"), ("b@example.com", "Ben Ode"), ("c@example.com", "Cleo Park")):
        rows(db, f"INSERT INTO members (email, name) VALUES ('{address}', '{name}') RETURNING id")
    ana = person(db, "Ana Costa")
    person(db, "Cleo Park")
    person(db, "Cleo Park")
    link(db, "U1", "a@example.com")
    link(db, "U2", "b@example.com")
    link(db, "U3", "c@example.com")
    linked = rows(db, "SELECT slack_user_id, p.name, p.id FROM people p WHERE slack_user_id IS NOT NULL ORDER BY 1")
    assert [(row["slack_user_id"], row["name"]) for row in linked] == [
        ("U1", "Ana Costa"),
        ("U2", "Ben Ode"),
        ("U3", "Cleo Park"),
    ]
    assert linked[0]["id"] == ana
    assert len(rows(db, "SELECT id FROM people WHERE name = 'Cleo Park'")) == 3, "which of the two it is nobody knows"
    link(db, "U1", "b@example.com")
    assert rows(db, "SELECT name FROM people WHERE slack_user_id = 'U1'") == [{"name": "Ben Ode"}]


@pytest.mark.parametrize(("user_id", "email"), [("ana", "a@example.com"), ("U1", "nobody@example.com"), ("u1;--", "a")])
def test_what_is_no_user_or_no_member_is_not_linked(db: Database, user_id: str, email: str) -> None:
    rows(db, "INSERT INTO members (email) VALUES ('a@example.com') RETURNING id")
    with pytest.raises((InputError, NotFound)):
        link(db, user_id, email)


@pytest.mark.parametrize(
    "values", [{"auth": "oidc"}, {"admins": "ana@example.com"}, {"allowed_domains": "example.com"}], ids=str
)
def test_before_the_first_sign_in_nobody_gets_anything(db: Database, fake: FakeSlack, values: dict[str, str]) -> None:
    memo = memory(db, fake.url, **values)
    memo.capture(STANDUP, "standup.txt")
    with listening(memo, fake):
        assert "does not know who you are" in ask(fake, db, "U1", "t1")


# --- starting and giving up ---


@pytest.mark.parametrize("missing", ["slack_bot_token", "slack_app_token"])
def test_without_tokens_it_says_what_is_missing(db: Database, fake: FakeSlack, missing: str) -> None:
    with pytest.raises(ConfigError, match="SLACK_BOT_TOKEN"):
        listen(memory(db, fake.url, **{missing: None}), threading.Event())
    assert fake.calls == []


def test_a_wrong_token_ends_it_with_a_sentence(db: Database, fake: FakeSlack) -> None:
    with pytest.raises(SlackRefused, match="the token is wrong"):
        listen(memory(db, fake.url, slack_bot_token="xoxb-wrong"), threading.Event())
    with pytest.raises(SlackRefused, match="the token is wrong"):
        listen(memory(db, fake.url, slack_app_token="xapp-wrong"), threading.Event())


def test_what_kills_its_workers_is_given_up_and_told(db: Database) -> None:
    told: list[str] = []
    inbox = Inbox(db, lambda job: None, lambda job, error: told.append(error.message))
    what = asked("slash_commands", command("x", trigger="t1"), ME)
    assert what is not None
    assert inbox.keep(what)
    assert not inbox.keep(what)
    rows(db, f"UPDATE slack_inbox SET attempts = {MAX_ATTEMPTS} RETURNING id")
    stop = threading.Event()
    thread = threading.Thread(target=inbox.run, args=(stop,))
    thread.start()
    until(lambda: idle(db))
    stop.set()
    inbox.end()
    thread.join(10)
    assert len(told) == 1


def test_a_file_that_comes_while_its_mention_is_worked_on_is_not_lost_nor_done_twice(db: Database) -> None:
    begun, go_on = threading.Event(), threading.Event()
    done: list[int] = []

    def do(job: Job) -> None:
        done.append(len(job.asked.files))
        begun.set()
        assert go_on.wait(20)

    inbox = Inbox(db, do, lambda job, error: None)
    stop = threading.Event()
    thread = threading.Thread(target=inbox.run, args=(stop,))
    thread.start()
    bare = asked("events_api", event("app_mention", "C1", HERE, ts="1.1"), ME)
    whole = asked("events_api", event("message", "C1", HERE, ts="1.1", files=[{"id": "F1"}]), ME)
    assert bare is not None
    assert whole is not None
    try:
        assert inbox.keep(bare)
        assert begun.wait(20)
        assert inbox.keep(whole)
        time.sleep(1.5)
        assert done == [0]
        go_on.set()
        until(lambda: done == [0, 1] and idle(db))
        assert not inbox.keep(bare)
        assert not inbox.keep(whole)
    finally:
        go_on.set()
        stop.set()
        inbox.end()
        thread.join(10)
    assert done == [0, 1]


def test_old_keys_are_forgotten(db: Database) -> None:
    inbox = Inbox(db, lambda job: None, lambda job, error: None)
    for number in range(2):
        what = asked("slash_commands", command("x", trigger=f"t{number}"), ME)
        assert what is not None
        inbox.keep(what)
    rows(db, "UPDATE slack_inbox SET done_at = now() - interval '8 days' WHERE key = 'command:t0' RETURNING id")
    inbox._forget_old()
    assert [row["key"] for row in rows(db, "SELECT key FROM slack_inbox")] == ["command:t1"]


def test_nobody_else_reads_what_was_asked(db: Database) -> None:
    what = asked("slash_commands", command("hush-hush", trigger="t1"), ME)
    assert what is not None
    Inbox(db, lambda job: None, lambda job, error: None).keep(what)
    with db.read(Principal(name="Ana", member_id=1)) as conn:
        assert conn.execute("SELECT * FROM slack_inbox").fetchall() == []
