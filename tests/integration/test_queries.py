"""Every named query is valid on a migrated database, and rows come back in the shape that was asked for."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from memo.errors import NotFound
from memo.models import Model, Named
from memo.store.pool import Database
from memo.store.queries import Q, Query


def test_every_query_can_be_planned(db: Database) -> None:
    wrong = []
    for query in Q.values():
        unused = dict.fromkeys(query.params)
        with db.owner() as conn:
            try:
                for statement in {query.statement, query.stated(unused)}:
                    with conn.transaction(force_rollback=True):
                        conn.execute(b"EXPLAIN " + statement, unused)
            except Exception as exc:  # noqa: BLE001 - all of them at once are easier to mend
                wrong.append(f"{query.where} {query.name}: {exc}")
    assert wrong == []


def _query(sql: str) -> Query:
    return Query("tried", sql, "", "here:1")


SOME = _query("SELECT id, name FROM (VALUES (1, 'Ada'), (2, 'Ben')) p (id, name) WHERE id <= %(top)s ORDER BY id")


def test_rows_become_models(db: Database) -> None:
    with db.owner() as conn:
        assert SOME.all(conn, Named, top=2) == [Named(id=1, name="Ada"), Named(id=2, name="Ben")]
        assert SOME.one(conn, Named, top=2) == Named(id=1, name="Ada")
        assert SOME.maybe(conn, Named, top=0) is None
        assert SOME.rows(conn, top=1) == [{"id": 1, "name": "Ada"}]
        assert SOME.value(conn, top=2) == 1
        assert SOME.value(conn, top=0) is None
        assert SOME.values(conn, top=2) == [1, 2]
        with pytest.raises(NotFound):
            SOME.one(conn, Named, top=0)


class _Wrong(Model):
    id: int


def test_a_column_too_many_is_a_mistake_that_shows(db: Database) -> None:
    with db.owner() as conn, pytest.raises(ValidationError):
        SOME.all(conn, _Wrong, top=1)


def test_effects_are_counted(db: Database) -> None:
    add = _query("INSERT INTO people (name) VALUES (%(name)s)")
    with db.owner() as conn:
        assert add.run(conn, name="Ada") == 1
        assert add.run_many(conn, [{"name": "Ben"}, {"name": "Cho"}]) == 2
        assert _query("UPDATE people SET name = upper(name)").run(conn) == 3
        assert _query("SELECT count(*) FROM people WHERE name LIKE '_E%%'").value(conn) == 1


def test_a_parameter_may_be_named_like_an_argument(db: Database) -> None:
    with db.owner() as conn:
        assert _query("SELECT %(model)s::text || %(conn)s::text").value(conn, model="a", conn="b") == "ab"
