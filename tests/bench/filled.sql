-- The facts of a large memory, made by SQL for the benches; parameters as psycopg writes them. One statement a paragraph.
-- pick(n, salt, below) is a number that looks like chance and is the same in every run; skewed(...) prefers the small.

CREATE FUNCTION pg_temp.pick(n bigint, salt bigint, below bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (hashint8extended($1, $2) & 9007199254740991) %% $3
$$;

CREATE FUNCTION pg_temp.skewed(n bigint, salt bigint, below bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT floor($3 * power((hashint8extended($1, $2) & 1048575) / 1048576.0, 2))::bigint
$$;

INSERT INTO clients (name) SELECT 'Client ' || n FROM generate_series(1, %(clients)s) n;

INSERT INTO projects (name, client_id)
SELECT 'Project ' || n, 1 + pg_temp.pick(n, 1, %(clients)s) FROM generate_series(1, %(projects)s) n;

INSERT INTO captures (source_key, content_sha256, text, state, meeting_id, triggered_by_agent, received_at, audience,
                      file_name)
SELECT 'file:' || n, 'sha ' || n, 'words', CASE WHEN n IN (50, 60, 70) THEN 'partial' ELSE 'stored' END, n, 'memo',
       current_date - (%(days)s * (1 - n::float / %(meetings)s))::int + interval '12 hours',
       CASE WHEN pg_temp.pick(n, 2, 3) = 0 THEN ARRAY['group:' || pg_temp.pick(n, 3, %(groups)s)] END, n || '.txt'
FROM generate_series(1, %(meetings)s) n;

INSERT INTO agent_runs (trigger_detail, model, capture_id, input_tokens, output_tokens, cost_microdollars, latency_ms,
                        outcome, started_at)
SELECT 'memo_capture', 'claude-sonnet-5', c.id, 9000, 900, 40000, 9000, 'ok', c.received_at + part * interval '1 minute'
FROM captures c, generate_series(1, 3) part;

INSERT INTO meetings (capture_id, title, held_on, summary, transcript, turns, client_id, project_id, audience, source_type,
                      source_id, triggered_by_agent)
SELECT n, 'About ' || a.text, current_date - (%(days)s * (1 - n::float / %(meetings)s))::int, b.text || '. ' || a.text || '.',
       b.text, '[]', 1 + pg_temp.skewed(n, 4, %(clients)s), 1 + pg_temp.skewed(n, 5, %(projects)s),
       CASE WHEN pg_temp.pick(n, 2, 3) = 0 THEN ARRAY['group:' || pg_temp.pick(n, 3, %(groups)s)] END, 'meeting', 'file:' || n,
       'memo'
FROM generate_series(1, %(meetings)s) n
JOIN said a ON a.id = pg_temp.pick(n, 6, %(sentences)s) JOIN said b ON b.id = pg_temp.pick(n, 7, %(sentences)s)
ORDER BY n;

ANALYZE said, people, projects, meetings;

INSERT INTO decisions (meeting_id, description, reasoning, status, quote, turn, quote_start, quote_end, happened_on,
                       client_id, project_id, audience, source_type, source_id, triggered_by_agent)
SELECT m.id, 'We ' || a.text || ' ' || b.text, c.text,
       coalesce((ARRAY['wrong', 'replaced', 'superseded', 'superseded', 'superseded', 'superseded'])
                [1 + pg_temp.pick(n, 10, 100)], 'active'),
       'We ' || a.text, n %% 60, 0, 20, m.held_on, m.client_id, m.project_id, m.audience, 'meeting', m.source_id, 'memo'
FROM generate_series(1, %(decisions)s) n
JOIN meetings m ON m.id = 1 + pg_temp.pick(n, 11, %(meetings)s)
JOIN said a ON a.id = pg_temp.pick(n, 12, %(sentences)s) JOIN said b ON b.id = pg_temp.pick(n, 13, %(sentences)s)
JOIN said c ON c.id = pg_temp.pick(n, 14, %(sentences)s)
ORDER BY n;

INSERT INTO decision_makers (decision_id, name, person_id)
SELECT d.id, p.name, p.id FROM decisions d CROSS JOIN generate_series(1, 2) nth
JOIN people p ON p.id = 1 + pg_temp.skewed(d.id, 20 + nth, %(people)s)
WHERE nth = 1 OR d.id %% 5 = 0
ON CONFLICT DO NOTHING;

INSERT INTO action_items (meeting_id, description, assignee_name, assignee_id, due_on, status, quote, turn, quote_start,
                          quote_end, happened_on, client_id, project_id, audience, source_type, source_id, triggered_by_agent)
SELECT m.id, 'To ' || a.text || ' ' || b.text, p.name, p.id,
       CASE WHEN n %% 3 > 0 THEN m.held_on + pg_temp.pick(n, 30, 40)::int END,
       coalesce((ARRAY['wrong', 'replaced', 'cancelled', 'cancelled', 'open', 'open', 'open', 'open', 'open', 'open'])
                [1 + pg_temp.pick(n, 31, 100)], 'done'),
       'To ' || a.text, n %% 60, 0, 20, m.held_on, m.client_id, m.project_id, m.audience, 'meeting', m.source_id, 'memo'
FROM generate_series(1, %(action_items)s) n
JOIN meetings m ON m.id = 1 + pg_temp.pick(n, 32, %(meetings)s)
JOIN said a ON a.id = pg_temp.pick(n, 33, %(sentences)s) JOIN said b ON b.id = pg_temp.pick(n, 34, %(sentences)s)
JOIN people p ON p.id = 1 + pg_temp.skewed(n, 35, %(people)s)
ORDER BY n;

INSERT INTO attendees (meeting_id, name, person_id)
SELECT m.id, p.name, p.id FROM meetings m CROSS JOIN generate_series(1, 5) nth
JOIN people p ON p.id = 1 + pg_temp.skewed(m.id, 40 + nth, %(people)s)
ON CONFLICT DO NOTHING;

INSERT INTO client_contexts (client_id, text, happened_on, source_type, source_id, triggered_by_agent)
SELECT 1 + pg_temp.skewed(n, 50, %(clients)s), a.text, current_date - pg_temp.pick(n, 51, %(days)s)::int, 'edit', '1', 'memo'
FROM generate_series(1, %(client_contexts)s) n JOIN said a ON a.id = pg_temp.pick(n, 52, %(sentences)s) ORDER BY n;

INSERT INTO project_contexts (project_id, text, happened_on, source_type, source_id, triggered_by_agent)
SELECT 1 + pg_temp.skewed(n, 53, %(projects)s), a.text, current_date - pg_temp.pick(n, 54, %(days)s)::int, 'edit', '1', 'memo'
FROM generate_series(1, %(project_contexts)s) n JOIN said a ON a.id = pg_temp.pick(n, 55, %(sentences)s) ORDER BY n;

INSERT INTO pulse_summaries (day, text, source_type, source_id, triggered_by_agent)
SELECT current_date - n, a.text, 'pulse', '1', 'memo'
FROM generate_series(1, %(pulse_summarys)s) n JOIN said a ON a.id = pg_temp.pick(n, 56, %(sentences)s) ORDER BY n;

ANALYZE decisions, decision_makers, action_items, attendees, project_contexts;

TRUNCATE fact_index;

INSERT INTO fact_index (fact_type, fact_id, search_text, heading, client_id, project_id, meeting_id, turn, people,
                        happened_on, captured_at, status, audience, embedding, embedding_model)
SELECT f.fact_type, f.fact_id, f.text, coalesce(m.title, ''), f.client_id, f.project_id, f.meeting_id, f.turn,
       coalesce(f.people, '{}'), f.happened_on, f.captured_at, f.status, f.audience,
       CASE WHEN f.fact_id %% 5000 > 0 THEN array_fill(0.0360844, ARRAY[768])::vector END,
       CASE WHEN f.fact_id %% 5000 > 0 THEN %(model)s END
FROM (
    SELECT 'decision' AS fact_type, d.id AS fact_id, concat_ws(' · ', d.description, 'because ' || d.reasoning, k.names) AS text,
           d.client_id, d.project_id, d.meeting_id, d.turn, k.ids AS people, d.happened_on, d.captured_at, d.status, d.audience
    FROM decisions d JOIN (SELECT decision_id, string_agg(name, ', ') AS names, array_agg(person_id) AS ids
                           FROM decision_makers GROUP BY 1) k ON k.decision_id = d.id
    UNION ALL
    SELECT 'action_item', id, concat_ws(' · ', description, assignee_name), client_id, project_id, meeting_id, turn,
           ARRAY[assignee_id], happened_on, captured_at, status, audience
    FROM action_items
    UNION ALL
    SELECT 'meeting', m.id, concat_ws(' · ', m.title, m.summary), m.client_id, m.project_id, m.id, NULL, t.ids, m.held_on,
           m.captured_at, m.status, m.audience
    FROM meetings m JOIN (SELECT meeting_id, array_agg(person_id) AS ids FROM attendees GROUP BY 1) t ON t.meeting_id = m.id
    UNION ALL
    SELECT 'client_context', n.id, concat_ws(' · ', n.text, c.name), n.client_id, NULL, NULL, NULL, NULL, n.happened_on,
           n.captured_at, n.status, n.audience
    FROM client_contexts n JOIN clients c ON c.id = n.client_id
    UNION ALL
    SELECT 'project_context', c.id, concat_ws(' · ', c.text, p.name), p.client_id, c.project_id, NULL, NULL, NULL, c.happened_on, c.captured_at, c.status,
           c.audience
    FROM project_contexts c JOIN projects p ON p.id = c.project_id
    UNION ALL
    SELECT 'pulse_summary', id, text, NULL, NULL, NULL, NULL, NULL, day, captured_at, status, audience FROM pulse_summaries
) f LEFT JOIN meetings m ON m.id = f.meeting_id AND f.fact_type <> 'meeting'
ORDER BY f.happened_on, f.meeting_id;

UPDATE meetings m SET transcript = t.transcript, turns = t.turns
FROM (
    SELECT n, string_agg(text, E'\n' ORDER BY turn) AS transcript,
           jsonb_agg(jsonb_build_object('index', turn - 1, 'speaker', speaker, 'start', start, 'end', start + length(text),
                                            'time', NULL) ORDER BY turn) AS turns
    FROM (
        SELECT n, turn, speaker, text, sum(length(text) + 1) OVER (PARTITION BY n ORDER BY turn) - length(text) - 1 AS start
        FROM (
            SELECT n, turn, s.name AS speaker, a.text || ' ' || b.text AS text
            FROM generate_series(%(meetings)s - %(long_meetings)s + 1, %(meetings)s) n
            CROSS JOIN generate_series(1, %(turns)s) turn
            JOIN said a ON a.id = pg_temp.pick(turn, 60, %(sentences)s)
            JOIN said b ON b.id = pg_temp.pick(turn, 61, %(sentences)s)
            CROSS JOIN LATERAL (SELECT name FROM attendees WHERE meeting_id = n ORDER BY id OFFSET turn %% 4 LIMIT 1) s
        ) spoken
    ) placed
    GROUP BY n
) t WHERE m.id = t.n
