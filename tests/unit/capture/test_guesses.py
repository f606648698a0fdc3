"""What a title and a file name say about client, project and the meeting's name; how refusals and errors are told."""

from __future__ import annotations

import pytest

from memo.capture.cleaning import cleaned
from memo.capture.inspect import named_in
from memo.capture.work import MAX_ATTEMPTS, retry_in
from memo.capture.write import title_of
from memo.errors import ProvenanceViolation
from memo.models import Draft, DraftDecision, Named, Principal, Transcript
from memo.store.provenance import Provenance

KNOWN = [Named(id=1, name="Acme"), Named(id=2, name="Acme Labs"), Named(id=3, name="IT"), Named(id=4, name="Café Zoë")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Acme kick-off", "Acme"),
        ("2026-03-02_acme-labs_weekly.txt", "Acme Labs"),
        ("Acmeville weekly", None),
        ("we talk about it", None),
        ("Plans of CAFÉ ZOË", "Café Zoë"),
        ("", None),
    ],
)
def test_a_known_name_in_a_title_is_a_guess(text: str, name: str | None) -> None:
    assert named_in(text, KNOWN) == name


def test_a_meeting_is_called_what_the_person_says_else_what_the_file_says() -> None:
    transcript = Transcript(text="", format="", format_label="", turns=(), title="From the file")
    assert title_of("Typed", transcript, "a.txt") == "Typed"
    assert title_of(None, transcript, "a.txt") == "From the file"
    assert title_of(None, None, "weekly_sync.v2.txt") == "weekly sync.v2"
    assert title_of(None, None, None) == "Untitled meeting"


def test_a_reading_is_tried_again_less_and_less_often() -> None:
    assert [retry_in(attempts) for attempts in range(1, MAX_ATTEMPTS + 1)] == [30, 60, 120, 240, None]


def test_what_a_model_wrote_is_cleaned_all_through() -> None:
    draft = Draft(summary="a\x00b", topics=("x\ud83d",), decisions=(DraftDecision(description="é\r\n"),))
    assert cleaned(draft) == Draft(summary="ab", topics=("x\ufffd",), decisions=(DraftDecision(description="\xe9\n"),))
    assert cleaned(cleaned(draft)) == cleaned(draft)


def test_no_fact_without_somebody_who_produced_it() -> None:
    with pytest.raises(ProvenanceViolation):
        Provenance("meeting", "file:1", None, None)
    with pytest.raises(ProvenanceViolation):
        Provenance("meeting", "file:1", None, "")
    assert Provenance.of(Principal(name="Ana", member_id=7), "edit", "x").columns() == {
        "source_type": "edit",
        "source_id": "x",
        "triggered_by_user_id": 7,
        "triggered_by_agent": None,
    }
    assert Provenance.of(Principal(name="local"), "edit", "x").triggered_by_agent == "memo"
