-- name: facts_page
-- The keys of the newest facts that pass the filter, after a given place in that order.
SELECT i.fact_type, i.fact_id, memo_day(i.happened_on)::text AS day
FROM fact_index i
WHERE memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                  %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
  AND (%(after_day)s::date IS NULL
       OR (memo_day(i.happened_on), i.fact_type, i.fact_id) < (%(after_day)s, %(after_type)s, %(after_id)s))
ORDER BY memo_day(i.happened_on) DESC, i.fact_type DESC, i.fact_id DESC
LIMIT %(limit)s

-- name: facts_page_by_type
-- The same from the newest of each type: quick for every filter whose index is in that order. A place in the order of all
-- is in that of another type before all of its day, or after.
SELECT i.fact_type, i.fact_id, i.day::text AS day
FROM unnest(%(fact_types)s::text[]) AS k (fact_type) CROSS JOIN LATERAL (
    SELECT i.fact_type, i.fact_id, memo_day(i.happened_on) AS day
    FROM fact_index i
    WHERE i.fact_type = k.fact_type
      AND memo_passes(i, NULL, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                      %(until)s, %(statuses)s, %(hidden)s,
                      websearch_to_tsquery('memo_english', %(text)s),
                      websearch_to_tsquery('memo_english', %(without)s))
      AND (%(after_day)s::date IS NULL
           OR (memo_day(i.happened_on), i.fact_id)
              < (%(after_day)s, CASE WHEN k.fact_type < %(after_type)s THEN 9223372036854775807
                                     WHEN k.fact_type = %(after_type)s THEN %(after_id)s ELSE 0 END))
    ORDER BY memo_day(i.happened_on) DESC, i.fact_id DESC
    LIMIT %(limit)s
) i
ORDER BY i.day DESC, i.fact_type DESC, i.fact_id DESC
LIMIT %(limit)s

-- name: place_before
-- The key that stands so many facts before a place in the order of the newest, of those that pass the filter.
SELECT i.fact_type, i.fact_id, memo_day(i.happened_on)::text AS day
FROM fact_index i
WHERE memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                  %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
  AND (memo_day(i.happened_on), i.fact_type, i.fact_id) >= (%(day)s::date, %(type)s, %(id)s)
ORDER BY memo_day(i.happened_on), i.fact_type, i.fact_id
OFFSET %(facts)s LIMIT 1

-- name: place_before_by_type
-- The same from each type alone.
SELECT i.fact_type, i.fact_id, i.day::text AS day
FROM unnest(%(fact_types)s::text[]) AS k (fact_type) CROSS JOIN LATERAL (
    SELECT i.fact_type, i.fact_id, memo_day(i.happened_on) AS day
    FROM fact_index i
    WHERE i.fact_type = k.fact_type
      AND memo_passes(i, NULL, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                      %(until)s, %(statuses)s, %(hidden)s,
                      websearch_to_tsquery('memo_english', %(text)s),
                      websearch_to_tsquery('memo_english', %(without)s))
      AND (memo_day(i.happened_on), i.fact_id)
          >= (%(day)s::date, CASE WHEN k.fact_type < %(type)s THEN 9223372036854775807
                                  WHEN k.fact_type = %(type)s THEN %(id)s ELSE 0 END)
    ORDER BY memo_day(i.happened_on), i.fact_id
    LIMIT %(facts)s + 1
) i
ORDER BY i.day, i.fact_type, i.fact_id
OFFSET %(facts)s LIMIT 1

-- name: fact_counts
-- How many facts of each type pass the filter, each counted up to a number when given.
SELECT k.fact_type, (
    SELECT count(*) FROM (
        SELECT FROM fact_index i
        WHERE i.fact_type = k.fact_type
          AND memo_passes(i, NULL, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                          %(until)s, %(statuses)s, %(hidden)s,
                          websearch_to_tsquery('memo_english', %(text)s),
                          websearch_to_tsquery('memo_english', %(without)s))
        LIMIT %(most)s
    ) counted
) AS count
FROM unnest(%(fact_types)s::text[]) AS k (fact_type)

