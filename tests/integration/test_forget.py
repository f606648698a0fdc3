"""What is forgotten is in no table, no search and no answer; what is not stays."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

import pytest

from memo.capture.notes import digest, sync_folder
from memo.capture.pulse import pulse
from memo.capture.work import capture
from memo.errors import NotAllowed, NotFound
from memo.forget import forget_meeting, preview_forget
from memo.models import LOCAL_USER, Answer, Citation, NearMiss, Principal, Searched
from memo.store.answers import save_answer
from memo.store.pool import Database
from tests.integration.capturing import RETRO, STANDUP, Script, settings, tools

MARKS = ("Postgres", "migration plan", "Platform weekly", "event store")
ANA = Principal(name="Ana", role="member")


def answer(*, cites: int | None = None, misses: int | None = None) -> Answer:
    """An answer that leans on a meeting."""
    told = {"fact_type": "decision", "fact_id": 1, "text": "x", "meeting": "m", "happened_on": None}
    return Answer(
        answer="It is so.",
        abstained=False,
        citations=[] if cites is None else [Citation(n=1, meeting_id=cites, quote=None, turn=None, **told)],  # type: ignore[arg-type]
        near_misses=[] if misses is None else [NearMiss(meeting_id=misses, score=0.1, **told)],  # type: ignore[arg-type]
        searched=Searched(facts=1, meetings=1),
        filters={},
        model="offline",
        cost_microdollars=None,
    )


def ask(db: Database, who: Principal, given: Answer, conversation: UUID | None = None) -> UUID:
    with db.write(who) as conn:
        return save_answer(conn, who, "Which one?", given, conversation)[1]


def everything(db: Database) -> str:
    """Every row of every table but the job queue's history, as text."""
    with db.owner() as conn:
        tables = conn.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        names = [row["relname"] for row in tables.fetchall()]
        return "\n".join(str(row) for name in names for row in conn.execute(f"SELECT t::text FROM {name} t").fetchall())


def count(db: Database, table: str) -> int:
    with db.owner() as conn:
        return int(conn.execute(f"SELECT count(*) AS n FROM {table}").fetchall()[0]["n"])


def test_nothing_of_it_is_left_anywhere_and_the_rest_stays(db: Database) -> None:
    gone = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt").meeting_id
    kept = capture(db, LOCAL_USER, tools(Script()), RETRO, "retro.txt").meeting_id
    assert gone is not None
    pulse(db, LOCAL_USER, settings(), date(2026, 3, 2))
    pulse(db, LOCAL_USER, settings(), date(2026, 3, 9))
    assert all(mark in everything(db) for mark in MARKS)

    receipt = forget_meeting(db, LOCAL_USER, gone)

    assert (receipt.title, receipt.meetings, receipt.captures) == ("Platform weekly", 1, 1)
    assert (receipt.decisions, receipt.action_items) == (1, 1)
    assert receipt.digests >= 1
    left = everything(db)
    assert [mark for mark in MARKS if mark in left] == []
    assert "Retro of the release" in left
    assert count(db, "meetings") == count(db, "captures") == 1
    assert count(db, "agent_runs") == 2  # what it cost stays, without a source
    with pytest.raises(NotFound):
        forget_meeting(db, LOCAL_USER, gone)
    assert kept is not None
    assert preview_forget(db, LOCAL_USER, kept).decisions == 1


def test_earlier_readings_go_with_it(db: Database) -> None:
    first = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt").meeting_id
    second = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt", replace=True).meeting_id
    similar = STANDUP.replace(b"Good morning everybody", b"Good morning everyone")
    third = capture(db, LOCAL_USER, tools(Script()), similar, "standup2.txt", replace=True).meeting_id
    assert len({first, second, third}) == 3
    assert third is not None
    receipt = forget_meeting(db, LOCAL_USER, third)
    assert (receipt.meetings, receipt.captures) == (3, 2)
    assert [mark for mark in MARKS if mark in everything(db)] == []


def test_answers_that_lean_on_it_go_whoever_asked_and_what_followed_them(db: Database) -> None:
    gone = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt").meeting_id
    kept = capture(db, LOCAL_USER, tools(Script()), RETRO, "retro.txt").meeting_id
    assert gone is not None
    before = ask(db, ANA, answer(cites=kept))
    ask(db, ANA, answer(cites=gone), before)
    ask(db, ANA, answer(cites=kept), before)  # may repeat the one above it
    ask(db, LOCAL_USER, answer(misses=gone))
    ask(db, LOCAL_USER, answer(cites=kept), uuid4())
    assert forget_meeting(db, LOCAL_USER, gone).answers == 3
    assert count(db, "answers") == 2


def test_its_synced_note_goes(db: Database, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "standup.md").write_bytes(STANDUP)
    sync_folder(db, LOCAL_USER, settings(), tmp_path)
    meeting = digest(db, LOCAL_USER, tools(Script()), "standup.md").meeting_id
    assert meeting is not None
    assert forget_meeting(db, LOCAL_USER, meeting).notes == 1
    assert [mark for mark in MARKS if mark in everything(db)] == []


def test_a_preview_counts_the_same_and_removes_nothing(db: Database) -> None:
    meeting = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt").meeting_id
    assert meeting is not None
    ask(db, ANA, answer(cites=meeting))
    before = everything(db)
    preview = preview_forget(db, LOCAL_USER, meeting)
    assert everything(db) == before
    assert forget_meeting(db, LOCAL_USER, meeting) == preview


def test_only_an_administrator_who_sees_it_may(db: Database) -> None:
    legal = ("group:legal",)
    meeting = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt", audience=legal).meeting_id
    assert meeting is not None
    with pytest.raises(NotAllowed):
        forget_meeting(db, ANA.model_copy(update={"audience": legal}), meeting)
    outsider = Principal(name="Root", member_id=1, role="admin")
    with pytest.raises(NotFound):
        forget_meeting(db, outsider, meeting)
    assert count(db, "meetings") == 1
    assert forget_meeting(db, outsider.model_copy(update={"audience": legal}), meeting).meetings == 1


def test_captured_again_it_is_known_again(db: Database) -> None:
    meeting = capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt").meeting_id
    assert meeting is not None
    forget_meeting(db, LOCAL_USER, meeting)
    assert capture(db, LOCAL_USER, tools(Script()), STANDUP, "standup.txt").state == "stored"
