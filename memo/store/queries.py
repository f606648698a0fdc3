"""The named queries of `sql/queries/*.sql`, loaded and checked once at import.

    -- name: recent_facts
    -- The newest facts first; what the comment under the name says is the query's documentation.
    SELECT ... WHERE client_id = %(client_id)s

`Q["recent_facts"].all(conn, Fact, client_id=7)`. A statement without a name, an empty one, a name given twice and a
stray % are refused at import with file and line, and a call must pass exactly the parameters that the query names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg.rows import class_row, scalar_row

from memo.errors import NotFound
from memo.store.files import SQL

T = TypeVar("T")
Connection = psycopg.Connection[Any]

_NAME = re.compile(r"^--\s*name:\s*(?P<name>.*?)\s*$")
_PARAMETER = re.compile(r"%\((\w+)\)[sbt]")


class QueryFileError(Exception):
    """A file of named queries is not well formed."""


@dataclass(frozen=True)
class Query:
    """One named statement; `params` are the names it must be given, `doc` its comment, `where` its file and line.

    Every method takes an open connection and the parameters by keyword; rows become `model(**row)`.
    """

    name: str
    sql: str
    doc: str
    where: str
    params: frozenset[str] = field(init=False)
    statement: bytes = field(init=False, repr=False)
    _without: dict[frozenset[str], bytes] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", frozenset(_PARAMETER.findall(self.sql)))
        object.__setattr__(self, "statement", self.sql.encode())

    def stated(self, params: Mapping[str, object]) -> bytes:
        """The statement for `params`: a filter that is not in use (None) is written as NULL.

        So a plan that is made once for all values of a filter still leaves out the conditions that do not apply.
        """
        if "memo_passes(" not in self.sql:
            return self.statement
        unused = frozenset(name for name, value in params.items() if value is None)
        known = self._without.get(unused)
        if known is None:
            sql = _PARAMETER.sub(lambda found: "NULL" if found[1] in unused else found[0], self.sql)
            known = self._without[unused] = sql.encode()
        return known

    def all(self, conn: Connection, model: type[T], /, **params: object) -> list[T]:
        """Every row as a `model`."""
        with conn.cursor(row_factory=class_row(model)) as cur:
            return cur.execute(self.stated(params), self._checked(params)).fetchall()

    def maybe(self, conn: Connection, model: type[T], /, **params: object) -> T | None:
        """The first row as a `model`, or None when there is none."""
        with conn.cursor(row_factory=class_row(model)) as cur:
            return cur.execute(self.stated(params), self._checked(params)).fetchone()

    def one(self, conn: Connection, model: type[T], /, **params: object) -> T:
        """The first row as a `model`; raises `NotFound` when there is none."""
        row = self.maybe(conn, model, **params)
        if row is None:
            raise NotFound
        return row

    def rows(self, conn: Connection, /, **params: object) -> list[dict[str, Any]]:
        """Every row as a dict."""
        return self.all(conn, dict, **params)

    def values(self, conn: Connection, /, **params: object) -> list[Any]:
        """The first column of every row."""
        with conn.cursor(row_factory=scalar_row) as cur:
            return cur.execute(self.stated(params), self._checked(params)).fetchall()

    def value(self, conn: Connection, /, **params: object) -> Any:
        """The first column of the first row, or None when there is no row."""
        with conn.cursor(row_factory=scalar_row) as cur:
            return cur.execute(self.stated(params), self._checked(params)).fetchone()

    def run(self, conn: Connection, /, **params: object) -> int:
        """Run it for its effect; the number of rows changed."""
        return conn.execute(self.stated(params), self._checked(params)).rowcount

    def run_many(self, conn: Connection, batch: Iterable[Mapping[str, object]], /) -> int:
        """Run it once for each of `batch`, in one go; the number of rows changed."""
        with conn.cursor() as cur:
            cur.executemany(self.statement, [self._checked(params) for params in batch])
            return cur.rowcount

    def _checked(self, params: Mapping[str, object]) -> Mapping[str, object]:
        if params.keys() != self.params:
            missing, extra = sorted(self.params - params.keys()), sorted(params.keys() - self.params)
            raise TypeError(f"query {self.name} ({self.where}): missing {missing}, not known {extra}")
        return params


def load(folder: Path) -> dict[str, Query]:
    """The queries of every .sql file in `folder` by name; raises `QueryFileError` with file and line."""
    found: dict[str, Query] = {}
    for path in sorted(folder.glob("*.sql")):
        for query in parse(path.read_text(encoding="utf-8"), path.name):
            if query.name in found:
                raise QueryFileError(f"{query.where}: {query.name} is already defined in {found[query.name].where}")
            found[query.name] = query
    return found


def parse(text: str, file: str) -> Iterator[Query]:
    """The queries of one file's text, in order."""
    name, start, body = "", 0, list[str]()
    for number, line in enumerate([*text.splitlines(), "-- name: end"], start=1):
        header = _NAME.match(line)
        if header is None:
            body.append(line)
            continue
        if name:
            yield _query(name, body, f"{file}:{start}")
        elif any(before.strip() and not before.startswith("--") for before in body):
            raise QueryFileError(f"{file}:1: there is a statement before the first name")
        name, start, body = header["name"], number, []
        if not name.isidentifier():
            raise QueryFileError(f"{file}:{number}: {name!r} is not a name")


def _query(name: str, body: list[str], where: str) -> Query:
    doc = []
    while body and body[0].startswith("--"):
        doc.append(body.pop(0).removeprefix("--").strip())
    sql = "\n".join(body).strip().removesuffix(";").strip()
    if not sql or all(line.lstrip().startswith("--") for line in sql.splitlines() if line.strip()):
        raise QueryFileError(f"{where}: {name} is empty")
    if "%" in _PARAMETER.sub("", sql.replace("%%", "")):
        raise QueryFileError(f"{where}: {name} has a % that is neither %(parameter)s nor %%")
    return Query(name, sql, " ".join(doc), where)


Q = load(SQL / "queries")