-- name: fact_counts_together
-- How many of the first facts that are found to pass are of each type.
SELECT found.fact_type, count(*) AS count
FROM (
    SELECT i.fact_type FROM fact_index i
    WHERE memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                      %(until)s, %(statuses)s, %(hidden)s,
                      websearch_to_tsquery('memo_english', %(text)s),
                      websearch_to_tsquery('memo_english', %(without)s))
    LIMIT %(most)s
) found
GROUP BY found.fact_type

-- name: decision_facts
-- Decisions as facts, with those who made them. A place in a transcript is told only where there is one to open.
SELECT 'decision' AS fact_type, d.id AS fact_id, d.description AS text, d.client_id,
       (SELECT name FROM clients WHERE id = d.client_id) AS client, d.project_id,
       (SELECT name FROM projects WHERE id = d.project_id) AS project, d.meeting_id,
       (SELECT title FROM meetings WHERE id = d.meeting_id) AS meeting, d.source_type, d.source_id, d.happened_on,
       d.captured_at, d.triggered_by_user_id, d.triggered_by_agent, d.status, d.reasoning,
       coalesce((SELECT array_agg(coalesce(p.name, k.name) ORDER BY k.id)
                 FROM decision_makers k LEFT JOIN people p ON p.id = k.person_id WHERE k.decision_id = d.id), '{}') AS people,
       d.quote, CASE WHEN d.quote_start IS NOT NULL THEN d.turn END AS turn, d.quote_start, d.quote_end,
       EXISTS (SELECT FROM fact_index i WHERE i.fact_type = 'decision' AND i.fact_id = d.id AND i.embedding IS NOT NULL)
           AS searchable
FROM decisions d WHERE d.id = ANY(%(ids)s)

-- name: action_item_facts
-- Action items as facts, with the one who is to do them.
SELECT 'action_item' AS fact_type, a.id AS fact_id, a.description AS text, a.client_id,
       (SELECT name FROM clients WHERE id = a.client_id) AS client, a.project_id,
       (SELECT name FROM projects WHERE id = a.project_id) AS project, a.meeting_id,
       (SELECT title FROM meetings WHERE id = a.meeting_id) AS meeting, a.source_type, a.source_id, a.happened_on,
       a.captured_at, a.triggered_by_user_id, a.triggered_by_agent, a.status,
       array_remove(ARRAY[coalesce((SELECT name FROM people WHERE id = a.assignee_id), a.assignee_name)], NULL) AS people,
       a.due_on, a.due_text, a.quote, CASE WHEN a.quote_start IS NOT NULL THEN a.turn END AS turn, a.quote_start,
       a.quote_end,
       EXISTS (SELECT FROM fact_index i WHERE i.fact_type = 'action_item' AND i.fact_id = a.id AND i.embedding IS NOT NULL)
           AS searchable
FROM action_items a WHERE a.id = ANY(%(ids)s)

-- name: meeting_facts
-- Meeting summaries as facts, with those who were there.
SELECT 'meeting' AS fact_type, m.id AS fact_id, m.summary AS text, m.client_id,
       (SELECT name FROM clients WHERE id = m.client_id) AS client, m.project_id,
       (SELECT name FROM projects WHERE id = m.project_id) AS project, m.id AS meeting_id, m.title AS meeting,
       m.source_type, m.source_id, m.held_on AS happened_on, m.captured_at, m.triggered_by_user_id, m.triggered_by_agent,
       m.status,
       coalesce((SELECT array_agg(coalesce(p.name, t.name) ORDER BY t.id)
                 FROM attendees t LEFT JOIN people p ON p.id = t.person_id WHERE t.meeting_id = m.id), '{}') AS people,
       EXISTS (SELECT FROM fact_index i WHERE i.fact_type = 'meeting' AND i.fact_id = m.id AND i.embedding IS NOT NULL)
           AS searchable
