"""What is photographed: pages by name and address, before and after there is anything to see."""

from __future__ import annotations

from typing import NamedTuple


class Shot(NamedTuple):
    """One page; `path` may name a meeting (`{planning}`), a capture (`{broken}`) or an answer (`{no_answer}`)."""

    name: str
    path: str


EMPTY = (
    Shot("home-empty", ""),
    Shot("capture-empty", "Capture"),
    Shot("meeting-empty", "Meeting"),
    Shot("ask-empty", "Ask"),
    Shot("resolve-empty", "Resolve"),
    Shot("facts-empty", "Facts"),
    Shot("fact-empty", "Fact"),
    Shot("activity-empty", "Activity"),
    Shot("forget-empty", "Forget"),
)
FULL = (
    Shot("home", ""),
    Shot("capture", "Capture"),
    Shot("capture-record", "Capture?capture={sample}"),
    Shot("capture-scripts", "Capture?capture={scripts}"),
    Shot("capture-failed", "Capture?capture={broken}"),
    Shot("meeting", "Meeting?meeting={sample_meeting}&turn=16"),
    Shot("meeting-scripts", "Meeting?meeting={scripts_meeting}"),
    Shot("meeting-missing", "Meeting?meeting=999999"),
    Shot("ask", "Ask?q=Why%20do%20we%20keep%20the%20queue%20in%20Postgres%3F"),
    Shot("ask-answer", "Ask?answer={answer}"),
    Shot("ask-no-answer", "Ask?answer={no_answer}"),
    Shot("resolve", "Resolve"),
    Shot("facts", "Facts"),
    Shot("facts-table", "Facts?view=table"),
    Shot("facts-filtered", "Facts?type=decision&text=Postgres&since=2026-01-01"),
    Shot("facts-none", "Facts?text=zebra&since=nonsense"),
    Shot("facts-scripts", "Facts?meeting={scripts_meeting}"),
    Shot("fact", "Fact?type=decision&id=1"),
    Shot("fact-item", "Fact?type=action_item&id=1"),
    Shot("fact-missing", "Fact?type=decision&id=999999"),
    Shot("activity", "Activity"),
    Shot("forget", "Forget?meeting={sample_meeting}"),
)
