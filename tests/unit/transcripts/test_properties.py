"""Whatever the bytes: a transcript whose offsets hold, or a refusal that says why."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memo.errors import InputError
from memo.models import Transcript
from memo.transcripts import read, read_text
from memo.transcripts.chunks import parts
from memo.transcripts.decode import clean, decode_and_normalise, for_model

FILES = sorted((Path(__file__).parent / "files").iterdir())


def check(transcript: Transcript) -> None:
    assert clean(transcript.text) == transcript.text
    end = 0
    for index, turn in enumerate(transcript.turns):
        assert turn.index == index
        assert end <= turn.start < turn.end
        assert transcript.text[turn.start : turn.end] == turn.text
        end = turn.end
    assert end <= len(transcript.text)
    assert all(name.strip() == name and name for name in transcript.people)
    transcript.model_dump_json()
    assert sum(part.end - part.own_start for part in parts(transcript, 500)) == len(transcript.text)


def check_refusal(refusal: InputError) -> None:
    assert len(refusal.message) > 20


def check_read(data: bytes) -> None:
    try:
        transcript = read(data)
    except InputError as refusal:
        check_refusal(refusal)
    else:
        check(transcript)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=600))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    check_read(data)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        transcript = read_text("Some words that are long enough.\n" + text)
    except InputError as refusal:
        check_refusal(refusal)
    else:
        check(transcript)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_a_file_that_was_cut_or_changed_is_read_or_refused(path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    start = data.draw(st.integers(0, len(content)), "start")
    end = data.draw(st.integers(start, min(len(content), start + 200)), "end")
    content[start:end] = data.draw(st.binary(max_size=40), "instead")
    check_read(bytes(content))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([line for path in FILES for line in path.read_text().split("\n")]), max_size=30))
def test_lines_of_all_formats_mixed_are_read_or_refused(lines: list[str]) -> None:
    check_read("\n".join(lines).encode())


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_decoding_is_idempotent_and_always_fits_the_database(data: bytes) -> None:
    try:
        decoded = decode_and_normalise(data)
    except InputError:
        return
    assert clean(decoded.text) == decoded.text
    assert "\x00" not in decoded.text
    decoded.text.encode()


@given(st.text(st.characters(exclude_categories=())))
def test_cleaning_any_string_is_idempotent_and_encodes(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    cleaned.encode()
    visible, removed = for_model(cleaned)
    assert len(visible) + removed == len(cleaned)
