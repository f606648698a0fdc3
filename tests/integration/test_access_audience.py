"""Whom a meeting is for: chosen when it is handed in, and afterwards by who handed it in or an administrator."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from memo.errors import Conflict, InputError, NotAllowed, NotFound
from memo.models import FactFilter, Principal
from memo.service import Memo
from memo.settings import Settings
from tests.integration.capturing import RETRO, STANDUP

MINE = ("member:1",)
LEGAL = ("group:legal",)


@pytest.fixture
def owner(database_url: str) -> Iterator[Memo]:
    settings = Settings.model_validate({"database_url": database_url, "model": "offline", "embedder": "off"})
    with Memo.open(settings) as memo:
        memo.add_member("ana@example.com", "member", ["legal"])
        memo.add_member("ben@example.com", "member")
        memo.add_member("root@example.com", "admin", ["board"])
        with memo.db.owner() as conn:
            conn.execute("UPDATE members SET name = 'Ana Costa' WHERE id = 1")
            conn.execute("UPDATE members SET name = 'Ben Ode' WHERE id = 2")
        yield memo


@pytest.fixture
def ana(owner: Memo) -> Memo:
    return owner.acting_as(Principal(name="Ana Costa", member_id=1, role="member", audience=LEGAL))


@pytest.fixture
def ben(owner: Memo) -> Memo:
    return owner.acting_as(Principal(name="Ben Ode", member_id=2, role="member"))


@pytest.fixture
def root(owner: Memo) -> Memo:
    return owner.acting_as(Principal(name="Root", member_id=3, role="admin", audience=("group:board",)))


def handed_in(memo: Memo, audience: tuple[str, ...] | None = None, data: bytes = STANDUP) -> int:
    meeting = memo.capture(data, "weekly.txt", audience=audience).meeting_id
    assert meeting is not None
    return meeting


def test_the_choices(owner: Memo, ana: Memo, ben: Memo) -> None:
    assert [(c.label, c.audience) for c in ana.audiences()] == [
        ("Whole team", None),
        ("Only me", MINE),
        ("Group legal", LEGAL),
    ]
    there = {c.label: c for c in ana.audiences(["Ana Costa", "ben ode", "Cleo Park"])}["Those present"]
    assert (there.audience, there.people) == (("member:1", "member:2"), ("you", "Ben Ode"))
    assert "Those present" not in {c.label for c in ana.audiences(["Ana Costa", "Cleo Park"])}
    assert [c.label for c in ben.audiences()] == ["Whole team", "Only me"]
    assert [c.label for c in owner.audiences()] == ["Whole team", "Group board", "Group legal"]


@pytest.mark.parametrize("audience", [MINE, LEGAL, ("member:1", "member:2")])
def test_who_was_chosen_sees_it(ana: Memo, ben: Memo, root: Memo, audience: tuple[str, ...]) -> None:
    meeting = handed_in(ana, audience)
    assert ana.meeting_record(meeting).decisions
    assert ana.meeting_audience(meeting).audience == audience
    if "member:2" in audience:
        assert ben.search("Postgres")
        assert ben.meeting_audience(meeting).people == ("Ana Costa", "you")
    else:
        with pytest.raises(NotFound):
            ben.meeting_record(meeting)
    with pytest.raises(NotFound):
        root.meeting_record(meeting)


def test_one_chooses_for_oneself_too(ana: Memo) -> None:
    for foreign in (("group:board",), ("member:2",), ("team",)):
        with pytest.raises(InputError):
            ana.receive(STANDUP, "weekly.txt", audience=foreign)


def test_the_same_words_can_be_kept_for_others(ana: Memo, ben: Memo) -> None:
    assert handed_in(ana, MINE) != handed_in(ben, ("member:2",))
    assert ana.capture(STANDUP, "again.txt", audience=MINE).state == "duplicate"


def test_a_meeting_is_restricted_afterwards(owner: Memo, ana: Memo, ben: Memo) -> None:
    meeting = handed_in(ana)
    ben.ask("Which database do we use for the event store?")
    ana.pulse(date(2026, 3, 2))
    assert "Postgres" in ben.answers()[0].answer.answer
    done = ana.set_audience(meeting, LEGAL)
    assert (done.audience, done.answers, done.digests) == (LEGAL, 1, 1)
    assert ben.answers() == []
    assert ben.facts(FactFilter(include_superseded=True)).facts == ()
    assert ben.recent_captures() == []
    assert len(ana.facts().facts) >= 3
    with owner.db.owner() as conn:
        for table in ("meetings", "decisions", "action_items", "fact_index", "captures"):
            rows = conn.execute(f"SELECT DISTINCT audience FROM {table}").fetchall()
            assert rows == [{"audience": list(LEGAL)}], table
    ana.set_audience(meeting, None)
    assert ben.meeting_record(meeting).decisions


def test_earlier_readings_are_restricted_as_well(owner: Memo, ana: Memo, ben: Memo) -> None:
    first = handed_in(ana)
    second = ana.capture(STANDUP, "weekly.txt", replace=True).meeting_id
    assert second is not None
    assert second != first
    ana.set_audience(second, MINE)
    for meeting in (first, second):
        with pytest.raises(NotFound):
            ben.transcript(meeting)
    again = ana.capture(STANDUP, "weekly.txt", replace=True, audience=MINE)
    with pytest.raises(NotFound):
        ben.transcript(again.meeting_id or 0)


def test_only_who_handed_it_in_or_an_administrator_may(ana: Memo, ben: Memo, root: Memo, owner: Memo) -> None:
    meeting = handed_in(ana)
    with pytest.raises(NotAllowed, match="Only who handed a meeting in"):
        ben.set_audience(meeting, ("member:2",))
    assert root.set_audience(meeting, ("group:board",)).audience == ("group:board",)
    with pytest.raises(NotFound):
        ana.set_audience(meeting, None)
    assert owner.set_audience(meeting, None).audience is None


def test_nobody_shuts_himself_out(ana: Memo) -> None:
    meeting = handed_in(ana)
    with pytest.raises(InputError, match="would not see it yourself"):
        ana.set_audience(meeting, ("member:2",))


def test_two_of_the_same_words_do_not_become_one(ana: Memo) -> None:
    everybodys = handed_in(ana)
    handed_in(ana, MINE)
    with pytest.raises(Conflict, match="kept for these people already"):
        ana.set_audience(everybodys, MINE)


def test_not_while_it_is_read(owner: Memo, ana: Memo) -> None:
    meeting = handed_in(ana)
    with owner.db.owner() as conn:
        conn.execute("UPDATE captures SET state = 'received'")
        conn.execute("UPDATE captures SET state = 'extracting', lease_until = now() + interval '1 hour'")
    with pytest.raises(Conflict, match="being read just now"):
        ana.set_audience(meeting, MINE)


def test_the_worker_writes_the_audience_on_everything(owner: Memo, ana: Memo) -> None:
    handed_in(ana, MINE, RETRO)
    with owner.db.owner() as conn:
        for table in ("captures", "meetings", "decisions", "action_items", "fact_index"):
            rows = conn.execute(f"SELECT DISTINCT audience FROM {table}").fetchall()
            assert rows == [{"audience": list(MINE)}], table
