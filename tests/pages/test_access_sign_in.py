"""The pages and whoever stands before them: nothing is asked of the memory until it is known who that is."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from memo.errors import NotFound
from memo.models import Principal, Role
from memo.service import Memo
from tests.pages.conftest import ROOT, SECONDS, Open, button, text_of
from tests.pages.meetings import STANDUP

PAGES = ["app.py", *sorted(path.name for path in (ROOT / "pages").glob("*.py"))]
AUTH = {"redirect_uri": "http://localhost:8501/oauth2callback", "cookie_secret": "x" * 32, "client_id": "memo"}
TRACE = "Postgres"

Visit = Callable[..., AppTest]


def user(subject: str = "ana", *, age: float = 0, **more: Any) -> dict[str, Any]:
    return {
        "is_logged_in": True,
        "iss": "https://idp.example.com",
        "sub": subject,
        "iat": int(time.time() - age),
        "email": f"{subject}@example.com",
        "email_verified": True,
        "name": subject.title(),
        **more,
    }


@pytest.fixture
def visit(memo: Memo, no_worker: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Open a page as somebody, on a server where people sign in."""
    monkeypatch.setattr("memo.ui.sign_in.has_client", lambda: True)

    def visit(page: str, who: dict[str, Any], *, auth: bool = True, **parameters: str) -> AppTest:
        at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
        if page != "app.py":
            at.switch_page(f"pages/{page}")
        at.secrets = {"auth": AUTH} if auth else {}
        at.user = who
        for name, value in parameters.items():
            at.query_params[name] = value
        at.run()
        assert not at.exception
        return at

    yield visit
    st.cache_resource.clear()


@pytest.fixture
def forbid_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens the memory or begins a transaction fails."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("something was asked of the memory")

    monkeypatch.setattr("memo.store.pool.Database._transaction", refuse)
    monkeypatch.setattr("memo.service.Memo.open", refuse)


def door(at: AppTest) -> list[str]:
    """The labels of the only things to click; nothing else is drawn."""
    assert not at.sidebar.children
    kinds = {element.type for element in at.main} - {"main"}
    assert kinds <= {"title", "markdown", "button"}, kinds
    return [each.label for each in at.button]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "who",
    [{"is_logged_in": False}, {}, {"email": "test@example.com"}, user(age=13 * 3600), user(age=-3600)],
    ids=["signed out", "nobody", "no sign-in", "expired", "of the future"],
)
def test_nobody_reads_anything(visit: Visit, forbid_queries: None, page: str, who: dict[str, Any]) -> None:
    at = visit(page, who, meeting="1", q="Postgres", fact="decision-1")
    assert door(at) == ["Sign in"]


@pytest.mark.parametrize("missing", ["iss", "sub", "iat"])
def test_a_sign_in_that_says_too_little_is_none(visit: Visit, forbid_queries: None, missing: str) -> None:
    who = user()
    del who[missing]
    assert door(visit("app.py", who)) == ["Sign out"]


def test_who_is_no_member_is_told_so(visit: Visit) -> None:
    at = visit("app.py", user("eve"))
    assert door(at) == ["Sign out"]
    assert "eve@example.com is not a member of this memory" in text_of(at)


def test_a_member_comes_in_and_is_out_at_the_next_click(memo: Memo, visit: Visit) -> None:
    memo.capture(STANDUP, "weekly.txt")
    ana = memo.add_member("ana@example.com", "reader")
    first, second = visit("app.py", user()), visit("4_Facts.py", user())
    assert TRACE in text_of(first)
    assert "Ana, may read" in "\n".join(each.value for each in first.sidebar.caption)
    memo.remove_member(ana.id)
    for at in (first, second):
        at.run()
        assert not at.exception
        assert door(at) == ["Sign out"]
        assert TRACE not in text_of(at)


def test_a_sign_in_ends_while_a_page_is_open(memo: Memo, visit: Visit) -> None:
    memo.add_member("ana@example.com", "reader")
    at = visit("app.py", user())
    assert not [each for each in at.button if each.label == "Sign in"]
    at.user = user(age=13 * 3600)
    at.run()
    assert door(at) == ["Sign in"]


def test_signing_out(memo: Memo, visit: Visit) -> None:
    memo.add_member("ana@example.com", "reader")
    at = visit("app.py", user())
    button(at, "Sign out").click()  # type: ignore[attr-defined]
    at.run()
    assert at.user == {"is_logged_in": False}
    assert door(at) == ["Sign in"]


@pytest.mark.parametrize("page", PAGES)
def test_a_reader_finds_nothing_of_what_is_for_others(memo: Memo, visit: Visit, page: str) -> None:
    lea = memo.add_member("lea@example.com", "member", ["legal"])
    memo.add_member("ana@example.com", "reader")
    insider = memo.acting_as(Principal(name="Lea", member_id=lea.id, role="member", audience=lea.groups))
    record = insider.capture(STANDUP, "weekly.txt", audience=("group:legal",))
    places = {"meeting": str(record.meeting_id), "capture": str(record.capture_id), "turn": "2", "answer": "1"}
    places |= {"type": "decision", "id": str(record.decisions[0].id)}
    for hidden in (visit(page, user()), visit(page, user(), **places)):
        for trace in ("Platform weekly", TRACE, "migration plan", "weekly.txt", "Cleo Park"):
            assert trace not in text_of(hidden), page


