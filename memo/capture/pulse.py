"""The day's digest: what was decided and why, what was taken on, done and is overdue, and which names wait.

Made by rules from what the whole team may see, kept once a day as a fact of its own; no model is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from memo.models import Fact, Principal
from memo.settings import Settings
from memo.store import outbox
from memo.store import pulse as store
from memo.store.pool import Connection, Database, retrying
from memo.store.provenance import Provenance
from memo.store.pulse import DayDecision, DayItem, StoredPulse

AGENT = "pulse"
PULSE_STORED = "pulse_stored"
"""The kind of the message that brings a digest."""
LONGEST_LIST = 25
"""Lines of one section; more are counted, not told."""
MOST_NAMES = 10


def pulse(db: Database, who: Principal, settings: Settings, day: date) -> Fact | None:
    """The digest of `day` in the team's time zone, kept as a `pulse_summary`; None, and none kept, of an empty day.

    A second call gives the same fact unless something has happened since: then a new one takes its place. A digest that
    a person has edited stays as it is. What it tells is the same whoever asks.
    """

    def make() -> Fact | None:
        with db.write(who) as conn:
            kept = store.stored_pulse(conn, day)
            text = _text(conn, day, settings.timezone)
            if kept is None or (kept.text != text and not kept.edited):
                if kept is not None:
                    store.retire_pulse(conn, kept.id)
                if text is None:
                    return None
                pulse_id = store.insert_pulse(
                    conn, day, text, Provenance("pulse", f"pulse:{day}", who.member_id, AGENT)
                )
                if pulse_id is not None and settings.slack_bot_token and settings.slack_pulse_channel:
                    _tell(conn, day, pulse_id)
                kept = store.stored_pulse(conn, day)
            assert kept is not None
            return _fact(kept)

    return retrying(make)


def _tell(conn: Connection, day: date, pulse_id: int) -> None:
    outbox.insert_message(
        conn,
        kind=PULSE_STORED,
        dedup_key=f"{PULSE_STORED}:{pulse_id}",
        payload={"pulse_id": pulse_id, "day": day.isoformat()},
        meeting_id=None,
    )


def due_pulse(db: Database, who: Principal, settings: Settings, now: datetime) -> date | None:
    """The day whose digest should be made now and is not: today after `settings.pulse_at`; None when all is done.

    A time at which nothing was known yet has passed for good: a new memory begins without a digest.
    """
    if settings.pulse_at is None:
        return None
    zone = ZoneInfo(settings.timezone)
    local = now.astimezone(zone)
    due_at = datetime.combine(local.date(), settings.pulse_at, zone)
    if local < due_at:
        due_at -= timedelta(days=1)  # yesterday's, when nothing was running at its time
    with db.read(who) as conn:
        kept = store.stored_pulse(conn, due_at.date())
        due = kept.captured_at < due_at if kept is not None else store.known_before(conn, due_at)
    return due_at.date() if due else None


def _text(conn: Connection, day: date, timezone: str) -> str | None:
    """The digest; None of a day on which nothing happened while nothing was overdue and no name waited."""
    sections = [
        _section("Decided", map(_decided, store.day_decisions(conn, day, timezone))),
        _section("New action items", map(_item, store.day_opened(conn, day, timezone))),
        _section("Closed", map(_item, store.day_closed(conn, day, timezone))),
        _section("Overdue", map(_item, store.day_overdue(conn, day))),
        _names(store.names_that_wait(conn)),
    ]
    told = [section for section in sections if section]
    return "\n\n".join([f"{day:%A}, {day.day} {day:%B %Y}", *told]) if told else None


def _section(title: str, told: Iterable[str]) -> str:
    lines = list(told)
    if not lines:
        return ""
    more = [f"- and {len(lines) - LONGEST_LIST} more"] if len(lines) > LONGEST_LIST else []
    return "\n".join([f"{title} ({len(lines)})", *(f"- {line}" for line in lines[:LONGEST_LIST]), *more])


def _decided(decision: DayDecision) -> str:
    why = f" Why: {_sentence(decision.reasoning)}" if decision.reasoning else ""
    return _sentence(decision.description) + why + _in_brackets(decision.people, decision.meeting)


def _item(item: DayItem) -> str:
    due = f"due {item.due_on}" if item.due_on else f"due {item.due_text}" if item.due_text else None
    return _sentence(item.description) + _in_brackets(item.people or "nobody yet", due, item.meeting)


def _names(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"Names that wait ({len(names)})\n- {', '.join(names[:MOST_NAMES])}{more}"


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _in_brackets(*parts: str | None) -> str:
    said = [part for part in parts if part]
    return f" ({'; '.join(said)})" if said else ""


def _fact(kept: StoredPulse) -> Fact:
    return Fact(
        fact_type="pulse_summary",
        fact_id=kept.id,
        text=kept.text,
        source_type=kept.source_type,
        source_id=kept.source_id,
        happened_on=kept.day,
        captured_at=kept.captured_at,
        triggered_by_user_id=kept.triggered_by_user_id,
        triggered_by_agent=kept.triggered_by_agent,
        status=kept.status,
        searchable=False,
    )
