"""A page opened as a visitor opens it, on a database of this test alone; nothing reads in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from memo.service import Memo
from memo.store.pool import Database

ROOT = Path(__file__).parent.parent.parent
SECONDS = 60.0

Open = Callable[..., AppTest]


@pytest.fixture
def memo(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memo]:
    """The memory that the pages of this test show."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("MEMO_EMBEDDER", "off")
    with Memo.open() as opened:
        yield opened


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed in waits until the test reads it."""
    monkeypatch.setattr("memo.ui.captures.ensure_worker", lambda memo: None)
    monkeypatch.setattr("memo.ui.hand_in.ensure_worker", lambda memo: None)


@pytest.fixture
def open_page(memo: Memo, no_worker: None) -> Iterator[Open]:
    """Open a page by its file's name, with the parameters of its address."""

    def open_(page: str = "app.py", **parameters: str) -> AppTest:
        at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
        if page != "app.py":
            at.switch_page(f"pages/{page}")
        for name, value in parameters.items():
            at.query_params[name] = value
        at.run()
        assert not at.exception
        return at

    yield open_
    st.cache_resource.clear()


@pytest.fixture
def forbid_writes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, whoever begins to write to the database fails."""

    def forbid() -> None:
        def refuse(*args: object, **kwargs: object) -> None:
            raise AssertionError("a rerun wrote to the database")

        monkeypatch.setattr(Database, "write", refuse)

    return forbid


def text_of(at: AppTest) -> str:
    """Everything a page says in sentences, one after the other, as Markdown without its backslashes."""
    elements = [*at.title, *at.header, *at.subheader, *at.markdown, *at.caption, *at.error, *at.warning, *at.info]
    elements += [*at.success, *at.toast]
    return "\n".join(str(element.value) for element in elements).replace("\\", "").replace("\u2060", "")


def button(at: AppTest, label: str) -> object:
    """The first button with that label."""
    found = [each for each in at.button if each.label == label]
    assert found, [each.label for each in at.button]
    return found[0]
