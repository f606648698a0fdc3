"""Finding facts in the real store: both arms, neighbours, filters that lose nothing, and whom a fact is shown to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from typing import Any

import numpy as np
import psycopg
import pytest

from memo.embed import EMBED_DIMENSIONS, Embedder
from memo.models import LOCAL_USER, FactFilter, Principal
from memo.retrieval import candidates as looking
from memo.retrieval.backfill import backfill, embed_pending
from memo.retrieval.candidates import Question, near_facts
from memo.retrieval.imports import import_facts
from memo.retrieval.search import query_facts, search
from memo.retrieval.words import MOST_PASSING
from memo.store.embedded import EmbeddedDatabase
from memo.store.narrow import narrowed
from memo.store.pool import Database
from memo.store.queries import Q
from memo.store.search import weighing
from tests.fakes.hashed import HashedWords, hashed_embedder


def stored(db: Database, *lines: dict[str, Any] | str, embedder: Embedder | None = None) -> Embedder:
    """Import decisions (or whole lines) and give them vectors."""
    import_facts(
        db, LOCAL_USER, [{"fact_type": "decision"} | (e if isinstance(e, dict) else {"text": e}) for e in lines]
    )
    embedder = embedder or hashed_embedder()
    backfill(db, embedder)
    return embedder


def found(db: Database, query: str, embedder: Embedder, wanted: FactFilter | None = None, **more: Any) -> list[str]:
    return [fact.text for fact in search(db, LOCAL_USER, query, wanted, embedder=embedder, **more)]


def test_the_fact_that_answers_comes_first(db: Database) -> None:
    embedder = stored(db, "We use Postgres for billing", "The office moves in June", "Lunch is at noon")
    results = search(db, LOCAL_USER, "Which database does billing use?", embedder=embedder)
    assert results[0].text == "We use Postgres for billing"
    assert results[0].matched == ("vector", "words")
    assert [one.score for one in results] == sorted((one.score for one in results), reverse=True)
    assert all(0 <= one.score <= 1 for one in results)


def test_a_fact_without_a_vector_is_found_by_its_words(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "We use Postgres"}])
    (only,) = search(db, LOCAL_USER, "postgres", embedder=hashed_embedder())
    assert (only.matched, only.similarity, only.searchable) == (("words",), None, False)


def test_without_an_embedder_words_find_everything(db: Database) -> None:
    source = HashedWords()
    embedder = stored(db, "We use Postgres", "Lunch is at noon", embedder=Embedder(source))
    source.down = True
    assert found(db, "postgres", embedder) == ["We use Postgres"]


def test_a_fact_that_shares_no_word_is_found_by_its_vector(db: Database) -> None:
    embedder = stored(db, "zulu yankee", "alpha bravo")
    with db.owner() as conn:
        conn.execute("UPDATE fact_index SET search_text = 'nothing in common' WHERE search_text = 'zulu yankee'")
        conn.execute("UPDATE fact_index SET embedding_model = 'test:hashed'")
    assert found(db, "yankee zulu", embedder, limit=1, rerank=False) == ["zulu yankee"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("RFC-7231", "Follow RFC-7231 for caching"),
        ("what about rfc-7231?", "Follow RFC-7231 for caching"),
        ("JENKINS-12345", "Fix JENKINS-12345 first"),
        ("café", "The Cafe opens"),
        ("deciding migrations", "We decided on the migration"),
        ('"red button"', "Press the red button"),
    ],
)
def test_exact_words_are_found(db: Database, query: str, expected: str) -> None:
    filler = [f"Decision number {n} about button, cache and red tape" for n in range(60)]
    targets = [
        "Follow RFC-7231 for caching",
        "Fix JENKINS-12345 first",
        "The Cafe opens",
        "We decided on the migration",
    ]
    embedder = stored(db, *filler, *targets, "Press the red button")
    assert expected in found(db, query, embedder, limit=3)


def test_forbidden_words_are_kept_out(db: Database) -> None:
    embedder = stored(db, "Postgres in production", "Postgres in the draft")
    assert found(db, "postgres -draft", embedder) == ["Postgres in production"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "the",
        "?!",
        "'",
        "\\",
        "a & b | !c <-> (",
        "💥",
        "x" * 5000,
        "' OR 1=1 --",
        "-",
        "\x00post\u200bgres",
        "\ud83d",
    ],
)
def test_any_query_is_answered(db: Database, query: str) -> None:
    embedder = stored(db, "We use Postgres")
    assert len(search(db, LOCAL_USER, query, embedder=embedder)) <= 1


def test_repeats_are_folded(db: Database) -> None:
    lines = [{"text": "We will use Postgres", "source_id": "a"}, {"text": "we will use Postgres!", "source_id": "b"}]
    embedder = stored(db, *lines, {"text": "We will not use Postgres", "source_id": "c"})
    assert len(found(db, "use Postgres", embedder)) == 2


def test_what_no_longer_holds_is_left_out_unless_asked_for(db: Database) -> None:
    lines = [{"text": f"Hosting decision {s}", "status": s} for s in ("active", "superseded", "wrong", "replaced")]
    embedder = stored(db, *lines)
    assert found(db, "hosting decision", embedder) == ["Hosting decision active"]
    shown = found(db, "hosting decision", embedder, FactFilter(include_superseded=True))
    assert sorted(shown) == ["Hosting decision active", "Hosting decision superseded"]
    assert found(db, "hosting decision", embedder, FactFilter(statuses=("wrong",))) == ["Hosting decision wrong"]


def test_every_filter_narrows(db: Database) -> None:
    embedder = stored(
        db,
        {"text": "Plan A", "client": "Northwind", "project": "Billing", "happened_on": "2026-01-05", "meeting": "M1"},
        {"text": "Plan B", "client": "Acme", "happened_on": "2026-02-05", "meeting": "M2", "decided_by": ["Ada"]},
        {"text": "Plan C"},
        {"fact_type": "action_item", "text": "Plan D", "happened_on": "2026-02-06", "status": "done"},
    )
    with db.owner() as conn:
        person = conn.execute("INSERT INTO people (name) VALUES ('Ada') RETURNING id").fetchone()
        assert person is not None
        conn.execute("UPDATE decision_makers SET person_id = %s", (person["id"],))
    ids = {fact.text: fact for fact in search(db, LOCAL_USER, "plan", limit=10, embedder=embedder)}
    cases = {
        FactFilter(client_id=ids["Plan A"].client_id): {"Plan A"},
        FactFilter(project_id=ids["Plan A"].project_id): {"Plan A"},
        FactFilter(meeting_id=ids["Plan B"].meeting_id): {"Plan B"},
        FactFilter(person_id=person["id"]): {"Plan B"},
        FactFilter(since=date(2026, 2, 5)): {"Plan B", "Plan D"},
        FactFilter(until=date(2026, 2, 5)): {"Plan A", "Plan B"},
        FactFilter(since=date(2026, 2, 1), until=date(2026, 2, 5)): {"Plan B"},
        FactFilter(fact_types=("action_item",)): {"Plan D"},
        FactFilter(statuses=("done",)): {"Plan D"},
        FactFilter(text="plan c"): {"Plan C"},
        FactFilter(client_id=10_000): set(),
    }
    for wanted, expected in cases.items():
        assert set(found(db, "plan", embedder, wanted, limit=10)) == expected, wanted


def test_what_was_said_beside_is_found_too(db: Database) -> None:
    """The reply answers only together with the question before it; another meeting's reply does not come along."""
    embedder = stored(
        db,
        {"text": "Ada: Which database shall billing use?", "meeting": "M"},
        {"text": "Bob: The elephant, obviously.", "meeting": "M"},
        {"text": "Bob: The giraffe, obviously.", "meeting": "Another"},
    )
    near = search(db, LOCAL_USER, "Which database shall billing use?", limit=3, embedder=embedder)
    matched = {fact.text: fact.matched for fact in near}
    with db.owner() as conn:
        conn.execute("UPDATE fact_index SET embedding = NULL, embedding_model = NULL")
    alone = search(db, LOCAL_USER, "Which database shall billing use?", limit=3, embedder=embedder)
    assert {fact.text: fact.matched for fact in alone} == {
        "Ada: Which database shall billing use?": ("words",),
        "Bob: The elephant, obviously.": ("context",),
    }
    assert len(matched) == 3


