"""Reading JSON out of replies: forgiving about what is around the object, never about the object."""

import json

import pytest
from pydantic import BaseModel, ConfigDict

from memo.errors import ModelReplyInvalid
from memo.llm import read_object, read_reply

ITEM = {
    "summary": 'She said {"no"}.',
    "decisions": [{"description": "a {b} c", "by": []}, {"description": "d"}],
    "n": 1,
}
TEXT = json.dumps(ITEM)


@pytest.mark.parametrize(
    "reply",
    [
        TEXT,
        f"\n  {TEXT}\n",
        f"```json\n{json.dumps(ITEM, indent=2)}\n```",
        f"Sure, here you are:\n{TEXT}\nAnything else, {{name}}?",
        f'<think>maybe {{"summary": 1}} ... no</think>\n{TEXT}',
        f"{TEXT}\nOnce more:\n{TEXT}",
    ],
    ids=["exact", "blank around", "fenced", "prose", "thought aloud", "said twice"],
)
def test_object_is_found_in_what_surrounds_it(reply: str) -> None:
    assert read_object(reply) == ITEM


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot do that.",
        "[1, 2]",
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "b": 1}}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1} or rather {"a": 2}',
        '{"a": 1,}',
        "{'a': 1}",
        '{"a": "x\ny"}',
        '{"a":' * 100_000,
    ],
)
def test_anything_else_is_invalid(reply: str) -> None:
    with pytest.raises(ModelReplyInvalid):
        read_object(reply)


@pytest.mark.parametrize("around", ["{}", "Here it is:\n```json\n{}\n```"])
def test_a_reply_cut_at_any_character_is_never_an_object(around: str) -> None:
    whole = around.format(TEXT)
    for at in range(whole.index("{"), whole.rindex("}")):
        with pytest.raises(ModelReplyInvalid):
            read_object(whole[:at])


def test_what_no_store_can_hold_is_removed() -> None:
    assert read_object(r'{"a\u0000": ["x\u0000y", {"b": "\ud83d"}], "c": "\ud83d\ude00"}') == {
        "a": ["xy", {"b": "\ufffd"}],
        "c": "😀",
    }


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    count: int = 0


def test_schema_is_applied() -> None:
    assert read_reply('{"name": "a", "count": 2}', Strict) == Strict(name="a", count=2)


def test_message_names_the_field_and_quotes_nothing_of_the_reply() -> None:
    with pytest.raises(ModelReplyInvalid) as caught:
        read_reply('{"count": "SECRET words", "SECRET key": 1}', Strict)
    assert "count" in caught.value.message
    assert "name" in caught.value.message
    assert "SECRET" not in caught.value.message
    assert caught.value.__cause__ is None
