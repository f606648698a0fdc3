"""Parts of a transcript: on turn borders, with overlap, nothing left out."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo.models import Transcript
from memo.transcripts import read_text
from memo.transcripts.chunks import MAX_TRANSCRIPT_CHARS, Part, parts


def talk(turns: int, words: str = "we talk about the queue and what it costs us.") -> Transcript:
    return read_text("\n".join(f"{'Priya' if n % 2 else 'Sam'}: number {n}, {words}" for n in range(turns)))


def check_whole(transcript: Transcript, made: tuple[Part, ...], max_chars: int) -> None:
    assert made[0].start == made[0].own_start == 0
    assert made[-1].end == len(transcript.text)
    for part, following in pairwise(made):
        assert part.end == following.own_start
    for index, part in enumerate(made):
        assert part.index == index
        assert part.start <= part.own_start < part.end
        assert part.text == transcript.text[part.start : part.end]
        assert len(part.text) <= max_chars
        inside = [turn.index for turn in transcript.turns if turn.start < part.end and turn.end > part.start]
        assert (not inside) or (part.first_turn, part.last_turn) == (inside[0], inside[-1])
    assert sum(part.end - part.own_start for part in made) == len(transcript.text)


def test_a_short_transcript_is_one_part() -> None:
    transcript = talk(20)
    (part,) = parts(transcript)
    assert (part.text, part.first_turn, part.last_turn) == (transcript.text, 0, 19)


def test_the_seeds_bound_is_the_bound_of_one_call() -> None:
    assert MAX_TRANSCRIPT_CHARS == 40_000
    transcript = talk(3_000)
    made = parts(transcript)
    check_whole(transcript, made, 40_000)
    assert len(made) == -(-len(transcript.text) // 39_000)


def test_borders_stand_between_turns_and_labels_stay_with_their_words() -> None:
    transcript = talk(400)
    made = parts(transcript, 2_000)
    check_whole(transcript, made, 2_000)
    for part in made:
        assert part.text.startswith(("Sam: ", "Priya: "))
        assert part.text.endswith(("us.", "us.\n"))


def test_the_overlap_repeats_the_last_turns_of_the_part_before() -> None:
    transcript = talk(400)
    made = parts(transcript, 2_000, overlap_turns=3)
    for before, part in pairwise(made):
        overlap = transcript.text[part.start : part.own_start]
        assert overlap.count("\n") == 3
        assert before.text.endswith(overlap)
        assert part.last_turn - part.first_turn > 3


def test_without_overlap_every_character_is_in_one_part() -> None:
    transcript = talk(400)
    made = parts(transcript, 2_000, overlap_turns=0)
    assert "".join(part.text for part in made) == transcript.text


def test_a_turn_longer_than_a_part_is_cut_after_sentences_and_not_lost() -> None:
    monologue = " ".join(f"This is sentence number {n} of a long speech." for n in range(300))
    transcript = read_text(f"Sam: hello there\nPriya: {monologue}\nSam: thank you for this\n")
    made = parts(transcript, 1_000)
    check_whole(transcript, made, 1_000)
    assert all(part.text.rstrip().endswith((".", "there", "this")) for part in made)


def test_one_endless_word_is_cut_between_graphemes() -> None:
    family = "👨\u200d👩\u200d👧"
    transcript = read_text("x" * 30 + family * 400)
    made = parts(transcript, 501, overlap_turns=0)
    check_whole(transcript, made, 501)
    for part in made[1:]:
        assert part.text[0] != "\u200d"
        assert transcript.text[part.start - 1] != "\u200d"


def test_a_part_without_room_is_an_error() -> None:
    with pytest.raises(ValueError, match="200"):
        parts(talk(3), 199)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["Sam", "Priya", "Jo Lin"]), st.text("abc .?\n 👍é", min_size=1, max_size=400)),
        min_size=3,
        max_size=25,
    ),
    st.integers(200, 1_200),
    st.integers(0, 5),
)
def test_whatever_the_turns_the_parts_hold_all_of_them(
    said: list[tuple[str, str]], max_chars: int, overlap: int
) -> None:
    transcript = read_text("".join(f"{name}: a long enough beginning {words}\n" for name, words in said))
    made = parts(transcript, max_chars, overlap)
    check_whole(transcript, made, max_chars)
    for turn in transcript.turns:
        covered = [(max(turn.start, p.own_start), min(turn.end, p.end)) for p in made]
        assert sum(end - start for start, end in covered if end > start) == turn.end - turn.start
