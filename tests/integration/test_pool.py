from memo.models import LOCAL_USER
from memo.store.pool import Database


def test_reads(db: Database) -> None:
    with db.read(LOCAL_USER) as conn:
        assert conn.execute("SELECT current_user AS who, count(*) AS n FROM facts").fetchall() == [{"who": "memo_app", "n": 0}]


def test_again(db: Database) -> None:
    with db.write(LOCAL_USER) as conn:
        conn.execute("INSERT INTO people (name) VALUES ('Sam')")
