"""The client against a server that speaks the real wire format: every way a call can end."""

import logging
import time
from collections.abc import Callable, Iterator

import pytest
from pydantic import BaseModel

from memo.errors import (
    ConfigError,
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelReplyCut,
    ModelReplyInvalid,
    ModelTimeout,
    ModelUnavailable,
)
from memo.llm import MessagesClient, Reply
from memo.models import ModelRun
from memo.settings import Settings
from tests.fakes import messages_api as api
from tests.fakes.messages_api import Answer, FakeMessages, ok


class Found(BaseModel):
    """What the model is asked for."""

    names: list[str]
    note: str = ""


ANN = {"names": ["Ann"]}
MODEL = "claude-haiku-5-5"


@pytest.fixture
def fake() -> Iterator[FakeMessages]:
    with FakeMessages() as server:
        yield server


class Caller:
    """A client of `fake` that notes the runs it records and the pauses it would have made."""

    def __init__(self, fake: FakeMessages, **settings: str) -> None:
        self.runs: list[ModelRun] = []
        self.pauses: list[float] = []
        self.client = MessagesClient(
            Settings(**{"ANTHROPIC_API_KEY": api.API_KEY, "ANTHROPIC_BASE_URL": fake.url, **settings}),
            sleep=self.pauses.append,
        )

    def ask(self, *, budget_seconds: float = 10, user: str = "Who?", model: str = MODEL) -> Reply[Found]:
        return self.client.complete(
            model=model,
            system="Find names.",
            user=user,
            schema=Found,
            max_tokens=200,
            budget_seconds=budget_seconds,
            trigger_detail="ask",
            record=self.runs.append,
        )

    def write(self, on_text: Callable[[str], None] | None = None) -> Reply[None]:
        return self.client.complete(
            model=MODEL,
            system="Write.",
            user="Go.",
            schema=None,
            max_tokens=200,
            budget_seconds=10,
            trigger_detail="ask",
            record=self.runs.append,
            on_text=on_text,
        )


@pytest.fixture
def caller(fake: FakeMessages) -> Caller:
    return Caller(fake)


# --- replies that are complete ------------------------------------------------------------------------------------


def test_a_reply_is_parsed_and_its_run_recorded(fake: FakeMessages, caller: Caller) -> None:
    usage = {
        "input_tokens": 1000,
        "output_tokens": 100,
        "cache_read_input_tokens": 500,
        "cache_creation_input_tokens": 8,
    }
    fake.enqueue(ok(ANN, usage=usage))
    reply = caller.ask()
    assert reply.parsed == Found(names=["Ann"])
    assert caller.runs == [reply.run]
    run = reply.run
    assert (run.input_tokens, run.output_tokens, run.cache_read_tokens, run.cache_write_tokens) == (1000, 100, 500, 8)
    assert run.cost_microdollars == 156
    assert (run.outcome, run.error_class, run.stop_reason) == ("ok", None, "end_turn")
    assert run.request_id == "req_0001"
    assert (run.model, run.trigger_detail) == (MODEL, "ask")


