"""What a person does to a fact is done in every place that tells it: the row, the index, the vector, the history."""

from __future__ import annotations

from datetime import date

import pytest

from memo.capture.work import capture
from memo.errors import Conflict, InputError, NotAllowed, NotFound
from memo.facts.change import decide_link, delete_fact, edit_fact, mark_wrong, supersede, unmark_wrong
from memo.facts.story import Story, fact_story, successors
from memo.facts.weeks import fact_weeks, newest_meetings
from memo.models import LOCAL_USER, Answer, CaptureRecord, Citation, Fact, FactFilter, Principal, Searched
from memo.retrieval.backfill import backfill
from memo.retrieval.browse import fact_counts, fact_counts_up_to, facts_page, get_fact, newer_cursor
from memo.retrieval.imports import import_facts
from memo.retrieval.search import search
from memo.store.answers import save_answer
from memo.store.facts import UpTo
from memo.store.pool import Database
from tests.fakes.hashed import hashed_embedder
from tests.integration.capturing import STANDUP, Script, tools

READER = Principal(name="Rae", role="reader", member_id=9)
EMBEDDER = hashed_embedder()


@pytest.fixture
def standup(db: Database) -> CaptureRecord:
    record = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt")
    backfill(db, EMBEDDER)
    return record


def decision(db: Database, standup: CaptureRecord) -> Fact:
    return get_fact(db, LOCAL_USER, "decision", standup.decisions[0].id)


def edit(db: Database, fact: Fact, reason: str = "I was there", **wanted: object) -> bool:
    seen = {field: getattr(fact, field, None) for field in wanted}
    return edit_fact(db, LOCAL_USER, EMBEDDER, fact.fact_type, fact.fact_id, seen=seen, wanted=wanted, reason=reason)  # type: ignore[arg-type]


def vector(db: Database, fact: Fact) -> str | None:
    with db.owner() as conn:
        rows = conn.execute(
            "SELECT embedding::text AS v FROM fact_index WHERE fact_type = %s AND fact_id = %s",
            (fact.fact_type, fact.fact_id),
        ).fetchall()
    return rows[0]["v"] if rows else None


