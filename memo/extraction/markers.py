"""The explicit markers with which people note decisions and action items while they talk, and the headings over lists.

#agreed ..., #action ...            MeetBot
RESOLVED: ..., RESOLUTION: ...      W3C
Decision: ..., ACTION: ..., TODO: ..., AI: ... (action item)
### Action items, Decisions:        a heading; the list below it
"""

from __future__ import annotations

import re
from typing import Final, Literal

Kind = Literal["decision", "action_item"]

_LEAD: Final = r"^[\s>*_•#|\-–—]*(?:\[[ xX]?\]\s*)?[*_`]*"
# "OK. Decision: ...", as people say it.
_SPOKEN_LEAD: Final = r"(?:(?:ok(?:ay)?|so|right|al+ ?right|well|then|great|good|yes|yeah|and)\b[,.!:;–—-]*\s+){0,3}"
_DECISION_WORDS: Final = (
    r"(?:decision(?:\s+(?:made|taken))?|decided|resolved|resolution|agreed|agreement|approved|consensus|conclusion)"
)
_ACTION_WORDS: Final = r"(?:action(?:[\s-]*items?|\s+points?)?|to-?do|next\s+steps?|follow[\s-]?ups?|task|ai|ap)"
# "AI (Bob): ...", "Resolution #2: ...", "**ACTION:** ..."
_COLON: Final = r"(?:\s*\#?\d{1,3})?[*_`]*\s*(?:\[[^\]\n]{0,40}\]|\((?P<who>[^)\n]{0,40})\))?\s*:[*_`]*\s*"

DECISION_LINE: Final = re.compile(
    rf"{_LEAD}{_SPOKEN_LEAD}(?:\#(?:agreed|agree|accepted|decision|decided|resolved)\b:?\s*|{_DECISION_WORDS}{_COLON})(?P<what>\S.*)",
    re.IGNORECASE | re.MULTILINE,
)
ACTION_LINE: Final = re.compile(
    rf"{_LEAD}{_SPOKEN_LEAD}(?:\#(?:action|ai|todo|task)\b:?\s*|{_ACTION_WORDS}{_COLON})(?P<what>\S.*)",
    re.IGNORECASE | re.MULTILINE,
)
CHECKBOX: Final = re.compile(r"^\s*[-*•]?\s*\[(?P<done>[ xX])\]\s+(?P<what>\S.*)", re.MULTILINE)
LIST_ITEM: Final = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+(?P<what>\S.*)")
HEADING: Final = re.compile(
    r"^\s*(?:#{1,6}\s+|\*\*|__)?(?:(?:key|main|open|new|agreed|final)\s+)?"
    rf"(?:(?P<decision>(?:{_DECISION_WORDS})s?|decisions)|(?P<action_item>{_ACTION_WORDS}s?|actions|to-?dos|tasks))"
    r"(?:\s+(?:made|taken|agreed|items?|from\s+(?:this|the|today's)\s+meeting))?\s*:?\s*(?:\*\*|__)?\s*:?\s*$",
    re.IGNORECASE,
)


def has_marker(text: str, kind: Kind) -> bool:
    """Whether a line of `text` is marked as a fact of this kind."""
    pattern = DECISION_LINE if kind == "decision" else ACTION_LINE
    return pattern.search(text) is not None or (kind == "action_item" and CHECKBOX.search(text) is not None)


def heading_kind(line: str) -> Kind | None:
    """What the list under this heading holds, or None when `line` is no such heading."""
    match = HEADING.match(line)
    if match is None:
        return None
    return "decision" if match["decision"] else "action_item"