def test_one_page_remembers_nothing_of_another_person(memo: Memo, visit: Visit) -> None:
    for name in ("ana", "ben"):
        memo.add_member(f"{name}@example.com", "member")
    at = visit("app.py", user("ana"))
    at.session_state["kept"] = "of Ana"
    at.run()
    assert at.session_state["kept"] == "of Ana"
    at.user = user("ben")
    at.run()
    assert "kept" not in at.session_state


def test_the_audience_is_chosen_before_it_is_handed_in(memo: Memo, visit: Visit) -> None:
    ana = memo.add_member("ana@example.com", "member")
    at = visit("1_Capture.py", user())
    at.get("file_uploader")[0].upload("weekly.txt", STANDUP)
    at.run()
    (choice,) = [each for each in at.selectbox if each.label == "Who may see it"]
    assert choice.options == ["Whole team", "Only me"]
    choice.select_index(1)
    button(at, "Remember this").click()  # type: ignore[attr-defined]
    at.run()
    assert not at.exception
    (kept,) = memo.recent_captures()
    with memo.db.owner() as conn:
        row = conn.execute("SELECT audience FROM captures WHERE id = %s", (kept.capture_id,)).fetchone()
    assert row == {"audience": [f"member:{ana.id}"]}


def test_another_audience_is_chosen_on_the_page_of_the_meeting(memo: Memo, visit: Visit) -> None:
    ana, ben = (memo.add_member(f"{name}@example.com", "member") for name in ("ana", "ben"))
    mine = memo.acting_as(Principal(name="Ana", member_id=ana.id, role="member"))
    meeting = mine.capture(STANDUP, "weekly.txt").meeting_id
    theirs = visit("6_Meeting.py", user("ben"), meeting=str(meeting))
    assert TRACE in text_of(theirs)
    at = visit("6_Meeting.py", user(), meeting=str(meeting))
    (choice,) = [each for each in at.selectbox if each.label == "Let it be seen by"]
    assert choice.options == ["Only me"]
    button(at, "Change").click()  # type: ignore[attr-defined]
    at.run()
    assert not at.exception
    assert "Seen by you only" in text_of(at)
    theirs.run()
    assert TRACE not in text_of(theirs)
    with pytest.raises(NotFound):
        memo.acting_as(Principal(name="Ben", member_id=ben.id, role="member")).transcript(meeting or 0)


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("1_Capture.py", "Members hand in"),
        ("3_Resolve.py", "Members say who is meant"),
        ("7_Forget.py", "Only an administrator"),
    ],
)
def test_a_reader_is_told_what_is_not_for_readers(memo: Memo, visit: Visit, page: str, told: str) -> None:
    memo.add_member("ana@example.com", "reader")
    at = visit(page, user())
    assert told in text_of(at)
    assert [each.label for each in at.button] == ["Sign out"]


@pytest.mark.parametrize(
    ("role", "offered"),
    [("reader", set()), ("member", {"Edit", "Mark as wrong"}), ("admin", {"Edit", "Mark as wrong", "Delete"})],
)
def test_a_fact_offers_what_its_reader_may_do(memo: Memo, visit: Visit, role: Role, offered: set[str]) -> None:
    decision = memo.capture(STANDUP, "weekly.txt").decisions[0].id
    memo.add_member("ana@example.com", role)
    (page,) = [name for name in PAGES if name.endswith("Fact.py")]
    at = visit(page, user(), type="decision", id=str(decision))
    assert TRACE in text_of(at)
    assert {each.label for each in at.button} & {"Edit", "Mark as wrong", "Delete"} == offered
    home = visit("app.py", user())
    assert ("Done" in {each.label for each in home.button}) is (role != "reader")


def test_without_a_sign_in_the_page_says_who_can_come(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "\n".join(each.value for each in open_page().sidebar.caption)
    assert "only this machine" in said
    monkeypatch.setattr("memo.ui.sign_in.is_loopback", lambda address: False)
    said = "\n".join(each.value for each in open_page().sidebar.caption)
    assert "everybody who can reach this address" in said


@pytest.mark.parametrize(("auth", "secrets", "expected"), [("oidc", False, "needs a section"), ("off", True, "")])
def test_the_settings_have_the_last_word(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, auth: str, secrets: bool, expected: str
) -> None:
    monkeypatch.setenv("MEMO_AUTH", auth)
    at = visit("app.py", {}, auth=secrets)
    assert [expected] == [expected for error in at.error if expected in error.value] or not expected
    assert not [each for each in at.button if each.label == "Sign in"]


def test_secrets_that_cannot_be_read_open_nothing(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forbid_queries: None
) -> None:
    broken = tmp_path / "secrets.toml"
    broken.write_text("[auth")
    monkeypatch.setattr("memo.ui.sign_in.st.get_option", lambda name: [str(broken)])
    at = visit("app.py", {}, auth=False)
    assert "cannot be read" in at.error[0].value


def test_files_are_for_who_is_signed_in(memo: Memo, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    memo.capture(STANDUP, "weekly.txt")
    memo.add_member("ana@example.com", "reader")
    at = visit("4_Facts.py", user(), type="decision")
    assert "needs the server that" in text_of(at)
    monkeypatch.setattr("memo.ui.gate.at_work", lambda: True)
    at.run()
    assert not at.exception
    links = [link.proto.url for link in at.get("link_button")]
    assert links == [f"/files/facts.{kind}?type=decision" for kind in ("csv", "jsonl", "md")]
    assert not at.get("download_button")
