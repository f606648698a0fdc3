"""Several people deciding at the same time (DB-3, DB-4): one winner, nothing lost, nobody stuck."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from memo.capture.tools import WORKER
from memo.errors import Conflict, MemoError, NotFound
from memo.models import LOCAL_USER, NameReceipt
from memo.names.confirm import confirm_name, dismiss_name
from memo.names.merge import merge_people
from memo.names.resolve import resolve_meeting
from memo.names.undo import undo_name
from memo.store.pool import Database
from tests.integration.naming import ANA, BEA, aliases, indexed, meeting, names, person

ROUNDS = 25
Outcome = NameReceipt | MemoError


@pytest.fixture
def sams(db: Database) -> tuple[int, int]:
    return person(db, "Sam Rivera"), person(db, "Sam Okafor")


def at_once(*calls: Callable[[], NameReceipt]) -> list[Outcome]:
    """What each call gives or raises when all begin in the same moment."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], NameReceipt]) -> Outcome:
        start.wait()
        try:
            return call()
        except MemoError as exc:
            return exc

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def wait_again(db: Database) -> None:
    """Every name waits again, and nobody has said anything."""
    with db.owner() as conn:
        conn.execute("DELETE FROM entity_aliases")
        conn.execute("DELETE FROM name_receipts")
        conn.execute("UPDATE action_items SET assignee_id = NULL, assignee_pending = true")
        conn.execute("UPDATE decision_makers SET person_id = NULL, pending = true")


def owners(db: Database) -> set[int | None]:
    with db.owner() as conn:
        rows = conn.execute(
            "SELECT assignee_id AS id FROM action_items UNION SELECT person_id FROM decision_makers"
        ).fetchall()
    return {row["id"] for row in rows}


def index_is_true(db: Database) -> bool:
    """Whether the search index files every fact under exactly those who are named in it."""
    with db.owner() as conn:
        wrong = conn.execute(
            """
            SELECT i.fact_id FROM fact_index i JOIN LATERAL (
                SELECT coalesce(array_agg(person_id ORDER BY person_id), '{}') AS ids
                FROM decision_makers WHERE decision_id = i.fact_id AND person_id IS NOT NULL
            ) k ON i.fact_type = 'decision'
            WHERE (SELECT coalesce(array_agg(p ORDER BY p), '{}') FROM unnest(i.people) p) <> k.ids
            """
        ).fetchall()
    return wrong == []


def test_two_different_answers_have_one_winner_and_the_other_hears_who(db: Database, sams: tuple[int, int]) -> None:
    rivera, okafor = sams
    for _ in range(3):
        meeting(db, items=["Sam", "Sam"], makers=[["Sam"]])
    won = set()
    for _ in range(ROUNDS):
        wait_again(db)
        outcomes = at_once(
            lambda: confirm_name(db, ANA, "Sam", "person", rivera),
            lambda: confirm_name(db, BEA, "Sam", "person", okafor),
        )
        (winner,) = [o for o in outcomes if isinstance(o, NameReceipt)]
        (loser,) = [o for o in outcomes if isinstance(o, MemoError)]
        assert isinstance(loser, Conflict)
        assert winner.name is not None
        assert winner.done_by in loser.message
        assert winner.name in loser.message
        assert (winner.action_items, winner.decisions) == (6, 3)
        ((owner, _),) = aliases(db).values()
        assert owners(db) == {owner}
        won.add(owner)
    assert won <= set(sams)


def test_the_same_answer_twice_is_no_quarrel(db: Database, sams: tuple[int, int]) -> None:
    meeting(db, items=["Sam", "Sam"])
    for _ in range(ROUNDS):
        wait_again(db)
        outcomes = at_once(*[lambda: confirm_name(db, ANA, "Sam", "person", sams[0])] * 2)
        assert all(isinstance(o, NameReceipt) for o in outcomes)
        assert sorted(o.action_items for o in outcomes if isinstance(o, NameReceipt)) == [0, 2]
        assert owners(db) == {sams[0]}


