"""The whole database in one file, and back: PostgreSQL's own archives, each one counted against what it was made of.

`save` writes what `pg_dump -Fc` writes, so that `pg_restore` of any newer PostgreSQL reads it without Memo.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memo.errors import InputError, StoreError
from memo.store.migrate import migrate
from memo.store.pool import translated
from memo.store.postmaster import programs
from memo.store.scope import EVERYTHING

Counts = dict[str, int]
"""Rows by table."""

_MAGIC = b"PGDMP"
"""What every archive of `pg_dump` begins with."""
_COPY = re.compile(rb'COPY public\.("?)(?P<table>[^" (]+)\1 .*FROM stdin;\n')
_KEPT = (
    "captures",
    "meetings",
    "decisions",
    "action_items",
    "client_contexts",
    "project_contexts",
    "people",
    "members",
)
"""Tables whose rows somebody would miss: a database with none in them may be overwritten."""

# What a first start of Memo made is in the way of the backup's own, perhaps older, tables. Extensions stay: perhaps
# only an administrator can create them again, so the schema cannot go as a whole.
_CLEAR = """
DO $$
DECLARE
    made record;
    known record;
BEGIN
    FOR made IN
        SELECT d.classid, d.objid
        FROM pg_depend d
        WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = 'public'::regnamespace
          AND d.classid <> 'pg_extension'::regclass
          AND NOT EXISTS (SELECT FROM pg_depend e
                          WHERE e.classid = d.classid AND e.objid = d.objid AND e.deptype IN ('e', 'i'))
    LOOP
        SELECT type, identity INTO known FROM pg_identify_object(made.classid, made.objid, 0);
        CONTINUE WHEN known.identity IS NULL; -- it went with another
        EXECUTE format('DROP %s IF EXISTS %s CASCADE', known.type, known.identity);
    END LOOP;
