"""Who speaks in the payload of a caption, for WebVTT and SRT alike.

    payload = "<v " name ">" words "</v>"       WebVTT voice
            | "[" name "]:" words               WhisperX: "[SPEAKER_03]: The report is coming!"
            | name ":" words                    Zoom
            | words

A speaker is never guessed: a payload without a name keeps none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from memo.transcripts.formats.cues import Cue
from memo.transcripts.formats.entities import unescape
from memo.transcripts.formats.labels import Label, label_of, speakers_of
from memo.transcripts.formats.reading import Said

MIN_LABELLED_SHARE: Final = 0.1

VOICE: Final = re.compile(r"<v(?:\.[^\s>]{0,40})*[ \t]+(?P<name>[^>\n]{1,120})>")
_TAG: Final = re.compile(r"</?(?:[a-z]{1,4}(?:\.[^>\s]{1,40})*(?:[ \t][^>\n]{0,120})?|\d[\d:.]{3,14})>")
_BRACKETED: Final = re.compile(
    r"[ \t]*[\[(](?P<name>[^\])\n]{1,64})[\])](?::[ \t]*|(?<=\d[\])])[ \t]+(?=\S))"  # "[SPEAKER_03] words" has no colon
)


def words_of(payload: str) -> str:
    """A payload without tags and character references."""
    return unescape(_TAG.sub("", payload))


def voices(cue: Cue) -> Iterable[Said]:
    """What each voice tag of a cue says."""
    payload = "\n".join(cue.lines)
    speaker: str | None = None
    at = 0
    for voice in VOICE.finditer(payload):
        yield Said(speaker, words_of(payload[at : voice.start()]), cue.time)
        speaker, at = unescape(voice["name"]).strip(), voice.end()
    yield Said(speaker, words_of(payload[at:]), cue.time)


def bracketed(cues: list[Cue]) -> list[Said] | None:
    """Cues of which at least half begin with a speaker in brackets; None when these are not such."""
    matches = [_BRACKETED.match(cue.lines[0]) if cue.lines else None for cue in cues]
    if sum(1 for match in matches if match) < max(1, len(cues) / 2):
        return None
    said = []
    for cue, match in zip(cues, matches, strict=True):
        words = words_of(" ".join(cue.lines)[match.end() if match else 0 :])
        said.append(Said(match["name"].strip() if match else None, words, cue.time))
    return said


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
