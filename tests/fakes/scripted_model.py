"""What the fake model says when nothing is scripted: an honest, simple reader, for browser tests and for trying Memo.

It knows the requests by the JSON schema that they ask for (in `output_config`, or in the system prompt) and, without
one, takes a message that holds facts for a question about them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fakes.messages_api import Request

CANNOT_ANSWER = "No relevant facts found."

_FENCED = r"<{name}-(?P<code>\w+)>\n(?P<text>.*?)\n</{name}-(?P=code)>"
_LINE = re.compile(r"^(?P<speaker>[^:\n]{1,60}): (?P<words>.+)$")
_DECISION = re.compile(
    r"\b(?:decided|decision|agreed|resolved|let's go with|we(?:'ll| will) go with|approved|settled on)\b", re.IGNORECASE
)
_ACTION = re.compile(r"\b(?:I'll|I will|action(?: item)?:|todo:|will take|can you|could you)", re.IGNORECASE)
_BECAUSE = re.compile(r"\b(?:because|since|so that)\b\s*(?P<why>[^.!?]+)", re.IGNORECASE)
_DUE = re.compile(
    r"\b(?:by|before|until|on)\s+(?:next\s+|the\s+)?(?:\w+day|tomorrow|end of \w+|\d{1,2} \w+|\d{4}-\d\d-\d\d)\b"
    r"|\b(?:next week|tomorrow)\b",
    re.IGNORECASE,
)
_FACT = re.compile(r"^\[(?P<n>\d+)\]\s*(?P<record>\{.*\})\s*$", re.MULTILINE)
_WORD = re.compile(r"\w{4,}")
_MOST_CITED = 3


def respond(request: Request) -> str | Mapping[str, Any]:
    """The reply to `request`: text, or an object to be sent as JSON."""
    fields = _schema(request).get("properties", {})
    if "decisions" in fields:
        return _extraction(_piece(request.user, "transcript") or request.user)
    if fields.keys() == {"question"}:
        return {"question": _piece(request.user, "question") or ""}
    if "summary" in fields:
        return {"summary": (_piece(request.user, "part_summaries") or "A meeting.").splitlines()[0]}
    if fields:
        return {name: _nothing(field) for name, field in fields.items()}
    return _answer(request.user)


def _extraction(transcript: str) -> dict[str, Any]:
    lines = list(_spoken(transcript))
    speakers = list(dict.fromkeys(speaker for speaker, _ in lines))
    return {
        "summary": f"A meeting of {', '.join(speakers) or 'people unknown'}.",
        "topics": [],
        "outcomes": [],
        "decisions": [
            {"description": words, "reasoning": _why(words), "decided_by": [speaker], "quote": words}
            for speaker, words in lines
            if _DECISION.search(words)
        ],
        "action_items": [
            {
                "description": words,
                "assignee": speaker,
                "due": due[0] if (due := _DUE.search(words)) else None,
                "quote": words,
            }
            for speaker, words in lines
            if _ACTION.search(words) and not _DECISION.search(words)
        ],
    }


def _answer(message: str) -> str:
    """The facts that share most words with the question, each as one cited sentence."""
    asked = set(_words(_piece(message, "question") or ""))
    facts = [(int(m["n"]), json.loads(m["record"])) for m in _FACT.finditer(_piece(message, "facts") or "")]
    shared = [(len(asked & set(_words(json.dumps(fact)))), -n, fact) for n, fact in facts]
    best = sorted((item for item in shared if item[0]), key=lambda item: item[:2], reverse=True)[:_MOST_CITED]
    return " ".join(f"{fact['text'].rstrip('.')} [{-n}]." for _, n, fact in best) or CANNOT_ANSWER


def _schema(request: Request) -> Mapping[str, Any]:
    if request.schema is not None:
        return request.schema
    _, marker, contract = request.system.rpartition("JSON Schema:\n")
    return json.loads(contract) if marker else {}


def _piece(message: str, name: str) -> str | None:
    found = re.search(_FENCED.format(name=name), message, re.DOTALL)
    return found["text"] if found else None


def _spoken(transcript: str) -> Iterator[tuple[str, str]]:
    for line in transcript.splitlines():
        if spoken := _LINE.match(line):
            yield spoken["speaker"], spoken["words"]


def _why(words: str) -> str | None:
    found = _BECAUSE.search(words)
    return found["why"].strip() if found else None


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _nothing(field: Mapping[str, Any]) -> Any:
    return [] if field.get("type") == "array" else None
