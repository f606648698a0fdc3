"""Nothing that one person sees is kept for another: what the process caches for everybody is named here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import memo

ROOT = Path(memo.__file__).parent.parent
PAGES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "memo").rglob("*.py"))]

SHARED = {
    "memo.ui.frame.memory": "the memory of the machine's owner, which shows nobody anything by itself",
    "memo.ui.frame._memory_in_view": "the same, told of while it opens",
    "memo.ui.frame.shared_settings": "the settings",
    "memo.ui.worker._own_worker": "a thread",
}
"""Functions that Streamlit remembers for all sessions, each with the reason why that shows nobody too much."""


def cached(file: Path) -> Iterator[str]:
    module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and any("st.cache" in ast.unparse(each) for each in node.decorator_list):
            yield f"{module}.{node.name}"


def test_what_streamlit_remembers_for_everybody_is_nobodys() -> None:
    assert {name for file in PAGES for name in cached(file)} == SHARED.keys()


@pytest.mark.parametrize("file", sorted((ROOT / "memo" / "ui").glob("*.py")), ids=lambda file: file.stem)
def test_a_module_of_the_pages_keeps_nothing(file: Path) -> None:
    """What changes in a module is shared by all who have a page open: there are only constants, and no `global`."""
    tree = ast.parse(file.read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
    names = [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and isinstance(node.value, ast.Dict | ast.List | ast.Set | ast.Call)
        and not ast.unparse(node.value).startswith("TypeVar(")  # a kind, which holds nothing
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    assert [name for name in names if not name.isupper()] == []
