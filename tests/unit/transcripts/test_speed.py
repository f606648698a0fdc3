"""Nothing here is worse than linear: long lines and long files are read within a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from memo.errors import InputError
from memo.transcripts import read_text
from memo.transcripts.chunks import parts

LONG = 100_000


@pytest.mark.parametrize(
    "line",
    [
        "x" * LONG,
        "word " * (LONG // 5),
        "x:" * (LONG // 2),
        ": " * (LONG // 2),
        " " * LONG + "words that are long enough to be read",
        "\t" * LONG + "words that are long enough to be read",
        "*" * LONG + " words that are long enough",
        "#" * LONG + " words that are long enough",
        "(" * LONG + " words that are long enough",
        "[" * LONG + " words that are long enough",
        "<" * LONG + " words that are long enough",
        "<v " * (LONG // 3),
        ">" * LONG,
        "-" * LONG + " words that are long enough",
        "1" * LONG + " words that are long enough",
        "1:" * (LONG // 2) + " words that are long enough",
        "00:00:01.000 --> " * (LONG // 17),
        "A. " * (LONG // 3),
        "." * LONG + " words that are long enough",
        '."' * (LONG // 2) + " words that are long enough",
        "Name, " * (LONG // 6),
        "`" * LONG + "\nWEBVTT words that are long enough",
        "WEBVTT\n\n" + "<c" * (LONG // 2),
        "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "<v " * (LONG // 3),
        "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "&" * LONG,
        "<html><body>" + "<!-- " * (LONG // 5),
        "<html><body>" + "<a " * (LONG // 3),
        "<html><body>" + "</p" * (LONG // 3),
        "<html><body>" + "<div>" * (LONG // 5) + "words that are long enough to be read",
        "<!doctype html>" + "<![" * (LONG // 3),
        "[" * LONG + "]" * LONG,
        '{"a":' * (LONG // 5) + "1" + "}" * (LONG // 5),
        "---\n" + "a: b, " * (LONG // 6),
        "Attendees: " + "A and " * (LONG // 6),
    ],
    ids=lambda line: repr(line[:12]),
)
def test_one_line_of_a_hundred_thousand_characters_takes_less_than_a_second(line: str) -> None:
    assert seconds(lambda: read_text(line)) < 1.0


@pytest.mark.parametrize(
    "line",
    [
        "Priya: we talk about the queue and about what it costs.\n",
        "PPL: we talk about it.\n| Priya Patel | PPL | Lumen |\n",
        "18:00:01 <pat> omar: we talk about the queue.\n",
        "00:00:01\tPriya Patel:\twe talk about the queue.\n",
        "Priya Patel  0:03\nwe talk about the queue.\n",
        "(A) we talk about the queue.\n",
        "\n\n\n\n",
        "a:\nb:\n",
        "00:00:01.000 --> 00:00:02.000\nPriya: we talk\n\n",
        "```\nWEBVTT\n\n00:01.000 --> 00:02.000\nwe talk\n```\n",
    ],
    ids=lambda line: repr(line[:16]),
)
def test_the_longest_transcript_is_read_and_parted_in_linear_time(line: str) -> None:
    text = "We begin with words that are long enough.\n" + line * (300_000 // len(line))
    assert seconds(lambda: parts(read_text(text))) < 3.0


def test_many_different_speakers_cost_no_more_than_one() -> None:
    text = "".join(f"Speaking{n}: we talk about the queue\n" for n in range(15_000))
    assert seconds(lambda: read_text(text)) < 3.0


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    with suppress(InputError):
        work()
    return time.process_time() - started
