"""The day's digest: what it tells, to whom, and that a day has one."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from memo.capture.pulse import due_pulse, pulse
from memo.capture.record import capture_record
from memo.capture.work import capture
from memo.models import LOCAL_USER, Principal
from memo.store.pool import Database
from tests.integration.capturing import RETRO, STANDUP, Script, settings, tools

DAY = date(2026, 3, 9)


@pytest.fixture
def week(db: Database) -> Database:
    """Two meetings a week apart, captured long after; one item is overdue, one was closed on the second day."""
    capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    capture(db, LOCAL_USER, tools(Script()), RETRO, "retro.txt")
    with db.owner() as conn:
        conn.execute("UPDATE decisions SET captured_at = happened_on + time '18:00', reasoning = 'it was untested'")
        conn.execute("UPDATE action_items SET captured_at = happened_on + time '18:00'")
        conn.execute(
            "INSERT INTO action_items (description, assignee_name, assignee_pending, due_on, status, status_changed_at,"
            " source_type, source_id, triggered_by_agent) VALUES"
            " ('Order the chairs', 'Sam', true, '2026-03-04', 'open', NULL, 'import', 'a', 'memo'),"
            " ('Book the hall', 'Ana', false, NULL, 'done', '2026-03-09 09:00+00', 'import', 'b', 'memo')"
        )
    return db


def test_a_digest_tells_the_day_without_a_model(week: Database) -> None:
    fact = pulse(week, LOCAL_USER, settings(), DAY)
    assert (fact.fact_type, fact.source_type, fact.source_id) == ("pulse_summary", "pulse", "pulse:2026-03-09")
    assert (fact.triggered_by_agent, fact.happened_on) == ("pulse", DAY)
    assert fact.text == (
        "Monday, 9 March 2026\n\n"
        "Decided (1)\n"
        "- we test the importer with real customer files before every release. Why: it was untested."
        " (Dana Lin; Retro of the release)\n\n"
        "New action items (1)\n"
        "- Emil Roth to collect twenty real files by Wednesday. (Emil Roth; Retro of the release)\n\n"
        "Closed (1)\n"
        "- Book the hall. (Ana)\n\n"
        "Overdue (1)\n"
        "- Order the chairs. (Sam; due 2026-03-04)\n\n"
        "Names that wait (1)\n"
        "- Sam"
    )


def test_a_day_without_anything_to_tell_has_no_digest(db: Database) -> None:
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO action_items (description, due_on, source_type, source_id, triggered_by_agent)"
            " VALUES ('Order the chairs', '2026-03-08', 'import', 'a', 'memo')"
        )
    first = pulse(db, LOCAL_USER, settings(), DAY)
    assert first is not None
    assert "Overdue (1)" in first.text
    with db.owner() as conn:
        conn.execute("UPDATE action_items SET status = 'wrong'")
    assert pulse(db, LOCAL_USER, settings(), DAY) is None
    with db.owner() as conn:
        statuses = conn.execute("SELECT status FROM fact_index WHERE fact_type = 'pulse_summary'").fetchall()
    assert statuses == [{"status": "replaced"}], "what no longer holds is not told either"


def test_a_day_has_one_digest_and_it_follows_the_day(week: Database) -> None:
    first = pulse(week, LOCAL_USER, settings(), DAY)
    assert pulse(week, LOCAL_USER, settings(), DAY) == first
    with week.owner() as conn:
        conn.execute("UPDATE action_items SET status = 'cancelled' WHERE description = 'Order the chairs'")
    second = pulse(week, LOCAL_USER, settings(), DAY)
    assert second.fact_id != first.fact_id
    assert "Overdue" not in second.text
    with week.owner() as conn:
        rows = conn.execute("SELECT status, count(*) AS n FROM fact_index WHERE fact_type = 'pulse_summary' GROUP BY 1")
        assert sorted((row["status"], row["n"]) for row in rows) == [("active", 1), ("replaced", 1)]
        conn.execute("UPDATE pulse_summaries SET text = 'As Ana wrote it' WHERE id = %s", (second.fact_id,))
        conn.execute(
            "INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by)"
            " VALUES ('pulse_summary', %s, '{}', '{}', 'clearer', 'ana')",
            (second.fact_id,),
        )
    assert pulse(week, LOCAL_USER, settings(), DAY).text == "As Ana wrote it"


def test_a_digest_tells_only_what_the_team_may_see(db: Database) -> None:
    with db.owner() as conn:
        conn.execute("INSERT INTO members (subject) VALUES ('ana')")
    ana = Principal(name="Ana", member_id=1)
    secret = capture(db, ana, tools(Script()), RETRO, "retro.txt", audience=("member:1",))
    assert len(capture_record(db, ana, secret.capture_id or 0).decisions) == 1
    with db.owner() as conn:
        conn.execute("UPDATE attendees SET pending = true")
        conn.execute("UPDATE decision_makers SET pending = true")
        conn.execute("UPDATE action_items SET due_on = '2026-03-01', assignee_pending = true")
        conn.execute(
            "INSERT INTO action_items (description, status, status_changed_at, audience, source_type, source_id,"
            " triggered_by_agent)"
            " VALUES ('Secret errand', 'done', '2026-03-09 09:00+00', '{member:1}', 'import', 'a', 'x')"
        )
    for who in (ana, LOCAL_USER):
        assert pulse(db, who, settings(), DAY) is None


def test_what_is_learned_on_a_day_is_told_on_it(db: Database) -> None:
    capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    today = datetime.now(UTC).date()
    assert "we use Postgres" in pulse(db, LOCAL_USER, settings(), today).text
    assert pulse(db, LOCAL_USER, settings(), DAY) is None


def test_a_long_day_is_counted_rather_than_told(db: Database) -> None:
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO decisions (description, happened_on, source_type, source_id, triggered_by_agent)"
            " SELECT 'Decision number ' || n, '2026-03-09', 'import', n::text, 'memo' FROM generate_series(1, 1000) n"
        )
    text = pulse(db, LOCAL_USER, settings(), DAY).text
    assert "Decided (1000)" in text
    assert "- and 975 more" in text
    assert len(text) < 2000


@pytest.mark.parametrize(
    ("now", "kept_at", "due"),
    [
        (datetime(2026, 3, 9, 16, 59, tzinfo=UTC), datetime(2026, 3, 8, 17, 0, tzinfo=UTC), None),
        (datetime(2026, 3, 9, 17, 0, tzinfo=UTC), datetime(2026, 3, 8, 17, 0, tzinfo=UTC), date(2026, 3, 9)),
        (datetime(2026, 3, 9, 8, 0, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC), date(2026, 3, 8)),
        (datetime(2026, 7, 9, 16, 0, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC), date(2026, 7, 9)),
        (datetime(2026, 3, 9, 8, 0, tzinfo=UTC), None, None),
        (datetime(2026, 3, 9, 19, 0, tzinfo=UTC), None, None),
    ],
    ids=["not yet", "its time", "yesterday's was missed", "summer time", "new by day", "new by night"],
)
def test_it_is_due_at_its_time_in_the_teams_zone(
    db: Database, now: datetime, kept_at: datetime | None, due: date | None
) -> None:
    berlin = settings(timezone="Europe/Berlin", pulse_at=time(18))
    if kept_at is not None:
        with db.owner() as conn:
            conn.execute(
                "INSERT INTO pulse_summaries (day, text, captured_at, source_type, source_id, triggered_by_agent)"
                " VALUES (%s, 'x', %s, 'pulse', 'x', 'pulse')",
                (kept_at.date(), kept_at),
            )
    assert due_pulse(db, LOCAL_USER, berlin, now) == due
    assert due_pulse(db, LOCAL_USER, settings(pulse_at=None), now) is None


def test_a_digest_made_before_its_time_is_made_again(db: Database) -> None:
    now = datetime(2026, 3, 9, 19, 0, tzinfo=UTC)
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO pulse_summaries (day, text, captured_at, source_type, source_id, triggered_by_agent)"
            " VALUES ('2026-03-09', 'at noon', '2026-03-09 12:00+00', 'pulse', 'x', 'memo')"
        )
    assert due_pulse(db, LOCAL_USER, settings(pulse_at=time(18)), now) == DAY
