"""The fake model's own reading: what browser tests rely on when nothing is scripted."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from memo import prompts
from memo.llm import MessagesClient, Reply
from memo.models import ScoredFact, Turn
from memo.settings import Settings
from tests.fakes import scripted_model
from tests.fakes.messages_api import API_KEY, FakeMessages, Request


@pytest.fixture
def client() -> Iterator[MessagesClient]:
    with FakeMessages(scripted_model.respond) as fake:
        yield MessagesClient(Settings(ANTHROPIC_API_KEY=API_KEY, ANTHROPIC_BASE_URL=fake.url))


def ask(client: MessagesClient, prompt: prompts.Prompt, schema: type | None) -> Reply:  # type: ignore[type-arg]
    return client.complete(
        model="claude-sonnet-5-5",
        system=prompt.system,
        user=prompt.user,
        schema=schema,
        max_tokens=4000,
        budget_seconds=10,
        trigger_detail="test",
        record=lambda run: None,
    )


def turn(index: int, speaker: str, text: str) -> Turn:
    return Turn(index=index, speaker=speaker, text=text, start=0, end=len(text))


def fact(number: int, text: str) -> ScoredFact:
    return ScoredFact(
        fact_type="decision",
        fact_id=number,
        text=text,
        source_type="meeting",
        source_id="file:1",
        captured_at=datetime.now(UTC),
        status="active",
        score=1,
    )


def test_it_finds_decisions_and_actions_with_their_words(client: MessagesClient) -> None:
    turns = [
        turn(0, "Ann", "Good morning, how are you?"),
        turn(1, "Ann", "We decided to use Postgres because it keeps vectors too."),
        turn(2, "Bob Lee", "I'll write the migration by Friday."),
    ]
    found = ask(client, prompts.extraction_prompt(turns, "Sync"), prompts.WireExtraction).parsed
    assert [(d.quote, d.decided_by, d.reasoning) for d in found.decisions] == [
        (turns[1].text, ["Ann"], "it keeps vectors too")
    ]
    assert [(a.quote, a.assignee, a.due) for a in found.action_items] == [(turns[2].text, "Bob Lee", "by Friday")]


def test_it_answers_from_the_facts_and_cites_them(client: MessagesClient) -> None:
    facts = [fact(1, "Lunch is at noon."), fact(2, "The team chose Postgres for storage.")]
    prompt = prompts.answer_prompt("Which storage was chosen?", facts, date(2026, 3, 3))
    assert ask(client, prompt, None).text == "The team chose Postgres for storage [2]."
    prompt = prompts.answer_prompt("Who owns billing?", facts[:1], date(2026, 3, 3))
    assert ask(client, prompt, None).text == prompts.CANNOT_ANSWER == scripted_model.CANNOT_ANSWER


def test_it_leaves_filters_empty_and_questions_as_they_are(client: MessagesClient) -> None:
    today = date(2026, 3, 3)
    assert ask(client, prompts.filter_prompt("Why?", today), prompts.WireFilter).parsed == prompts.WireFilter()
    rewritten = ask(client, prompts.rewrite_prompt("And why?", [("Who?", "Ann.")]), prompts.WireRewrite).parsed
    assert rewritten.question == "And why?"
    assert ask(client, prompts.summary_prompt(["One.", "Two."]), prompts.WireSummary).parsed.summary == "Part 1: One."


def test_the_fake_is_as_strict_as_the_service() -> None:
    with FakeMessages(lambda request: "hello") as fake:

        def post(path: str, body: bytes, key: str = API_KEY) -> int:
            headers = {"x-api-key": key, "content-type": "application/json"}
            request = urllib.request.Request(fake.url + path, data=body, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=5) as response:
                    status: int = response.status
                    assert b'"text": "hello"' in response.read()
                    return status
            except urllib.error.HTTPError as exc:
                exc.close()
                return exc.code

        message = {"role": "user", "content": [{"type": "text", "text": "a"}]}
        good = json.dumps({"model": "m", "max_tokens": 1, "messages": [message]}).encode()
        assert post("/v1/messages", good) == 200
        assert post("/v1/messages", good, key="other") == 401
        assert post("/v1/complete", good) == 404
        assert post("/v1/messages", good.replace(b'"max_tokens"', b'"temperature": 0, "max_tokens"')) == 400
        asked: Request = fake.requests[0]
        assert (asked.user, asked.system, asked.schema) == ("a", "", None)
