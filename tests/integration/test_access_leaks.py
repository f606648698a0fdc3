"""Who is not in a meeting's audience finds nothing of it, by any method of the service, and cannot touch it either.

Every reading method is called as a stranger before a restricted meeting exists and after: it has to say the same. By
the ids of what is hidden it has to say that there is no such thing. A method that is not in these tables fails a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
from psycopg.types.json import Jsonb

from memo.capture.tools import WORKER
from memo.errors import MemoError, NotAllowed, NotFound
from memo.models import FACT_TYPES, Candidate, Fact, FactFilter, ModelRun, Named, PendingName, Principal, Role
from memo.service import Memo
from memo.service.access import RANK, RIGHTS
from memo.settings import Settings
from memo.store import runs

OPEN = b"""Title: Platform weekly
Date: 2026-03-02

Ana Costa: Good morning everybody, let us start with the database question.
Ana Costa: Decision: we use Postgres for the event store, because the team already runs it.
Ben Ode: ACTION: Ben Ode to write the migration plan by Friday.
Ana Costa: Thanks, that is all for today.
"""
SECRET = b"""Title: Zanzibar settlement
Date: 2026-03-02

Ana Costa: Let us speak about the Quokka settlement, and of nothing else today.
Ana Costa: Decision: we settle with Quokka for nine hundred, because the trial would cost more.
Ben Ode: ACTION: Ben Ode to wire nine hundred to Quokka by Friday.
Ana: ACTION: Ana to burn the Quokka papers by Monday.
Ana Costa: Nobody else may hear of Zanzibar, that is all.
"""
TRACES = re.compile(r"(?i)zanzibar|quokka|nine hundred|secret\.txt")
TODAY = date(2026, 3, 3)
SINCE = date(2026, 1, 1)
SAME_WORDS = SECRET.replace(b"Zanzibar settlement", b"Another day")

INSIDER = Principal(name="Lea", member_id=1, email="lea@example.com", role="admin", audience=("group:legal",))
STRANGERS = {
    role: Principal(name="Ben", member_id=number, email=f"{role}@example.com", role=role)
    for number, role in enumerate(("reader", "member", "admin"), start=2)
}


DECISIONS = FactFilter(fact_types=("decision",))


def a_decision(key: int) -> Fact:
    """A decision as somebody may name it who cannot see it."""
    return Fact(
        fact_type="decision",
        fact_id=key,
        text="",
        source_type="meeting",
        source_id="",
        captured_at=datetime.now(UTC),
        status="active",
    )


class Hidden:
    """The ids of what only the insider sees."""

    def __init__(self, insider: Memo) -> None:
        record = insider.capture(SECRET, "secret.txt", audience=("group:legal",))
        assert record.meeting_id is not None
        assert record.capture_id is not None
        self.meeting, self.capture = record.meeting_id, record.capture_id
        self.decision, self.action = record.decisions[0].id, record.action_items[0].id
        insider.edit_fact(
            "decision",
            self.decision,
            seen={"reasoning": record.decisions[0].reasoning},
            wanted={"reasoning": "Quokka"},
            reason="Zanzibar",
        )
        self.answer = insider.ask("Why do we settle with Quokka?")
        waiting = [name for name in insider.pending_names() if name.meeting_id == self.meeting]
        assert waiting, "the meeting has a name that waits"
        self.mention = waiting[0].mention
        self.receipt = insider.dismiss_name(self.mention, "person", meeting_id=self.meeting).receipt_id
        with insider.db.write(WORKER) as conn:
            runs.insert_run(conn, run(), capture_id=self.capture, asked_by=None)
            self.rejected = value(
                conn,
                "INSERT INTO rejected_items (meeting_id, kind, text, why) "
                "VALUES (%s, 'decision', 'Quokka', 'w') RETURNING id",
                self.meeting,
            )
            value(
                conn,
                "INSERT INTO attendees (meeting_id, name, pending) VALUES (%s, 'Quokka Jones', true) RETURNING id",
                self.meeting,
            )
            self.link = value(
                conn,
                "INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id) "
                "VALUES ('implements', 'action_item', %s, 'decision', %s) "
                "ON CONFLICT (kind, from_type, from_id, to_id) DO UPDATE SET evidence = 'Quokka' RETURNING id",
                self.action,
                self.decision,
            )
            self.message = value(
                conn,
                "INSERT INTO outbox (kind, dedup_key, payload, meeting_id, last_error, failed_at) "
                "VALUES ('capture_stored', 'x', %s, %s, 'Quokka', now()) RETURNING id",
                Jsonb({"title": "Zanzibar"}),
                self.meeting,
            )


def value(conn: Any, statement: str, *values: object) -> int:
    return int(next(iter(conn.execute(statement, values).fetchone().values())))


def run() -> ModelRun:
    return ModelRun(trigger_detail="memo_capture", model="quokka-1", started_at=datetime.now(UTC), latency_ms=5)


READ: dict[str, Callable[[Memo], object]] = {
    "search": lambda memo: memo.search("settle with Quokka for nine hundred", limit=50),
    "query_facts": lambda memo: (memo.query_facts("Quokka", limit=50), memo.query_facts(limit=50)),
    "facts": lambda memo: memo.facts(FactFilter(include_superseded=True), limit=500),
    "newer_cursor": lambda memo: memo.newer_cursor(FactFilter(), 1, memo.facts(limit=1).next or ""),
    "fact_counts": lambda memo: memo.fact_counts(),
    "fact_counts_up_to": lambda memo: memo.fact_counts_up_to(None, 100),
    "fact": lambda memo: [memo.fact(fact.fact_type, fact.fact_id) for fact in memo.facts().facts],
    "fact_story": lambda memo: [memo.fact_story(fact.fact_type, fact.fact_id) for fact in memo.facts().facts],
    "fact_weeks": lambda memo: memo.fact_weeks(),
    "newest_meetings": lambda memo: memo.newest_meetings(),
    "export": lambda memo: ["".join(memo.export(form)) for form in ("jsonl", "csv", "md")],
    "ask": lambda memo: said(memo.ask("Why do we settle with Quokka for nine hundred?")),
    "answers": lambda memo: [kept for kept in memo.answers() if TRACES.search(kept.answer.answer)],
    "answer": lambda memo: None,
    "conversation": lambda memo: memo.conversation(UUID(int=1)),
    "concerned": lambda memo: memo.concerned(memo.ask("Who is to wire nine hundred to Quokka by Friday?")),
    "answer_feedback": lambda memo: None,
    "home": lambda memo: memo.home(TODAY),
    "activity": lambda memo: [run for run in memo.activity(SINCE).runs if run.trigger_detail != "ask"],
    "status": lambda memo: memo.status(),
    "worker_alive": lambda memo: memo.worker_alive(),
    "capture_progress": lambda memo: None,
    "recent_captures": lambda memo: memo.recent_captures(100),
    "capture_record": lambda memo: None,
    "meeting_record": lambda memo: None,
    "transcript": lambda memo: None,
    "notes": lambda memo: memo.notes(),
    "people": lambda memo: None,  # names are the team's
    "clients": lambda memo: None,
    "projects": lambda memo: None,
    "aliases": lambda memo: memo.aliases(),
    "name_uses": lambda memo: [memo.name_uses(person.id) for person in memo.people()],
    "name_receipts": lambda memo: memo.name_receipts(100),
    "pending_names": lambda memo: memo.pending_names(),
    "with_lately": lambda memo: lately(memo.with_lately([asked_about(memo.people())])),
    "resolve_name": lambda memo: memo.resolve_name("Ben Ode"),
    "meeting_audience": lambda memo: None,
    "outbox_failures": lambda memo: memo.outbox_failures(100),
    "inspect": lambda memo: looked_at(memo, SECRET, SAME_WORDS),
    "audiences": lambda memo: memo.audiences(["Ana Costa"]),
    "members": lambda memo: memo.members(),
}
"""What each reading method says to a stranger; None where it only answers by an id."""

BY_ID: dict[str, Callable[[Memo, Hidden], object]] = {
    "facts": lambda memo, hidden: memo.facts(FactFilter(meeting_id=hidden.meeting)).facts,
    "fact_counts": lambda memo, hidden: memo.fact_counts(FactFilter(meeting_id=hidden.meeting)),
    "fact_counts_up_to": lambda memo, hidden: {
        kind: count.facts for kind, count in memo.fact_counts_up_to(FactFilter(meeting_id=hidden.meeting), 9).items()
    },
    "fact_weeks": lambda memo, hidden: memo.fact_weeks(FactFilter(meeting_id=hidden.meeting)),
    "search": lambda memo, hidden: memo.search("Quokka", FactFilter(meeting_id=hidden.meeting)),
    "export": lambda memo, hidden: "".join(memo.export("jsonl", FactFilter(meeting_id=hidden.meeting))),
    "fact": lambda memo, hidden: memo.fact("decision", hidden.decision),
    "fact_story": lambda memo, hidden: memo.fact_story("action_item", hidden.action),
    "answer": lambda memo, hidden: memo.answer(hidden.answer.answer_id or 0),
    "conversation": lambda memo, hidden: memo.conversation(hidden.answer.conversation or UUID(int=0)),
    "concerned": lambda memo, hidden: memo.concerned(hidden.answer),
    "answer_feedback": lambda memo, hidden: memo.answer_feedback(hidden.answer.answer_id or 0, "wrong"),
    "capture_progress": lambda memo, hidden: memo.capture_progress(hidden.capture),
    "capture_record": lambda memo, hidden: memo.capture_record(hidden.capture),
    "meeting_record": lambda memo, hidden: memo.meeting_record(hidden.meeting),
    "transcript": lambda memo, hidden: memo.transcript(hidden.meeting),
    "meeting_audience": lambda memo, hidden: memo.meeting_audience(hidden.meeting),
    "retry_capture": lambda memo, hidden: memo.retry_capture(hidden.capture),
    "accept_rejected": lambda memo, hidden: memo.accept_rejected(hidden.rejected),
    "edit_fact": lambda memo, hidden: memo.edit_fact(
        "decision", hidden.decision, seen={"text": "x"}, wanted={"text": "y"}, reason="r"
    ),
    "mark_wrong": lambda memo, hidden: memo.mark_wrong("decision", hidden.decision, "r"),
    "unmark_wrong": lambda memo, hidden: memo.unmark_wrong("decision", hidden.decision, "r"),
    "decide_link": lambda memo, hidden: memo.decide_link(hidden.link, "confirmed"),
    "supersede": lambda memo, hidden: memo.supersede(memo.facts(DECISIONS).facts[0].fact_id, hidden.decision),
    "successors": lambda memo, hidden: memo.successors([a_decision(hidden.decision)]),
    "set_action_status": lambda memo, hidden: memo.set_action_status(hidden.action, "done", reason="r"),
    "confirm_name": lambda memo, hidden: memo.confirm_name(
        hidden.mention, "person", new_name="Ana Blum", meeting_id=hidden.meeting
    ),
    "dismiss_name": lambda memo, hidden: memo.dismiss_name(hidden.mention, "person", meeting_id=hidden.meeting),
    "resolve_name": lambda memo, hidden: memo.resolve_name(hidden.mention, meeting_id=hidden.meeting).band == "auto",
    "undo_name": lambda memo, hidden: memo.undo_name(hidden.receipt),
    "retry_message": lambda memo, hidden: memo.retry_message(hidden.message),
    "set_audience": lambda memo, hidden: memo.set_audience(hidden.meeting, None),
    "delete_fact": lambda memo, hidden: memo.delete_fact("decision", hidden.decision),
    "preview_forget": lambda memo, hidden: memo.preview_forget(hidden.meeting),
    "forget_meeting": lambda memo, hidden: memo.forget_meeting(hidden.meeting),
}
"""What a stranger tries by an id: it is refused, or there is nothing."""

ELSEWHERE = {
    "receive": "test_what_is_handed_in_again_tells_nothing",
    "capture": "the same as receive",
    "digest": "of notes, which are the team's until they are captured",
    "add_note": "makes a fact of one's own",
    "pulse": "test_the_digest_is_silent",
    "confirm_names": "confirm_name, many times",
    "revoke_alias": "other names are the team's",
    "merge_people": "people are the team's",
    "split_person": "people are the team's",
    "import_facts": "makes facts of one's own",
    "sync_notes": "reads a folder of the server",
    "backfill": "numbers of everything: for administrators",
    "backup": "everything: for administrators",
    "restore": "into an empty database",
    "add_member": "members are the team's",
    "change_member": "members are the team's",
    "remove_member": "members are the team's",
}


def asked_about(people: Sequence[Named]) -> PendingName:
    """A name that may be any of these people."""
    return PendingName(
        mention="Somebody",
        type="person",
        meeting_id=None,
        meeting=None,
        happened_on=None,
        quote=None,
        action_items=1,
        decisions=0,
        candidates=tuple(Candidate(id=one.id, name=one.name, confidence=0.6, why="may be") for one in people),
    )


def lately(names: Sequence[PendingName]) -> object:
    return [c.lately for name in names for c in name.candidates if c.lately]


def said(answer: Any) -> object:
    return answer.abstained, answer.citations, answer.near_misses, answer.searched, TRACES.search(answer.answer)


def looked_at(memo: Memo, *files: bytes) -> object:
    seen = [memo.inspect(data, "copy.txt") for data in files]
    return [(preview.duplicate_of, preview.similar_to, preview.client, preview.project) for preview in seen]


@pytest.fixture
def owner(database_url: str) -> Iterator[Memo]:
    """A memory with one meeting that everybody sees, and four members."""
    settings = Settings.model_validate({"database_url": database_url, "model": "offline", "embedder": "off"})
    with Memo.open(settings) as memo:
        for email in ("lea", "reader", "member", "admin"):
            memo.add_member(f"{email}@example.com")
        memo.acting_as(INSIDER).capture(OPEN, "open.txt")
        yield memo


def allowed(table: dict[str, Any], role: Role) -> list[str]:
    return [name for name in table if RANK[RIGHTS[name]] <= RANK[role]]


def test_no_method_is_left_out() -> None:
    assert RIGHTS.keys() == READ.keys() | BY_ID.keys() | ELSEWHERE.keys()
    assert not ELSEWHERE.keys() & BY_ID.keys()


@pytest.mark.parametrize("role", STRANGERS)
def test_a_stranger_reads_what_was_there_before(owner: Memo, role: Role) -> None:
    memo = owner.acting_as(STRANGERS[role])
    before = {name: repr(READ[name](memo)) for name in allowed(READ, role)}
    assert "Postgres" in before["facts"]
    Hidden(owner.acting_as(INSIDER))
    for name in before:
        after = repr(READ[name](memo))
        assert after == before[name], name
        assert name == "inspect" or not TRACES.search(after), name


def test_the_insider_reads_more(owner: Memo) -> None:
    memo = owner.acting_as(INSIDER)
    before = {name: repr(READ[name](memo)) for name in READ}
    hidden = Hidden(memo)
    after = {name: repr(READ[name](memo)) for name in READ}
    silent = {name for name in READ if before[name] == after[name]}
    by_id = {name for name in READ if before[name] == "None"}
    # What does not depend on meetings, or does not on this one; everything else would show a leak.
    about_others = {"conversation", "worker_alive", "notes", "aliases", "audiences", "members", "resolve_name"}
    assert silent - by_id == about_others
    assert TRACES.search(str(memo.transcript(hidden.meeting)))


@pytest.mark.parametrize("role", STRANGERS)
def test_a_stranger_reaches_nothing_by_its_number(owner: Memo, role: Role) -> None:
    insider = owner.acting_as(INSIDER)
    hidden = Hidden(insider)
    before = everything(owner)
    memo = owner.acting_as(STRANGERS[role])
    for name in allowed(BY_ID, role):
        found = tried(lambda name=name: BY_ID[name](memo, hidden))
        assert not found or found in ({}, NOTHING), (name, found)
    assert everything(owner) == before


NOTHING = dict.fromkeys(FACT_TYPES, 0)


def tried(call: Callable[[], object]) -> object:
    """What a call gives; None when it says that there is no such thing, and no more than that."""
    try:
        return call()
    except NotFound as exc:
        if TRACES.search(exc.message):
            raise
        return None


def everything(owner: Memo) -> dict[str, list[Any]]:
    """Every row that has to do with facts, whoever may see it."""
    tables = (
        "meetings",
        "decisions",
        "action_items",
        "captures",
        "rejected_items",
        "fact_edits",
        "fact_links",
        "answers",
    )
    with owner.db.owner() as conn:
        return {table: conn.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in (*tables, "outbox")}


def test_the_owner_sees_every_row(owner: Memo) -> None:
    Hidden(owner.acting_as(INSIDER))
    with owner.db.owner() as conn:
        tables = [
            row["relname"]
            for row in conn.execute(
                "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY 1"
            )
        ]
        there = {table: conn.execute(f"SELECT count(*) AS n FROM {table}").fetchone() for table in tables}
    with owner.db.read(owner.who) as conn:
        seen = {table: conn.execute(f"SELECT count(*) AS n FROM {table}").fetchone() for table in tables}
    assert seen == there


@pytest.mark.parametrize("data", [SECRET, SAME_WORDS], ids=["the same words", "nearly the same"])
def test_what_is_handed_in_again_tells_nothing(owner: Memo, data: bytes) -> None:
    hidden = Hidden(owner.acting_as(INSIDER))
    received = owner.acting_as(STRANGERS["member"]).receive(data, "mine.txt")
    assert received.state == "received"
    assert received.capture_id != hidden.capture
    assert received.meeting_id is None


def test_a_stranger_cannot_hand_in_for_others(owner: Memo) -> None:
    with pytest.raises(MemoError, match="would not see it yourself"):
        owner.acting_as(STRANGERS["admin"]).receive(SECRET, "s.txt", audience=("group:legal",))
    with pytest.raises(NotAllowed):
        owner.acting_as(STRANGERS["reader"]).receive(SECRET, "s.txt")


def test_the_digest_is_silent(owner: Memo) -> None:
    Hidden(owner.acting_as(INSIDER))
    for who in (INSIDER, STRANGERS["member"]):
        digest = owner.acting_as(who).pulse(date(2026, 3, 2))
        assert "Postgres" in digest.text
        assert not TRACES.search(digest.text)
