"""The queries that memo/ calls are those that sql/ defines, with the parameters that these declare."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import memo
from memo.store.queries import Q

PACKAGE = Path(memo.__file__).parent
CONNECTION_AND_MODEL = {"all": 2, "maybe": 2, "one": 2, "rows": 1, "values": 1, "value": 1, "run": 1, "run_many": 2}


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8"))


def _query_name(node: ast.AST) -> str | None:
    """The name in `Q["name"]`, else None."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Q":
        assert isinstance(node.slice, ast.Constant), f"line {node.lineno}: Q[...] takes a literal name"
        return str(node.slice.value)
    return None


def test_names_used_are_names_defined() -> None:
    used = {name for _, tree in _trees() for node in ast.walk(tree) if (name := _query_name(node))}
    assert used - Q.keys() == set(), "used but not defined"
    assert Q.keys() - used == set(), "defined but not used"


def test_parameters_passed_are_parameters_declared() -> None:
    wrong = []
    for file, tree in _trees():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            name = _query_name(node.func.value)
            if name is None or name not in Q:
                continue
            passed = {keyword.arg for keyword in node.keywords}
            # What `**fields` holds is checked by the call itself.
            fits = passed - {None} <= Q[name].params if None in passed else passed == Q[name].params
            fits = fits or node.func.attr == "run_many"
            if not fits or len(node.args) != CONNECTION_AND_MODEL[node.func.attr]:
                wrong.append(f"{file}:{node.lineno}: {name} takes {sorted(Q[name].params)}")
    assert wrong == []


def test_every_query_says_what_it_is_for() -> None:
    assert [query.where for query in Q.values() if not query.doc] == []
