"""Who is taken for a speaker in plain text, and who is not."""

from __future__ import annotations

import pytest

from memo.transcripts import read_text
from memo.transcripts.formats.labels import looks_like_speaker


def speakers(text: str) -> set[str | None]:
    return {turn.speaker for turn in read_text(text).turns}


@pytest.mark.parametrize(
    "line",
    [
        "10:30 Meeting: with the vendor about the prices",
        "10:30 - 11:00 Meeting: with the vendor",
        "Note: they want an answer by Friday",
        "Notes: they want an answer by Friday",
        "Decision: we use the second queue from now on",
        "DECISION 3: we use the second queue from now on",
        "**Decision:** we use the second queue from now on",
        "ACTION: Sam orders the second queue on Monday",
        "Action item: Sam orders the second queue",
        "AI: Sam orders the second queue on Monday",
        "TODO: order the second queue on Monday",
        "RESOLVED: the second queue is the one to use",
        "PROPOSAL: the second queue is the one to use",
        "Agenda: the queue, the prices, the room",
        "Attendees: Priya Patel, Sam Rivera, Omar Haddad",
        "Next steps: ask the vendor for another offer",
        "Open questions: who pays for the second queue",
        "Topic: queues and what they cost us a year",
        "http://example.org: the page with all the prices",
        "https://example.org/a: the page with all the prices",
        "The problem is: we have no queue that survives",
        "In other words: we have no queue that survives",
        "- Backend: the queue does not survive a restart",
        "| Priya Patel: | 3 | the queue does not survive |",
        "# Priya Patel: the queue does not survive it",
        "Q3: we sell the queue to somebody else then",
    ],
)
def test_lines_of_notes_have_no_speaker_and_keep_their_words(line: str) -> None:
    text = f"{line}\n\nThen we went home.\n\n{line}\n"
    transcript = read_text(text)
    assert transcript.format == "paragraphs"
    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        (None, line),
        (None, "Then we went home."),
        (None, line),
    ]


@pytest.mark.parametrize("marker", ["Decision:", "ACTION:", "TODO:", "RESOLVED:", "Topic:", "Note:", "PROPOSAL 2:"])
def test_a_marker_between_speakers_is_nobodys_and_keeps_its_word(marker: str) -> None:
    text = f"Priya: shall we?\nSam: yes, the second one.\n{marker} we use the second one\nPriya: done.\n"
    turns = [(turn.speaker, turn.text) for turn in read_text(text).turns]
    assert turns[2] == (None, f"{marker} we use the second one")
    assert [speaker for speaker, _ in turns] == ["Priya", "Sam", None, "Priya"]


@pytest.mark.parametrize(
    "name",
    [
        "Priya",
        "Priya Patel",
        "Marius Van Der Wijden (M)",
        "Lumi | Offchain Labs",
        "Wiedmeyer, Martin - NTT",
        "oleg-nenashev",
        "kohsuke_",
        "_W_",
        "me011",
        "Ted Thibodeau Jr.",
        "Jun’Ichi Yoshii",
        "Mr. Chris d'Entremont",
        "Shinya Takami (高見真也)",
        "山田太郎",
        "Project Manager",
        "The Acting Chair (Mr. Bruce Stanton)",
        "Ben Adams",
        "April Summers",
        "SPEAKER_03",
        "Speaker 1",
    ],
)
def test_names_and_nicks_speak(name: str) -> None:
    assert looks_like_speaker(name)
    assert speakers(f"{name}: we take the second one\nSam: yes, agreed\n{name}: good\n") == {name, "Sam"}


def test_a_clock_beside_the_name_is_the_time_of_the_turn() -> None:
    text = (
        "[00:01:23] Priya: shall we take it?\n00:02:00 Sam: yes, we take it.\n"
        "Priya (02:30): good, thanks.\n[2:40 PM] Sam: bye.\n"
    )
    assert [(turn.time, turn.speaker) for turn in read_text(text).turns] == [
        ("00:01:23", "Priya"),
        ("00:02:00", "Sam"),
        ("00:02:30", "Priya"),
        ("2:40 PM", "Sam"),
    ]