def test_two_answers_for_one_meeting_have_one_winner(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, items=["Sam"], makers=[["Sam"]])
    for _ in range(ROUNDS):
        wait_again(db)
        outcomes = at_once(
            lambda: confirm_name(db, ANA, "Sam", "person", sams[0], meeting_id=m),
            lambda: dismiss_name(db, BEA, "Sam", "person", meeting_id=m),
        )
        (winner,) = [o for o in outcomes if isinstance(o, NameReceipt)]
        (loser,) = [o for o in outcomes if isinstance(o, MemoError)]
        assert isinstance(loser, Conflict)
        assert f"{winner.done_by} was first" in loser.message
        assert owners(db) == {sams[0] if winner.kind == "confirm" else None}


def test_undoing_while_somebody_answers_leaves_alias_and_facts_of_one_mind(db: Database, sams: tuple[int, int]) -> None:
    rivera, okafor = sams
    meeting(db, items=["Sam", "Sam"], makers=[["Sam"]])
    for _ in range(ROUNDS):
        wait_again(db)
        first = confirm_name(db, ANA, "Sam", "person", rivera)
        undone, second = at_once(
            lambda: undo_name(db, ANA, first.receipt_id),  # noqa: B023 - called within this round
            lambda: confirm_name(db, BEA, "Sam", "person", okafor),
        )
        assert isinstance(undone, NameReceipt)
        if isinstance(second, NameReceipt):
            assert aliases(db) == {"Sam": (okafor, False)}
            assert owners(db) == {okafor}
        else:
            assert isinstance(second, Conflict)
            assert aliases(db) == {}
            assert owners(db) == {None}


def test_undone_twice_at_once_is_undone_once(db: Database, sams: tuple[int, int]) -> None:
    meeting(db, items=["Sam", "Sam"])
    for _ in range(ROUNDS):
        wait_again(db)
        receipt = confirm_name(db, ANA, "Sam", "person", sams[0])
        outcomes = at_once(*[lambda: undo_name(db, ANA, receipt.receipt_id)] * 2)  # noqa: B023
        assert [type(o) for o in outcomes if isinstance(o, MemoError)] == [Conflict]


def test_different_names_of_the_same_decisions_do_not_lose_each_other(db: Database) -> None:
    sam, bob = person(db, "Sam Rivera"), person(db, "Bob Chen")
    meeting(db, makers=[["Sam", "Bob"]] * 4)
    for _ in range(ROUNDS):
        wait_again(db)
        outcomes = at_once(
            lambda: confirm_name(db, ANA, "Sam", "person", sam),
            lambda: confirm_name(db, BEA, "Bob", "person", bob),
        )
        assert all(isinstance(o, NameReceipt) for o in outcomes)
        assert index_is_true(db)
        assert (indexed(db, sam), indexed(db, bob)) == ({"decision": 4}, {"decision": 4})


def test_the_same_newcomer_is_made_once(db: Database) -> None:
    m = meeting(db, items=["Zoe", "Quill"], resolve=False)
    with db.owner() as conn:
        conn.execute("UPDATE action_items SET assignee_pending = true")
    outcomes = at_once(
        lambda: confirm_name(db, ANA, "Zoe", "person", new_name="Zoe Quill"),
        lambda: confirm_name(db, BEA, "Quill", "person", new_name="Zoe Quill"),
    )
    assert [type(o) for o in outcomes if isinstance(o, MemoError)] == [Conflict]
    assert sorted(map(str, names(db, m).values())) == ["?", "Zoe Quill"]


