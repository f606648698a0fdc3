"""What is photographed: pages by name and address, before and after there is anything to see."""

from __future__ import annotations

from typing import NamedTuple


class Shot(NamedTuple):
    """One page; `path` may name a meeting as `{planning}`, `{scripts}` or `{sample}`, a capture as `{broken}`."""

    name: str
    path: str


EMPTY = (
    Shot("home-empty", ""),
    Shot("capture-empty", "Capture"),
    Shot("meeting-empty", "Meeting"),
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
    Shot("activity", "Activity"),
    Shot("forget", "Forget?meeting={sample_meeting}"),
)
