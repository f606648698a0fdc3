"""Word documents: Teams transcripts, notes, and archives that are refused before they are opened."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest
from docx import Document
from docx.document import Document as DocumentObject

from memo.errors import FileNotAccepted, TranscriptEmpty
from memo.transcripts import read


def saved(document: DocumentObject) -> bytes:
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def with_member(data: bytes, name: str, content: bytes) -> bytes:
    """The document with one archive member added or replaced."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.namelist():
            if member != name:
                new.writestr(member, old.read(member))
        new.writestr(name, content)
    return buffer.getvalue()


@pytest.fixture
def teams() -> bytes:
    document = Document()
    document.add_paragraph("Platform sync-20260312_100112-Meeting Recording")
    document.add_paragraph("March 12, 2026, 10:01AM\n32m 4s")
    document.add_paragraph("Priya Patel started transcription")
    document.add_paragraph("Priya Patel   0:03\nLet's begin with the queue.")
    document.add_paragraph("\nCho, Dana (Guest)   0:09\nIt holds.\nWe keep it.")
    document.add_paragraph("Priya Patel   12:40\nGood, then that is decided.")
    return saved(document)


@pytest.mark.parametrize("name", ["sync.docx", "sync.txt", None])
def test_a_teams_transcript_is_rendered_without_clock_times(teams: bytes, name: str | None) -> None:
    transcript = read(teams, name)
    assert (transcript.format, transcript.title, transcript.held_on) == (
        "teams-docx",
        "Platform sync",
        date(2026, 3, 12),
    )
    assert transcript.text == (
        "Priya Patel: Let's begin with the queue.\n"
        "Cho, Dana (Guest): It holds. We keep it.\n"
        "Priya Patel: Good, then that is decided."
    )
    assert [turn.time for turn in transcript.turns] == ["00:00:03", "00:00:09", "00:12:40"]
    assert transcript.people == ("Priya Patel", "Dana Cho")
    assert all(transcript.text[turn.start : turn.end] == turn.text for turn in transcript.turns)


def test_notes_keep_headings_lists_and_tables() -> None:
    document = Document()
    document.add_heading("Queue call", level=1)
    document.add_paragraph("Date: 12 March 2026")
    document.add_heading("Action items", level=2)
    document.add_paragraph("Sam orders the queue", style="List Bullet")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text = "Decision"
    table.rows[0].cells[1].text = "the second queue"
    document.add_paragraph("Decision: we use the second queue")
    transcript = read(saved(document), "notes.docx")
    assert (transcript.format, transcript.title) == ("paragraphs", "Queue call")
    assert transcript.format_label.startswith("Word document")
    assert [turn.text for turn in transcript.turns] == [
        "# Queue call",
        "Date: 12 March 2026",
        "## Action items",
        "- Sam orders the queue",
        "Decision the second queue",
        "Decision: we use the second queue",
    ]


def test_an_empty_document_is_empty() -> None:
    with pytest.raises(TranscriptEmpty):
        read(saved(Document()), "empty.docx")


def test_a_member_that_swells_is_refused_before_it_is_opened(teams: bytes) -> None:
    bomb = with_member(teams, "word/media/image1.xml", bytes(50_000_000))
    assert len(bomb) < 200_000
    with pytest.raises(FileNotAccepted, match="would unpack to 50,"):
        read(bomb, "bomb.docx")


def test_a_document_that_is_too_large_or_has_too_many_parts_is_refused(teams: bytes) -> None:
    buffer = io.BytesIO(teams)
    with zipfile.ZipFile(buffer, "a") as archive:
        for number in range(2_001):
            archive.writestr(f"word/part{number}.xml", b"<x/>")
    with pytest.raises(FileNotAccepted, match="parts"):
        read(buffer.getvalue(), "crowded.docx")


def test_entities_are_not_expanded(teams: bytes) -> None:
    xml = b"""<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha ha ha ha ha ha ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
    <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>
    <w:t>Priya: we keep the queue that we have now. &b;</w:t></w:r></w:p></w:body></w:document>"""
    transcript = read(with_member(teams, "word/document.xml", xml), "entities.docx")
    assert "the queue that we have now" in transcript.text
    assert "ha ha" not in transcript.text


@pytest.mark.parametrize("content", [b"", b"<broken", b"<?xml version='1.0'?><other/>", b"\x00\x01"])
def test_a_damaged_document_is_refused(teams: bytes, content: bytes) -> None:
    with pytest.raises(FileNotAccepted, match="damaged"):
        read(with_member(teams, "word/document.xml", content), "broken.docx")


def test_a_cut_document_is_refused(teams: bytes) -> None:
    for length in range(4, len(teams), 997):
        with pytest.raises(FileNotAccepted, match=r"damaged|zip archive"):
            read(teams[:length], "cut.docx")


def test_another_archive_is_refused_as_one() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("transcript.txt", "Priya: hello")
    with pytest.raises(FileNotAccepted, match="zip archive"):
        read(buffer.getvalue(), "transcripts.docx")


def test_a_text_file_called_docx_is_read_as_the_text_it_is() -> None:
    assert read(b"Priya: we keep the queue\nSam: agreed, we keep it\n", "x.docx").format == "named-lines"
