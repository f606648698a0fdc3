"""JSON transcripts: several shapes, broken ones, and JSON that is none."""

from __future__ import annotations

import json
from datetime import date

import pytest

from memo.errors import FileNotAccepted
from memo.transcripts import read_text

SENTENCES = [
    {"speaker_name": "Priya", "text": "We keep the queue.", "start_time": 1.5},
    {"speaker_name": "Sam", "text": "All of it, yes.", "start_time": 62},
]


@pytest.mark.parametrize(
    "document",
    [
        SENTENCES,
        {"sentences": SENTENCES},
        {"transcript": {"sentences": SENTENCES}},
        {"data": {"transcript": {"sentences": SENTENCES}}},
        {
            "segments": [
                {"speaker": each["speaker_name"], "text": each["text"], "start": each["start_time"]}
                for each in SENTENCES
            ]
        },
        {
            "utterances": [
                {"speaker": {"name": each["speaker_name"]}, "text": each["text"], "start": each["start_time"]}
                for each in SENTENCES
            ]
        },
        [
            {"speaker_name": each["speaker_name"], "sentence": each["text"], "startTime": clock}
            for each, clock in zip(SENTENCES, ("00:01", "01:02"), strict=True)
        ],
    ],
    ids=["list", "sentences", "transcript", "data", "segments", "utterances", "clock times"],
)
def test_every_shape_gives_the_same_turns(document: object) -> None:
    transcript = read_text(json.dumps(document))
    assert [(turn.time, turn.speaker, turn.text) for turn in transcript.turns] == [
        ("00:00:01", "Priya", "We keep the queue."),
        ("00:01:02", "Sam", "All of it, yes."),
    ]
    assert transcript.text == "Priya: We keep the queue.\nSam: All of it, yes."


def test_numbered_speakers_are_nobody() -> None:
    sentences = [{"speaker_id": number, "text": f"This is what number {number} says."} for number in (0, 1)]
    transcript = read_text(json.dumps(sentences))
    assert [turn.speaker for turn in transcript.turns] == ["Speaker 0", "Speaker 1"]
    assert transcript.people == ()


def test_odd_values_are_left_out_and_the_rest_is_read() -> None:
    sentences = [
        None,
        "text",
        {"text": None},
        {"text": 5, "speaker_name": "Sam"},
        {"text": " \u0000 ", "speaker_name": "Sam"},
        {"text": "We keep \ud83d the\u2028queue as it is.", "speaker_name": ["Sam"], "start_time": float("inf")},
        {"text": "All of it, yes.", "speaker_name": True, "start_time": "soon"},
    ]
    transcript = read_text(
        json.dumps({"title": 7, "date": "soon", "attendees": [None, 5, {}, "Jo"], "sentences": sentences})
    )
    assert transcript.text == "We keep \ufffd the queue as it is.\nAll of it, yes."
    assert (transcript.title, transcript.held_on, transcript.people) == (None, None, ("Jo",))


@pytest.mark.parametrize(
    ("value", "day"),
    [(1773306000000, date(2026, 3, 12)), (1773306000, date(2026, 3, 12)), ("2026-03-12T09:00Z", date(2026, 3, 12))],
)
def test_a_date_may_be_a_number_of_seconds_or_milliseconds(value: object, day: date) -> None:
    assert read_text(json.dumps({"date": value, "sentences": SENTENCES})).held_on == day


@pytest.mark.parametrize(
    "document", ["{}", "[]", "[1, 2, 3]", '{"a": "a long enough value of something else"}', '{"transcript": {"a": 1}}']
)
def test_json_that_is_no_transcript_is_refused(document: str) -> None:
    with pytest.raises(FileNotAccepted, match="no transcript that Memo knows"):
        read_text(document)


@pytest.mark.parametrize(
    "text",
    ['{"sentences": [broken, but long enough to be read}', "[10:30] Priya: we keep it\nSam: fine with me [done]"],
)
def test_what_only_looks_like_json_is_read_as_text(text: str) -> None:
    assert read_text(text).format in {"named-lines", "paragraphs"}


def test_json_of_endless_depth_is_read_as_text() -> None:
    assert read_text("[" * 50_000 + '"words that are long enough"' + "]" * 50_000).format == "paragraphs"
