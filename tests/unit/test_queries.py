"""A file of named queries is read as written, refused when it is not well formed, and called with what it declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from memo.store.queries import Connection, Query, QueryFileError, load, parse

TWO = """\
-- Facts, newest first.

-- name: recent_facts
-- The newest facts first,
-- at most `limit` of them.
SELECT *
FROM facts -- not documentation
WHERE text LIKE '100%%' AND (%(client_id)s::bigint IS NULL OR client_id = %(client_id)s)
LIMIT %(limit)s;

-- name: count_facts
SELECT count(*) FROM facts
"""


def test_queries_are_read_with_their_documentation_and_parameters() -> None:
    recent, count = parse(TWO, "facts.sql")
    assert recent.name == "recent_facts"
    assert recent.doc == "The newest facts first, at most `limit` of them."
    assert recent.params == {"client_id", "limit"}
    assert recent.sql.startswith("SELECT *")
    assert recent.sql.endswith("LIMIT %(limit)s")
    assert recent.where == "facts.sql:3"
    assert (count.name, count.doc, count.params) == ("count_facts", "", frozenset())


def test_a_filter_that_is_not_in_use_is_written_as_null() -> None:
    filtered = Query(
        "q", "SELECT 1 FROM i WHERE memo_passes(i, %(client_id)s, %(until)s) LIMIT %(limit)s", "", "here:1"
    )
    assert filtered.stated({"client_id": None, "until": 5, "limit": 9}) == (
        b"SELECT 1 FROM i WHERE memo_passes(i, NULL, %(until)s) LIMIT %(limit)s"
    )
    assert filtered.stated({"client_id": 1, "until": 5, "limit": 9}) == filtered.statement
    plain = Query("q", "SELECT %(client_id)s::bigint", "", "here:1")
    assert plain.stated({"client_id": None}) == plain.statement


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-- name: empty\n-- only a comment\n", "x.sql:1: empty is empty"),
        ("-- name: first\n\n-- name: second\nSELECT 1", "x.sql:1: first is empty"),
        ("-- name:\nSELECT 1", "x.sql:1: '' is not a name"),
        ("-- name: two words\nSELECT 1", "x.sql:1: 'two words' is not a name"),
        ("SELECT 1;\n-- name: late\nSELECT 2", "x.sql:1: there is a statement before the first name"),
        ("-- name: stray\nSELECT '50%'", "x.sql:1: stray has a %"),
        ("-- name: positional\nSELECT %s", "x.sql:1: positional has a %"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(QueryFileError) as caught:
        list(parse(text, "x.sql"))
    assert str(caught.value).startswith(message)


def test_a_name_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text("-- name: same\nSELECT 1\n")
    (tmp_path / "b.sql").write_text("\n-- name: same\nSELECT 2\n")
    with pytest.raises(QueryFileError, match=r"b.sql:2: same is already defined in a.sql:1"):
        load(tmp_path)


@pytest.mark.parametrize("params", [{}, {"id": 1, "extra": 2}, {"extra": 2}])
def test_a_call_with_other_parameters_never_reaches_the_database(params: dict[str, Any]) -> None:
    query = Query("find", "SELECT %(id)s", "", "x.sql:1")
    no_connection = cast("Connection", _Unused())
    with pytest.raises(TypeError, match=r"query find \(x.sql:1\)"):
        query.run(no_connection, **params)


class _Unused:
    def execute(self, *args: object) -> None:
        raise AssertionError("reached the database")
