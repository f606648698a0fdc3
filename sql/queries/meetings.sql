-- name: insert_meeting
-- One meeting as it was read.
INSERT INTO meetings (capture_id, title, held_on, summary, topics, outcomes, transcript, turns, format, extractor, model,
                      coverage, client_id, project_id, audience, source_type, source_id, triggered_by_user_id,
                      triggered_by_agent)
VALUES (%(capture_id)s, %(title)s, %(held_on)s, %(summary)s, %(topics)s, %(outcomes)s, %(transcript)s, %(turns)s, %(format)s,
        %(extractor)s, %(model)s, %(coverage)s, %(client_id)s, %(project_id)s, %(audience)s, %(source_type)s, %(source_id)s,
        %(triggered_by_user_id)s, %(triggered_by_agent)s)
RETURNING id

-- name: insert_attendees
-- Who was there, by name.
INSERT INTO attendees (meeting_id, name)
SELECT %(meeting_id)s, name FROM unnest(%(names)s::text[]) WITH ORDINALITY AS a (name, at)
ORDER BY at
ON CONFLICT (meeting_id, name) DO NOTHING

-- name: insert_decision
-- A decision with the words that prove it; date, client, project, audience and source are its meeting's.
INSERT INTO decisions (meeting_id, description, reasoning, quote, turn, quote_start, quote_end, happened_on, client_id,
                       project_id, audience, source_type, source_id, triggered_by_user_id, triggered_by_agent)
SELECT id, %(description)s, %(reasoning)s, %(quote)s, %(turn)s, %(quote_start)s, %(quote_end)s, held_on, client_id,
       project_id, audience, coalesce(%(source_type)s, source_type), coalesce(%(source_id)s, source_id),
       %(triggered_by_user_id)s, %(triggered_by_agent)s
FROM meetings WHERE id = %(meeting_id)s
RETURNING id

-- name: insert_decision_makers
-- Who made a decision, by name.
INSERT INTO decision_makers (decision_id, name)
SELECT %(decision_id)s, name FROM unnest(%(names)s::text[]) WITH ORDINALITY AS m (name, at)
ORDER BY at
ON CONFLICT (decision_id, name) DO NOTHING

-- name: insert_action_item
-- An action item with the words that prove it; date, client, project, audience and source are its meeting's.
INSERT INTO action_items (meeting_id, description, assignee_name, due_text, due_on, quote, turn, quote_start, quote_end,
                          happened_on, client_id, project_id, audience, source_type, source_id, triggered_by_user_id,
                          triggered_by_agent)
SELECT id, %(description)s, %(assignee_name)s, %(due_text)s, %(due_on)s, %(quote)s, %(turn)s, %(quote_start)s, %(quote_end)s,
       held_on, client_id, project_id, audience, coalesce(%(source_type)s, source_type), coalesce(%(source_id)s, source_id),
       %(triggered_by_user_id)s, %(triggered_by_agent)s
FROM meetings WHERE id = %(meeting_id)s
RETURNING id

-- name: insert_rejected
-- What an extractor proposed and code did not believe.
INSERT INTO rejected_items (meeting_id, kind, text, quote, why, detail)
VALUES (%(meeting_id)s, %(kind)s, %(text)s, %(quote)s, %(why)s, %(detail)s)

-- name: named_client
-- The client of that name, made when there is none.
WITH made AS (
    INSERT INTO clients (name) VALUES (%(name)s) ON CONFLICT (lower(name)) DO NOTHING RETURNING id
)
SELECT id FROM made UNION ALL SELECT id FROM clients WHERE lower(name) = lower(%(name)s) LIMIT 1

-- name: named_project
-- The project of that name, made for the client when there is none.
WITH made AS (
    INSERT INTO projects (name, client_id) VALUES (%(name)s, %(client_id)s)
    ON CONFLICT (lower(name)) DO NOTHING RETURNING id, client_id
)
SELECT id, client_id FROM made
UNION ALL SELECT id, client_id FROM projects WHERE lower(name) = lower(%(name)s) LIMIT 1

-- name: client_names
-- Every client.
SELECT id, name FROM clients ORDER BY name

-- name: project_names
-- Every project.
SELECT id, name, client_id FROM projects ORDER BY name

-- name: meeting_head
-- A meeting without its transcript.
SELECT m.id, m.capture_id, m.title, m.held_on, m.summary, m.topics, m.outcomes, m.format, m.extractor, m.model, m.coverage,
       m.client_id, m.project_id, m.status
FROM meetings m WHERE m.id = %(id)s

-- name: meeting_transcript
-- The transcript exactly as offsets point into it, with its turns.
SELECT id AS meeting_id, title, held_on, format, transcript AS text, turns FROM meetings WHERE id = %(id)s

-- name: meeting_attendees
-- Who was there, in the order of the file.
SELECT coalesce(p.name, a.name) AS name
FROM attendees a LEFT JOIN people p ON p.id = a.person_id
WHERE a.meeting_id = %(meeting_id)s ORDER BY a.id

-- name: meeting_decisions
-- A meeting's decisions with their makers, as they are shown in its record; those that were replaced are left out.
SELECT d.id, d.description, d.reasoning, coalesce(d.quote, '') AS quote, d.turn, d.quote_start AS start, d.quote_end AS end,
       coalesce((SELECT array_agg(coalesce(p.name, k.name) ORDER BY k.id)
                 FROM decision_makers k LEFT JOIN people p ON p.id = k.person_id WHERE k.decision_id = d.id), '{}') AS decided_by
FROM decisions d WHERE d.meeting_id = %(meeting_id)s AND d.status = ANY (%(statuses)s::text[])
ORDER BY d.quote_start NULLS LAST, d.id

-- name: meeting_action_items
-- A meeting's action items, as they are shown in its record.
SELECT a.id, a.description, coalesce(p.name, a.assignee_name) AS assignee, a.assignee_pending, a.due_on, a.due_text,
       coalesce(a.quote, '') AS quote, a.turn, a.quote_start AS start, a.quote_end AS end
FROM action_items a LEFT JOIN people p ON p.id = a.assignee_id
WHERE a.meeting_id = %(meeting_id)s AND a.status = ANY (%(statuses)s::text[])
ORDER BY a.quote_start NULLS LAST, a.id

-- name: meeting_rejected
-- What was proposed for a meeting and not believed, nor accepted by a person since.
SELECT id, kind, text, quote, why, detail FROM rejected_items
WHERE meeting_id = %(meeting_id)s AND accepted_at IS NULL ORDER BY id

-- name: take_rejected
-- A person accepts a rejected item; no row when somebody did already.
UPDATE rejected_items SET accepted_at = now(), accepted_by = %(accepted_by)s
WHERE id = %(id)s AND accepted_at IS NULL
RETURNING id, meeting_id, kind, text, quote, detail

-- name: set_accepted
-- Which fact an accepted item became.
UPDATE rejected_items SET accepted_as = %(accepted_as)s WHERE id = %(id)s

-- name: add_outcome
-- One more outcome of a meeting.
UPDATE meetings SET outcomes = array_append(outcomes, %(text)s) WHERE id = %(id)s

-- name: add_to_summary
-- One more sentence of a meeting's summary.
UPDATE meetings SET summary = concat_ws(' ', nullif(summary, ''), %(text)s::text) WHERE id = %(id)s
