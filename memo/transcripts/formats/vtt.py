"""WebVTT as the meeting products write it; `cues` has the shared grammar, this is what stands inside a payload.

    zoom      payload = name ": " words               "Alice Chen (Acme): Morning."
    teams     payload = "<v " name ">" words "</v>"   GUID cue ids, soft wraps, overlaps, out of order
    stream    words; `NOTE Confidence: 0.89` blocks are not speech; GUID cue ids
    youtube   `Kind: captions`, `align:start position:0%`, word timings, each line shown twice; "- " is a new voice
    whisper   words only

Order is by begin time. Cues of one speaker are joined until a sentence ends. A speaker is never guessed: a payload
without a name keeps none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from memo.transcripts.formats import rolling
from memo.transcripts.formats.cues import TIMING, Cue, cues_of
from memo.transcripts.formats.entities import unescape
from memo.transcripts.formats.labels import Label, label_of, speakers_of
from memo.transcripts.formats.reading import Reading, Said, joined, render

_HEADER: Final = re.compile(r"\ufeff?WEBVTT(?:[ \t]|\n|$)")
_VOICE: Final = re.compile(r"<v(?:\.[^\s>]{0,40})*[ \t]+(?P<name>[^>\n]{1,120})>")
_TAG: Final = re.compile(r"</?(?:[a-z]{1,4}(?:\.[^>\s]{1,40})*(?:[ \t][^>\n]{0,120})?|\d[\d:.]{3,14})>")
_YOUTUBE: Final = re.compile(r"^Kind:[ \t]*captions|<c>|<\d\d:\d\d:\d\d\.\d{3}>", re.MULTILINE)
_STREAM: Final = re.compile(
    r"^NOTE[ \t]+(?:Confidence:|duration:|language:|recognizability:)", re.MULTILINE | re.IGNORECASE
)

MIN_LABELLED_SHARE: Final = 0.1

_LABELS: Final = {
    "zoom-vtt": "Zoom transcript (VTT)",
    "teams-vtt": "Microsoft Teams transcript (VTT)",
    "stream-vtt": "Microsoft Stream transcript (VTT)",
    "youtube-vtt": "YouTube captions (VTT)",
    "whisper-vtt": "Captions without speakers (VTT)",
}


def detect(text: str) -> float:
    """Certain of a WEBVTT header; a file that lost it is still known by its timings."""
    if _HEADER.match(text.lstrip()[:20]):
        return 1.0
    timings = sum(1 for line in text[:4_000].split("\n") if TIMING.match(line) and "." in line)
    return 0.85 if timings >= 2 else 0.0


def read(text: str) -> Reading:
    """The file as a reading text of one line per turn."""
    cues = sorted(cues_of(text), key=lambda cue: cue.begin)
    name, said = _dialect(text, cues)
    rendered, spans = render(joined(said))
    return Reading(name, _LABELS[name], rendered, spans)


def _dialect(text: str, cues: list[Cue]) -> tuple[str, list[Said]]:
    if any(_VOICE.search(line) for cue in cues for line in cue.lines):
        return "teams-vtt", [said for cue in cues for said in _voices(cue)]
    if _YOUTUBE.search(text[:20_000]):
        return "youtube-vtt", rolling.read(cues, words_of)
    said = labelled(cues)
    if any(each.speaker for each in said):
        return "zoom-vtt", said
    return ("stream-vtt" if _STREAM.search(text[:20_000]) else "whisper-vtt"), said


def words_of(payload: str) -> str:
    """A payload without tags and entities."""
    return unescape(_TAG.sub("", payload))


def _voices(cue: Cue) -> Iterable[Said]:
    payload = "\n".join(cue.lines)
    speaker: str | None = None
    at = 0
    for voice in _VOICE.finditer(payload):
        yield Said(speaker, words_of(payload[at : voice.start()]), cue.time)
        speaker, at = unescape(voice["name"]).strip(), voice.end()
    yield Said(speaker, words_of(payload[at:]), cue.time)


def labelled(cues: list[Cue]) -> list[Said]:
    """Cues whose payload may begin with `name: `; the names that count are those of `labels.speakers_of`."""
    payloads = [(cue, [words_of(line) for line in cue.lines]) for cue in cues]
    speakers = _speakers([line for _, lines in payloads for line in lines])
    said: list[Said] = []
    for cue, lines in payloads:
        speaker: str | None = None
        words: list[str] = []
        for line in lines:
            label = _speaker(line, speakers)
            if label is not None:
                said.append(Said(speaker, " ".join(words), cue.time))
                speaker, words = label.name, [line[label.words_at :]]
            else:
                words.append(line)
        said.append(Said(speaker, " ".join(words), cue.time))
    return [each for each in said if each.text.strip()]


def _speakers(lines: list[str]) -> frozenset[str]:
    """Speakers of captions; a few words with a colon among many captions are speech ("Okay: next one")."""
    speakers = speakers_of(lines)
    labelled = sum(1 for line in lines if _speaker(line, speakers) is not None)
    return speakers if labelled >= max(1, len(lines) * MIN_LABELLED_SHARE) else frozenset()


def _speaker(line: str, speakers: frozenset[str]) -> Label | None:
    label = label_of(line) if speakers else None
    return label if label is not None and label.name in speakers else None
