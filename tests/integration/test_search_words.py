"""The word arm in the real store: what each word weighs, what gathers, and what is left when words are frequent."""

from __future__ import annotations

import random

import pytest

from memo.embed import Embedder
from memo.models import LOCAL_USER, FactFilter
from memo.retrieval import candidates as looking
from memo.retrieval import words as rules
from memo.retrieval.candidates import Question, candidates
from memo.retrieval.search import search
from memo.store import search as store
from memo.store.narrow import narrowed
from memo.store.pool import Database
from tests.fakes.hashed import HashedWords
from tests.integration.test_search import stored

WORDS = [f"zulk{letter}" for letter in "bcdfghjkmnpr"]  # which no stemmer shortens


@pytest.mark.parametrize("count", [1, 2, 8, 9, 12])
def test_a_fact_weighs_what_its_words_weigh(db: Database, count: int) -> None:
    chosen = random.Random(count)
    texts = [" ".join(chosen.sample(WORDS, chosen.randrange(1, 9))) for _ in range(60)]
    stored(db, *texts)
    weights = {word: 1 + place * 1.37 for place, word in enumerate(WORDS[:count])}
    with db.read(LOCAL_USER) as conn:
        found = store.word_facts(
            conn, weights, narrowed(FactFilter()), 100, gather=" | ".join(weights), phrase=None, most=1_000
        )
    expected = {text: sum(weights.get(word, 0) for word in text.split()) for text in texts}
    assert {one.search_text: one.weight for one in found} == {
        text: pytest.approx(weight) for text, weight in expected.items() if weight
    }
    order = [(-(one.weight or 0), one.fact_id) for one in found]
    assert order == sorted(order)


def test_a_phrase_outweighs_all_words(db: Database) -> None:
    stored(db, "alphaa alphab", "alphab alphaa alphac")
    with db.read(LOCAL_USER) as conn:
        found = store.word_facts(
            conn,
            {"alphaa": 1.0, "alphab": 1.0, "alphac": 90.0},
            narrowed(FactFilter()),
            10,
            gather="alphaa",
            phrase="'alphaa' <-> 'alphab'",
            most=1_000,
        )
    assert [(one.search_text, one.weight) for one in found] == [("alphaa alphab", 1002), ("alphab alphaa alphac", 92)]


def by_words(db: Database, query: str, limit: int = 5) -> list[str]:
    """What words find alone."""
    source = HashedWords()
    source.down = True
    return [fact.text for fact in search(db, LOCAL_USER, query, limit=limit, embedder=Embedder(source))]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are frequent, and facts too many, at small numbers."""
    monkeypatch.setattr(rules, "GATHER", 10)
    monkeypatch.setattr(rules, "MOST_COUNTED", 20)
    monkeypatch.setattr(looking, "MOST_WEIGHED", 50)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("query", ["Which database does billing use?", "zebra billing", "billing Postgres"])
def test_a_word_that_no_fact_holds_hides_nothing(db: Database, query: str) -> None:
    stored(db, *(f"Billing rule number {n} is for region {n}" for n in range(30)), "Billing moves to Postgres.")
    assert len(by_words(db, query)) == 5


@pytest.mark.usefixtures("few")
def test_of_frequent_words_what_holds_most_of_them_is_found(db: Database) -> None:
    stored(
        db,
        *(f"Billing rule {n}" for n in range(60)),
        *(f"Customer letter {n}" for n in range(60)),
        *(f"Bank holiday {n}" for n in range(60)),
        "The customer billing party was nice.",
        "Customer goes to the bank.",
    )
    found = by_words(db, "customer billing bank")
    assert set(found[:2]) == {"The customer billing party was nice.", "Customer goes to the bank."}
    assert len(found) == 5


@pytest.mark.usefixtures("few")
def test_a_rare_sign_is_found_among_many_rare_words(db: Database) -> None:
    rare = [f"rare{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(40)]
    stored(db, *(f"{word} is one of them" for word in rare), *(f"{word} is another" for word in rare), "See RFC-7231.")
    assert "See RFC-7231." in by_words(db, f"{' '.join(rare)} RFC-7231", limit=20)


@pytest.mark.usefixtures("few")
def test_a_quoted_phrase_is_found_among_more_facts_than_are_weighed(db: Database) -> None:
    texts = [f"customer {n} of the billing bank" for n in range(70)]
    stored(db, *texts, "The customer billing party was nice.", *texts[:1])
    assert by_words(db, '"customer billing"')[0] == "The customer billing party was nice."


@pytest.mark.usefixtures("few")
def test_what_gathers_later_may_weigh_more(db: Database) -> None:
    stored(
        db,
        *(f"billing of customer {n} by the bank" for n in range(25)),
        *(f"zulkb is mentioned in note {n}" for n in range(2)),
    )
    with db.read(LOCAL_USER) as conn:
        weighed = rules.Weighed({"zulkb": 1.0, "bill": 2.0}, ("'zulkb'", "'bill'"), None)
        found = looking.word_facts(conn, weighed, narrowed(FactFilter()), 10)
    weights = [one.weight for one in found]
    assert weights == sorted(weights, key=lambda weight: -(weight or 0.0))
    assert "billing" in found[0].search_text


def test_what_only_words_found_has_its_cosine(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "ARM_LIMIT", 1)
    embedder = stored(db, "billing billing billing moves", "lunch moves noon", "rent is due")
    vector = embedder.embed_one("billing moves lunch noon rent")
    with db.read(LOCAL_USER) as conn:
        conn.execute("SET LOCAL enable_seqscan = off")
        found = candidates(
            conn,
            db,
            LOCAL_USER,
            Question("noon lunch moves", vector, embedder.model_name),
            FactFilter(),
            limit=1,
            context=True,
        )
        other = candidates(
            conn, db, LOCAL_USER, Question("noon lunch moves", None, ""), FactFilter(), limit=3, context=True
        )
    assert all(one.cosine is not None for one in found)
    assert any("words" in one.matched for one in found)
    assert other
    assert all(one.cosine is None for one in other)


def test_a_vector_of_zeros_hides_nothing(db: Database) -> None:
    embedder = stored(db, "billing moves to Postgres", "billing stays")
    with db.owner() as conn:
        conn.execute(
            "UPDATE fact_index SET embedding = array_fill(0, ARRAY[768])::vector WHERE search_text = 'billing stays'"
        )
    found = search(db, LOCAL_USER, "billing", embedder=embedder)
    assert {fact.text for fact in found} == {"billing moves to Postgres", "billing stays"}
