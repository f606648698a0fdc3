"""Links that rules propose when a meeting is stored: within it, to earlier meetings, and never past an audience."""

from __future__ import annotations

from memo.capture.work import capture
from memo.facts.change import decide_link
from memo.facts.story import fact_story
from memo.models import LOCAL_USER, CaptureRecord
from memo.samples import sample
from memo.store.pool import Database
from tests.integration.capturing import Script, tools

OCTOBER = b"""Title: Architecture
Date: 2026-10-05

Ana Costa: Good morning, today it is about the queue for notifications.
Ana Costa: Decision: we run RabbitMQ for the notification queue, as we expect a lot of traffic.
Ben Ode: ACTION: Ben Ode to set up the RabbitMQ queue by Friday.
"""
NOVEMBER = b"""Title: Architecture again
Date: 2026-11-09

Ana Costa: Good morning, we have to talk about the queue once more.
Ana Costa: Decision: we reverse that and move the notification queue from RabbitMQ to Postgres.
Ben Ode: Good, that is less to look after for all of us.
"""


def kept(db: Database, data: bytes, name: str, **asked: object) -> CaptureRecord:
    return capture(db, LOCAL_USER, tools(Script()), data, name, **asked)  # type: ignore[arg-type]


def links(db: Database) -> list[tuple[str, str, int, int, str]]:
    with db.owner() as conn:
        rows = conn.execute("SELECT kind, from_type, from_id, to_id, state FROM fact_links ORDER BY id").fetchall()
    return [(row["kind"], row["from_type"], row["from_id"], row["to_id"], row["state"]) for row in rows]


def test_an_item_and_a_later_reversal_are_proposed(db: Database) -> None:
    october, november = kept(db, OCTOBER, "october.txt"), kept(db, NOVEMBER, "november.txt")
    old, new = october.decisions[0].id, november.decisions[0].id
    assert links(db) == [
        ("implements", "action_item", october.action_items[0].id, old, "proposed"),
        ("supersedes", "decision", new, old, "proposed"),
    ]
    story = fact_story(db, LOCAL_USER, "decision", old)
    assert {(link.kind, link.forward) for link in story.related} == {("implements", False), ("supersedes", False)}
    assert story.fact.status == "active"


def test_what_a_person_said_about_a_link_outlives_a_new_reading(db: Database) -> None:
    october, _ = kept(db, OCTOBER, "october.txt"), kept(db, NOVEMBER, "november.txt")
    old = october.decisions[0].id
    (item,) = (link for link in fact_story(db, LOCAL_USER, "decision", old).related if link.kind == "implements")
    decide_link(db, LOCAL_USER, item.link_id, "rejected")
    again = kept(db, OCTOBER, "october.txt", replace=True)
    stories = fact_story(db, LOCAL_USER, "decision", again.decisions[0].id)
    assert [link.kind for link in stories.related] in ([], ["supersedes"])


def test_an_earlier_meeting_is_not_reversed_by_one_held_before_it(db: Database) -> None:
    kept(db, OCTOBER.replace(b"2026-10-05", b"2026-12-05"), "december.txt")
    kept(db, NOVEMBER, "november.txt")
    assert {link[0] for link in links(db)} == {"implements"}


def test_a_restricted_decision_is_not_linked_from_outside(db: Database) -> None:
    kept(db, OCTOBER, "october.txt", audience=("group:legal",))
    kept(db, NOVEMBER, "november.txt")
    assert {link[0] for link in links(db)} == {"implements"}


def test_the_sample_leaves_its_october_decision_to_a_person(db: Database) -> None:
    name, data = sample()
    record = capture(db, LOCAL_USER, tools(), data, name)
    (october,) = [one for one in record.rejected if "in October we decided" in one.text]
    assert "earlier decision" in october.why
    assert [one for one in record.decisions if "Postgres instead of RabbitMQ" in one.description]
    assert {kind for kind, *_ in links(db)} == {"implements"}
