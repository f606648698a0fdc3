-- name: question_words
-- The words of a text as the index keeps them: stemmed, accents folded, without the words that say nothing.
SELECT lexeme FROM unnest(to_tsvector('memo_english', %(text)s)) ORDER BY positions[1]

-- name: phrase_query
-- The words of a phrase one after the other, as a query in PostgreSQL's own notation.
SELECT phraseto_tsquery('memo_english', %(text)s)::text

-- name: word_counts
-- In how many of the facts that pass the filter each word occurs, counted up to a limit, and how many facts pass.
SELECT w.word, (
    SELECT count(*) FROM (
        SELECT FROM fact_index i
        WHERE i.tsv @@ memo_word(w.word)
          AND memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                          %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
        LIMIT %(most)s
    ) counted
) AS count
FROM unnest(%(lexemes)s::text[]) AS w (word)

-- name: facts_passing
-- How many facts pass the filter, counted up to a limit.
SELECT count(*) FROM (
    SELECT FROM fact_index i
    WHERE memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                      %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
    LIMIT %(most)s
) counted

-- name: near_facts
-- The facts nearest to a vector through the HNSW index: fast, and right while most facts pass the filter.
SELECT i.fact_type, i.fact_id, i.search_text, i.meeting_id, i.turn, i.happened_on,
       1 - (i.embedding <=> %(vector)s) AS similarity
FROM fact_index i
WHERE i.embedding_model = %(embedding_model)s
  AND memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                  %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
ORDER BY i.embedding <=> %(vector)s
LIMIT %(limit)s

-- name: near_facts_exact
-- The facts nearest to a vector among all that pass the filter, each one compared: right however few pass.
-- The "+ 0" keeps the planner from the HNSW index, which would filter after it has chosen.
SELECT i.fact_type, i.fact_id, i.search_text, i.meeting_id, i.turn, i.happened_on,
       1 - (i.embedding <=> %(vector)s) AS similarity
FROM fact_index i
WHERE i.embedding_model = %(embedding_model)s
  AND memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                  %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
ORDER BY (i.embedding <=> %(vector)s) + 0
LIMIT %(limit)s

-- name: cosines
-- How near each of these facts is to a vector.
SELECT i.fact_type, i.fact_id, 1 - (i.embedding <=> %(vector)s) AS cosine
FROM unnest(%(fact_types)s::text[], %(fact_ids)s::bigint[]) AS k (fact_type, fact_id)
JOIN fact_index i USING (fact_type, fact_id)
WHERE i.embedding_model = %(embedding_model)s AND i.embedding IS NOT NULL

-- name: word_facts
-- The facts that hold any of the gathering words or the phrase, best first. The weight of a word tells how rare it
-- is; how often it occurs and how long the fact is tells nothing in texts this short. The phrase outweighs all.
-- The first words stand one by one because a look at a list of them costs three times as much for each fact. Where
-- more facts are gathered than a search can weigh, some are left out: these words say little, and the rarer ones have
-- gathered theirs before.
SELECT i.fact_type, i.fact_id, i.search_text, i.meeting_id, i.turn, i.happened_on,
       (CASE WHEN i.tsv @@ %(word1)s::tsquery THEN %(weight1)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word2)s::tsquery THEN %(weight2)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word3)s::tsquery THEN %(weight3)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word4)s::tsquery THEN %(weight4)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word5)s::tsquery THEN %(weight5)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word6)s::tsquery THEN %(weight6)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word7)s::tsquery THEN %(weight7)s::float8 ELSE 0 END
        + CASE WHEN i.tsv @@ %(word8)s::tsquery THEN %(weight8)s::float8 ELSE 0 END
        + CASE WHEN %(words)s::tsquery[] IS NULL THEN 0 ELSE (
            SELECT coalesce(sum(w.weight), 0)
            FROM unnest(%(words)s::tsquery[], %(weights)s::float8[]) AS w (word, weight) WHERE i.tsv @@ w.word) END
        + CASE WHEN i.tsv @@ %(phrase)s::tsquery THEN 1000 ELSE 0 END)::float8 AS weight
FROM (
    SELECT i.fact_type, i.fact_id, i.search_text, i.meeting_id, i.turn, i.happened_on, i.tsv
    FROM fact_index i
    WHERE i.tsv @@ %(gather)s::tsquery
      AND memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                      %(until)s, %(statuses)s, %(hidden)s,
                      websearch_to_tsquery('memo_english', %(text)s),
                      websearch_to_tsquery('memo_english', %(without)s))
    LIMIT %(most)s
) i
ORDER BY weight DESC, i.fact_type, i.fact_id
LIMIT %(limit)s