def test_an_edit_changes_the_fact_its_vector_and_keeps_what_it_said(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    before = vector(db, fact)
    assert edit(db, fact, text="We use MariaDB for the event store.", reasoning="It is cheaper.")
    after = decision(db, standup)
    assert (after.text, after.reasoning) == ("We use MariaDB for the event store.", "It is cheaper.")
    assert after.searchable
    assert vector(db, fact) not in (None, before)
    assert search(db, LOCAL_USER, "MariaDB", embedder=EMBEDDER)[0].fact_id == fact.fact_id
    (edited,) = fact_story(db, LOCAL_USER, "decision", fact.fact_id).history
    assert {(change.column, change.before, change.after) for change in edited.changes} == {
        ("description", fact.text, after.text),
        ("reasoning", None, "It is cheaper."),
    }
    assert (edited.edit.reason, edited.edit.edited_by) == ("I was there", LOCAL_USER.name)


def test_an_edit_of_nothing_leaves_no_trace(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    assert not edit(db, fact, text=f"  {fact.text} ")
    assert fact_story(db, LOCAL_USER, "decision", fact.fact_id).history == ()


def test_an_edit_without_a_reason_or_words_is_refused(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    with pytest.raises(InputError, match="Say why"):
        edit(db, fact, reason=" ", text="Other words.")
    with pytest.raises(InputError, match="needs words"):
        edit(db, fact, text="  ")
    with pytest.raises(InputError, match="no assignee"):
        edit(db, fact, assignee_id=3)
    assert decision(db, standup) == fact


def test_who_comes_second_is_told_and_changes_nothing(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    edit(db, fact, text="First.")
    with pytest.raises(Conflict, match="Somebody else"):
        edit(db, fact, text="Second.")
    assert decision(db, standup).text == "First."


def test_a_reader_changes_nothing(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    with pytest.raises(NotAllowed):
        edit_fact(db, READER, EMBEDDER, "decision", fact.fact_id, seen={}, wanted={"text": "x"}, reason="y")
    with pytest.raises(NotAllowed):
        mark_wrong(db, READER, "decision", fact.fact_id, "no")
    with pytest.raises(NotAllowed):
        delete_fact(db, READER, "decision", fact.fact_id)
    assert decision(db, standup) == fact


def test_what_is_wrong_is_not_found_until_it_is_taken_back(db: Database, standup: CaptureRecord) -> None:
    item = get_fact(db, LOCAL_USER, "action_item", standup.action_items[0].id)
    assert mark_wrong(db, LOCAL_USER, "action_item", item.fact_id, "nobody said that")
    assert not mark_wrong(db, LOCAL_USER, "action_item", item.fact_id, "again")
    found = search(db, LOCAL_USER, item.text, embedder=EMBEDDER)
    assert "action_item" not in {fact.fact_type for fact in found}
    assert get_fact(db, LOCAL_USER, "action_item", item.fact_id).status == "wrong"
    assert unmark_wrong(db, LOCAL_USER, "action_item", item.fact_id, "it was said")
    assert get_fact(db, LOCAL_USER, "action_item", item.fact_id).status == "open"


def test_edits_and_marks_survive_a_new_reading(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    edit(db, fact, text="We use MariaDB.", happened_on=date(2026, 3, 1))
    mark_wrong(db, LOCAL_USER, "action_item", standup.action_items[0].id, "no")
    again = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt", replace=True)
    new = get_fact(db, LOCAL_USER, "decision", again.decisions[0].id)
    assert (new.text, new.happened_on) == ("We use MariaDB.", date(2026, 3, 1))
    wrong = facts_page(db, LOCAL_USER, FactFilter(meeting_id=again.meeting_id, statuses=("wrong",))).facts
    assert [fact.fact_type for fact in wrong] == ["action_item"]
    assert len(fact_story(db, LOCAL_USER, "decision", new.fact_id).history) == 1
    with pytest.raises(Conflict, match="later reading"):
        edit(db, get_fact(db, LOCAL_USER, "decision", fact.fact_id), text="Too late.")


def test_a_new_owner_is_a_person_and_waits_for_no_name(db: Database, standup: CaptureRecord) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "action_item", "text": "x", "assignee": "Zoe Quill", "source_id": "z"}])
    with db.owner() as conn:
        zoe = conn.execute("SELECT id FROM people WHERE name = 'Zoe Quill'").fetchall()
        zoe_id = (
            zoe[0]["id"]
            if zoe
            else conn.execute("INSERT INTO people (name) VALUES ('Zoe Quill') RETURNING id").fetchall()[0]["id"]
        )
    item = get_fact(db, LOCAL_USER, "action_item", standup.action_items[0].id)
    assert edit(db, item, assignee_id=zoe_id, due_on=date(2026, 4, 1))
    after = get_fact(db, LOCAL_USER, "action_item", item.fact_id)
    assert (after.people, after.due_on, after.due_text) == (("Zoe Quill",), date(2026, 4, 1), None)
    (edited,) = fact_story(db, LOCAL_USER, "action_item", item.fact_id).history
    assert ("assignee_id", None, "Zoe Quill") in {(c.column, c.before, c.after) for c in edited.changes}
    with pytest.raises(InputError, match="no such person"):
        edit_fact(
            db, LOCAL_USER, EMBEDDER, "action_item", item.fact_id,
            seen={"assignee_id": zoe_id}, wanted={"assignee_id": 999_999}, reason="r",
        )  # fmt: skip


def test_a_deleted_fact_is_in_no_search_answer_or_history(db: Database, standup: CaptureRecord) -> None:
    fact = decision(db, standup)
    edit(db, fact, text="We use MariaDB.")
    cited = Citation(
        n=1, fact_type="decision", fact_id=fact.fact_id, text=fact.text, meeting_id=fact.meeting_id, meeting="m",
        happened_on=None, quote=None, turn=None,
    )  # fmt: skip
    kept = Answer(
        answer="MariaDB [1].", abstained=False, citations=[cited], near_misses=[],
        searched=Searched(facts=1, meetings=1), filters={}, model="offline", cost_microdollars=0,
    )  # fmt: skip
    with db.write(LOCAL_USER) as conn:
        save_answer(conn, LOCAL_USER, "Which?", kept, None)
    assert delete_fact(db, LOCAL_USER, "decision", fact.fact_id).answers == 1
    with pytest.raises(NotFound):
        decision(db, standup)
    assert vector(db, fact) is None
    with db.owner() as conn:
        left = conn.execute("SELECT (SELECT count(*) FROM fact_edits) + (SELECT count(*) FROM answers) AS n").fetchall()
    assert left[0]["n"] == 0
    with pytest.raises(InputError, match="Forget"):
        delete_fact(db, LOCAL_USER, "meeting", fact.meeting_id or 0)


def test_a_fact_of_others_cannot_be_seen_edited_or_deleted(db: Database) -> None:
    record = capture(db, LOCAL_USER, tools(Script()), STANDUP, "s.txt", audience=("group:legal",))
    fact_id = record.decisions[0].id
    other = Principal(name="Olaf", role="member", member_id=4)
    for tried in (
        lambda: fact_story(db, other, "decision", fact_id),
        lambda: mark_wrong(db, other, "decision", fact_id, "r"),
        lambda: delete_fact(db, other, "decision", fact_id),
    ):
        with pytest.raises(NotFound):
            tried()
    assert newest_meetings(db, other) == []
    assert fact_weeks(db, other) == []


def story(db: Database, standup: CaptureRecord) -> Story:
    return fact_story(db, LOCAL_USER, "decision", standup.decisions[0].id)


def test_a_story_tells_the_file_the_neighbours_and_the_links(db: Database, standup: CaptureRecord) -> None:
    with db.owner() as conn:
        conn.execute(
            "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id) VALUES"
            " ('implements', 'action_item', %s, 'decision', %s)",
            (standup.action_items[0].id, standup.decisions[0].id),
        )
    told = story(db, standup)
    assert told.origin.file_name == "standup.txt"
    assert [fact.fact_type for fact in told.beside] == ["action_item"]
    assert [(link.kind, link.forward, link.state) for link in told.related] == [("implements", False, "proposed")]
    decide_link(db, LOCAL_USER, told.related[0].link_id, "confirmed")
    assert story(db, standup).related[0].state == "confirmed"
    decide_link(db, LOCAL_USER, told.related[0].link_id, "rejected")
    assert story(db, standup).related == ()


def test_a_confirmed_successor_supersedes(db: Database, standup: CaptureRecord) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "We use SQLite.", "source_id": "n"}])
    newer = search(db, LOCAL_USER, "SQLite", embedder=EMBEDDER)[0].fact_id
    with db.owner() as conn:
        link = conn.execute(
            "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id) VALUES"
            " ('supersedes', 'decision', %s, 'decision', %s) RETURNING id",
            (newer, standup.decisions[0].id),
        ).fetchall()[0]["id"]
    decide_link(db, LOCAL_USER, link, "confirmed")
    assert decision(db, standup).status == "superseded"
    decide_link(db, LOCAL_USER, link, "rejected")
    assert decision(db, standup).status == "active"


