"""IRC logs of MeetBot, mIRC, irssi, WeeChat and the like: one line per message.

    line    = [ date ] time message | "--- Log opened ..." | "Session Start: ..."
    time    = HH:MM [ :SS ], also in "[...]" or "(...)"; mIRC may leave the number of a colour before it
    message = "<" [ mode ] nick ">" words          said
            | "* " nick words                      done ("/me"): the words begin with the nick
            | "-!- " | "*** " | "-->" | "<--" ...  joins, parts, topics: no speech
    mode    = "@" | "+" | "%" | "&" | "~" | " "

`#startmeeting` or another MeetBot command makes it "irc-meetbot". Bots keep their turns and are not people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats.lines import lines_of, share, span_of
from memo.transcripts.formats.reading import Reading, Span

_TIME: Final = (
    r"(?:\d{2}(?=\[))?(?:\d{4}-\d{2}-\d{2}[T ])?[\[(]?(?:\d{4}-\d{2}-\d{2}[T ])?(?P<time>\d{1,2}:\d{2}(?::\d{2})?)"
    r"(?:[.,]\d{1,6})?(?:Z|[+-]\d{2}:?\d{2})?[\])]?[ \t]+"
)
_SAID: Final = re.compile(rf"{_TIME}<[@+%&~! ]?(?P<nick>[^>\s]{{1,48}})>(?:[ \t]|$)")
_DONE: Final = re.compile(rf"{_TIME}\*[ \t]+(?P<nick>[^\s*]{{1,48}})[ \t]")
_NOT_SPEECH: Final = re.compile(
    rf"(?:{_TIME}(?:-!-|\*\*\*|-->|<--|--|==|![ ]|\*[ ](?:Now talking|Topic is|Set by|Rejoined|Disconnected))"
    r"|---[ ](?:Log|Day)[ ]|Session[ ](?:Start|Close|Ident|Time))"
)
_MEMBERSHIP: Final = re.compile(
    r"has (?:joined|left|quit|parted)|is now known as|sets mode|(?:joined|left) (?:the (?:channel|room)|#)"
    r"|changes topic|Quit\b|Disconnects\b",
    re.IGNORECASE,
)
_MEETBOT: Final = re.compile(r">[ \t]+#(?:startmeeting|endmeeting|topic|agreed|action|info)\b", re.IGNORECASE)
_MEETBOT_TITLE: Final = re.compile(r">[ \t]+#(?:startmeeting|meetingname)[ \t]+(?P<title>\S.{0,120})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Message:
    """One message: who wrote it when, and where its words begin in the line; nobody for joins and parts."""

    nick: str | None
    time: str
    words_at: int


def detect(text: str) -> float:
    """The share of lines that are messages in angle brackets, joins and log headers."""
    said = share(_SAID, text)
    return min(0.9, said + share(_NOT_SPEECH, text) + share(_DONE, text)) if said >= 0.2 else 0.0


def read(text: str) -> Reading:
    """Every message a turn."""
    spans = [span for line in lines_of(text) if (span := _span(text, line.text, line.start)) is not None]
    meetbot = _MEETBOT.search(text) is not None
    name, label = ("irc-meetbot", "IRC log (MeetBot)") if meetbot else ("irc", "IRC log")
    title = _MEETBOT_TITLE.search(text)
    return Reading(name, label, text, tuple(spans), title["title"].strip() if title else None, log_date(text))


def message_of(line: str) -> Message | None:
    """`line` as a message; None for what is not one."""
    said = _SAID.match(line)
    if said is not None:
        words_at = said.end()
        # W3C logs write joins as if the person had said them: "<niklasl> niklasl has joined #json-ld".
        joins = line.startswith(f"{said['nick']} has ", words_at) and _MEMBERSHIP.search(line, words_at)
        return Message(None if joins else said["nick"], said["time"], words_at)
    done = None if _NOT_SPEECH.match(line) else _DONE.match(line)
    if done is not None:
        joins = _MEMBERSHIP.search(line, done.end())
        return Message(None if joins else done["nick"], done["time"], done.start("nick"))
    return None


def _span(source: str, line: str, offset: int) -> Span | None:
    message = message_of(line)
    if message is not None and message.nick is not None:
        return span_of(source, offset + message.words_at, offset + len(line), message.nick, message.time)
    if message is not None or _NOT_SPEECH.match(line):
        return None
    return span_of(source, offset, offset + len(line), None)


def log_date(text: str) -> date | None:
    """The date in the log's own header or its first time stamp."""
    lines = text[:400].split("\n")[:4]
    dates = (date_in(line[:60]) for line in lines if line[:1] in {"-", "S", "[", "("} or line[:1].isdigit())
    return next((day for day in dates if day is not None), None)
