"""The extractor that calls a model, against a Messages API on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from memo.errors import ModelError, ModelRefused, ModelReplyCut, ModelReplyInvalid
from memo.extraction import AnthropicExtractor, extract
from memo.llm import MessagesClient
from memo.models import Extraction, ModelRun
from memo.settings import Settings
from tests.fakes.messages_api import API_KEY, FakeMessages, invalid_json, ok, prose_around, refusal, truncated
from tests.unit.extraction.meeting import HELD_ON, transcript

POSTGRES = "we decided to use Postgres for the Northwind storage, because it was the cheapest"
REPLY: dict[str, Any] = {
    "summary": "Postgres was chosen for Northwind.",
    "topics": ["storage"],
    "outcomes": [],
    "decisions": [{"description": "Use Postgres for the Northwind storage", "quote": POSTGRES, "reasoning": None}],
    "action_items": [
        {
            "description": "Migrate the invoices",
            "assignee": "Carol Ng",
            "due": "by Friday",
            "quote": "I'll migrate the invoices to the new cluster by Friday.",
        }
    ],
}


@pytest.fixture
def fake() -> Iterator[FakeMessages]:
    with FakeMessages() as server:
        yield server


def _read(fake: FakeMessages, runs: list[ModelRun] | None = None) -> Extraction:
    settings = Settings(ANTHROPIC_API_KEY=API_KEY, ANTHROPIC_BASE_URL=fake.url)  # type: ignore[arg-type]
    client = MessagesClient(settings, sleep=lambda seconds: None)
    extractor = AnthropicExtractor(client, settings, (runs if runs is not None else []).append)
    return extract(transcript(), title="Northwind", held_on=HELD_ON, extractor=extractor)


def test_what_a_model_proposes_becomes_facts_once_it_is_proven(fake: FakeMessages) -> None:
    fake.enqueue(ok(REPLY))
    runs: list[ModelRun] = []
    got = _read(fake, runs)
    assert [d.description for d in got.decisions] == ["Use Postgres for the Northwind storage"]
    assert [(a.assignee, a.due_text, str(a.due_on)) for a in got.action_items] == [
        ("Carol Ng", "by Friday", "2026-03-06")
    ]
    assert (got.summary, got.topics, got.rejected) == ("Postgres was chosen for Northwind.", ("storage",), ())
    assert (got.extractor, got.model, got.cost_microdollars) == ("anthropic", "claude-sonnet-5-5", None)
    assert [(run.trigger_detail, run.outcome) for run in runs] == [("memo_capture", "ok")]
    request = fake.requests[0]
    assert "Alice Chen: Hello everyone" in request.user
    assert "Postgres" not in request.system


def test_fields_that_only_code_may_fill_are_dropped(fake: FakeMessages) -> None:
    own = {"workspace_id": 1, "source_id": "meeting:1", "triggered_by": "admin", "status": "accepted", "turn": 3}
    fake.enqueue(ok({**REPLY, **own, "decisions": [{**REPLY["decisions"][0], **own, "start": 0, "end": 5}]}))
    got = _read(fake)
    assert got.decisions[0].evidence.turn == 2
    assert not own.keys() & got.model_dump().keys()
    assert not {"workspace_id", "status", "triggered_by"} & got.decisions[0].model_dump().keys()


def test_characters_that_no_store_takes_are_gone_from_what_the_model_said(fake: FakeMessages) -> None:
    dirty = json.dumps(
        {**REPLY, "decisions": [{**REPLY["decisions"][0], "description": "Use Postgres\x00 for storage\ud83d"}]}
    )
    fake.enqueue(ok(dirty))
    (decision,) = _read(fake).decisions
    decision.description.encode()
    assert "\x00" not in decision.description


def test_an_answer_that_is_cut_is_never_taken_for_a_whole_one(fake: FakeMessages) -> None:
    text = json.dumps(REPLY)
    for at in range(0, len(text), 41):
        fake.clear()
        fake.default = lambda request, at=at: truncated(REPLY, at=at)  # type: ignore[misc]
        with pytest.raises(ModelReplyCut):
            _read(fake)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (refusal(), ModelRefused),
        (ok(""), ModelReplyInvalid),
        (ok("There were no decisions in this meeting."), ModelReplyInvalid),
        (ok("{}"), ModelReplyInvalid),
        (ok({"summary": "Nothing."}), ModelReplyInvalid),
        (ok(json.dumps(REPLY) + json.dumps({**REPLY, "decisions": []})), ModelReplyInvalid),
        (invalid_json(), ModelReplyInvalid),
    ],
)
def test_a_reply_that_is_no_reply_is_an_error_and_not_an_empty_meeting(
    fake: FakeMessages, reply: Any, error: type[ModelError]
) -> None:
    fake.default = lambda request: reply
    with pytest.raises(error):
        _read(fake)


def test_prose_around_the_json_is_forgiven(fake: FakeMessages) -> None:
    fake.enqueue(prose_around(REPLY))
    assert len(_read(fake).decisions) == 1


def test_what_a_small_model_invents_is_rejected(fake: FakeMessages) -> None:
    invented = {"description": "Hire five engineers", "quote": "We will hire five engineers next quarter."}
    fake.enqueue(ok({**REPLY, "summary": "Five engineers are hired.", "decisions": [invented]}))
    got = _read(fake)
    assert got.decisions == ()
    assert [each.kind for each in got.rejected] == ["decision", "summary"]
    assert got.summary == ""