def test_a_person_says_which_decision_takes_the_place_of_another(db: Database, standup: CaptureRecord) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "We use SQLite.", "source_id": "n"}])
    older, newer = decision(db, standup), search(db, LOCAL_USER, "SQLite", embedder=EMBEDDER)[0]
    assert supersede(db, LOCAL_USER, older.fact_id, newer.fact_id)
    assert decision(db, standup).status == "superseded"
    (said,) = successors(db, LOCAL_USER, [older, newer])[older.fact_id]
    assert (said.successor_id, said.text, said.state) == (newer.fact_id, "We use SQLite.", "confirmed")
    assert not supersede(db, LOCAL_USER, older.fact_id, newer.fact_id)
    for refused, other in ((newer.fact_id, older.fact_id), (newer.fact_id, newer.fact_id)):
        with pytest.raises(InputError):
            supersede(db, LOCAL_USER, refused, other)
    with pytest.raises(NotFound):
        supersede(db, LOCAL_USER, newer.fact_id, 999)
    with pytest.raises(NotAllowed):
        supersede(db, READER, older.fact_id, newer.fact_id)
    mark_wrong(db, LOCAL_USER, "decision", newer.fact_id, "a joke")
    assert successors(db, LOCAL_USER, [older]) == {}


LINES = [
    {"fact_type": "decision", "text": f"Decision {n}.", "happened_on": f"2026-03-{n:02}", "source_id": f"d{n}"}
    for n in range(1, 31)
]


def test_weeks_begin_on_monday_and_count_what_passes(db: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    weeks = fact_weeks(db, LOCAL_USER, FactFilter(since=date(2026, 3, 4)))
    assert [(week.week, week.facts) for week in weeks] == [
        (date(2026, 3, 2), 5),
        (date(2026, 3, 9), 7),
        (date(2026, 3, 16), 7),
        (date(2026, 3, 23), 7),
        (date(2026, 3, 30), 1),
    ]


def test_counts_up_to_a_number_agree_with_whole_counts(db: Database) -> None:
    import_facts(db, LOCAL_USER, [*LINES, {"fact_type": "action_item", "text": "x", "source_id": "x"}])
    for wanted in (FactFilter(), FactFilter(since=date(2026, 3, 20)), FactFilter(text="decision")):
        whole = fact_counts(db, LOCAL_USER, wanted)
        assert fact_counts_up_to(db, LOCAL_USER, wanted, 100) == {k: UpTo(facts=n) for k, n in whole.items()}
    few = fact_counts_up_to(db, LOCAL_USER, FactFilter(), 7)
    assert (few["decision"], few["action_item"]) == (UpTo(facts=7, more=True), UpTo(facts=1))
    none = fact_counts_up_to(db, LOCAL_USER, FactFilter(fact_types=("action_item",)), 7)
    assert none["decision"] == UpTo(facts=0)


def test_newer_leads_back_page_by_page_to_the_first(db: Database) -> None:
    import_facts(db, LOCAL_USER, LINES)
    cursors: list[str | None] = [None]
    while (page := facts_page(db, LOCAL_USER, None, 8, cursors[-1])).next:
        cursors.append(page.next)
    assert len(cursors) == 4
    back = [cursors[-1]]
    while back[-1] is not None:
        back.append(newer_cursor(db, LOCAL_USER, None, 8, back[-1]))
    assert back == cursors[::-1]