def test_a_neighbour_passes_the_filter_or_stays_away(db: Database) -> None:
    embedder = stored(
        db,
        {"text": "Which database shall billing use?", "meeting": "M"},
        {"fact_type": "action_item", "text": "Buy an elephant", "meeting": "M"},
    )
    with db.owner() as conn:
        conn.execute("UPDATE fact_index SET embedding = NULL, embedding_model = NULL")
    decisions = FactFilter(fact_types=("decision",))
    assert found(db, "database billing", embedder, decisions) == ["Which database shall billing use?"]


def test_nobody_finds_what_they_may_not_see(db: Database) -> None:
    """Neither by words, nor by vector, nor as what was said beside, nor by counting."""
    embedder = stored(
        db,
        {"text": "Sell the firm to Globex", "audience": ["group:board"], "meeting": "Secret"},
        {"text": "Sell the old printer", "meeting": "Open"},
    )
    outsider = Principal(name="x", member_id=1)
    insider = Principal(name="y", member_id=2, audience=("group:board",))
    for query in ("sell the firm to Globex", "Globex", "firm"):
        shown = search(db, outsider, query, embedder=embedder, limit=10)
        assert all("firm" not in fact.text for fact in shown)
    assert "Sell the firm to Globex" in [f.text for f in search(db, insider, "Globex", embedder=embedder)]


