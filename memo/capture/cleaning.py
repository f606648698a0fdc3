"""What a model wrote goes through the same gate as what a person handed in, before it is kept anywhere."""

from __future__ import annotations

from typing import Any, TypeVar

from memo.models import Model
from memo.transcripts.decode import clean

M = TypeVar("M", bound=Model)


def cleaned(model: M) -> M:
    """`model` with every text in it cleaned; words quoted from a transcript are clean already and stay as they are."""
    return type(model).model_validate(_cleaned(model.model_dump()))


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case list() | tuple():
            return [_cleaned(item) for item in value]
        case dict():
            return {key: _cleaned(item) for key, item in value.items()}
        case _:
            return value
