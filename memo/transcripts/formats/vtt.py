"""WebVTT as the meeting products write it; `cues` has the shared grammar and `payloads` what stands inside a cue.

    zoom      payload = name ": " words               "Alice Chen (Acme): Morning."
    teams     payload = "<v " name ">" words "</v>"   GUID cue ids, soft wraps, overlaps, out of order
    webex     cue id  = number '"' name '"' "(" number ")"
    stream    words; `NOTE Confidence: 0.89` blocks are not speech; GUID cue ids
    youtube   `Kind: captions`, `align:start position:0%`, word timings, each line shown twice; "- " is a new voice
    whisper   words only
    whisperx  payload = "[" speaker "]: " words

Order is by begin time. Cues of one speaker are joined until a sentence ends.
"""

from __future__ import annotations

import re
from typing import Final

from memo.transcripts.formats import rolling
from memo.transcripts.formats.cues import TIMING, Cue, cues_of
from memo.transcripts.formats.payloads import VOICE, bracketed, labelled, voices, words_of
from memo.transcripts.formats.reading import Reading, Said, joined, render

_HEADER: Final = re.compile(r"\ufeff?WEBVTT(?:[ \t]|\n|$)")
_YOUTUBE: Final = re.compile(r"^Kind:[ \t]*captions|<c>|<\d\d:\d\d:\d\d\.\d{3}>", re.MULTILINE)
_STREAM: Final = re.compile(
    r"^NOTE[ \t]+(?:Confidence:|duration:|language:|recognizability:)", re.MULTILINE | re.IGNORECASE
)
_WEBEX_ID: Final = re.compile(r'\d+ "(?P<name>[^"]{1,80})"')

_LABELS: Final = {
    "zoom-vtt": "Zoom transcript (VTT)",
    "teams-vtt": "Microsoft Teams transcript (VTT)",
    "webex-vtt": "Webex transcript (VTT)",
    "stream-vtt": "Microsoft Stream transcript (VTT)",
    "youtube-vtt": "YouTube captions (VTT)",
    "whisper-vtt": "Captions without speakers (VTT)",
    "whisperx-vtt": "WhisperX captions (VTT)",
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
    if any(VOICE.search(line) for cue in cues for line in cue.lines):
        return "teams-vtt", [said for cue in cues for said in voices(cue)]
    if any(_webex_speaker(cue) for cue in cues[:20]):
        return "webex-vtt", [Said(_webex_speaker(cue), words_of(" ".join(cue.lines)), cue.time) for cue in cues]
    if _YOUTUBE.search(text[:20_000]):
        return "youtube-vtt", rolling.read(cues)
    in_brackets = bracketed(cues)
    if in_brackets is not None:
        return "whisperx-vtt", in_brackets
    said = labelled(cues)
    if any(each.speaker for each in said):
        return "zoom-vtt", said
    return ("stream-vtt" if _STREAM.search(text[:20_000]) else "whisper-vtt"), said


def _webex_speaker(cue: Cue) -> str | None:
    match = _WEBEX_ID.match(cue.id or "")
    return match["name"] if match else None
