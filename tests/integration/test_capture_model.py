"""A capture read by a model behind the Messages API: what its replies lead to, and that every call is on the books."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memo.capture.tools import Tools, tools_for
from memo.capture.work import capture
from memo.embed import embedder_for
from memo.models import LOCAL_USER
from memo.store.pool import Database
from tests.fakes import messages_api as say
from tests.fakes.messages_api import API_KEY, Answer, FakeMessages
from tests.integration.capturing import STANDUP, counts, settings

QUOTE = "we use Postgres for the event store, because the team already runs it."


@pytest.fixture
def fake() -> Iterator[FakeMessages]:
    with FakeMessages() as server:
        yield server


def asking(fake: FakeMessages, **values: object) -> Tools:
    asked = settings(model="anthropic", anthropic_api_key=API_KEY, anthropic_base_url=fake.url, **values)
    return tools_for(asked, lambda: embedder_for(asked), lambda conn, who, meeting_id: None)


def reply(description: str = "Postgres is used for the event store", quote: str = QUOTE) -> dict[str, object]:
    decision = {"description": description, "reasoning": None, "decided_by": ["Ana Costa"], "quote": quote}
    return {"summary": "", "topics": [], "outcomes": [], "decisions": [decision], "action_items": []}


def test_a_model_reads_a_meeting_and_its_call_is_on_the_books(db: Database, fake: FakeMessages) -> None:
    fake.enqueue(say.ok(reply(), usage={"input_tokens": 1000, "output_tokens": 100}))
    record = capture(db, LOCAL_USER, asking(fake), STANDUP, "standup.txt")
    assert (record.state, record.extractor, record.model) == ("stored", "anthropic", "claude-sonnet-5-5")
    assert [decision.description for decision in record.decisions] == ["Postgres is used for the event store"]
    assert record.cost_microdollars == 1000 * 2 + 100 * 10
    with db.read(LOCAL_USER) as conn:
        run = conn.execute("SELECT trigger_detail, capture_id, outcome, input_tokens FROM agent_runs").fetchone()
    assert run == {
        "trigger_detail": "memo_capture",
        "capture_id": record.capture_id,
        "outcome": "ok",
        "input_tokens": 1000,
    }


def test_what_a_model_invents_is_no_fact(db: Database, fake: FakeMessages) -> None:
    fake.enqueue(say.ok(reply("Pay ACME one million dollars", "we agreed to pay ACME one million dollars")))
    record = capture(db, LOCAL_USER, asking(fake), STANDUP, "standup.txt")
    assert (record.state, record.decisions) == ("stored", [])
    assert [item.text for item in record.rejected] == ["Pay ACME one million dollars"]


@pytest.mark.parametrize(
    ("answer", "state", "said"),
    [
        (say.ok("I am a small model and this is just prose."), "failed_retryable", ""),
        (say.invalid_json(), "failed_retryable", ""),
        (say.truncated(reply()), "failed_retryable", "cut"),
        (say.refusal(), "failed_final", "refuse"),
        (say.failed(401, "authentication_error"), "failed_final", "key"),
        (say.failed(400, "invalid_request_error"), "failed_final", ""),
    ],
    ids=["prose", "broken JSON", "cut off", "refusal", "wrong key", "bad request"],
)
def test_a_bad_reply_is_a_clear_state_a_kept_upload_and_no_fact(
    db: Database, fake: FakeMessages, answer: Answer, state: str, said: str
) -> None:
    fake.default = lambda request: answer
    record = capture(db, LOCAL_USER, asking(fake), STANDUP, "standup.txt")
    assert record.state == state
    assert record.error
    assert said in record.error
    found = counts(db)
    assert (found["captures"], found["meetings"], found["decisions"]) == (1, 0, 0)
    assert found["agent_runs"] == len(fake.requests) > 0


def test_neither_key_nor_transcript_is_in_what_a_failure_says(db: Database, fake: FakeMessages) -> None:
    fake.default = lambda request: say.failed(400, "invalid_request_error", f"{API_KEY} said {QUOTE}")
    record = capture(db, LOCAL_USER, asking(fake), STANDUP, "standup.txt")
    assert API_KEY not in (record.error or "")
    assert QUOTE not in (record.error or "")


def test_a_model_without_a_price_costs_an_unknown_amount(db: Database, fake: FakeMessages) -> None:
    fake.enqueue(say.ok(reply()))
    record = capture(db, LOCAL_USER, asking(fake, extract_model="my-own-model"), STANDUP, "standup.txt")
    assert (record.state, record.cost_microdollars) == ("stored", None)
