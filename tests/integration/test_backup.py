"""A backup holds every row and finds its way into a new database; a file that is none changes nothing."""

from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from memo.errors import InputError, StoreError
from memo.models import LOCAL_USER
from memo.store import backup
from memo.store.migrate import migrate
from memo.store.pool import Database


@pytest.fixture
def saved(db: Database, tmp_path: Path) -> Path:
    """A backup of a database with one client note, whose text has everything that COPY has to escape."""
    with db.write(LOCAL_USER) as conn:
        conn.execute("INSERT INTO clients (name) VALUES (%s)", ("Tide\nwater",))
        conn.execute(
            "INSERT INTO client_contexts (client_id, text, source_type, source_id, triggered_by_agent) "
            "SELECT id, %s, 'note', 'x', 'memo' FROM clients",
            ("Café\tlikes\n\\.\nPDF",),
        )
        conn.execute("UPDATE fact_index SET embedding = array_fill(0.1, ARRAY[768])::vector, embedding_model = 'test'")
    file = tmp_path / "team.memo"
    counts = backup.save(db.conninfo, file)
    assert counts["client_contexts"] == counts["clients"] == counts["fact_index"] == 1
    return file


def test_comes_back_whole_with_search_and_row_security(saved: Path, empty_database_url: str) -> None:
    counts = backup.bring_back(empty_database_url, saved)
    assert counts["client_contexts"] == 1
    with Database(empty_database_url) as fresh:
        with fresh.read(LOCAL_USER) as conn:
            facts = conn.execute(
                "SELECT text FROM facts JOIN fact_index USING (fact_type, fact_id) "
                "WHERE tsv @@ websearch_to_tsquery('memo_english', 'cafe') AND facts.embedding IS NOT NULL"
            ).fetchall()
        assert facts == [{"text": "Café\tlikes\n\\.\nPDF"}]
        nobody = LOCAL_USER.model_copy(update={"audience": (), "role": "reader"})
        with fresh.read(nobody) as conn:
            assert conn.execute("SELECT count(*) AS n FROM answers").fetchall() == [{"n": 0}]
            assert conn.execute("SELECT current_user AS who").fetchall() == [{"who": "memo_app"}]


def test_takes_the_place_of_a_database_that_was_only_migrated(saved: Path, empty_database_url: str) -> None:
    migrate(empty_database_url)
    assert backup.bring_back(empty_database_url, saved)["clients"] == 1


def test_never_overwrites_what_somebody_would_miss(saved: Path, db: Database) -> None:
    with pytest.raises(InputError, match="1 client contexts"):
        backup.bring_back(db.conninfo, saved)
    with db.read(LOCAL_USER) as conn:
        assert conn.execute("SELECT count(*) AS n FROM facts").fetchall() == [{"n": 1}]


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"hello", lambda data: b""])
def test_refuses_a_damaged_file_before_it_touches_anything(saved: Path, empty_database_url: str, damage) -> None:  # type: ignore[no-untyped-def]
    with psycopg.connect(empty_database_url, autocommit=True) as conn:
        conn.execute("CREATE TABLE mine (id int)")
    saved.write_bytes(damage(saved.read_bytes()))
    with pytest.raises(InputError, match="not a whole backup"):
        backup.bring_back(empty_database_url, saved)
    with psycopg.connect(empty_database_url, autocommit=True) as conn:
        assert conn.execute("SELECT to_regclass('mine') IS NOT NULL").fetchone() == (True,)


@pytest.mark.parametrize("content", [b"# Notes of the year\n", b"PGD", b""])
def test_replaces_nothing_but_an_older_backup(saved: Path, db: Database, tmp_path: Path, content: bytes) -> None:
    notes = tmp_path / "notes.md"
    notes.write_bytes(content)
    with pytest.raises(InputError, match=r"notes\.md is there and is no backup"):
        backup.save(db.conninfo, notes)
    assert notes.read_bytes() == content
    with pytest.raises(InputError, match="cannot be replaced"):
        backup.save(db.conninfo, tmp_path)
    assert backup.save(db.conninfo, saved)["clients"] == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["notes.md", "team.memo"]


def test_a_backup_that_fails_leaves_the_last_one_in_place(saved: Path, db: Database) -> None:
    before = saved.read_bytes()
    with psycopg.connect(db.conninfo, autocommit=True) as conn:
        conn.execute("DROP ROLE IF EXISTS one_at_a_time")
        conn.execute("CREATE ROLE one_at_a_time LOGIN CONNECTION LIMIT 1")
        conn.execute("GRANT pg_read_all_data TO one_at_a_time")
    with pytest.raises(StoreError, match="too many connections"):
        backup.save(make_conninfo(db.conninfo, user="one_at_a_time"), saved)
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]
