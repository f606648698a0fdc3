"""The queries that memo/ calls are those that sql/ defines, with the parameters that these declare."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import memo
from memo.store.queries import Q

PACKAGE = Path(memo.__file__).parent
CONNECTION_AND_MODEL = {"all": 2, "maybe": 2, "one": 2, "rows": 1, "values": 1, "value": 1, "run": 1, "run_many": 2}


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8"))


def _is_lookup(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Q"


def _query_name(node: ast.AST) -> str | None:
    """The name in `Q["name"]`; None for anything else."""
    if _is_lookup(node) and isinstance(node.slice, ast.Constant):  # type: ignore[attr-defined]
        return str(node.slice.value)  # type: ignore[attr-defined]
    return None


def _used(tree: ast.Module) -> set[str]:
    """The names that a module looks up; where it chooses (`Q[names[kind]]`, `Q[f"{kind}_facts"]`), all that fit."""
    nodes = list(ast.walk(tree))
    names = {name for node in nodes if (name := _query_name(node))}
    for node in nodes:
        if not _is_lookup(node) or _query_name(node):
            continue
        key = node.slice  # type: ignore[attr-defined]
        if isinstance(key, ast.JoinedStr):
            pattern = "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"\w+" for p in key.values)
            names |= {name for name in Q if re.fullmatch(pattern, name)}
        else:
            names |= Q.keys() & {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return names


def test_names_used_are_names_defined() -> None:
    used = set().union(*(_used(tree) for _, tree in _trees()))
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
