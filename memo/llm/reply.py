"""Reading a JSON object out of a model's reply: tolerant of what surrounds it, strict about the object itself.

Self-hosted models put prose and code fences around their JSON. That is forgiven; a broken, doubled or cut object is
not, because "repaired" JSON turns half a meeting into a whole one.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from memo.errors import ModelReplyInvalid

S = TypeVar("S", bound=BaseModel)

_OBJECT_START = re.compile(r'\{(?=\s*["}])')
"""A brace that opens a JSON object; braces of prose ("{name}") are not followed by a quote or a closing brace."""

_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""Self-hosted reasoning models think aloud in the text itself."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_SHOWN_ERRORS = 5


def read_reply(text: str, schema: type[S]) -> S:
    """The one JSON object in `text` as a `schema`; `ModelReplyInvalid` says what is wrong without quoting the reply."""
    found = read_object(text)
    try:
        return schema.model_validate(found)
    except ValidationError as exc:
        wrong = [
            _in_words(error) for error in exc.errors(include_url=False, include_context=False, include_input=False)
        ]
    # Raised out here: in the `except` the library's error, which quotes the reply, would be its context.
    more = f" and {len(wrong) - _SHOWN_ERRORS} more" if len(wrong) > _SHOWN_ERRORS else ""
    message = "The model's reply does not have the asked-for form: " + "; ".join(wrong[:_SHOWN_ERRORS]) + more
    raise ModelReplyInvalid(message)


def read_object(text: str) -> dict[str, Any]:
    """The JSON object that `text` is or contains.

    Raises `ModelReplyInvalid` when there is none, when the first is not complete, when two differ, or when one has
    duplicate keys, NaN or Infinity. Its strings are `storable`.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    found: dict[str, Any] | None = None
    thinking = _THINKING.match(text)
    at = thinking.end() if thinking else 0
    while start := _OBJECT_START.search(text, at):
        value = None
        with suppress(json.JSONDecodeError, RecursionError):
            value, at = decoder.raw_decode(text, start.start())
        if value is None:
            # Not looked at further: an object inside a broken one is a part that would pass for the whole.
            raise ModelReplyInvalid("The model's reply holds a JSON object that is broken or not complete.")
        if found is not None and value != found:
            raise ModelReplyInvalid("The model's reply holds two different JSON objects.")
        found = value
    if found is None:
        raise ModelReplyInvalid("The model's reply holds no JSON object.")
    return found


def _in_words(error: ErrorDetails) -> str:
    """Where and what; without an unknown field's name, which may be words of the transcript."""
    where = error["loc"][:-1] if error["type"] == "extra_forbidden" else error["loc"]
    return f"{'.'.join(str(part) for part in where) or 'the object'}: {error['msg']}"


def storable(text: str) -> str:
    """`text` without NUL and with half surrogate pairs replaced: neither Postgres nor a page can hold them."""
    return _UNSTORABLE.sub(lambda m: "" if m[0] == "\x00" else "\ufffd", text)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = {_storable(key): _storable(value) for key, value in pairs}
    if len(result) != len(pairs):
        raise ModelReplyInvalid("The model's reply names a field twice.")
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise ModelReplyInvalid(f"The model's reply holds {name}, which is not JSON.")


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    return value