def test_an_answer_during_a_merge_names_who_is_left(db: Database) -> None:
    for _ in range(10):
        with db.owner() as conn:
            conn.execute("TRUNCATE people, meetings, entity_aliases, name_receipts, captures CASCADE")
        keep, other = person(db, "Robert Chen"), person(db, "Bob Chenn")
        m = meeting(db, items=["Bobby C"], resolve=False)
        with db.owner() as conn:
            conn.execute("UPDATE action_items SET assignee_pending = true")
        outcomes = at_once(
            lambda: merge_people(db, ANA, keep, other),  # noqa: B023
            lambda: confirm_name(db, BEA, "Bobby C", "person", other),  # noqa: B023
        )
        assert all(isinstance(o, NameReceipt) for o in outcomes)
        assert names(db, m) == {"Bobby C": "Robert Chen"}


def test_a_capture_and_an_answer_at_once_agree(db: Database, sams: tuple[int, int]) -> None:
    for _ in range(10):
        old = meeting(db, items=["Sam"])
        new = meeting(db, items=["Sam", "Rivera, Sam"], voices=["Ana Costa"], resolve=False)

        def capture() -> NameReceipt:
            with db.write(WORKER) as conn:
                resolve_meeting(conn, WORKER, new)  # noqa: B023
            raise NotFound("done")

        _, answer = at_once(capture, lambda: confirm_name(db, ANA, "Sam", "person", sams[0]))
        assert isinstance(answer, NameReceipt)
        assert names(db, old) == {"Sam": "Sam Rivera"}
        assert names(db, new)["Sam"] in ("Sam Rivera", "?")
        assert names(db, new)["Rivera, Sam"] == "Sam Rivera"
        wait_again(db)
        with db.owner() as conn:
            conn.execute("DELETE FROM meetings")


@pytest.fixture
def blocker(database_url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(database_url) as conn:
        yield conn
        conn.rollback()


def test_a_deadlock_is_tried_again_and_done_once(
    db: Database, sams: tuple[int, int], blocker: psycopg.Connection[tuple[object, ...]]
) -> None:
    """Another program holds the action item and then wants the alias; PostgreSQL ends one of the two."""
    m = meeting(db, items=["Sam"])
    blocker.execute("SET deadlock_timeout = '10s'")  # so that ours is the one that is ended
    blocker.execute("SELECT FROM action_items WHERE meeting_id = %s FOR UPDATE", (m,))
    done: list[Outcome] = []
    thread = threading.Thread(
        target=lambda: done.extend(at_once(lambda: confirm_name(db, ANA, "Sam", "person", sams[0])))
    )
    thread.start()
    _wait_until_blocked(db)
    blocker.execute(
        "INSERT INTO entity_aliases (entity_type, entity_id, alias, alias_key, confidence) VALUES"
        " ('person', %s, 'Sam', 'sam', 1)",
        (sams[1],),
    )
    blocker.rollback()
    thread.join()
    (receipt,) = done
    assert isinstance(receipt, NameReceipt)
    assert receipt.action_items == 1
    assert names(db, m) == {"Sam": "Sam Rivera"}
    with db.owner() as conn:
        assert conn.execute("SELECT count(*) AS n FROM name_receipts").fetchone() == {"n": 1}


def _wait_until_blocked(db: Database) -> None:
    with db.owner() as conn:
        for _ in range(500):
            row = conn.execute("SELECT count(*) AS n, pg_sleep(0.01) FROM pg_locks WHERE NOT granted").fetchone()
            if row and row["n"]:
                return
    raise AssertionError("nothing waits")


def test_what_a_person_says_is_whole_or_not_at_all(db: Database, sams: tuple[int, int]) -> None:
    m = meeting(db, items=["Sam", "Sam"], makers=[["Sam"]])
    with db.owner() as conn:
        conn.execute("ALTER TABLE action_items ADD CONSTRAINT nobody CHECK (assignee_id IS NULL)")
    with pytest.raises(psycopg.errors.CheckViolation):
        confirm_name(db, ANA, "Sam", "person", sams[0])
    assert names(db, m) == {"Sam": "?"}
    assert aliases(db) == {}
    assert undo_raises_not_found(db)


def undo_raises_not_found(db: Database) -> bool:
    with pytest.raises(NotFound):
        undo_name(db, LOCAL_USER, 1)
    return True
