"""W3C meetings on IRC with RRSAgent and Zakim: a scribe writes down what others say.

    message      = time "<" nick ">" words
    scribe       = "scribe+" [ nick ] | "scribe:" nick | "scribenick:" nick | "scribe-" [ nick ]
    scribed      = name ":" words                by a scribe: the words are that person's
    continuation = ( "..." | "…" ) words         by a scribe: more words of the person scribed last
    attendance   = "present+" [ names ]
    meeting      = "meeting:" title

`name: words` by anybody else is addressed to that person and is the writer's own.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Final

from memo.transcripts.dates import date_in
from memo.transcripts.formats import irc
from memo.transcripts.formats.headers import split_names
from memo.transcripts.formats.labels import looks_like_speaker
from memo.transcripts.formats.lines import head, lines_of, span_of
from memo.transcripts.formats.reading import Reading, Span

_SIGNS: Final = re.compile(r"<(?:RRSAgent|Zakim)>|> (?:scribe\+|scribenick:|rrsagent,|zakim,)", re.IGNORECASE)
_SCRIBE: Final = re.compile(r"scribe(?:nick)?[ ]?(?P<sign>[+:-])[ \t]*(?P<nick>\S{0,48})", re.IGNORECASE)
_SCRIBED: Final = re.compile(r"(?P<name>[^\s:.…][^:\n]{0,47}):[ \t]+(?=\S)")
_CONTINUED: Final = re.compile(r"(?:\.\.\.?|…)[ \t]*(?=\S)")
_PRESENT: Final = re.compile(r"present\+[ \t]*(?P<names>.{0,400})", re.IGNORECASE)
_LOG_ADDRESS: Final = re.compile(r"logging to https?://\S{1,80}?/(?P<day>20\d\d/\d\d/\d\d)-")
_MEETING: Final = re.compile(r"meeting:[ \t]*(?P<title>\S.{0,150})", re.IGNORECASE)


def detect(text: str) -> float:
    """An IRC log in which the W3C's bots or commands occur."""
    sure = irc.detect(text)
    return sure + 0.05 if sure and len(_SIGNS.findall(head(text))) >= 2 else 0.0


def read(text: str) -> Reading:
    """Every message a turn, of the person who said it where a scribe wrote it down."""
    scribes = _Scribes(text)
    spans: list[Span] = []
    attendees: list[str] = []
    title: str | None = None
    for line in lines_of(text):
        message = irc.message_of(line.text)
        if message is None or message.nick is None:
            continue
        words = line.text[message.words_at :]
        speaker, skip = scribes.attribute(message.nick, words)
        span = span_of(text, line.start + message.words_at + skip, line.end, speaker, message.time)
        if span is not None:
            spans.append(span)
        if present := _PRESENT.match(words):
            attendees += split_names(present["names"]) or [message.nick]
        if title is None and (meeting := _MEETING.match(words)):
            title = meeting["title"].strip()
    log = "irc-w3c", "W3C IRC log"
    return Reading(*log, text, tuple(spans), title, _log_day(text) or irc.log_date(text), tuple(attendees))


def _log_day(text: str) -> date | None:
    address = _LOG_ADDRESS.search(text[:4_000])
    return date_in(address["day"]) if address else None


class _Scribes:
    """Who scribes at the moment, and whom each scribe wrote down last."""

    def __init__(self, text: str) -> None:
        self._scribes: set[str] = set()
        self._last: dict[str, str] = {}
        messages = [(m.nick, line[m.words_at :]) for line in text.split("\n") if (m := irc.message_of(line))]
        if not any(nick and _SCRIBE.match(words) for nick, words in messages):
            # Nobody said who scribes: only scribes write continuation lines.
            continued = Counter(nick for nick, words in messages if nick and _CONTINUED.match(words))
            self._scribes = {nick for nick, count in continued.items() if count >= 3}

    def attribute(self, nick: str, words: str) -> tuple[str, int]:
        """Who says `words`, written by `nick`, and how many characters of label stand before them."""
        change = _SCRIBE.match(words)
        if change is not None:
            self._change(change["sign"], change["nick"].strip(",;") or nick)
            return nick, 0
        if nick not in self._scribes:
            return nick, 0
        continued = _CONTINUED.match(words)
        if continued is not None and nick in self._last:
            return self._last[nick], continued.end()
        scribed = _SCRIBED.match(words)
        if scribed is not None and looks_like_speaker(scribed["name"]):
            self._last[nick] = scribed["name"]
            return scribed["name"], scribed.end()
        return nick, 0

    def _change(self, sign: str, nick: str) -> None:
        if sign == "-":
            self._scribes.discard(nick)
        else:
            self._scribes.add(nick)