def test_the_request_holds_the_schema_twice_and_no_sampling(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(ok(ANN))
    caller.ask(user="the transcript")
    body = fake.requests[0].body
    assert body["output_config"]["format"]["schema"]["properties"].keys() == {"names", "note"}
    assert body["system"].startswith("Find names.\n\nReply with exactly one JSON object")
    assert '"names"' in body["system"]
    assert body["messages"] == [{"role": "user", "content": "the transcript"}]
    assert body.keys() == {"model", "system", "messages", "max_tokens", "output_config", "stream"}


@pytest.mark.parametrize(
    "answer",
    [api.thinking_first(ANN), api.prose_around(ANN), ok(ANN, stop_reason="stop_sequence")],
    ids=["thinking first", "prose around", "stop sequence"],
)
def test_other_complete_forms_are_read(fake: FakeMessages, caller: Caller, answer: Answer) -> None:
    fake.enqueue(answer)
    assert caller.ask().parsed.names == ["Ann"]


def test_text_streams_in_the_callers_thread(fake: FakeMessages, caller: Caller) -> None:
    text = "We chose Postgres because of pgvector [1]."
    fake.enqueue(api.thinking_first(text))
    pieces: list[str] = []
    reply = caller.write(pieces.append)
    assert reply.text == "".join(pieces) == text
    assert len(pieces) > 1
    assert reply.parsed is None
    assert "output_config" not in fake.requests[0].body


def test_a_price_nobody_stated_leaves_the_cost_open(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(ok(ANN))
    assert caller.ask(model="my-own-model").run.cost_microdollars is None


def test_an_address_with_v1_works(fake: FakeMessages) -> None:
    fake.enqueue(ok(ANN))
    assert Caller(fake, ANTHROPIC_BASE_URL=f"{fake.url}/v1/").ask().parsed.names == ["Ann"]


def test_text_holds_nothing_that_cannot_be_stored_or_shown(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(ok("half \ud83d, whole 😀, nul \x00."))
    assert caller.write().text == "half \ufffd, whole 😀, nul ."


# --- replies that are not -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "error", "outcome"),
    [
        (api.truncated(ANN), ModelReplyCut, "cut"),
        (api.truncated(ANN, at=len('{"names": ["Ann"]}')), ModelReplyCut, "cut"),
        (api.truncated(ANN, stop_reason="model_context_window_exceeded"), ModelReplyCut, "cut"),
        (ok(ANN, stop_reason="pause_turn"), ModelReplyCut, "cut"),
        (api.refusal(), ModelRefused, "refused"),
    ],
    ids=["cut", "cut after whole JSON", "context full", "unknown stop reason", "refused"],
)
def test_the_stop_reason_decides_before_the_json(
    fake: FakeMessages, caller: Caller, answer: Answer, error: type[ModelError], outcome: str
) -> None:
    fake.enqueue(answer)
    with pytest.raises(error) as caught:
        caller.ask()
    assert caught.value.run == caller.runs[0]
    assert [run.outcome for run in caller.runs] == [outcome]
    assert caller.runs[0].output_tokens == 50
    assert caller.runs[0].cost_microdollars == 35
    assert len(fake.requests) == 1


def test_a_stream_that_just_ends_is_cut(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(Answer(blocks=ok(ANN).blocks, stop_reason=None))
    with pytest.raises(ModelReplyCut):
        caller.ask()


def test_invalid_json_is_asked_for_once_more(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(api.invalid_json(), ok(ANN))
    assert caller.ask().parsed.names == ["Ann"]
    roles = [message["role"] for message in fake.requests[1].body["messages"]]
    assert roles == ["user", "assistant", "user"]
    assert len(caller.runs) == 2


def test_invalid_twice_is_an_error_that_carries_the_run(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue({"names": "Ann"}, {"names": None})
    with pytest.raises(ModelReplyInvalid) as caught:
        caller.ask()
    assert "names" in caught.value.message
    assert caught.value.run is not None
    assert (caught.value.run.outcome, caught.value.run.request_id) == ("invalid", "req_0002")
    assert [run.output_tokens for run in caller.runs] == [50, 50]


def test_the_run_is_recorded_before_the_reply_is_read(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(api.invalid_json())

    class RecordedError(Exception):
        pass

    def record(run: ModelRun) -> None:
        raise RecordedError(run.outcome)

    with pytest.raises(RecordedError, match="ok"):
        caller.client.complete(
            model=MODEL,
            system="",
            user="?",
            schema=Found,
            max_tokens=9,
            budget_seconds=9,
            trigger_detail="t",
            record=record,
        )


def test_a_server_that_is_no_messages_api_is_named(caller: Caller, fake: FakeMessages) -> None:
    fake.enqueue(Answer(status=204))
    with pytest.raises(ModelReplyInvalid, match="ANTHROPIC_BASE_URL"):
        caller.ask()


# --- trying again -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_tried_again(fake: FakeMessages, caller: Caller, status: int) -> None:
    fake.enqueue(api.failed(status), api.failed(status), ok(ANN))
    assert caller.ask().parsed.names == ["Ann"]
    assert [run.outcome for run in caller.runs] == ["failed", "failed", "ok"]
    assert 0 < caller.pauses[0] < caller.pauses[1]


def test_three_tries_are_enough(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(*[api.overloaded()] * 4)
    with pytest.raises(ModelUnavailable, match="529") as caught:
        caller.ask()
    assert len(fake.requests) == 3
    assert caught.value.retryable
    assert caught.value.run == caller.runs[-1]


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
def test_what_no_retry_cures_is_not_tried_again(fake: FakeMessages, caller: Caller, status: int) -> None:
    fake.enqueue(api.failed(status, "some_error", "SECRET words of the transcript"))
    with pytest.raises(ModelRejected, match=str(status)) as caught:
        caller.ask()
    assert len(fake.requests) == 1
    assert not caught.value.retryable
    assert "SECRET" not in caught.value.message
    assert caller.runs[0].request_id == "req_0001"


def test_a_redirect_is_not_followed(fake: FakeMessages, caller: Caller) -> None:
    with FakeMessages(lambda request: ok(ANN)) as elsewhere:
        fake.enqueue(api.failed(307, location=f"{elsewhere.url}/v1/messages"))
        with pytest.raises(ModelRejected, match="307"):
            caller.ask()
        assert elsewhere.requests == []


def test_retry_after_is_the_least_wait(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(api.rate_limited(retry_after=7), ok(ANN))
    caller.ask()
    assert caller.pauses == [7.0]


@pytest.mark.parametrize("retry_after", ["31", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_wait_longer_than_the_budget_is_not_begun(fake: FakeMessages, caller: Caller, retry_after: str) -> None:
    fake.enqueue(api.rate_limited(retry_after), ok(ANN))
    with pytest.raises(ModelUnavailable, match="asks to wait"):
        caller.ask()
    assert caller.pauses == []
    assert len(fake.requests) == 1


def test_broken_connections_and_streams_are_tried_again(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(api.dropped(ok(ANN)), api.stream_error('{"names": ["Bo'), ok(ANN))
    assert caller.ask().parsed.names == ["Ann"]
    assert [run.cost_microdollars is None for run in caller.runs] == [True, True, False]


def test_nothing_is_tried_again_once_text_was_shown(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(api.stream_error("We chose "), ok("We chose Postgres."))
    shown: list[str] = []
    with pytest.raises(ModelUnavailable):
        caller.write(shown.append)
    assert "".join(shown) == "We chose "
    assert len(fake.requests) == 1


def test_nobody_listening_is_unavailable(fake: FakeMessages) -> None:
    caller = Caller(fake, ANTHROPIC_BASE_URL="http://127.0.0.1:9")
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        caller.ask()
    assert len(caller.runs) == 3


def test_a_server_without_output_config_is_asked_without_it_ever_after(fake: FakeMessages, caller: Caller) -> None:
    fake.enqueue(
        api.failed(400, "invalid_request_error", "output_config: Extra inputs are not permitted"), ok(ANN), ok(ANN)
    )
    assert caller.ask().parsed.names == ["Ann"]
    assert caller.ask().parsed.names == ["Ann"]
    assert ["output_config" in request.body for request in fake.requests] == [True, False, False]
    assert caller.pauses == []


# --- time ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [api.hang(), api.drip(ok(ANN), 0.05), api.drip(ok(ANN), 0.05, headers_too=True)],
    ids=["hang", "drip", "drip of headers"],
)
def test_the_budget_is_wall_clock_time(fake: FakeMessages, caller: Caller, answer: Answer) -> None:
    fake.enqueue(ok(ANN), answer)
    caller.ask()  # whatever is loaded or connected only once
    began = time.monotonic()
    with pytest.raises(ModelTimeout, match=r"0\.3 seconds") as caught:
        caller.ask(budget_seconds=0.3)
    assert 0.3 <= time.monotonic() - began < 1.3
    assert caught.value.run == caller.runs[-1]
    assert (caller.runs[-1].outcome, caller.runs[-1].cost_microdollars) == ("timeout", None)


def test_a_late_answer_is_dropped(fake: FakeMessages, caller: Caller) -> None:
    answer = ok(ANN)
    fake.enqueue(Answer(blocks=answer.blocks, delay_seconds=0.4))
    with pytest.raises(ModelTimeout):
        caller.ask(budget_seconds=0.2)
    time.sleep(0.4)
    assert len(caller.runs) == 1


# --- secrets ------------------------------------------------------------------------------------------------------


def test_neither_key_nor_transcript_reaches_a_log_or_an_error(
    fake: FakeMessages, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, words = "sk-SENTINEL-key", "SENTINEL transcript words"
    fake.api_key = key
    caller = Caller(fake, ANTHROPIC_API_KEY=key)
    caplog.set_level(logging.DEBUG)
    for name in ("httpx2", "httpcore2", "memo"):
        caplog.set_level(logging.DEBUG, logger=name)
    echo = f"{words} {key}"
    for answer in (
        api.failed(400, "invalid_request_error", echo),
        api.failed(401, "authentication_error", echo),
        api.failed(500, "api_error", echo),
        api.invalid_json(),
        ok({echo: 1}),
        api.truncated(ANN),
        api.dropped(ok(ANN)),
    ):
        fake.enqueue(*[answer] * 3)
        with pytest.raises(ModelError) as caught:
            caller.ask(user=words)
        fake.clear()
        assert "SENTINEL" not in f"{caught.value!r} {caught.value.__cause__!r} {caught.value.__context__!r}"
    assert "SENTINEL" not in caplog.text


def test_a_missing_key_is_said_at_once() -> None:
    with pytest.raises(ConfigError, match="ANTHROPIC_API_KEY"):
        MessagesClient(Settings())