END
$$
"""


def save(conninfo: str, file: Path) -> Counts:
    """Writes every row of the database to `file`, complete or not at all; raises `StoreError` when a row is missing.

    An older backup there is replaced; `InputError` for anything else that is there, which stays.
    """
    if not file.absolute().parent.is_dir():
        raise InputError(f"The folder {file.absolute().parent} does not exist.")
    _refuse_other(file)
    conninfo = _seeing_all(conninfo)
    with translated(), psycopg.connect(conninfo) as conn:
        conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        _check_sees_all(conn)
        ((snapshot,),) = conn.execute("SELECT pg_export_snapshot()").fetchall()
        counts = _counts(conn)
        with _beside(file) as unfinished:
            options = ["--format=custom", "--no-owner", "--enable-row-security", f"--snapshot={snapshot}"]
            _run("pg_dump", [*options, f"--file={unfinished}", f"--dbname={_plain(conninfo)}"], conninfo)
            _compare(counts, _counts_in(unfinished), f"{file} does not hold what the database holds")
            unfinished.replace(file)
    return counts


def bring_back(conninfo: str, file: Path) -> Counts:
    """Fills an empty database with what `file` holds, brings it to this Memo's schema, and counts it.

    Raises `InputError` when the database is not empty or the file is no backup; then nothing has changed.
    """
    expected = _counts_in(file)
    conninfo = _seeing_all(conninfo)
    with translated(), psycopg.connect(conninfo, autocommit=True) as conn:
        _check_sees_all(conn)
        _refuse_kept(conn)
        conn.execute(_CLEAR)
        # Privileges are not brought back: `migrate` grants them, to a role that may be new on this server. Comments
        # are those on extensions, which may belong to an administrator.
        options = [
            "--no-owner",
            "--no-privileges",
            "--no-comments",
            "--single-transaction",
            "--exit-on-error",
            f"--dbname={_plain(conninfo)}",
        ]
        _run("pg_restore", [*options, str(file)], conninfo)
        counts = _counts(conn)
        _compare(expected, counts, "the database does not hold what the backup holds")
    migrate(conninfo, rebuild=True)
    return counts


def _refuse_other(file: Path) -> None:
    """Refuses a `file` that is there and is no backup: somebody would miss it."""
    try:
        with file.open("rb") as existing:
            if existing.read(len(_MAGIC)) == _MAGIC:
                return
    except FileNotFoundError:
        return
    except OSError as exc:
        raise InputError(f"{file} cannot be replaced by a backup: {exc.strerror}.") from exc
    raise InputError(f"{file} is there and is no backup, so it is not replaced: choose another name.")


def _seeing_all(conninfo: str) -> str:
    """The same database past row-level security, to which its owner is held too unless that is a superuser."""
    given = conninfo_to_dict(conninfo).get("options")
    return make_conninfo(conninfo, options=f"{given or ''} -c memo.audience={EVERYTHING}".strip())


def _check_sees_all(conn: psycopg.Connection) -> None:
    """Hidden rows would be missing from a backup without a sign, and a full database would look empty."""
    if conn.execute("SELECT current_setting('memo.audience', true)").fetchone() != (EVERYTHING,):
        raise StoreError(
            "The server did not take the options of the connection, so rows may be hidden and nothing was done: "
            "let DATABASE_URL name PostgreSQL itself, not a pooler in front of it."
        )


def _refuse_kept(conn: psycopg.Connection) -> None:
    tables = {name: rows for name, rows in _counts(conn).items() if name in _KEPT and rows}
    if tables:
        held = ", ".join(f"{rows} {name.replace('_', ' ')}" for name, rows in tables.items())
        raise InputError(f"A backup goes into an empty database, and this one holds {held}: choose another MEMO_HOME.")


def _counts(conn: psycopg.Connection) -> Counts:
    names = conn.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
        "AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') ORDER BY relname"
    ).fetchall()
    counts: Counts = {}
    for (name,) in names:
        table = sql.Identifier("public", name)
        ((counts[name],),) = conn.execute(sql.SQL("SELECT count(*) FROM {}").format(table)).fetchall()
    return counts


def _counts_in(file: Path) -> Counts:
    """The rows of each table in an archive: it is read whole, so a damaged one is found out."""
    command = [str(programs() / "pg_restore"), "--data-only", "--file=-", str(file)]
    with tempfile.TemporaryFile() as said, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as reader:
        counts = dict(_copied(reader.stdout or ()))
        code = reader.wait()
        said.seek(0)
        if code:
            raise InputError(f"{file} is not a whole backup: {_end(said.read())}")
    return counts


def _copied(lines: Iterable[bytes]) -> Iterator[tuple[str, int]]:
    """The number of data lines of each COPY in a stream of SQL: COPY writes one row a line."""
    table, rows = "", 0
    for line in lines:
        if table and line == b"\\.\n":
            yield table, rows
            table = ""
        elif table:
            rows += 1
        elif (start := _COPY.match(line)) is not None:
            table, rows = start["table"].decode(), 0


def _compare(expected: Counts, found: Counts, complaint: str) -> None:
    wrong = [
        f"{table} {found.get(table, 0)} of {rows}" for table, rows in expected.items() if found.get(table, 0) != rows
    ]
    if wrong:
        raise StoreError(f"Not done: {complaint}: {', '.join(wrong)}.")


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A name in the same folder, so that the whole file can take its place in one step; gone if it did not."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.unfinished")
    try:
        yield unfinished
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


def _run(program: str, options: list[str], conninfo: str) -> None:
    password = str(conninfo_to_dict(conninfo).get("password") or "")
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([programs() / program, *options], env=environment, capture_output=True, check=False)
    if done.returncode:
        raise StoreError(f"{program} failed: {_end(done.stderr)}")


def _plain(conninfo: str) -> str:
    """`conninfo` without its password, which everybody on the machine could read in the list of processes."""
    parts = conninfo_to_dict(conninfo)
    return make_conninfo(**{name: str(value) for name, value in parts.items() if name != "password"})


def _end(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return " / ".join(lines[-3:]) or "it said nothing"
