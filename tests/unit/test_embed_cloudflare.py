"""The Cloudflare embedder against a server that speaks its envelope."""

import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from memo.embed import EMBED_DIMENSIONS, Embedder, embedder_for
from memo.embedders.cloudflare import Cloudflare
from memo.errors import ConfigError
from memo.settings import Settings
from tests.fakes.cloudflare import FakeCloudflare, Reply, envelope, failure, vector


@pytest.fixture
def fake() -> Iterator[FakeCloudflare]:
    with FakeCloudflare() as server:
        yield server


def settings(fake: FakeCloudflare, **changes: str) -> Settings:
    values = {
        "MEMO_EMBEDDER": "cloudflare",
        "CLOUDFLARE_ACCOUNT_ID": fake.account,
        "CLOUDFLARE_API_TOKEN": fake.token,
        "CLOUDFLARE_API_URL": fake.url,
    }
    return Settings(**(values | changes))


def test_texts_become_unit_vectors_with_cls_pooling(fake: FakeCloudflare) -> None:
    embedder = embedder_for(settings(fake))
    one, none, other = embedder.embed(["we chose postgres", "", "we chose postgres today"])
    assert none is None
    assert one is not None
    assert other is not None
    expected = np.array(vector("we chose postgres"))
    assert np.allclose(one, expected / np.linalg.norm(expected), atol=1e-6)
    assert fake.requests == [{"text": ["we chose postgres", "we chose postgres today"], "pooling": "cls"}]
    assert embedder.model_name == "cloudflare:@cf/baai/bge-base-en-v1.5:cls"
    assert embedder.last_error is None


def test_a_call_has_at_most_a_hundred_texts(fake: FakeCloudflare) -> None:
    vectors = embedder_for(settings(fake)).embed([f"text {n}" for n in range(230)])
    assert [len(body["text"]) for body in fake.requests] == [100, 100, 30]
    assert all(v is not None for v in vectors)
    assert np.allclose(vectors[7], vectors[7] / np.linalg.norm(vectors[7]))
    expected = np.array(vector("text 229"))
    assert np.allclose(vectors[229], expected / np.linalg.norm(expected), atol=1e-6)


ROW = [1.0] * EMBED_DIMENSIONS


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(403, failure(10000, "Authentication error SENTINEL")), "HTTP 403, error 10000"),
        (Reply(429, failure(3036, "limit")), "HTTP 429, error 3036"),
        (Reply(500, b"<html>SENTINEL</html>"), "HTTP 500 without JSON"),
        (Reply(200, failure(5007, "no such model")), "HTTP 200, error 5007"),
        (Reply(200, []), "HTTP 200"),
        (Reply(200, {"success": True, "result": None}), "one vector a text"),
        (Reply(200, envelope([])), "one vector a text"),
        (Reply(200, envelope([ROW, ROW])), "one vector a text"),
        (Reply(200, envelope([ROW[:-1]])), "vectors of 768 numbers"),
        (Reply(200, envelope([[None] * EMBED_DIMENSIONS])), "vectors of 768 numbers"),
        (Reply(200, envelope([ROW], pooling="mean")), "cls pooling"),
        (Reply(302, b"", {"location": "http://127.0.0.1:9/elsewhere"}), "HTTP 302"),
        (Reply(200, envelope([[0.0] * EMBED_DIMENSIONS])), "not usable"),
        (Reply(200, json.dumps(envelope([[float("nan")] * EMBED_DIMENSIONS])).encode()), "not usable"),
    ],
)
def test_what_is_wrong_is_said_without_secrets(
    fake: FakeCloudflare, reply: Reply, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    fake.reply = reply
    embedder = embedder_for(settings(fake))
    assert embedder.embed(["SENTINEL words"]) == [None]
    assert embedder.last_error is not None
    assert reason in embedder.last_error
    for secret in (fake.token, fake.account, "SENTINEL"):
        assert secret not in caplog.text
        assert secret not in embedder.last_error


def test_a_token_is_not_replaced_by_netrc(fake: FakeCloudflare, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login someone password else\n")
    monkeypatch.setenv("NETRC", str(netrc))
    assert embedder_for(settings(fake)).embed_one("a") is not None


def test_nobody_listening(fake: FakeCloudflare) -> None:
    embedder = embedder_for(settings(fake, CLOUDFLARE_API_URL="http://127.0.0.1:9"))
    assert embedder.embed_one("a") is None
    assert embedder.last_error == "Cloudflare cannot be reached (ConnectionError)"


def test_a_stalled_service_does_not_hold_the_caller(fake: FakeCloudflare) -> None:
    fake.delay_seconds = 5
    embedder = Embedder(Cloudflare(settings(fake)), timeout_seconds=0.2)
    began = time.monotonic()
    assert embedder.embed_one("a") is None
    assert time.monotonic() - began < 1.2


def test_missing_settings_are_named() -> None:
    with pytest.raises(ConfigError, match="CLOUDFLARE_API_TOKEN"):
        embedder_for(Settings(MEMO_EMBEDDER="cloudflare", CLOUDFLARE_ACCOUNT_ID="a"))
