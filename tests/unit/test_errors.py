"""The tree of errors in the docstring is the tree in the code, and each has a sentence for a person."""

from __future__ import annotations

import inspect
import re

import pytest

from memo import errors
from memo.errors import MemoError, ModelError, NotFound


def classes() -> list[type[MemoError]]:
    return [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, MemoError)]


def drawn() -> dict[str, str | None]:
    """Each class of the drawing with the class it hangs below."""
    tree: dict[str, str | None] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"(?P<branch>[│├└─ ]*)(?P<name>[A-Z]\w+)\b", line)
        if match is None or (not match["branch"] and match["name"] != "MemoError"):
            continue
        depth = len(match["branch"])
        while above and above[-1][0] >= depth:
            above.pop()
        tree[match["name"]] = above[-1][1] if above else None
        above.append((depth, match["name"]))
    return tree


def test_the_drawing_is_the_tree() -> None:
    real = {cls.__name__: None if cls is MemoError else cls.__bases__[0].__name__ for cls in classes()}
    assert drawn() == real


@pytest.mark.parametrize("cls", classes(), ids=lambda cls: cls.__name__)
def test_its_docstring_is_what_a_person_reads(cls: type[MemoError]) -> None:
    parameters = inspect.signature(cls).parameters.values()
    error = cls(**{one.name: 1 for one in parameters if one.kind is one.KEYWORD_ONLY and one.default is one.empty})
    assert error.message == str(error) == inspect.getdoc(cls)
    assert re.fullmatch(r"[A-Z].*\.", error.message, re.DOTALL)


def test_a_better_sentence_takes_its_place() -> None:
    assert NotFound("There is no meeting 7.").message == "There is no meeting 7."


def test_trying_again_helps_only_where_the_cause_may_pass() -> None:
    helps = {cls.__name__ for cls in classes() if cls.retryable}
    assert {"ModelTimeout", "ModelUnavailable", "StoreUnavailable"} <= helps
    assert not helps & {"InputError", "ConfigError", "NotAllowed", "ModelRejected", "ModelRefused", "NotFound"}


def test_an_error_of_the_model_carries_its_run() -> None:
    assert ModelError("x").run is None