def test_a_clock_alone_is_the_time_of_what_follows_and_no_words() -> None:
    text = "0:00\nhello everyone and welcome\n0:07\nto the council meeting\n[00:12 --> 00:15]  of the town\n"
    assert [(turn.time, turn.text) for turn in read_text(text).turns] == [
        ("00:00:00", "hello everyone and welcome"),
        ("00:00:07", "to the council meeting"),
        ("00:00:12", "of the town"),
    ]


def test_a_line_without_label_goes_on_and_after_a_blank_line_is_nobodys() -> None:
    text = "Priya: we have two\nqueues to choose from.\n\nLaughter in the room.\n\nSam: the second.\nPriya: fine.\n"
    assert [(turn.speaker, turn.text) for turn in read_text(text).turns] == [
        ("Priya", "we have two\nqueues to choose from."),
        (None, "Laughter in the room."),
        ("Sam", "the second."),
        ("Priya", "fine."),
    ]


def test_bold_and_fullwidth_colons_are_labels_too() -> None:
    assert speakers("**Priya:** shall we take it?\n\n**Sam**: yes, we take it.\n") == {"Priya", "Sam"}
    assert speakers("田中：次の会議は金曜日の午後にします\n鈴木：はい、その案に決めましょう\n") == {"田中", "鈴木"}


def test_a_short_talk_with_a_marker_has_its_speakers() -> None:
    text = "Sam: shall we keep the queue?\nPriya: yes, it works.\nDecision: we keep the queue\n"
    assert [turn.speaker for turn in read_text(text).turns] == ["Sam", "Priya", None]


def test_three_people_with_one_line_each_are_three_speakers() -> None:
    assert speakers("Alice: I'll send it\nBob: we go with X then\nCarol: okay with me\n") == {"Alice", "Bob", "Carol"}


def test_one_label_in_a_page_of_notes_is_not_a_speaker_unless_listed() -> None:
    notes = "The queue was slow.\n\nWe tried two others.\n\nPricing: still open with both vendors.\n\nThen lunch.\n"
    assert speakers(notes) == {None}
    listed = f"Attendees: Priya Patel, Omar Haddad\n\n{notes}\nPriya: I call them.\n\nOmar: and I write.\n"
    assert speakers(listed) == {None, "Priya", "Omar"}


@pytest.mark.parametrize(
    "text",
    [
        "Intro 10:00\nwho is here today\nDemo 10:30\nthe new queue is shown\nLunch 12:00\nin the small room\n",
        "10:00 - Intro\nwho is here today\n10:30 - Demo\nthe new queue is shown\n12:00 - Lunch\nin the room\n",
        "(A) Postgres, as we have it now\n(B) something else, to be found\n(C) nothing at all\n",
        "Backend: done since Monday\nFrontend: in progress\nSales: waiting for the offer\n",
        "Budget: five thousand\nTimeline: until June\nOwner: not clear yet\nRisks: many of them\n",
        "Pros: it is cheap and we know it\nCons: it does not survive a restart\n",
        "We met.\n\nOkay: that is the plan.\n\nWe left.\n\nOkay: that was it.\n\nOver.\n\nEnd of it all.\n\nReally.\n",
    ],
    ids=["agenda", "agenda with dashes", "options", "status report", "plan", "pros and cons", "interjection"],
)
def test_agendas_options_and_reports_have_no_speakers(text: str) -> None:
    transcript = read_text(text)
    assert transcript.format == "paragraphs"
    assert transcript.people == ()
    assert {turn.speaker for turn in transcript.turns} == {None}


def test_bots_keep_their_lines_and_are_not_people() -> None:
    log = "".join(
        f"18:00:0{second} <{nick}> words that {nick} says here\n"
        for second, nick in enumerate(("ann", "Zakim", "RRSAgent", "MeetBot", "robobutler", "ben"))
    )
    transcript = read_text(log)
    assert len(transcript.turns) == 6
    assert transcript.people == ("ann", "ben")


def test_two_people_with_one_first_name_are_not_completed() -> None:
    text = "Attendees: Sam Rivera, Sam Chen, Priya Patel\n\nSam: I take the minutes.\nPriya: thanks.\nSam: sure.\n"
    assert read_text(text).people == ("Sam", "Priya Patel", "Sam Rivera", "Sam Chen")
