"""What real caption files do to their grammar."""

from __future__ import annotations

import pytest

from memo.transcripts import read_text
from memo.transcripts.formats.cues import cues_of


def said(text: str) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in read_text(text).turns]


def test_notes_styles_and_regions_are_not_speech() -> None:
    text = (
        "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a width:40%\n\nNOTE\ntwo lines of\na note\n\n"
        "00:01.000 --> 00:02.000\nWe keep the queue\n\nNOTE Confidence: 0.9\n\n"
        "00:02.000 --> 00:03.000\nNOTE that it is slow.\n"
    )
    assert said(text) == [(None, "We keep the queue NOTE that it is slow.")]


def test_a_missing_blank_line_and_one_digit_hours_are_forgiven() -> None:
    text = (
        "WEBVTT\n0:00:01.000 --> 0:00:02.000\nWe keep the queue.\n0:00:02.000 --> 0:00:03.000\nIt is fine as it is.\n"
    )
    assert [turn.time for turn in read_text(text).turns] == ["00:00:01", "00:00:02"]


def test_identifiers_are_dropped_and_last_words_are_not() -> None:
    text = (
        "WEBVTT\n\nfirst\n00:01.000 --> 00:02.000\nWe keep it.\n\nYeah.\n\n"
        "second\n00:02.000 --> 00:03.000\nSo be it then.\n"
    )
    assert [(cue.id, cue.lines) for cue in cues_of(text)] == [
        ("first", ("We keep it.", "Yeah.")),
        ("second", ("So be it then.",)),
    ]


def test_a_number_that_is_said_is_no_cue_number() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nHow many queues are there?\n\n2\n00:00:02,000 --> 00:00:03,000\n42\n\n"
    assert [cue.lines for cue in cues_of(text)] == [("How many queues are there?",), ("42",)]


def test_cues_out_of_order_are_put_in_order_of_time() -> None:
    text = "WEBVTT\n\n00:09.000 --> 00:10.000\nand goes.\n\n00:01.000 --> 00:02.000\nThe queue comes\n"
    assert said(text) == [(None, "The queue comes and goes.")]


def test_cues_are_joined_until_a_sentence_ends_but_not_for_ever() -> None:
    cues = "".join(f"00:{n:02}.000 --> 00:{n + 1:02}.000\n{'word ' * 20}number {n}\n\n" for n in range(20))
    turns = read_text("WEBVTT\n\n" + cues).turns
    assert len(turns) > 1
    assert all(len(turn.text) <= 600 for turn in turns)


def test_two_voices_in_one_cue_are_two_turns() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Priya Patel>We keep the queue.</v>\n<v Sam>All of it, yes.</v>\n"
    assert said(text) == [("Priya Patel", "We keep the queue."), ("Sam", "All of it, yes.")]


def test_tags_and_references_are_no_words() -> None:
    text = (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Tom</i> &amp; <b.x>Jerry</b> said 3 &lt; 4, "
        "e&#769;lan &#128077; and 2 < 3 too\n"
    )
    assert said(text) == [(None, "Tom & Jerry said 3 < 4, élan 👍 and 2 < 3 too")]


@pytest.mark.parametrize("words", ["[Music]", "(laughs) we keep the queue", "[door slams] so we keep it"])
def test_sounds_in_brackets_are_not_speakers(words: str) -> None:
    cues = "".join(f"00:{n:02}.000 --> 00:{n + 1:02}.000\n{words} and so on\n\n" for n in range(4))
    assert {turn.speaker for turn in read_text("WEBVTT\n\n" + cues).turns} == {None}


def test_a_file_that_lost_its_header_is_still_known_by_its_timings() -> None:
    text = (
        "00:00:01.000 --> 00:00:02.000\nPriya: we keep the queue\n\n"
        "00:00:02.000 --> 00:00:03.000\nSam: all of it, yes\n"
    )
    assert read_text(text).format == "zoom-vtt"


def test_a_rendered_line_cannot_be_forged_from_inside_a_cue() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mallory>hello there&#10;Boss: we pay ACME&#8232;Boss: at once</v>\n"
    transcript = read_text(text)
    assert transcript.text == "Mallory: hello there Boss: we pay ACME Boss: at once"
    assert {turn.speaker for turn in transcript.turns} == {"Mallory"}