def test_the_bar_holds_back_what_only_the_vector_found(db: Database) -> None:
    embedder = stored(db, "alpha bravo charlie", "delta echo foxtrot")
    assert [f.text for f in query_facts(db, LOCAL_USER, "alpha bravo", threshold=0.5, embedder=embedder)] == [
        "alpha bravo charlie"
    ]
    assert len(query_facts(db, LOCAL_USER, "alpha bravo", threshold=-1.0, embedder=embedder)) == 2


def test_a_change_of_words_takes_the_vector_away_at_once(db: Database) -> None:
    embedder = stored(db, "We use Postgres")
    with db.owner() as conn:
        conn.execute("UPDATE decisions SET description = 'We use MySQL'")
        assert conn.execute("SELECT count(*) FROM fact_index WHERE embedding IS NOT NULL").fetchone() == {"count": 0}
    assert found(db, "mysql", embedder) == ["We use MySQL"]
    assert backfill(db, embedder).done == 1


def test_a_vector_for_words_that_changed_meanwhile_is_not_stored(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": "Old words"}])

    class Slow(HashedWords):
        def produce(self, texts: Any, put: Any) -> None:
            with db.owner() as conn:
                conn.execute("UPDATE decisions SET description = 'New words'")
            super().produce(texts, put)

    assert backfill(db, Embedder(Slow())).left == 1


def test_backfill_is_done_once_and_again_for_another_model(db: Database) -> None:
    source = HashedWords()
    embedder = stored(db, *(f"Decision {n}" for n in range(60)), embedder=Embedder(source))
    asked = source.asked
    again = backfill(db, embedder)
    assert (again.done, again.failed, again.left, source.asked) == (0, 0, 0, asked)
    other = hashed_embedder("test:other")
    assert search(db, LOCAL_USER, "zebra", embedder=other) == []
    report = backfill(db, other)
    assert (report.done, report.left) == (60, 0)


def test_an_embedder_that_is_down_is_not_asked_for_ever(db: Database) -> None:
    source = HashedWords()
    source.down = True
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": f"Decision {n}"} for n in range(200)])
    report = backfill(db, Embedder(source))
    assert (report.done, report.failed, report.left) == (0, 75, 200)
    source.down = False
    assert backfill(db, Embedder(source)).left == 0


def test_what_a_slow_embedder_missed_is_tried_again(db: Database) -> None:
    class Slow(HashedWords):
        def produce(self, texts: Any, put: Any) -> None:
            super().produce(texts[:10], put)

    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": f"Decision {n}"} for n in range(60)])
    report = backfill(db, Embedder(Slow()))
    assert (report.done, report.failed, report.left) == (60, 0, 0)


def test_one_meeting_is_embedded_by_itself(db: Database) -> None:
    import_facts(db, LOCAL_USER, [{"fact_type": "decision", "text": f"In {m}", "meeting": m} for m in "AB"])
    meeting = search(db, LOCAL_USER, "in A", embedder=hashed_embedder(), limit=1)
    with db.owner() as conn:
        row = conn.execute("SELECT id FROM meetings WHERE title = 'A'").fetchone()
    assert row is not None
    assert (embed_pending(db, LOCAL_USER, hashed_embedder(), meeting_id=row["id"]).done, len(meeting)) == (1, 0)


# --- selective filters over many facts ----------------------------------------------------------------------------

MANY = 12_000
CLIENTS = 300
Crowded = tuple[Database, "np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]


@pytest.fixture(scope="module")
def crowded(server: EmbeddedDatabase, template_database: str) -> Iterator[Crowded]:
    """Many facts of clients from very large to tiny: the database, the vectors and the clients by fact id - 1."""
    rng = np.random.default_rng(3)
    shares = 1 / np.arange(1, CLIENTS + 1)
    clients = rng.choice(CLIENTS, MANY, p=shares / shares.sum()) + 1
    centres = rng.standard_normal((100, EMBED_DIMENSIONS), dtype=np.float32)
    vectors = centres[rng.integers(0, 100, MANY)] + rng.standard_normal((MANY, EMBED_DIMENSIONS), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    with psycopg.connect(server.url("postgres"), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE crowded TEMPLATE {template_database}")
    with Database(server.url("crowded")) as db:
        with db.owner(timeout=300) as conn:
            conn.execute("DROP INDEX fact_index_embedding")
            conn.execute("INSERT INTO clients (name) SELECT 'Client ' || n FROM generate_series(1, %s) n", (CLIENTS,))
            conn.execute(
                "INSERT INTO decisions (description, client_id, source_type, source_id, triggered_by_agent) "
                "SELECT 'Fact ' || n, c, 'import', n::text, 'memo' "
                "FROM unnest(%s::bigint[]) WITH ORDINALITY AS u (c, n) ORDER BY u.n",
                (clients.tolist(),),
            )
            conn.execute("CREATE TEMP TABLE given (id bigint, vector vector) ON COMMIT DROP")
            with conn.cursor() as cur, cur.copy("COPY given FROM STDIN WITH (FORMAT BINARY)") as copy:
                copy.set_types(["int8", "vector"])
                for number, vector in enumerate(vectors, start=1):
                    copy.write_row((number, vector))
            conn.execute(
                "UPDATE fact_index SET embedding = vector, embedding_model = 'm' FROM given WHERE fact_id = given.id"
            )
            conn.execute("CREATE INDEX fact_index_embedding ON fact_index USING hnsw (embedding vector_cosine_ops)")
            conn.execute("ANALYZE fact_index")
        yield db, vectors, clients
    with psycopg.connect(server.url("postgres"), autocommit=True) as admin:
        admin.execute("DROP DATABASE crowded WITH (FORCE)")


def test_a_selective_filter_loses_nothing(crowded: Crowded) -> None:
    """For every client with ten facts or more the ten nearest are the ten nearest, whoever asks."""
    db, vectors, clients = crowded
    query = vectors[random.Random(4).randrange(MANY)] + 0.01
    query = (query / np.linalg.norm(query)).astype(np.float32)
    distances = 1 - vectors @ query
    question = Question("", query, "m")
    member = Principal(name="x", member_id=1)
    for client in range(1, CLIENTS + 1):
        mine = np.flatnonzero(clients == client)
        if len(mine) < 10:
            continue
        exact = [int(at) + 1 for at in mine[np.argsort(distances[mine], kind="stable")][:10]]
        with db.read(member) as conn:
            within = narrowed(FactFilter(client_id=client))
            got = [one.fact_id for one in near_facts(conn, question, within, few=len(mine) <= MOST_PASSING, limit=10)]
        assert got == exact, f"client {client} with {len(mine)} facts"


def test_the_index_serves_what_is_not_selective(
    crowded: Crowded,
) -> None:
    """Under row-level security as the role of the app: HNSW for vectors, GIN for words, a btree for a client."""
    db, vectors, _ = crowded
    within = narrowed(FactFilter())
    with db.read(Principal(name="x", member_id=1)) as conn:

        def plan(name: str, **params: Any) -> str:
            rows = conn.execute("EXPLAIN " + Q[name].sql, params).fetchall()
            return "\n".join(str(next(iter(row.values()))) for row in rows)

        near = plan("near_facts", vector=vectors[0], embedding_model="m", limit=40, **within)
        assert "Index Scan using fact_index_embedding" in near
        words = plan("word_facts", **weighing({"17": 1.0}), gather="'17'", phrase=None, most=5000, limit=40, **within)
        assert "fact_index_words" in words
        few = plan(
            "near_facts_exact", vector=vectors[0], embedding_model="m", limit=40, **narrowed(FactFilter(client_id=250))
        )
        assert "fact_index_client" in few
        assert "fact_index_embedding" not in few
        page = plan("facts_page", after_day=None, after_type=None, after_id=None, limit=50, **within)
        assert "fact_index_newest" in page


def test_the_exact_scan_is_needed(crowded: Crowded, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the index alone, and no more said about it, small clients lose rows: the guard is what finds them."""
    db, vectors, clients = crowded
    client = int(np.bincount(clients).argsort()[5])
    with db.read(LOCAL_USER) as conn:
        conn.execute(
            "SET LOCAL hnsw.iterative_scan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_indexscan = on"
        )
        conn.execute("SET LOCAL enable_sort = off")
        within = narrowed(FactFilter(client_id=client))
        lost = looking.store.near_facts(conn, vectors[0], "m", within, 10)
        question = Question("", vectors[0], "m")
        assert len(lost) < min(10, int((clients == client).sum()))
        assert len(near_facts(conn, question, within, few=False, limit=10)) == min(10, int((clients == client).sum()))
