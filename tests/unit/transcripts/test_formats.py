"""Every grammar on a small file of our own: what it is taken for, who speaks, what is a turn and what is not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from memo.transcripts import formats, read

FILES = Path(__file__).parent / "files"


@dataclass(frozen=True)
class Expected:
    file: str
    format: str
    label: str
    title: str | None
    held_on: date | None
    people: tuple[str, ...]
    turns: tuple[tuple[str | None, str | None, str], ...]


EXPECTED = (
    Expected(
        "elitr.txt",
        "elitr",
        "Transcript with letters for speakers",
        title=None,
        held_on=None,
        people=(),
        turns=(
            (None, "A", "Is this working."),
            (None, "B", "Hi."),
            (None, "C", "(??)"),
            (None, "A", "Then we start.\nSo the deadline is the fifth of June."),
            (None, "PERSON4", "I send the draft before."),
        ),
    ),
    Expected(
        "fathom.txt",
        "fathom",
        "Fathom transcript",
        title="Data migration with Pivot",
        held_on=date(2026, 1, 29),
        people=("Sandra Ruiz", "Omar Haddad"),
        turns=(
            (
                "00:00:00",
                "Sandra Ruiz (Pivot Interiors)",
                "So by the end of this week we have a better idea.  Does it fit?",
            ),
            ("00:00:23", "Omar Haddad", "It does. Let's go with the weekend of the 14th."),
            (
                "00:00:23",
                None,
                "ACTION ITEM: Omar to book the weekend of the 14th - WATCH: https://fathom.video/calls/1?timestamp=30",
            ),
            ("00:00:23", "Omar Haddad", "And I'll tell the customers."),
            ("01:02:10", "Sandra Ruiz (Pivot Interiors)", "Perfect."),
        ),
    ),
    Expected(
        "fenced.md",
        "zoom-vtt",
        "Zoom transcript (VTT) in Markdown",
        title="Heron call",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Sam Rivera"),
        turns=(
            (None, None, "# Heron call"),
            (None, None, "Date: 2026-03-12"),
            (None, None, "Decision: publish the notes."),
            ("00:00:01", "Priya Patel", "We publish the notes on Monday."),
            ("00:00:05", "Sam Rivera", "Fine."),
            (None, None, "TODO: Sam sends the link."),
        ),
    ),
    Expected(
        "fireflies.json",
        "fireflies-json",
        "Fireflies transcript (JSON)",
        title="Weekly growth",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Sam Rivera"),
        turns=(
            ("00:00:01", "Priya Patel", "We had two offers, and we take the second."),
            ("00:01:05", "Speaker 1", "Sounds right 👍."),
            ("01:01:40", "Sam Rivera", "I will sign it."),
        ),
    ),
    Expected(
        "google_meet.md",
        "google-meet",
        "Google Meet transcript",
        title="Northwind platform sync",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Dana Cho", "Omar Haddad"),
        turns=(
            (None, "Priya Patel", "Let's begin with the queue."),
            (None, "Dana Cho", "I measured it last week: it holds.\nIt really does."),
            ("00:05:00", "Priya Patel", "Then we keep RabbitMQ."),
        ),
    ),
    Expected(
        "google_meet.txt",
        "google-meet",
        "Google Meet transcript",
        title="Northwind platform sync",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Dana Cho"),
        turns=(
            ("00:00:00", "Priya Patel", "Let's begin with the queue."),
            ("00:00:00", "Dana Cho", "I measured it last week."),
            ("00:05:00", "Priya Patel", "Then we keep RabbitMQ."),
        ),
    ),
    Expected(
        "google_meet_gemini.md",
        "google-meet",
        "Google Meet transcript",
        title="Northwind platform sync",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Dana Cho"),
        turns=(
            (None, None, "📝 Notes"),
            (None, None, "Mar 12, 2026"),
            (None, None, "## Northwind platform sync"),
            (None, None, "Invited [Priya Patel](mailto:priya@example.com) [Dana Cho](mailto:dana@example.com)"),
            (None, None, "### Summary"),
            (None, None, "The queue was measured and is kept."),
            (None, None, "### Next steps"),
            (None, None, "- [Dana Cho] Write Page: Write the page about the queue."),
            (None, None, "Mar 12, 2026"),
            ("00:00:00", "Priya Patel", "Let's begin with the queue."),
            ("00:00:00", "Dana Cho", "I measured it last week."),
            ("00:05:00", "Priya Patel", "Then we keep RabbitMQ."),
        ),
    ),
    Expected(
        "granola.json",
        "granola-json",
        "Granola transcript (JSON)",
        title="Vendor review",
        held_on=date(2026, 3, 12),
        people=("Omar Haddad",),
        turns=(
            ("10:00:05", "Me", "We take the second vendor."),
            ("10:00:09", "Them", "Good, I'll tell them."),
        ),
    ),
    Expected(
        "granola.md",
        "granola",
        "Granola notes",
        title="Vendor review",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Omar Haddad"),
        turns=(
            (None, None, "### Notes"),
            (None, None, "- Two vendors left"),
            (None, "Them", "So the second vendor is cheaper."),
            (None, "Me", "Then we take the second one."),
            (None, "Them", "Agreed, I'll tell them today."),
        ),
    ),
    Expected(
        "irssi.log",
        "irc",
        "IRC log",
        title=None,
        held_on=date(2026, 3, 12),
        people=("omar", "dana"),
        turns=(
            ("18:01", "omar", "is the build green?"),
            ("18:01", "dana_", "yes: since noon"),
            ("18:02", "omar", "omar cheers"),
            ("18:03", "omar", "then we release tonight"),
        ),
    ),
    Expected(
        "meetbot.log",
        "irc-meetbot",
        "IRC log (MeetBot)",
        title="Governance",
        held_on=None,
        people=("oleg-n", "Slide-O-Mix", "kim_h"),
        turns=(
            ("18:00:56", "oleg-n", "#startmeeting Governance"),
            ("18:00:56", "robobutler", "Let the Governance meeting commence!"),
            ("18:01:57", "Slide-O-Mix", ":thumbsup:"),
            ("18:02:14", "oleg-n", "#agreed we ship 2.222.1 as LTS"),
            ("18:06:41", "oleg-n", "#action kim_h to write the announcement"),
            ("18:07:00", "kim_h", "kim_h nods"),
            ("18:08:00", "kim_h", "will do"),
            ("18:17:50", "oleg-n", "#endmeeting"),
        ),
    ),
    Expected(
        "mirc.log",
        "irc",
        "IRC log",
        title=None,
        held_on=date(2026, 3, 12),
        people=("omar", "dana"),
        turns=(
            ("18:01", "omar", "is the build green?"),
            ("18:01", "dana_", "yes, it has been since noon"),
            ("18:02", "omar", "omar cheers"),
            ("18:03", "omar", "then we release tonight"),
        ),
    ),
    Expected(
        "named_lines.txt",
        "named-lines",
        "Text with speakers",
        title=None,
        held_on=None,
        people=("Priya Patel", "Sam"),
        turns=(
            (None, "Priya Patel", "We have two options for the queue."),
            (None, "Sam", "I prefer the second one, it is cheaper\nand we know it."),
            (None, None, "Decision: we use the second queue."),
            (None, "Priya Patel", "Good. ACTION: Sam to order it."),
            ("00:12:40", "Sam", "Will do by Friday."),
        ),
    ),
    Expected(
        "notes.md",
        "named-lines",
        "Text with speakers",
        title="Weekly platform meeting",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Omar", "Sam Rivera"),
        turns=(
            (None, None, "# Weekly platform meeting"),
            (None, None, "Date: 12 March 2026"),
            (None, None, "Attendees: Priya Patel, Sam Rivera (remote), Omar"),
            (None, None, "## Agenda"),
            (None, None, "10:30 Meeting: opening"),
            (None, None, "11:00 Demo: the new queue"),
            (None, None, "- Backend: done"),
            (None, None, "- [ ] Sam: order the queue"),
            (None, None, "Note: the room changes next week."),
            (None, None, "Pricing: still open\nSee http://example.org: the plan"),
            (None, "Priya", "we need a queue that survives a restart."),
            (None, "Omar", "the second one does."),
            (None, None, "Decision: we use the second queue\nbecause it survives a restart."),
            (None, None, "ACTION: Sam orders it"),
            (None, None, "TODO - Omar writes the page"),
        ),
    ),
    Expected(
        "otter.txt",
        "otter",
        "Otter export",
        title="Roadmap call",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Sam Rivera"),
        turns=(
            ("00:00:00", "Priya Patel", "Let's look at the roadmap.\n\nWe have three things."),
            ("00:00:31", "Unknown Speaker", "Can you hear me?"),
            ("01:02:03", "Sam Rivera", "Yes. Billing goes first, as we said."),
        ),
    ),
    Expected(
        "page.html",
        "html",
        "Web page (HTML): Text with speakers",
        title="Heron CG – 12 March 2026",
        held_on=date(2026, 3, 12),
        people=("Priya", "Omar"),
        turns=(
            (None, None, "# Heron CG – 12 March 2026"),
            (None, "Priya", "shall we close the old project?"),
            (None, "Omar", "yes, close it today."),
            (None, None, "- Decision: close the old project"),
            (None, "Priya", "done & dusted <3"),
        ),
    ),
    Expected(
        "paragraphs.txt",
        "paragraphs",
        "Plain text, no speakers found",
        title=None,
        held_on=None,
        people=(),
        turns=(
            (
                None,
                None,
                "We met in the small room and talked about the queue for an\n"
                "hour. In the end we decided to take the second one.",
            ),
            (None, None, "10:30 Meeting: with the vendor."),
            (None, None, "Note: they want an answer by Friday."),
            (None, None, "Next steps"),
            (None, None, "* Sam will call them"),
        ),
    ),
    Expected(
        "plain.srt",
        "srt",
        "Subtitles (SRT)",
        title=None,
        held_on=None,
        people=(),
        turns=(
            ("00:00:01", None, "Let us talk about the roof of the town hall."),
            ("00:00:06", None, "It leaks."),
        ),
    ),
    Expected(
        "scribejs.md",
        "scribejs",
        "W3C minutes (scribejs)",
        title="Heron WG Telco — 2026-03-12",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Dana Cho", "Omar Haddad"),
        turns=(
            (None, None, "# Heron WG Telco — Minutes"),
            (None, None, "## Attendees"),
            (None, None, "## Content:"),
            (None, "Priya Patel", "today's agenda: the press release.  \n… maybe extra time for the registry."),
            (None, "Dana Cho", "Woohoo!"),
            (None, None, "### 1. Press release"),
            (None, "Priya Patel", "Proposed resolution: Publish the press release on Monday"),
            (None, "Omar Haddad", "+1"),
            (None, None, "Resolution #1: Publish the press release on Monday"),
        ),
    ),
    Expected(
        "skype.txt",
        "skype",
        "Skype chat",
        title=None,
        held_on=date(2026, 3, 12),
        people=("Drew Burt", "Martin Wied", "Dana Cho"),
        turns=(
            ("9:05 AM", "Drew Burt", "first time caller"),
            ("9:07 AM", "Wied, Martin - NTT", "What happens to the editor?\n\nIt is gone: I checked."),
            ("10:01 AM", "Dana Cho (LUMEN)", "We keep it for now."),
        ),
    ),
    Expected(
        "stream.vtt",
        "stream-vtt",
        "Microsoft Stream transcript (VTT)",
        title=None,
        held_on=None,
        people=(),
        turns=(
            ("00:00:02", None, "So the first question is just a little bit about the budget."),
            ("00:00:06", None, "We agreed to keep it at ten thousand for this year."),
        ),
    ),
    Expected(
        "tc39.md",
        "tc39",
        "Notes with initials for speakers",
        title="12 March, 2026 Meeting Notes",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Dana Cho", "Omar Haddad", "ZZ"),
        turns=(
            (None, None, "# 12 March, 2026 Meeting Notes"),
            (None, None, "**Attendees:**"),
            (None, None, "| Name         | Abbreviation | Organization |"),
            (None, None, "| Dana Cho     | DCH          | Lumen        |"),
            (None, None, "| Omar Haddad  | OH           | Northwind    |"),
            (None, None, "## Status of signals"),
            (None, None, "Presenter: Priya Patel (PPL)"),
            (None, None, "- [slides](https://example.org/slides)"),
            (None, "PPL", "So the question is whether signals go to stage 2."),
            (None, "DCH", "I support it: it is small."),
            (None, "OH", "Same here."),
            (None, "ZZ", "No objection."),
            (None, None, "### Conclusion"),
            (None, None, "- Signals go to stage 2"),
        ),
    ),
    Expected(
        "teams.vtt",
        "teams-vtt",
        "Microsoft Teams transcript (VTT)",
        title=None,
        held_on=None,
        people=("Priya Patel", "Dana Cho", "Sam Rivera"),
        turns=(
            ("00:00:03", "Patel, Priya (Guest)", "We need a date for the release."),
            ("00:00:06", "Dana Cho", "Hm, the fourteenth works."),
            ("00:00:09", "Sam Rivera", "Fine & agreed, let's ship on the 14th."),
        ),
    ),
    Expected(
        "teams_copied.txt",
        "teams-docx",
        "Microsoft Teams transcript (document)",
        title="Platform sync",
        held_on=date(2026, 3, 12),
        people=("Priya Patel", "Dana Cho"),
        turns=(
            ("00:00:03", "Priya Patel", "Let's begin with the queue."),
            ("00:00:09", "Cho, Dana (Guest)", "It holds.\nWe keep it."),
            ("00:12:40", "Priya Patel", "Good, then that is decided."),
        ),
    ),
    Expected(
        "teams_older.txt",
        "teams-docx",
        "Microsoft Teams transcript (document)",
        title=None,
        held_on=None,
        people=("Priya Patel", "Dana Cho"),
        turns=(
            ("00:00:00", "Priya Patel", "Let's begin with the queue."),
            ("00:00:05", "Dana Cho", "It holds, so we keep it."),
        ),
    ),
    Expected(
        "w3c.log",
        "irc-w3c",
        "W3C IRC log",
        title="Heron CG",
        held_on=date(2026, 3, 12),
        people=("pat", "Omar Haddad", "dana"),
        turns=(
            ("15:53:15", "RRSAgent", "logging to https://www.w3.org/2026/03/12-heron-irc"),
            ("15:53:16", "Zakim", 'please title this meeting ("meeting: ..."), pat'),
            ("15:53:19", "pat", "meeting: Heron CG"),
            ("15:53:54", "pat", "present+ Omar Haddad"),
            ("15:53:59", "pat", "scribe+"),
            ("16:02:03", "omar", "not sure if we decided on TPAC,"),
            ("16:02:23", "omar", "but we need to."),
            ("16:03:44", "dana", "pat: can you repeat?"),
            ("16:03:58", "pat", "I'll be at TPAC."),
            ("16:05:00", "pat", "PROPOSAL: close the old project"),
            ("16:05:03", "dana", "+1"),
            ("16:05:08", "pat", "RESOLVED: close the old project"),
            ("16:05:20", "pat", "scribe- pat"),
            ("16:05:30", "dana", "scribe+"),
            ("16:05:40", "pat", "thanks everyone"),
        ),
    ),
    Expected(
        "webex.vtt",
        "webex-vtt",
        "Webex transcript (VTT)",
        title=None,
        held_on=None,
        people=("Priya Patel", "Sam Rivera"),
        turns=(
            ("00:00:05", "Priya Patel", "Shall we keep the queue?"),
            ("00:00:10", "Sam Rivera", "Yes, it stays."),
        ),
    ),
    Expected(
        "whisper.vtt",
        "whisper-vtt",
        "Captions without speakers (VTT)",
        title=None,
        held_on=None,
        people=(),
        turns=(
            ("00:00:00", None, "Welcome back. Today we decide on the name of the release."),
            ("00:00:11", None, "Okay: it will be called Heron."),
        ),
    ),
    Expected(
        "whisperx.srt",
        "srt",
        "Subtitles (SRT)",
        title=None,
        held_on=None,
        people=(),
        turns=(
            ("00:00:00", "SPEAKER_03", "The report is done, and it went out today."),
            ("00:01:02", "SPEAKER_01", "Good. We move to the next quarter."),
        ),
    ),
    Expected(
        "whisperx.vtt",
        "whisperx-vtt",
        "WhisperX captions (VTT)",
        title=None,
        held_on=None,
        people=(),
        turns=(
            ("00:00:00", "SPEAKER_00", "Welcome back, everyone."),
            ("00:00:04", "SPEAKER_01", "Thank you for having me here."),
        ),
    ),
    Expected(
        "youtube_auto.vtt",
        "youtube-vtt",
        "YouTube captions (VTT)",
        title=None,
        held_on=None,
        people=(),
        turns=(("00:00:00", None, "hello and welcome to the council meeting"),),
    ),
    Expected(
        "youtube_named.vtt",
        "youtube-vtt",
        "YouTube captions (VTT)",
        title=None,
        held_on=None,
        people=("PRIYA PATEL", "SAM RIVERA"),
        turns=(
            ("00:00:00", "PRIYA PATEL", "Hello, everyone, my name is Priya."),
            ("00:00:02", "SAM RIVERA", "And I keep the queue."),
            ("00:00:05", "PRIYA PATEL", "Good."),
            ("00:00:07", None, "Can you speak up?"),
            ("00:00:08", "SAM RIVERA", "Sure."),
        ),
    ),
    Expected(
        "youtube_voices.vtt",
        "youtube-vtt",
        "YouTube captions (VTT)",
        title=None,
        held_on=None,
        people=(),
        turns=(
            ("00:00:01", None, "Who takes the minutes today?"),
            ("00:00:03", None, "I can do it"),
            ("00:00:03", None, "and I check them."),
            ("00:00:04", None, "Thank you both."),
        ),
    ),
    Expected(
        "zoom.vtt",
        "zoom-vtt",
        "Zoom transcript (VTT)",
        title=None,
        held_on=None,
        people=("Priya Patel", "Sam Rivera", "Dana Cho"),
        turns=(
            ("00:00:02", "Priya Patel (Northwind)", "Morning everyone, shall we start with the billing store?"),
            ("00:00:08", "Sam Rivera", "Yes. I'd say this: we keep Postgres."),
            ("00:00:13", "Dana Cho | Lumen Labs", "Agreed."),
            ("01:02:03", "Sam Rivera", "I'll write it up by Friday."),
        ),
    ),
    Expected(
        "zoom_captions.txt",
        "zoom-captions",
        "Zoom saved captions",
        title=None,
        held_on=None,
        people=("Priya Patel", "Sam Rivera"),
        turns=(
            ("10:02:11", "Priya Patel", "Shall we keep the queue?"),
            ("10:02:19", "Sam Rivera (Guest)", "Yes. We decided that last week:\nit stays."),
            ("11:00:00", "Priya Patel", "Good, thank you."),
        ),
    ),
    Expected(
        "zoom_chat.txt",
        "zoom-chat",
        "Zoom chat",
        title=None,
        held_on=None,
        people=("Lumi", "Sam Rivera", "Dana Cho"),
        turns=(
            ("00:06:40", "Lumi | Offchain Club", "morning all"),
            ("00:06:54", "Read.ai meeting notes", "Read.ai is taking notes.\nType:\n\n/stop to end it"),
            ("00:07:02", "Sam Rivera", "hi Lumi, we ship Tuesday\nhttps://example.org/plan"),
            ("00:07:38", "Dana Cho (Lumen)", 'Reacted to "hi Lumi, we ship..." with 👍'),
        ),
    ),
    Expected(
        "zoom_chat_older.txt",
        "zoom-chat",
        "Zoom chat",
        title=None,
        held_on=None,
        people=("Sam Rivera", "Dana Cho", "Omar Haddad"),
        turns=(
            ("10:03:21", "Sam Rivera", "Should we move the launch?"),
            ("10:04:00", "Dana Cho", "Yes, to the 12th of May."),
            ("10:04:09", "Omar Haddad", "fine with me"),
        ),
    ),
)


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected.file)
def test_a_file_is_read_as_what_it_is(expected: Expected) -> None:
    # No name is given: the format is recognised by what the file holds.
    transcript = read((FILES / expected.file).read_bytes())

    assert (transcript.format, transcript.format_label) == (expected.format, expected.label)
    assert tuple((turn.time, turn.speaker, turn.text) for turn in transcript.turns) == expected.turns
    assert (transcript.title, transcript.held_on, transcript.people) == (
        expected.title,
        expected.held_on,
        expected.people,
    )
    assert transcript.warnings == ()


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected.file)
def test_offsets_point_at_the_words_of_each_turn(expected: Expected) -> None:
    transcript = read((FILES / expected.file).read_bytes())

    assert [turn.index for turn in transcript.turns] == list(range(len(transcript.turns)))
    for turn, following in pairwise(transcript.turns):
        assert turn.end < following.start
    for turn in transcript.turns:
        assert transcript.text[turn.start : turn.end] == turn.text == turn.text.strip()


def test_every_file_is_expected_and_every_reader_has_one() -> None:
    assert {path.name for path in FILES.iterdir()} == {expected.file for expected in EXPECTED}

    surest = set()
    for path in FILES.iterdir():
        text = path.read_text(encoding="utf-8")
        surest.add(max(formats.FORMATS, key=lambda reader: reader.detect(text)))
    assert surest == set(formats.FORMATS)