FROM meetings m WHERE m.id = ANY(%(ids)s) AND m.summary <> ''

-- name: client_context_facts
-- Notes about clients as facts.
SELECT 'client_context' AS fact_type, n.id AS fact_id, n.text, n.client_id,
       (SELECT name FROM clients WHERE id = n.client_id) AS client, n.source_type, n.source_id, n.happened_on,
       n.captured_at, n.triggered_by_user_id, n.triggered_by_agent, n.status,
       EXISTS (SELECT FROM fact_index i WHERE i.fact_type = 'client_context' AND i.fact_id = n.id
               AND i.embedding IS NOT NULL) AS searchable
FROM client_contexts n WHERE n.id = ANY(%(ids)s)

-- name: project_context_facts
-- Notes about projects as facts.
SELECT 'project_context' AS fact_type, n.id AS fact_id, n.text, p.client_id,
       (SELECT name FROM clients WHERE id = p.client_id) AS client, n.project_id, p.name AS project, n.source_type,
       n.source_id, n.happened_on, n.captured_at, n.triggered_by_user_id, n.triggered_by_agent, n.status,
       EXISTS (SELECT FROM fact_index i WHERE i.fact_type = 'project_context' AND i.fact_id = n.id
               AND i.embedding IS NOT NULL) AS searchable
FROM project_contexts n JOIN projects p ON p.id = n.project_id WHERE n.id = ANY(%(ids)s)

-- name: pulse_summary_facts
-- Daily digests as facts.
SELECT 'pulse_summary' AS fact_type, n.id AS fact_id, n.text, n.source_type, n.source_id, n.day AS happened_on,
       n.captured_at, n.triggered_by_user_id, n.triggered_by_agent, n.status,
       EXISTS (SELECT FROM fact_index i WHERE i.fact_type = 'pulse_summary' AND i.fact_id = n.id
               AND i.embedding IS NOT NULL) AS searchable
FROM pulse_summaries n WHERE n.id = ANY(%(ids)s)

-- name: decision_links
-- Which decision took the place of which, or repeated it: both ends, when, and how sure that is.
SELECT l.kind, l.from_id, l.to_id, l.state, d.happened_on, d.description AS by_text
FROM fact_links l JOIN decisions d ON d.id = l.from_id
WHERE l.from_type = 'decision' AND l.state <> 'rejected' AND (l.to_id = ANY(%(ids)s) OR l.from_id = ANY(%(ids)s))

-- name: tasks_page
-- The action items that pass the filter, by the day they are due, then the newest: of any of some people, or of nobody
-- settled but called by one of some names (or by a longer one, unless one person is sure); due within some days.
SELECT i.fact_type, i.fact_id
FROM fact_index i JOIN action_items a ON a.id = i.fact_id
WHERE i.fact_type = 'action_item'
  AND memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                  %(until)s, %(statuses)s, %(hidden)s,
                  websearch_to_tsquery('memo_english', %(text)s),
                  websearch_to_tsquery('memo_english', %(without)s))
  AND (%(people)s::bigint[] IS NULL OR i.people && %(people)s::bigint[]
       OR (a.assignee_id IS NULL
           AND (lower(a.assignee_name) = ANY(%(called)s::text[])
                OR (cardinality(%(people)s::bigint[]) <> 1
                    AND EXISTS (SELECT FROM unnest(%(called)s::text[]) AS c (name)
                                WHERE string_to_array(lower(a.assignee_name), ' ') @> string_to_array(c.name, ' '))))))
  AND (%(due_since)s::date IS NULL OR a.due_on >= %(due_since)s)
  AND (%(due_until)s::date IS NULL OR a.due_on <= %(due_until)s)
ORDER BY a.due_on NULLS LAST, i.happened_on DESC NULLS LAST, i.fact_id
LIMIT %(limit)s
