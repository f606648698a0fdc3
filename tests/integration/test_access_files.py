"""What leaves the server as a file leaves it for whoever may see it, and where a sign-in leads back to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie

import pytest
import requests
from itsdangerous import URLSafeTimedSerializer

from memo.models import Principal
from memo.service import Memo
from tests.fakes.oidc import FakeProvider
from tests.integration.app_process import App, free_port
from tests.integration.signing_in import COOKIE_SECRET, memory_of, signed_app, visitor
from tests.pages.meetings import STANDUP

SECRET = "We sell the Harbour Street office in June."
OPEN = "Postgres"
CSV = "/files/facts.csv"


def fill(memo: Memo) -> None:
    memo.capture(STANDUP, "weekly.txt")
    lea = memo.add_member("lea@example.com", "member", ["legal"])
    for name in ("ana", "ben"):
        memo.add_member(f"{name}@example.com", "reader")
    insider = memo.acting_as(Principal(name="Lea", member_id=lea.id, role="member", audience=lea.groups))
    notes = f"Board 2026-03-02\nLea Park: {SECRET}\nLea Park: Decision: {SECRET}\n".encode()
    insider.capture(notes, "board.txt", audience=("group:legal",))


@pytest.fixture(scope="module")
def provider() -> Iterator[FakeProvider]:
    with FakeProvider() as running:
        yield running


@pytest.fixture(scope="module")
def app(provider: FakeProvider) -> Iterator[App]:
    with signed_app(provider, fill) as running:
        yield running


def test_a_file_is_for_who_is_signed_in(app: App, provider: FakeProvider) -> None:
    ana = visitor(app, provider, "ana")
    reply = ana.get(app.url + CSV, timeout=30)
    assert reply.status_code == 200
    assert OPEN in reply.text
    assert reply.headers["Content-Disposition"] == 'attachment; filename="facts.csv"'
    assert reply.headers["Cache-Control"] == "no-store"
    without = requests.get(app.url + CSV, timeout=30)
    assert without.status_code == 401
    assert OPEN not in without.text


def test_each_gets_what_he_or_she_may_see(app: App, provider: FakeProvider) -> None:
    lea, ana = visitor(app, provider, "lea"), visitor(app, provider, "ana")
    for kind in ("csv", "jsonl", "md"):
        link = f"{app.url}/files/facts.{kind}?type=decision"
        assert "Harbour Street" in lea.get(link, timeout=30).text, kind
        theirs = ana.get(link, timeout=30)
        assert theirs.status_code == 200
        assert OPEN in theirs.text
        assert "Harbour Street" not in theirs.text


def test_the_file_holds_the_view_of_its_link(app: App, provider: FakeProvider) -> None:
    ana = visitor(app, provider, "ana")
    assert '"decision"' in ana.get(f"{app.url}{CSV}?type=decision", timeout=30).text
    assert '"decision"' not in ana.get(f"{app.url}{CSV}?type=action_item", timeout=30).text
    for nothing in ("/files/facts.exe", "/files/facts", "/files/facts.csv/x"):
        assert OPEN not in ana.get(app.url + nothing, timeout=30).text
    assert ana.get(f"{app.url}/files/facts.exe", timeout=30).status_code == 404


def test_a_stranger_gets_no_file(app: App, provider: FakeProvider) -> None:
    reply = visitor(app, provider, "eve").get(app.url + CSV, timeout=30)
    assert reply.status_code == 403
    assert "not a member" in reply.text


def test_an_old_sign_in_gets_no_file(app: App, provider: FakeProvider) -> None:
    reply = visitor(app, provider, "ana", age=13 * 3600).get(app.url + CSV, timeout=30)
    assert reply.status_code == 401


def test_who_is_removed_gets_no_file_from_then_on(app: App, provider: FakeProvider) -> None:
    ben = visitor(app, provider, "ben")
    assert ben.get(app.url + CSV, timeout=30).status_code == 200
    with memory_of(app) as memo:
        (member,) = [each for each in memo.members() if each.email == "ben@example.com"]
        memo.remove_member(member.id)
    reply = ben.get(app.url + CSV, timeout=30)
    assert reply.status_code == 403
    assert OPEN not in reply.text


def test_a_cookie_of_ones_own_making_opens_nothing(app: App, provider: FakeProvider) -> None:
    real = visitor(app, provider, "ana").cookies["_streamlit_user"]
    said = URLSafeTimedSerializer(COOKIE_SECRET, salt="_streamlit_user").loads(real)
    of_another = URLSafeTimedSerializer(COOKIE_SECRET, salt="_streamlit_user").dumps(
        said.replace(app.url, f"http://127.0.0.1:{free_port()}")
    )
    forged = URLSafeTimedSerializer("guessed", salt="_streamlit_user").dumps(said)
    for cookie in ("", "x", real[:-1], forged, of_another, "chunks-3"):
        reply = requests.get(app.url + CSV, headers={"Cookie": f"_streamlit_user={cookie}"}, timeout=30)
        assert reply.status_code == 401, cookie


@pytest.mark.parametrize("path", ["/media/", "/media/0123abcd.csv", "/media/0123abcd.csv?title=x", "/media/a/b.csv"])
def test_the_open_shelf_is_shut(app: App, provider: FakeProvider, path: str) -> None:
    for who in (requests.Session(), visitor(app, provider, "ana")):
        reply = who.get(app.url + path, timeout=30)
        assert (reply.status_code, reply.text) == (404, "Nothing is kept here.")


@pytest.mark.parametrize(
    ("opened", "landed"),
    [
        ("", "/"),
        ("Facts?client=3&type=decision", "/Facts?client=3&type=decision"),
        ("Meeting?meeting=1&turn=2", "/Meeting?meeting=1&turn=2"),
        ("Ask?q=What+about+M%C3%BCnchen%3F", "/Ask?q=What+about+M%C3%BCnchen%3F"),
        ("Ask", "/Ask"),
        ("Nothing?x=1", "/"),
        ("auth/logout", "/"),
        ("/evil.example.com", "/"),
        ("Facts?" + "x" * 4000, "/"),
    ],
)
def test_who_signs_in_comes_back_to_what_was_opened(app: App, provider: FakeProvider, opened: str, landed: str) -> None:
    session = visitor(app, provider, "ana", page=opened)
    assert session.landed == landed  # type: ignore[attr-defined]
    assert "memo_way_back" not in session.cookies


@pytest.mark.parametrize("said", ["http://evil.example.com/", "//evil.example.com", "/Facts\r\nX: 1", "/auth/logout"])
def test_nobody_is_led_elsewhere_even_by_a_cookie_that_counts(app: App, provider: FakeProvider, said: str) -> None:
    cookie = URLSafeTimedSerializer(COOKIE_SECRET, salt="memo_way_back").dumps(said)
    reply = requests.get(
        f"{app.url}/oauth2callback?state=1", headers={"Cookie": f"memo_way_back={cookie}"}, timeout=30,
        allow_redirects=False,
    )  # fmt: skip
    assert (reply.status_code, reply.headers["Location"]) == (302, "/")


def test_the_way_back_is_kept_for_the_server_alone(app: App, provider: FakeProvider) -> None:
    reply = requests.get(
        f"{app.url}/auth/login", headers={"Referer": f"{app.url}/Facts?client=3"}, timeout=30, allow_redirects=False
    )
    (cookie,) = [SimpleCookie(each) for each in re.split(r", (?=\w+=)", reply.headers["Set-Cookie"]) if "way" in each]
    kept = cookie["memo_way_back"]
    assert (kept["httponly"], kept["samesite"], kept["path"], kept["max-age"]) == (True, "Lax", "/", "600")


def test_stopped_it_leaves_nothing(provider: FakeProvider) -> None:
    with signed_app(provider, lambda memo: None) as app:
        assert visitor(app, provider, "eve").get(app.url + CSV, timeout=30).status_code == 403
        assert app.stop() == 0
        assert app.lines[1:] == ["People sign in.", "Stopping ...", "Memo has stopped."]
