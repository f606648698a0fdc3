"""A store filled with made-up facts by SQL, as many as asked for, for benches that look at a large memory.

The facts are spread as in a team's life of eight years: six sources, 300 clients, 1,000 projects, 2,000 people, every
third meeting restricted to one of 20 groups, 300 names that wait for a person. Vectors are there for their size only:
all are the same, and the index over them, which no page reads, is left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from memo.models import Principal
from memo.service import Memo
from memo.settings import Settings
from tests.bench.names import mentions, people, word

DAYS = 3_000
CLIENTS, PROJECTS, PEOPLE, GROUPS = 300, 1_000, 2_000, 20
WAITING = 300
"""Distinct names that wait for a person."""
LONG_MEETINGS = 100
"""The newest meetings have transcripts of an hour; the names that wait were said there. The others have short ones."""
TURNS = 600
SENTENCES = 16_384
WORDS = 5_000
MODEL = "bundled:bge-small-en-v1.5"

SHARES = {
    "decision": 0.45,
    "action_item": 0.40,
    "meeting": 0.08,
    "client_context": 0.04,
    "project_context": 0.0275,
    "pulse_summary": 0.0025,
}

MEMBER = Principal(name="Ana", member_id=1, role="member", audience=("group:3",))
"""Somebody signed in, who sees the team's meetings and those of one group of twenty."""


@contextmanager
def filled(home: Path, facts: int) -> Iterator[Memo]:
    """The memory in `home`, filled with `facts` unless it is already."""
    settings = Settings.model_validate({"home": home, "model": "offline", "embedder": "bundled", "database_url": None})
    with Memo.open(settings) as memo:
        fill(memo.db.conninfo, facts)
        yield memo


def fill(url: str, facts: int) -> None:
    """Store so many facts, with triggers off: the index rows are written as the triggers would."""
    count = {kind: int(share * facts) for kind, share in SHARES.items()}
    count["decision"] += facts - sum(count.values())
    with psycopg.connect(url) as conn:
        if conn.execute("SELECT count(*) FROM decisions").fetchone() == (count["decision"],):
            return
        conn.execute("SET session_replication_role = replica")
        conn.execute("SET maintenance_work_mem = '512MB'")
        conn.execute("SET work_mem = '256MB'")
        conn.execute("SET synchronous_commit = off")
        conn.execute("TRUNCATE people, clients, projects, captures, meetings, pulse_summaries RESTART IDENTITY CASCADE")
        _names(conn)
        indexes = _without_indexes(conn)
        sizes = {f"{kind}s": number for kind, number in count.items()}
        for statement in Path(__file__).with_suffix(".sql").read_text("utf-8").split(";\n\n"):
            conn.execute(statement, _CONSTANTS | sizes)
        _waiting(conn)
        for index in indexes:
            conn.execute(index)
        for table in ("people", "clients", "projects", "meetings", "decisions", "action_items", "captures"):
            conn.execute(f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))")
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("VACUUM ANALYZE")


_CONSTANTS = {
    "days": DAYS,
    "clients": CLIENTS,
    "projects": PROJECTS,
    "people": PEOPLE,
    "groups": GROUPS,
    "sentences": SENTENCES,
    "long_meetings": LONG_MEETINGS,
    "turns": TURNS,
    "model": MODEL,
}


def _names(conn: psycopg.Connection) -> None:
    """People, and the sentences that everything is said in: words as frequent as in a language."""
    rng = random.Random(7)
    with conn.cursor().copy("COPY people (name) FROM STDIN") as copy:
        for name in people(PEOPLE, rng):
            copy.write_row((name,))
    words = vocabulary()
    often = [1 / rank**0.9 for rank in range(1, WORDS + 1)]
    conn.execute("CREATE TEMP TABLE said (id int PRIMARY KEY, text text NOT NULL)")
    with conn.cursor().copy("COPY said FROM STDIN") as copy:
        for number in range(SENTENCES):
            copy.write_row((number, " ".join(rng.choices(words, often, k=7))))


def vocabulary() -> list[str]:
    """The words that the facts are made of, the most frequent first."""
    rng = random.Random(9)
    return [word(rng, rng.randint(2, 3)).lower() for _ in range(WORDS)]


def _without_indexes(conn: psycopg.Connection) -> list[str]:
    """Drop what makes inserting slow; the statements that make it again, without the index over vectors."""
    rows = conn.execute(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'fact_index' AND indexname <> 'fact_index_pkey'"
    ).fetchall()
    for name, _ in rows:
        conn.execute(f"DROP INDEX {name}")
    return [definition for _, definition in rows if "hnsw" not in definition]


def _waiting(conn: psycopg.Connection) -> None:
    """Names that wait, in the newest meetings: as somebody present, who decided, or who is to do something."""
    names = [name for (name,) in conn.execute("SELECT name FROM people ORDER BY id").fetchall()]
    conn.execute("CREATE TEMP TABLE waits (n int, name text, meeting_id bigint)")
    with conn.cursor().copy("COPY waits (n, name) FROM STDIN") as copy:
        for row in enumerate(mentions(names, WAITING, random.Random(8))):
            copy.write_row(row)
    for statement in _WAITING:
        conn.execute(statement, {"long_meetings": LONG_MEETINGS})


_WAITING = (
    "UPDATE waits SET meeting_id = (SELECT max(id) FROM meetings) - n %% %(long_meetings)s",
    """
    INSERT INTO attendees (meeting_id, name, pending)
    SELECT meeting_id, name, true FROM waits WHERE n %% 3 = 0 ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO decision_makers (decision_id, name, pending)
    SELECT d.id, w.name, true FROM waits w JOIN decisions d ON d.meeting_id = w.meeting_id AND d.status = 'active'
    WHERE w.n %% 3 = 1 ON CONFLICT DO NOTHING
    """,
    """
    UPDATE action_items a SET assignee_id = NULL, assignee_name = w.name, assignee_pending = true, status = 'open'
    FROM waits w JOIN LATERAL (
        SELECT id FROM action_items WHERE meeting_id = w.meeting_id ORDER BY id OFFSET w.n / %(long_meetings)s LIMIT 1
    ) one ON true
    WHERE w.n %% 3 = 2 AND a.id = one.id
    """,
)
