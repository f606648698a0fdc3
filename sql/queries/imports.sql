-- name: find_clients
-- The clients with any of these names, whatever their case.
SELECT id, lower(name) AS key FROM clients WHERE lower(name) = ANY(%(keys)s)

-- name: add_clients
-- Clients that did not exist; a name that somebody else adds just now is left to them.
INSERT INTO clients (name)
SELECT name FROM unnest(%(names)s::text[]) AS n (name)
ON CONFLICT (lower(name)) DO NOTHING

-- name: find_projects
-- The projects with any of these names, whatever their case.
SELECT id, lower(name) AS key FROM projects WHERE lower(name) = ANY(%(keys)s)

-- name: add_projects
-- Projects that did not exist, each under its client when the line named one.
INSERT INTO projects (name, client_id)
SELECT name, client_id FROM unnest(%(names)s::text[], %(client_ids)s::bigint[]) AS n (name, client_id)
ON CONFLICT (lower(name)) DO NOTHING

-- name: find_meetings
-- The meetings of these titles, newest first, with the last place that a fact of theirs takes.
SELECT m.id, lower(m.title) AS key, m.held_on, m.summary, m.source_type,
       coalesce((SELECT max(i.turn) FROM fact_index i WHERE i.meeting_id = m.id), -1) AS last_turn
FROM meetings m
WHERE lower(m.title) = ANY(%(keys)s) AND m.status = 'active'
ORDER BY m.held_on DESC NULLS LAST, m.id DESC

-- name: add_meetings
-- Meetings known by what was imported about them; ids come back in the order given.
INSERT INTO meetings (title, held_on, summary, client_id, project_id, audience, source_type, source_id,
                      triggered_by_user_id, triggered_by_agent)
SELECT title, held_on, summary, client_id, project_id, audience, 'import', source_id, %(user_id)s, %(agent)s
FROM jsonb_to_recordset(%(rows)s) AS r (line int, title text, held_on date, summary text, client_id bigint,
                                        project_id bigint, audience text[], source_id text)
ORDER BY line
RETURNING id

-- name: set_meeting_summary
-- Give a meeting that was known by its title alone what it was about.
UPDATE meetings SET summary = %(summary)s, source_id = %(source_id)s WHERE id = %(meeting_id)s AND summary = ''

-- name: imported_facts
-- What was imported before from any of these sources, as far as it tells one fact from another.
SELECT 'decision' AS fact_type, id AS fact_id, source_id, description AS text, meeting_id, client_id, project_id,
       NULL AS title
FROM decisions WHERE source_type = 'import' AND source_id = ANY(%(source_ids)s)
UNION ALL
SELECT 'action_item', id, source_id, description, meeting_id, client_id, project_id, NULL
FROM action_items WHERE source_type = 'import' AND source_id = ANY(%(source_ids)s)
UNION ALL
SELECT 'meeting', id, source_id, summary, NULL, NULL, NULL, lower(title)
FROM meetings WHERE source_type = 'import' AND source_id = ANY(%(source_ids)s) AND summary <> ''
UNION ALL
SELECT 'client_context', id, source_id, text, NULL, client_id, NULL, NULL
FROM client_contexts WHERE source_type = 'import' AND source_id = ANY(%(source_ids)s)
UNION ALL
SELECT 'project_context', id, source_id, text, NULL, NULL, project_id, NULL
FROM project_contexts WHERE source_type = 'import' AND source_id = ANY(%(source_ids)s)
UNION ALL
SELECT 'pulse_summary', id, source_id, text, NULL, NULL, NULL, day::text
FROM pulse_summaries WHERE source_type = 'import' AND source_id = ANY(%(source_ids)s)

-- name: decision_ids
-- Fresh ids for decisions that are written together with their makers.
SELECT nextval('decisions_id_seq') AS id FROM generate_series(1, %(count)s)

-- name: import_decisions
-- Decisions from elsewhere, under ids drawn before.
INSERT INTO decisions (id, meeting_id, turn, description, reasoning, status, quote, happened_on, client_id, project_id,
                       audience, source_type, source_id, triggered_by_user_id, triggered_by_agent)
