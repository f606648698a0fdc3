"""Whether the words before a colon are a person speaking: `Alice Chen: ...` is, `10:30 Meeting: ...` is not.

    labelled line = [ "**" ] [ time ] label [ "**" ] [ "(" time ")" ] ":" ( space words | end of line )

A label has the form of a name or of a chat nick, and none of its words is a word of minutes
(`vocabulary.MINUTES_WORDS`). Form alone says little for a label that stands alone in a page of notes, so `speakers_of`
also counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memo.transcripts.vocabulary import INTERJECTIONS, MINUTES_WORDS, NAME_PARTICLES, PERSON_ROLES, WORK_WORDS

MAX_LABEL_CHARS: Final = 100
MAX_LABEL_WORDS: Final = 6
DENSE_SHARE: Final = 0.5
WORK_COMES_BACK: Final = 3

_LABELLED: Final = re.compile(
    r"""
    [ \t]* (?: \*\* )?
    (?P<time> [\[(]? \d{1,2}:\d{2} (?: :\d{2} )? (?: [.,]\d{1,3} )? (?: [ ]?[AaPp]\.?[Mm]\.? )? [\])]?
              [ \t]* [-–—|]? [ \t]* )?
    (?: \*\* )?
    (?P<label> [^\s:*\#>|•-] [^:\n*]{0,99}? ) [ \t]*
    (?P<late> [(\[] (?: \d{1,2}: )? \d{1,2}:\d{2} [)\]] [ \t]* )?
    (?: \*\*: | :\*\* | : ) (?: [ \t]+ | $ )
    """,
    re.VERBOSE,
)
_WIDE_LABELLED: Final = re.compile(r"(?P<time>)(?P<late>)(?P<label>[^\s:：*#>|•-][^:：\n*]{0,30}?)[ \t]*：[ \t]*")
_MARKER: Final = re.compile(
    r"""
    [ \t]* (?: [-*+•>] [ \t]+ )? (?: \[ [ xX]? \] [ \t]* )? (?: \*\* | __ | \# )?
    (?: action (?: [ -]?items? | s )? | ai | todo | to-do | decisions? | decided | resolved | resolutions? | agreed
      | agreement | proposal | proposed | accepted | info | idea | topic | subtopic | next [ -]? steps? | outcomes?
      | conclusions? | consensus | notes? | summary | follow [ -]? ups? )
    (?: [ \t]* \#? \d{1,3} )? (?: \*\* | __ )? [ \t]* (?: : | ： | [-–—] [ \t] )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_HEADING: Final = re.compile(r"[ \t]{0,3}(?:#{1,6}[ \t]*[^\s#]|={3,}[ \t]*$|-{3,}[ \t]*$|\*{3,}[ \t]*$|_{3,}[ \t]*$)")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•‣◦–][ \t]+|\d{1,3}[.)][ \t]+|\[[ xX]?\][ \t]+|☐|☑|[|>])")
_SENTENCE_MARK: Final = re.compile(r"[?!;=<>{}/\\\"“”…]|\.\s+[a-z]|://")
_AFTER_NAME: Final = re.compile(r"[(\[].*[)\]]\s*$")
_NICK: Final = re.compile(r"@?[\w`^|{}\[\]\\][\w\-`^|{}\[\]\\.'’]{0,31}$")
_ELISION: Final = re.compile(r"^[a-z]{1,2}['’](?=[A-Z])")
_NUMBER_AFTER: Final = re.compile(r"[-_]?\d+$")


@dataclass(frozen=True, slots=True)
class Label:
    """A label before a colon, the clock time beside it, and where the words after it begin in the line."""

    name: str
    time: str | None
    words_at: int


def label_of(line: str) -> Label | None:
    """The label at the beginning of `line` that has the form of a speaker's name, or None."""
    head = line[: MAX_LABEL_CHARS + 40]
    if ":" not in head and "：" not in head:
        return None
    match = _LABELLED.match(head) or _WIDE_LABELLED.match(head)
    if match is None or is_item(line) or is_marker(line):
        return None
    name = match["label"].strip(" \t*")
    if not looks_like_speaker(name):
        return None
    time = (match["time"] or match["late"] or "").strip(" \t[]()-–—|") or None
    return Label(name, time, match.end())


def is_marker(line: str) -> bool:
    """Whether `line` begins with a word of minutes such as `Decision:`, `ACTION:`, `TODO -`, `RESOLVED:`."""
    return _MARKER.match(line[:80]) is not None


def is_heading(line: str) -> bool:
    """Whether `line` is a Markdown heading or a rule."""
    return _HEADING.match(line[:80]) is not None


def is_item(line: str) -> bool:
    """Whether `line` begins a list item, a quotation or a table row."""
    return _ITEM.match(line[:40]) is not None


@lru_cache(maxsize=4_096)
def looks_like_speaker(name: str) -> bool:
    """Whether `name` has the form of a person's name or nick and no word of it is a word of minutes."""
    if not name or len(name) > MAX_LABEL_CHARS or _SENTENCE_MARK.search(name):
        return False
    bare = _AFTER_NAME.sub("", name.split(" | ", maxsplit=1)[0]).strip() or name
    words = bare.replace(",", " ").split()
    if not words or len(words) > MAX_LABEL_WORDS or not any(char.isalpha() for char in bare):
        return False
    if any(_minutes_word(word) for word in words) and not (len(words) > 1 and words[-1].casefold() in PERSON_ROLES):
        return False
    if len(words) == 1:
        return _NICK.match(words[0]) is not None and words[0].casefold() not in INTERJECTIONS
    return _begins_name(words[0]) and all(_begins_name(w) or w in NAME_PARTICLES for w in words[1:])


def _is_work(name: str) -> bool:
    """Whether `name` is made of words such as "Backend" and "Sales", which head a line of a status report."""
    return all(word.casefold() in WORK_WORDS for word in name.split())


def _minutes_word(word: str) -> bool:
    word = word.strip("#.()*'").casefold()
    return word in MINUTES_WORDS or _NUMBER_AFTER.sub("", word) in MINUTES_WORDS


def _begins_name(word: str) -> bool:
    first = _ELISION.sub("", word.lstrip("(\"'’-@"))[:1]
    if not first:
        return True
    return first.isupper() or first.isdigit() or not (first.isascii() or first.islower())


def speakers_of(lines: Iterable[str], known: Iterable[str] = ()) -> frozenset[str]:
    """The labels of `lines` that are taken for speakers.

    Where at least half of the non-blank lines are labelled, form is enough - unless every label stands there once among
    as many markers and list items, which is how notes look. In notes a label has to come back, and a single word not
    alone ("Okay: ..."), or to be in `known` (the page's own attendee list).
    """
    counts: Counter[str] = Counter()
    total = markers = 0
    for line in lines:
        if not line.strip():
            continue
        total += 1
        label = label_of(line)
        if label is not None:
            counts[label.name] += 1
        elif is_marker(line) or is_item(line):
            markers += 1
    for name in [name for name, count in counts.items() if count < WORK_COMES_BACK and _is_work(name)]:
        markers += counts.pop(name)
    labelled = sum(counts.values())
    comes_back = labelled > len(counts)
    if labelled >= 2 and labelled >= total * DENSE_SHARE and (comes_back or markers < labelled):
        return frozenset(counts)
    repeated = {name for name, count in counts.items() if count >= 2 and _begins_name(name)}
    repeated = repeated if len(repeated) > 1 else {name for name in repeated if " " in name}
    names = {part.casefold() for name in known for part in (name, *name.split()[:1])}
    return frozenset(name for name in counts if name.casefold() in names or name in repeated)
