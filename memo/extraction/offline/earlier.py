"""Reports of earlier decisions ("in October we decided ..."), which are none of the meeting that remembers them."""

from __future__ import annotations

import re
from typing import Final

WHY: Final = "It tells of an earlier decision, not of one of this meeting."

_DATE: Final = (
    r"(?:(?:early |late |mid-?)?(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|spring|summer|autumn|winter|q[1-4])(?: 20\d\d)?|(?:19|20)\d\d(?:-\d\d){0,2})\b"
)
_NOT_A_TIME: Final = r"(?! (?:release|version|edition|launch|deadline|build|update|budget|plan)\b)"
_SETTLED: Final = re.compile(
    r"\b(?:decided|agreed|resolved|settled|concluded|voted|chosen?|picked|approved|committed)\b"
)
_BEFORE_NOW: Final = re.compile(
    r"\b(?:as|like) (?:you|we|some of you|everyone|everybody) (?:may |might |all |probably |will |still )*"
    r"(?:remembers?|recalls?|knows?)\b|\b(?:remember|recall),? (?:that |when |how )?(?:we|they)\b|"
    r"\b(?:last|previous|prior|earlier) (?:week|month|year|quarter|sprint|meeting|call|time|session|plenary|spring|"
    r"summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|" + _DATE + r")|"
    r"\b(?:back then|back in|at the time|at that time|in the past|previously|earlier|already|originally|initially|"
    r"formerly|ago|yesterday|(?:in|at) (?:a|an|the|our|some) (?:previous|prior|earlier|last|other))\b",
    re.IGNORECASE,
)
_DATED_BEFORE: Final = re.compile(
    rf"\b(?:in|on|at|during) (?:the |our |that )?(?:\w+ of )?{_DATE}{_NOT_A_TIME}[^.;:]{{0,60}}$", re.IGNORECASE
)
_DATED_AFTER: Final = re.compile(rf"^,? (?:back )?(?:in|at|during) (?:the |our )?{_DATE}{_NOT_A_TIME}", re.IGNORECASE)
_SOON_AFTER: Final = re.compile(
    r"^,? (?:(?:back then|back in|in the past|previously|earlier|originally|yesterday)\b|(?:at|in|on|during)? ?"
    r"(?:the |our )?(?:last|previous|prior) (?:week|month|year|quarter|sprint|meeting|call|time|session|plenary)\b|"
    r"(?:\w+ ){1,3}ago\b)",
    re.IGNORECASE,
)
_TURNS_NOW: Final = re.compile(
    r"\b(?:revers(?:e|ing)|going back on|no longer|chang(?:ed|ing) (?:our|my) minds?|scrap(?:ping|ped)?|undo(?:ing)?|"
    r"overturn(?:ing)?|supersed(?:e|ing)|correction|not any ?more|after all|but (?:now|today|let['’]s|we['’]?ll|"
    r"we will|we are|we['’]re)|now (?:we|let['’]s))\b",
    re.IGNORECASE,
)


def told_of_earlier(text: str, cue: re.Match[str]) -> bool:
    """Whether `text`, in which `cue` says that something was decided, tells of a decision before this meeting.

    A sentence that turns an earlier decision round ("we are reversing ...") decides now.
    """
    if _SETTLED.search(cue[0].lower()) is None or _TURNS_NOW.search(text):
        return False
    before, after = text[: cue.start()], text[cue.end() :]
    return bool(
        _DATED_BEFORE.search(before)
        or _BEFORE_NOW.search(f"{before}{cue[0]}")
        or _DATED_AFTER.match(after)
        or _SOON_AFTER.match(after)
    )
