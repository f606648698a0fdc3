"""A Granola note as text: its own transcript form, its summary without one, and nothing that breaks the form."""

from __future__ import annotations

from datetime import date

from memo.capture.granola import GranolaNote
from memo.transcripts import read_text


def note(**fields: object) -> GranolaNote:
    return GranolaNote.model_validate({"id": "not_1", "title": "Oats", "created_at": "2026-01-27T15:30:00Z", **fields})


def said(source: str, text: str, label: str | None = None) -> dict[str, object]:
    return {"speaker": {"source": source, "diarization_label": label}, "text": text}


def test_the_text_is_read_back_as_what_granola_exports() -> None:
    made = note(
        attendees=[{"name": "Oat Benson"}, {"email": "rp@example.com"}, {}],
        transcript=[said("microphone", "We buy\nthe mill."), said("speaker", "Fine with me then.")],
    ).text("UTC")
    transcript = read_text(made)
    assert (transcript.format, transcript.title, transcript.held_on) == ("granola", "Oats", date(2026, 1, 27))
    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("Me", "We buy the mill."),
        ("Them", "Fine with me then."),
    ]
    assert "Oat Benson" in transcript.people


def test_a_voice_that_granola_tells_apart_keeps_its_label() -> None:
    assert "Speaker B: Hello." in note(transcript=[said("microphone", "Hello.", "Speaker B")]).text("UTC")


def test_words_cannot_pretend_to_be_a_header() -> None:
    made = note(title="Oats\nDate: 1999-01-01", transcript=[said("speaker", "x\nMe: I said this.")]).text("UTC")
    assert made.splitlines()[0] == "Meeting Title: Oats Date: 1999-01-01"
    assert "Them: x Me: I said this." in made


def test_the_day_is_the_calendars_in_the_teams_zone() -> None:
    planned = note(calendar_event={"scheduled_start_time": "2026-01-27T23:30:00Z"})
    assert planned.held_on("Europe/Berlin") == date(2026, 1, 28)
    assert note().held_on("UTC") == date(2026, 1, 27)
    assert note(created_at=None).held_on("UTC") is None


def test_a_note_without_words_has_a_name_all_the_same() -> None:
    assert note(title=None).name == "Granola note"
    assert note(title="", calendar_event={"event_title": "Planned"}).name == "Planned"
    assert note(summary_text="Just this.").text("UTC").endswith("\n\nJust this.\n")
