"""Telling a re-export of a transcript from another meeting."""

from __future__ import annotations

import random
import time

from memo.capture.similar import SKETCH, alike, enough, sketch


def talk(seed: int, words: int = 600) -> str:
    """Reproducible chatter."""
    chance = random.Random(seed)
    known = [
        f"{a}{b}" for a in ("ma", "lo", "ri", "su", "ne", "ka") for b in ("bel", "tor", "vin", "gas", "pol", "den")
    ]
    lines = [" ".join(chance.choices(known, k=12)) for _ in range(words // 12)]
    return "\n".join(f"Ana: {line}." for line in lines)


def test_a_new_first_line_or_other_time_stamps_are_the_same_meeting() -> None:
    text = talk(1)
    assert alike(text, "Exported from the recorder on Tuesday morning\n" + text)
    stamped = "\n".join(f"[00:{n:02}:17] {line}" for n, line in enumerate(text.splitlines()))
    assert alike(text, stamped)
    assert sketch(text) == sketch(stamped)


def test_a_corrected_word_here_and_there_is_the_same_meeting() -> None:
    words = talk(2).split(" ")
    for at in range(20, len(words), 60):
        words[at] = "corrected"
    assert alike(talk(2), " ".join(words))


def test_the_same_meeting_with_more_at_its_end_is_the_same_meeting() -> None:
    assert alike(talk(3), talk(3) + "\nBen: One more thing before we all go home tonight.")


def test_other_words_are_another_meeting() -> None:
    assert not alike(talk(4), talk(5))


def test_two_meetings_with_the_same_opening_are_two() -> None:
    opening = talk(6)
    assert not alike(opening + "\nBen: We move the office to Porto.", opening + "\nBen: We hire a second designer.")
    assert not alike(opening + talk(7), opening + talk(8))


def test_texts_too_short_to_compare_are_not_alike() -> None:
    assert sketch("Only four words here") == ()
    assert not alike("Only four words here", "Only four words here")


def test_a_sketch_finds_what_is_alike() -> None:
    text, other = talk(9, 6000), "New first line of the export\n" + talk(9, 6000)
    assert len(sketch(text)) == SKETCH
    assert len(set(sketch(text)) & set(sketch(other))) >= enough(sketch(other))
    assert len(set(sketch(text)) & set(sketch(talk(10, 6000)))) < enough(sketch(text))
    assert all(-(2**63) <= value < 2**63 for value in sketch(text))


def test_a_long_text_takes_little_time() -> None:
    text = talk(11, 20_000)
    assert len(text) > 100_000
    began = time.perf_counter()
    sketch(text)
    assert time.perf_counter() - began < 1