OVERRIDING SYSTEM VALUE
SELECT id, meeting_id, turn, text, reasoning, coalesce(status, 'active'), quote, happened_on, client_id, project_id,
       audience, 'import', source_id, %(user_id)s, %(agent)s
FROM jsonb_to_recordset(%(rows)s) AS r (line int, id bigint, meeting_id bigint, turn int, text text, reasoning text,
    status text, quote text, happened_on date, client_id bigint, project_id bigint, audience text[], source_id text)
ORDER BY line

-- name: import_decision_makers
-- Who made the imported decisions; a name that is nobody's yet waits for a person to say whose it is.
INSERT INTO decision_makers (decision_id, name, person_id, pending)
SELECT decision_id, name, person_id, person_id IS NULL
FROM unnest(%(decision_ids)s::bigint[], %(names)s::text[], %(person_ids)s::bigint[]) AS m (decision_id, name, person_id)
ON CONFLICT (decision_id, name) DO NOTHING

-- name: import_action_items
-- Action items from elsewhere.
INSERT INTO action_items (meeting_id, turn, description, assignee_name, assignee_id, assignee_pending, due_text, due_on,
                          status, quote, happened_on, client_id, project_id, audience, source_type, source_id,
                          triggered_by_user_id, triggered_by_agent)
SELECT meeting_id, turn, text, assignee, assignee_id, assignee IS NOT NULL AND assignee_id IS NULL, due_text, due_on,
       coalesce(status, 'open'), quote, happened_on, client_id, project_id, audience, 'import', source_id,
       %(user_id)s, %(agent)s
FROM jsonb_to_recordset(%(rows)s) AS r (line int, meeting_id bigint, turn int, text text, assignee text,
    assignee_id bigint, due_text text, due_on date, status text, quote text, happened_on date, client_id bigint,
    project_id bigint, audience text[], source_id text)
ORDER BY line

-- name: import_client_contexts
-- What is known about clients, from elsewhere.
INSERT INTO client_contexts (client_id, text, happened_on, status, audience, source_type, source_id,
                             triggered_by_user_id, triggered_by_agent)
SELECT client_id, text, happened_on, coalesce(status, 'active'), audience, 'import', source_id, %(user_id)s, %(agent)s
FROM jsonb_to_recordset(%(rows)s) AS r (line int, client_id bigint, text text, happened_on date, status text,
                                        audience text[], source_id text)
ORDER BY line

-- name: import_project_contexts
-- What is known about projects, from elsewhere.
INSERT INTO project_contexts (project_id, text, happened_on, status, audience, source_type, source_id,
                              triggered_by_user_id, triggered_by_agent)
SELECT project_id, text, happened_on, coalesce(status, 'active'), audience, 'import', source_id, %(user_id)s, %(agent)s
FROM jsonb_to_recordset(%(rows)s) AS r (line int, project_id bigint, text text, happened_on date, status text,
                                        audience text[], source_id text)
ORDER BY line

-- name: import_pulse_summaries
-- Daily digests from elsewhere.
INSERT INTO pulse_summaries (day, text, status, audience, source_type, source_id, triggered_by_user_id, triggered_by_agent)
SELECT happened_on, text, coalesce(status, 'active'), audience, 'import', source_id, %(user_id)s, %(agent)s
FROM jsonb_to_recordset(%(rows)s) AS r (line int, text text, happened_on date, status text, audience text[], source_id text)
ORDER BY line

-- name: update_imported_text
-- What an imported fact says now; the index behind it follows by trigger.
WITH decision AS (UPDATE decisions SET description = %(text)s WHERE id = %(fact_id)s AND %(fact_type)s = 'decision'),
     action_item AS (UPDATE action_items SET description = %(text)s WHERE id = %(fact_id)s AND %(fact_type)s = 'action_item'),
     meeting AS (UPDATE meetings SET summary = %(text)s WHERE id = %(fact_id)s AND %(fact_type)s = 'meeting'),
     client AS (UPDATE client_contexts SET text = %(text)s WHERE id = %(fact_id)s AND %(fact_type)s = 'client_context'),
     project AS (UPDATE project_contexts SET text = %(text)s WHERE id = %(fact_id)s AND %(fact_type)s = 'project_context')
UPDATE pulse_summaries SET text = %(text)s WHERE id = %(fact_id)s AND %(fact_type)s = 'pulse_summary'
