"""An answer as Slack shows it: the text, a line across, and its sources as numbered small print. No I/O."""

from __future__ import annotations

import json

from memo.models import Answer, Citation, NearMiss
from memo.slack.blocks import MESSAGE_CHARS, Block, Message, clip, contexts, day, divider, section, sections
from memo.slack.record import meeting_url

FACT_CHARS = 200
MOST_NEAR = 5
MOST_BLOCKS = 45
CUT = "_The rest of this answer is on the Ask page._"


def answer_message(answer: Answer, url: str | None) -> Message:
    """One message with all of it that Slack takes; what is cut is said to be."""
    lines = [clip(line) for line in answer.answer.splitlines() if line.strip()]
    sources = [_source(citation, url) for citation in answer.citations]
    if answer.abstained and answer.near_misses:
        sources += ["Near, but no answer:", *(_near(near, url) for near in answer.near_misses[:MOST_NEAR])]
    sources += [clip(note, 300) for note in answer.notes]
    small = contexts(sources)
    body = sections(lines)
    while _too_much(whole := [*body, *([divider()] if small else []), *small]):
        if len(body) > 1:
            body = [*body[:-2], section(CUT)] if body[-1] == section(CUT) else [*body[:-1], section(CUT)]
        else:
            small = small[:-1]
    return Message(clip(answer.answer), whole)


def _too_much(blocks: list[Block]) -> bool:
    return len(blocks) > MOST_BLOCKS or len(json.dumps(blocks)) > MESSAGE_CHARS


def _source(citation: Citation, url: str | None) -> str:
    meeting = _meeting(citation.meeting, citation.meeting_id, url)
    where = f" — {meeting}{day(citation.happened_on)}"
    return f"[{citation.n}] {clip(citation.text, FACT_CHARS)}{where}"


def _near(near: NearMiss, url: str | None) -> str:
    return f"{clip(near.text, FACT_CHARS)} — {_meeting(near.meeting, near.meeting_id, url)}{day(near.happened_on)}"


def _meeting(title: str | None, meeting_id: int | None, url: str | None) -> str:
    if title is None:
        return ""
    if url and meeting_id is not None:
        return f"<{meeting_url(url, meeting_id)}|{clip(title, 100)}>, "
    return f"{clip(title, 100)}, "
