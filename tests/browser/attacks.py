"""The hostile texts of `tests.fakes.attacks` as one meeting: in its title, file name, speakers, words and facts."""

from __future__ import annotations

from tests.fakes.attacks import PAYLOADS

SHOWN = [payload for payload in PAYLOADS if payload.kind != "size"]
"""Those that are about what a page does with them, not about their length."""
FILE_NAME = "<img src=x onerror=alert(1)> :material-warning: $x$ [a](b).txt"
TITLE = "![status](https://evil.example/title) <b>bold</b> $5M to $10M :red[alarm]"


def hostile_transcript() -> tuple[bytes, str]:
    """The bytes and the file name of the meeting."""
    lines = [f"Title: {TITLE}", "Date: 2026-03-02", ""]
    for number, payload in enumerate(SHOWN):
        words = " ".join(payload.text.split())
        lines.append(f"Mallory {number}: Decision: we write {words} on the wall, because {words} is what we want.")
        lines.append(f"Mallory {number}: ACTION: Mallory {number} to send {words} to everybody by Friday.")
    return "\n".join(lines).encode(), FILE_NAME
