"""Fetching what was handed in through Slack: the token goes to Slack's own file hosts, and to nobody else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memo.errors import (
    FileNotAccepted,
    InputError,
    MemoError,
    SlackError,
    SlackLimited,
    SlackRefused,
    TranscriptTooLong,
)
from memo.slack.fetch import Files, SlackFile
from tests.fakes.slack import FakeSlack, Reply
from tests.integration.slacking import PUBLIC, files_of

TOKEN = "xoxb-secret"


@pytest.fixture
def fake() -> Iterator[FakeSlack]:
    with FakeSlack() as running:
        yield running


def file(url: str | None, name: str = "a.txt", **more: object) -> SlackFile:
    return SlackFile.model_validate({"id": "F1", "name": name, "url": url, **more})


def uploaded(fake: FakeSlack, content: bytes = b"Ana: hello", name: str = "a.txt") -> SlackFile:
    return file(fake.upload("F1", content, name)["url_private_download"], name)


def test_a_file_is_fetched_with_the_token(fake: FakeSlack) -> None:
    assert files_of(fake).fetch(uploaded(fake)) == b"Ana: hello"
    assert [call.token for call in fake.calls] == [f"Bearer {fake.bot_token}"]


def test_a_netrc_does_not_take_the_tokens_place(
    fake: FakeSlack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n")
    monkeypatch.setenv("NETRC", str(netrc))
    files_of(fake).fetch(uploaded(fake))
    assert [call.token for call in fake.calls] == [f"Bearer {fake.bot_token}"]


@pytest.mark.parametrize(
    "url",
    [
        "http://files.slack.com/a.txt",
        "https://files.slack.com.evil.example/a.txt",
        "https://evil.example/files.slack.com/a.txt",
        "https://files.slack.com@evil.example/a.txt",
        "https://someone@files.slack.com/a.txt",
        "https://someone:word@files.slack.com/a.txt",
        "https://@files.slack.com/a.txt",
        "https://files.slack.com:8443/a.txt",
        "https://files.slack.com:bad/a.txt",
        "https://files.slack.com:99999/a.txt",
        "https://evil.example\\@files.slack.com/a.txt",
        "https://files.slack.com\t.evil.example/a.txt",
        "https://fіles.slack.com/a.txt",  # a Cyrillic i
        "https://slack-files.com/a.txt",
        "https://xfiles.slack.com/a.txt",
        "https://files.slack.com./a.txt",
        "https://127.0.0.1/a.txt",
        "https://2130706433/a.txt",
        "https://[::1]/a.txt",
        "https://169.254.169.254/latest/meta-data",
        "ftp://files.slack.com/a.txt",
        "file:///etc/passwd",
        "//files.slack.com/a.txt",
        "files.slack.com/a.txt",
        "https:///a.txt",
        "https://[/a.txt",
        "",
    ],
)
def test_other_addresses_are_not_even_looked_up(url: str) -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise AssertionError(f"{host} was looked up")

    with pytest.raises(FileNotAccepted):
        Files(TOKEN, 1000, resolve=resolve).fetch(file(url))


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "::1", "fe80::1%eth0", "100.64.0.1", "0.0.0.0"],
)
@pytest.mark.parametrize("host", ["files.slack.com", "cdn.slack-edge.com"])
def test_a_name_that_leads_into_a_private_network_gets_no_request(host: str, address: str) -> None:
    files = Files(TOKEN, 1000, resolve=lambda host, port: [*PUBLIC, address])
    with pytest.raises(FileNotAccepted, match="private network"):
        files.fetch(file(f"https://{host}/a.txt"))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_the_token_stays(fake: FakeSlack, status: int) -> None:
    with FakeSlack() as other:
        target = uploaded(fake)
        elsewhere = f"http://127.0.0.1:{other.port}/stolen"
        fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(status=status, headers={"Location": elsewhere})
        with pytest.raises(SlackRefused):
            files_of(fake).fetch(target)
        assert other.calls == []


def test_a_page_instead_of_the_file_is_no_file(fake: FakeSlack) -> None:
    target = uploaded(fake)
    page = Reply(b"<html>Sign in</html>", headers={"Content-Type": "text/html; charset=utf-8"})
    fake.downloads["/files-pri/T1-F1/a.txt"] = page
    with pytest.raises(SlackRefused, match="files:read"):
        files_of(fake).fetch(target)


def test_a_file_that_is_too_long_is_not_fetched_to_its_end(fake: FakeSlack) -> None:
    target = uploaded(fake, b"x" * 5000)
    with pytest.raises(TranscriptTooLong, match="1,000"):
        files_of(fake, most=1000).fetch(target)
    assert files_of(fake, most=5000).fetch(target) == b"x" * 5000


def test_what_slack_says_is_too_long_is_not_fetched_at_all(fake: FakeSlack) -> None:
    target = uploaded(fake).model_copy(update={"size": 2000})
    with pytest.raises(TranscriptTooLong, match="2,000 bytes"):
        files_of(fake, most=1000).fetch(target)
    assert fake.calls == []


def test_a_file_that_drips_is_not_waited_for(fake: FakeSlack) -> None:
    target = uploaded(fake)
    fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(b"x" * 200, pause=0.05)
    began = time.monotonic()
    with pytest.raises(SlackError, match="did not arrive"):
        files_of(fake, seconds=0.5).fetch(target)
    assert time.monotonic() - began < 3


def test_a_packed_file_is_refused(fake: FakeSlack) -> None:
    target = uploaded(fake)
    fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(b"x", headers={"Content-Encoding": "gzip"})
    with pytest.raises(SlackError, match="packed"):
        files_of(fake).fetch(target)


@pytest.mark.parametrize(("status", "error"), [(404, SlackRefused), (403, SlackRefused), (500, SlackError)])
def test_what_slack_does_not_give(fake: FakeSlack, status: int, error: type[MemoError]) -> None:
    target = uploaded(fake)
    fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(status=status)
    with pytest.raises(error) as caught:
        files_of(fake).fetch(target)
    assert type(caught.value) is error


def test_a_wait_that_is_asked_for_is_told(fake: FakeSlack) -> None:
    target = uploaded(fake)
    fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(status=429, headers={"Retry-After": "7"})
    with pytest.raises(SlackLimited) as caught:
        files_of(fake).fetch(target)
    assert caught.value.retry_after == 7


@pytest.mark.parametrize(
    "target",
    [
        file("https://files.slack.com/a.exe", "a.exe"),
        file("https://files.slack.com/a.pdf", "a.pdf"),
        file("https://files.slack.com/a.txt", elsewhere=True),
        file(None),
    ],
)
def test_other_kinds_of_file_are_refused_before_anything_is_sent(target: SlackFile) -> None:
    with pytest.raises(InputError):
        Files(TOKEN, 1000, resolve=lambda host, port: PUBLIC).fetch(target)


def test_an_unreachable_host_is_slacks_trouble_and_tells_no_token() -> None:
    with FakeSlack() as gone:
        target, files = uploaded(gone), files_of(gone)
    with pytest.raises(SlackError) as caught:
        files.fetch(target)
    assert gone.bot_token not in str(caught.value)


def test_a_file_that_is_cut_off_is_no_file(fake: FakeSlack) -> None:
    target = uploaded(fake, b"x" * 300_000)
    fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(b"x" * 300_000, cut=True)
    with pytest.raises(SlackError, match="could not be fetched"):
        files_of(fake, most=400_000).fetch(target)


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 300_000])
def test_it_arrives_whole(fake: FakeSlack, size: int) -> None:
    content = bytes(n % 251 for n in range(size))
    assert files_of(fake, most=400_000).fetch(uploaded(fake, content)) == content


def test_it_arrives_whole_in_pieces(fake: FakeSlack) -> None:
    target = uploaded(fake)
    fake.downloads["/files-pri/T1-F1/a.txt"] = Reply(b"Ana: hello", chunked=True)
    assert files_of(fake).fetch(target) == b"Ana: hello"