-- name: surroundings
-- What stands just before and just after each of these places in its meeting, and whether it passes the filter itself.
SELECT p.meeting_id, p.turn, n.side, n.at, n.fact_type, n.fact_id, n.search_text, n.happened_on, n.passes
FROM unnest(%(meeting_ids)s::bigint[], %(turns)s::int[]) AS p (meeting_id, turn)
CROSS JOIN LATERAL (
    (SELECT 'before' AS side, i.turn AS at, i.fact_type, i.fact_id, i.search_text, i.happened_on,
            memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                       %(until)s, %(statuses)s, %(hidden)s,
                       websearch_to_tsquery('memo_english', %(text)s),
                       websearch_to_tsquery('memo_english', %(without)s)) AS passes
     FROM fact_index i
     WHERE i.meeting_id = p.meeting_id AND i.turn < p.turn AND i.turn >= p.turn - %(reach)s AND i.status <> ALL(%(gone)s)
     ORDER BY i.turn DESC, i.fact_id LIMIT 1)
    UNION ALL
    (SELECT 'after', i.turn, i.fact_type, i.fact_id, i.search_text, i.happened_on,
            memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                       %(until)s, %(statuses)s, %(hidden)s,
                       websearch_to_tsquery('memo_english', %(text)s),
                       websearch_to_tsquery('memo_english', %(without)s)) AS passes
     FROM fact_index i
     WHERE i.meeting_id = p.meeting_id AND i.turn > p.turn AND i.turn <= p.turn + %(reach)s AND i.status <> ALL(%(gone)s)
     ORDER BY i.turn, i.fact_id LIMIT 1)
) n

-- name: without_vector
-- Facts that have no vector of this model, oldest first: three ranges of indexes, where "is distinct from" is none.
SELECT fact_type, fact_id, search_text, heading FROM (
    (SELECT fact_type, fact_id, search_text, heading FROM fact_index
     WHERE embedding IS NULL
       AND (%(meeting_id)s::bigint IS NULL OR meeting_id = %(meeting_id)s)
       AND (fact_type, fact_id) > (%(after_type)s, %(after_id)s)
     ORDER BY fact_type, fact_id LIMIT %(limit)s)
    UNION ALL
    (SELECT fact_type, fact_id, search_text, heading FROM fact_index
     WHERE embedding IS NOT NULL AND embedding_model < %(embedding_model)s
       AND (%(meeting_id)s::bigint IS NULL OR meeting_id = %(meeting_id)s)
       AND (fact_type, fact_id) > (%(after_type)s, %(after_id)s)
     ORDER BY fact_type, fact_id LIMIT %(limit)s)
    UNION ALL
    (SELECT fact_type, fact_id, search_text, heading FROM fact_index
     WHERE embedding IS NOT NULL AND embedding_model > %(embedding_model)s
       AND (%(meeting_id)s::bigint IS NULL OR meeting_id = %(meeting_id)s)
       AND (fact_type, fact_id) > (%(after_type)s, %(after_id)s)
     ORDER BY fact_type, fact_id LIMIT %(limit)s)
) waiting
ORDER BY fact_type, fact_id
LIMIT %(limit)s

-- name: count_without_vector
-- How many facts have no vector of this model, up to a number when given.
SELECT count(*) FROM (
    SELECT FROM fact_index WHERE embedding IS NULL
    UNION ALL
    SELECT FROM fact_index WHERE embedding IS NOT NULL AND embedding_model < %(embedding_model)s
    UNION ALL
    SELECT FROM fact_index WHERE embedding IS NOT NULL AND embedding_model > %(embedding_model)s
    LIMIT %(most)s
) waiting

-- name: set_vector
-- Give a fact its vector, unless its words changed since they were read.
UPDATE fact_index SET embedding = %(vector)s, embedding_model = %(embedding_model)s
WHERE fact_type = %(fact_type)s AND fact_id = %(fact_id)s AND search_text = %(search_text)s

-- name: searched
-- How much a question was put to: facts that may be seen and are not hidden, and meetings.
SELECT (SELECT count(*) FROM fact_index WHERE status <> ALL(%(hidden)s)) AS facts,
       (SELECT count(*) FROM meetings WHERE status = 'active') AS meetings
