"""Speaker labels as names of people."""

from __future__ import annotations

import pytest

from memo.transcripts.people import clean_name


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Priya Patel", "Priya Patel"),
        ("  Priya   Patel ", "Priya Patel"),
        ("**Emma**", "Emma"),
        ("Sam Rivera (Guest)", "Sam Rivera"),
        ("Sam Rivera [Host]", "Sam Rivera"),
        ("(Guest) Sam Rivera", "Sam Rivera"),
        ("Sam Rivera (he/him) (Host, me)", "Sam Rivera"),
        ("Sam Rivera - he/him", "Sam Rivera"),
        ("David (dionysuz)", "David"),
        ("Lumi | Offchain Labs", "Lumi"),
        ("Tomás Arjovsky | Lambda | Ethrex", "Tomás Arjovsky"),
        ("Tiago - Stakin", "Tiago"),
        ("Sam Rivera @Northwind", "Sam Rivera"),
        ("Sam Rivera from Northwind", "Sam Rivera"),
        ("Rivera, Sam", "Sam Rivera"),
        ("Wiedmeyer, Martin - NTT", "Martin Wiedmeyer"),
        ("van der Berg, Jan", "Jan van der Berg"),
        ("Rivera, Sam (Contractor)", "Sam Rivera"),
        ("Jane Doe, CEO", "Jane Doe"),
        ("Jane Doe, PhD", "Jane Doe"),
        ("Jane Doe, Acme", "Jane Doe"),
        ("Doe, Head of Sales", "Doe"),
        ("Dr. Jane Doe", "Jane Doe"),
        ("Chair: Jane Doe", "Jane Doe"),
        ("Sam Rivera External", "Sam Rivera"),
        ("priya.patel@example.com", "Priya Patel"),
        ("sam@example.com", "sam"),
        ("Priya Patel <priya@example.com>", "Priya Patel"),
        ("@kohsuke", "kohsuke"),
        ("oleg-nenashev", "oleg-nenashev"),
        ("\u200eDrew\u200f Burt", "Drew Burt"),
        ("Ted Thibodeau Jr.", "Ted Thibodeau Jr."),
        ("Jun’Ichi Yoshii", "Jun’Ichi Yoshii"),
        ("Shinya Takami (高見真也)", "Shinya Takami"),
        ("高見真也", "高見真也"),
        ("Greg Abbot", "Greg Abbot"),
        ("Otto Talbot", "Otto Talbot"),
        ("Project Manager", "Project Manager"),
        ("DE", "DE"),
    ],
)
def test_a_label_becomes_the_persons_name(raw: str, name: str) -> None:
    assert clean_name(raw) == name
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "raw",
    [
        None,
        "",
        "  ",
        "Unknown Speaker",
        "Unknown",
        "Speaker 1",
        "SPEAKER_03",
        "Speaker A",
        "A",
        "Participant 2",
        "Guest",
        "Me",
        "Them",
        "Everyone",
        "Scribe",
        "The Moderator",
        "??",
        "+1 555 0100",
        "Conference Room 4",
        "Manav Darji's Presentation",
        "Sam’s iPhone",
        "Fireflies.ai Notetaker Andriia",
        "Liminal Notetaker",
        "Otter.ai",
        "Read.ai meeting notes",
        "OtterPilot",
        "Zakim",
        "RRSAgent",
        "robobutler",
        "MeetBot",
        "release-bot",
        "Zoom AI Companion",
        "Stream",
    ],
)
def test_bots_rooms_and_numbers_are_nobody(raw: str | None) -> None:
    assert clean_name(raw) is None


def test_a_very_long_label_costs_nothing() -> None:
    assert clean_name("a" * 1_000_000) is not None
    assert clean_name("(" * 1_000_000 + "x") is None
