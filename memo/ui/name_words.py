"""What the Resolve page says about names: inert Markdown, one sentence each."""

from __future__ import annotations

from datetime import date

from memo.models import Alias, Candidate, NameReceipt, NameUse, PendingName, Recent
from memo.ui.marked import Mark, Stretch, marked
from memo.ui.plain import plain
from memo.ui.words import clipped, count, listed, long_date, short_date

LATELY_CHARS = 60
QUOTE_CHARS = 280


def heading(name: PendingName) -> str:
    """ "**Sam** in Weekly sync, 4 March 2026"."""
    where = f" in {plain(name.meeting)}, {long_date(name.happened_on)}" if name.meeting else ""
    return f"**{plain(name.mention)}**{where}"


def waiting_for(name: PendingName) -> str:
    """ "2 action items and 1 decision", and that the name is listed among those present."""
    present = "the list of those present" + (f" of {name.meetings} meetings" if name.meetings > 1 else "")
    parts = [
        count(name.action_items, "action item") if name.action_items else "",
        count(name.decisions, "decision") if name.decisions else "",
        present if name.meetings else "",
    ]
    return listed([part for part in parts if part])


def quoted(name: PendingName) -> str:
    """The words that were said, the mention marked in them; without any, the fact that waits; else nothing."""
    words = name.quote or name.text
    if not words:
        return ""
    words = clipped(words, QUOTE_CHARS)
    at = words.casefold().find(name.mention.casefold())
    marks = [Mark(at, at + len(name.mention))] if at >= 0 else []
    shown = marked(words, Stretch(0, len(words)), marks)
    return f"“{shown}”" if name.quote else shown


def candidate_caption(candidate: Candidate, now: date) -> str:
    """Why it may be this one, and what he or she has been doing lately."""
    lately = " · ".join(_recent(recent, now) for recent in candidate.lately)
    return f"{plain(candidate.why)}\\\nlately: {lately}" if lately else plain(candidate.why)


def _recent(recent: Recent, now: date) -> str:
    day = f" ({short_date(recent.happened_on, now)})" if recent.happened_on else ""
    return f"{plain(clipped(recent.text, LATELY_CHARS))}{day}"


def counted(receipt: NameReceipt) -> str:
    """ "7 action items and 2 decisions"; empty when no fact was touched."""
    parts = [
        count(receipt.action_items, "action item") if receipt.action_items else "",
        count(receipt.decisions, "decision") if receipt.decisions else "",
        count(receipt.meetings, "list of those present", "lists of those present") if receipt.meetings else "",
    ]
    return listed([part for part in parts if part])


def receipt_sentence(receipt: NameReceipt) -> str:
    """What a decision did, or that it was taken back, with the numbers."""
    facts, mention, name = counted(receipt), plain(receipt.mention), plain(receipt.name or "")
    if receipt.undone:
        return f"Taken back: {_undone(receipt.kind, facts, mention, name)}"
    one = receipt.action_items + receipt.decisions + receipt.meetings == 1
    match receipt.kind:
        case "dismiss":
            said = f"“{mention}” stays as it was said in {facts}."
        case "merge":
            said = f"{mention} and {name} are one person now" + (f": {facts} moved." if facts else ".")
        case "split":
            said = f"{facts} of {mention} now {'belongs' if one else 'belong'} to {name}."
        case "revoke":
            said = f"“{mention}” stands for {name} no longer; what it named keeps its name."
        case _ if facts:
            said = f"{facts} now {'names' if one else 'name'} {name}."
        case _:
            said = f"“{mention}” stands for {name} from now on."
    return said


def _undone(kind: str, facts: str, mention: str, name: str) -> str:
    match kind:
        case "merge":
            return f"{mention} and {name} are two people again."
        case "split":
            return f"{facts or 'nothing'} went back to {mention}."
        case "revoke":
            return f"“{mention}” stands for {name} again."
    return f"“{mention}” waits again in {facts}." if facts else f"“{mention}” names nobody."


def alias_line(alias: Alias) -> str:
    """ "“Sam” is **Sam Rivera** in the project Ferry · confirmed by Ana, 4 March 2026"."""
    scope = f" in the project {plain(alias.project)}" if alias.project else ""
    kind = "" if alias.type == "person" else f" ({alias.type})"
    day = long_date(alias.created_at.date())
    how = f"confirmed by {plain(alias.confirmed_by or 'somebody')}" if not alias.auto_resolved else "Memo was certain"
    return f"“{plain(alias.alias)}” is **{plain(alias.name)}**{kind}{scope}\\\n:small[:gray[{how}, {day}]]"


def use_label(use: NameUse) -> str:
    """ "“Sam” in Weekly sync, 4 March 2026: 2 action items"."""
    parts = [
        count(use.action_items, "action item") if use.action_items else "",
        count(use.decisions, "decision") if use.decisions else "",
        "present" if use.meetings else "",
    ]
    where = f" in {plain(use.meeting)}, {long_date(use.happened_on)}" if use.meeting else ""
    return f"“{plain(use.mention)}”{where}: {listed([part for part in parts if part])}"
