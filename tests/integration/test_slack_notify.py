"""The notifier: what was stored reaches its channel, once, slowly enough, whatever dies on the way."""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memo import jobs
from memo.errors import ConfigError, NotAllowed, NotFound
from memo.models import Principal
from memo.service import Memo
from memo.slack import api
from memo.slack.api import PAUSE_SECONDS
from memo.slack.notify import LEASE_SECONDS, MAX_ATTEMPTS, Notifier, notifier
from memo.store.pool import Database
from tests.fakes.slack import FakeSlack, all_text
from tests.integration import slacking
from tests.integration.capturing import RETRO, STANDUP
from tests.integration.naming import meeting, person
from tests.integration.slacking import memory, rows, until

children = multiprocessing.get_context("forkserver")
children.set_forkserver_preload(["tests.integration.slacking"])


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as running:
        yield running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tests of the pace keep the pace."""
    monkeypatch.setattr(api, "PAUSE_SECONDS", 0.01)


def die_in(target: Callable[..., None], *args: object) -> None:
    """Run a child that kills itself."""
    process = children.Process(target=target, args=args)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL


def let_leases_run_out(db: Database) -> None:
    rows(db, "UPDATE outbox SET next_try_at = now() RETURNING id")


def tell(db: Database, meeting_id: int, kind: str = "capture_stored") -> None:
    """Queue a message about a meeting, as a capture does."""
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO outbox (kind, dedup_key, payload, meeting_id) VALUES (%s, %s, '{}', %s)",
            (kind, f"{kind}:{meeting_id}", meeting_id),
        )


def states(db: Database) -> list[tuple[Any, ...]]:
    found = rows(
        db, "SELECT sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, attempts FROM outbox ORDER BY id"
    )
    return [tuple(row.values()) for row in found]


# --- what is told ---


def test_a_stored_capture_is_told_in_its_channel_and_its_thread(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1", url="https://memo.example.com")
    record = memo.capture(STANDUP, "standup.txt")
    assert Notifier(memo).send_due() == 1
    first, *thread = fake.said("C1")
    assert first["text"].startswith("Memo remembers “Platform weekly” of 2 March 2026: 1 decision, ")
    shown = all_text(first)
    assert "We use Postgres for the event store" in shown
    assert "because the team already runs it" in shown
    assert "Ben Ode; due 6 March 2026" in shown
    assert f"<https://memo.example.com/Meeting?meeting={record.meeting_id}|Open the meeting>" in shown
    assert thread
    assert {message["thread_ts"] for message in thread} == {first["ts"]}
    assert "Ana Costa, Ben Ode" in "".join(map(all_text, thread))
    for call in fake.made("chat.postMessage"):
        assert call.args["unfurl_links"] is False
        assert call.args["unfurl_media"] is False
        assert call.args["link_names"] is False
        assert call.args["text"]
    assert Notifier(memo).send_due() == 0, "it is told once"


def test_the_worker_sends_what_waits(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    stop = threading.Event()
    worker = threading.Thread(target=jobs.work, args=(memo,), kwargs={"stop": stop, "chores": [notifier(memo)]})
    worker.start()
    try:
        until(lambda: states(db) == [(True, False, 1)])
    finally:
        stop.set()
        worker.join(20)
    with pytest.raises(ConfigError):
        notifier(memory(db, fake.url, slack_bot_token=None))


def test_without_a_token_nothing_is_queued(db: Database, fake: FakeSlack) -> None:
    memory(db, fake.url, slack_bot_token=None).capture(STANDUP, "standup.txt")
    assert states(db) == []
    assert fake.calls == []


def test_a_capture_does_not_wait_for_slack(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, "http://127.0.0.1:9/api/", slack_channel="C1")
    assert memo.capture(STANDUP, "standup.txt").state == "stored"
    assert Notifier(memo).send_due() == 0
    assert states(db) == [(False, False, 1)]


@pytest.mark.parametrize(
    ("audience", "told"),
    [(None, {"C1"}), (("group:legal",), {"C2"}), (("member:1",), set()), (("group:board", "member:1"), set())],
)
def test_a_restricted_meeting_is_told_only_where_its_audience_is(
    db: Database, fake: FakeSlack, audience: tuple[str, ...] | None, told: set[str]
) -> None:
    channels = {"project:Apollo": "C1", "group:legal": "C2"}
    memo = memory(db, fake.url, slack_channel="C3", slack_channels=channels)
    memo.capture(STANDUP, "standup.txt", project="Apollo", audience=audience)
    Notifier(memo).send_due()
    assert {channel for channel, _ in fake.messages} == told


def test_a_meeting_that_is_restricted_after_it_was_queued_is_not_told(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    rows(db, "UPDATE meetings SET audience = '{member:1}' RETURNING id")
    Notifier(memo).send_due()
    assert fake.said("C1") == []
    assert states(db) == [(True, False, 1)]


def test_names_that_wait_are_asked_where_somebody_hears_the_answer(db: Database, fake: FakeSlack) -> None:
    person(db, "Sam Rivera")
    person(db, "Sam Okafor")
    tell(db, meeting(db, items=["Sam"]))
    Notifier(memory(db, fake.url, slack_channel="C1")).send_due()
    first, *thread = fake.said("C1")
    assert "*Who is meant?* “Sam”" in all_text(first)
    assert [block["type"] for block in thread[-1]["blocks"]] == ["section", "actions"]
    assert thread[-1]["thread_ts"] == first["ts"]
    tell(db, meeting(db, items=["Sam"], title="Other"))
    Notifier(memory(db, fake.url, slack_channel="C2", slack_app_token=None)).send_due()
    assert all(block["type"] != "actions" for message in fake.said("C2") for block in message["blocks"])


def test_the_digest_of_the_day_is_told_where_it_is_wanted(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_pulse_channel="C2")
    memo.capture(STANDUP, "standup.txt")
    today = datetime.now(UTC).date()
    memo.pulse(today)
    memo.pulse(today)
    memo.pulse(today - timedelta(days=30))
    Notifier(memo).send_due()
    (message,) = fake.said("C2")
    assert "Decided (1)" in all_text(message)
    memory(db, fake.url).pulse(today - timedelta(days=1))
    assert Notifier(memo).send_due() == 0


# --- what goes wrong ---


def test_slack_asks_to_wait_and_is_left_alone_so_long(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    fake.limit("chat.postMessage", 2)
    notify = Notifier(memo)
    assert notify.send_due() == 0
    assert states(db) == [(False, False, 0)], "to wait is not to fail"
    until(lambda: notify.send_due() == 1)
    first, second, *_ = fake.made("chat.postMessage")
    assert second.at - first.at >= 2.0


def test_for_thirty_seconds_nothing_is_sent_there(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    fake.limit("chat.postMessage", 30)
    Notifier(memo).send_due()
    memo.capture(RETRO, "retro.txt")
    let_leases_run_out(db)
    for _ in range(3):
        Notifier(memo).send_due()
    assert len(fake.made("chat.postMessage")) == 1
    waits = rows(db, "SELECT extract(epoch FROM next_try_at - now())::float8 AS wait FROM outbox")
    assert all(row["wait"] > 25 for row in waits)


def test_one_message_a_second_a_channel_also_by_two_senders(
    db: Database, fake: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "PAUSE_SECONDS", PAUSE_SECONDS)
    memo = memory(db, fake.url, slack_channel="C1", slack_channels={"project:Apollo": "C2"})
    memo.capture(STANDUP, "standup.txt")
    memo.capture(RETRO, "retro.txt", project="Apollo")
    tell(db, meeting(db, voices=["Ana Costa"], items=["Ana Costa"]))
    senders = [threading.Thread(target=Notifier(memo).send_due) for _ in range(2)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert [sent for sent, *_ in states(db)] == [True] * 3
    for channel in ("C1", "C2"):
        times = [call.at for call in fake.made("chat.postMessage") if call.args["channel"] == channel]
        assert len(times) > 1
        assert all(later - earlier >= 0.99 for earlier, later in itertools.pairwise(times))


@pytest.mark.parametrize("error", ["500", "503", "internal_error", "service_unavailable"])
def test_what_passes_is_tried_again(db: Database, fake: FakeSlack, error: str) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    fake.fail("chat.postMessage", error)
    assert Notifier(memo).send_due() == 0
    assert states(db) == [(False, False, 1)]
    (failure,) = memo.outbox_failures()
    assert (failure.meeting, failure.failed_at, failure.attempts) == ("Platform weekly", None, 1)
    let_leases_run_out(db)
    assert Notifier(memo).send_due() == 1
    assert memo.outbox_failures() == []


def test_what_does_not_pass_is_shown_and_sent_when_somebody_asks(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C9")
    memo.capture(STANDUP, "standup.txt")
    Notifier(memo).send_due()
    (failure,) = memo.outbox_failures()
    assert failure.failed_at is not None
    assert "not_in_channel" in failure.error
    assert "/invite @memo" in failure.error
    let_leases_run_out(db)
    assert Notifier(memo).send_due() == 0
    fake.channels.add("C9")
    with pytest.raises(NotAllowed):
        memo.acting_as(Principal(name="Rea", member_id=9, role="reader")).retry_message(failure.id)
    memo.retry_message(failure.id)
    assert Notifier(memo).send_due() == 1
    with pytest.raises(NotFound):
        memo.retry_message(failure.id)


def test_failures_of_restricted_meetings_are_seen_by_those_who_may(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channels={"group:legal": "C9"})
    memo.capture(STANDUP, "standup.txt", audience=("group:legal",))
    Notifier(memo).send_due()
    lawyer = Principal(name="Lea", member_id=7, audience=("group:legal",))
    assert len(memo.acting_as(lawyer).outbox_failures()) == 1
    assert memo.acting_as(Principal(name="Olaf", member_id=8)).outbox_failures() == []


def test_it_is_given_up_in_the_end(db: Database, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    for _ in range(MAX_ATTEMPTS):
        fake.fail("chat.postMessage", "500")
        let_leases_run_out(db)
        Notifier(memo).send_due()
        rows(db, "DELETE FROM slack_turns RETURNING channel")
    assert states(db) == [(False, True, MAX_ATTEMPTS)]


def test_no_token_and_no_word_of_a_meeting_is_in_an_error(db: Database, fake: FakeSlack, caplog: Any) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    fake.fail("chat.postMessage", "invalid_auth")
    Notifier(memo).send_due()
    (failure,) = memo.outbox_failures()
    assert failure.error == "Slack says invalid_auth: the token is wrong."
    for secret in (fake.bot_token, "Postgres"):
        assert secret not in failure.error
        assert secret not in caplog.text


def test_the_token_does_not_follow_a_redirect(db: Database, fake: FakeSlack) -> None:
    with FakeSlack() as other:
        fake.redirect_api_to = f"http://127.0.0.1:{other.port}"
        memo = memory(db, fake.url, slack_channel="C1")
        memo.capture(STANDUP, "standup.txt")
        assert Notifier(memo).send_due() == 0
        assert fake.calls[0].token == f"Bearer {fake.bot_token}"
        assert [call.token for call in other.calls] == [None]


# --- kill -9 ---


def test_killed_between_commit_and_send_it_goes_out_after_the_restart(
    db: Database, database_url: str, fake: FakeSlack
) -> None:
    die_in(slacking.capture_and_die, database_url, fake.url)
    assert fake.calls == []
    memo = memory(db, fake.url, slack_channel="C1")
    assert Notifier(memo).send_due() == 1
    assert len([m for m in fake.said("C1") if not m.get("thread_ts")]) == 1


def test_killed_before_the_first_post_it_goes_out_when_the_lease_has_run_out(
    db: Database, database_url: str, fake: FakeSlack
) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    die_in(slacking.send_and_die, database_url, fake.url, 0)
    assert Notifier(memo).send_due() == 0, "somebody may still be at it"
    (row,) = rows(db, "SELECT extract(epoch FROM next_try_at - now())::float8 AS wait FROM outbox")
    assert 0 < row["wait"] <= LEASE_SECONDS
    let_leases_run_out(db)
    assert Notifier(memo).send_due() == 1


def test_killed_in_the_thread_only_the_rest_goes_out(db: Database, database_url: str, fake: FakeSlack) -> None:
    memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    die_in(slacking.send_and_die, database_url, fake.url, 1)
    assert len(fake.said("C1")) == 1
    let_leases_run_out(db)
    assert Notifier(memo).send_due() == 1
    first, *thread = fake.said("C1")
    assert thread
    assert {message["thread_ts"] for message in thread} == {first["ts"]}


def test_no_transaction_is_open_while_slack_is_called(db: Database, fake: FakeSlack) -> None:
    open_ones: list[Any] = []
    memo: Memo = memory(db, fake.url, slack_channel="C1")
    memo.capture(STANDUP, "standup.txt")
    notify = Notifier(memo)
    post = notify._slack._client.chat_postMessage

    def spy(**args: Any) -> Any:
        open_ones.extend(
            rows(
                db,
                "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %'",
            )
        )
        return post(**args)

    notify._slack._client.chat_postMessage = spy  # type: ignore[method-assign]
    began = time.monotonic()
    assert notify.send_due() == 1
    assert time.monotonic() - began < 10
    assert open_ones == []
