-- name: attendees_of
-- Who is listed in these meetings, settled or not.
SELECT id, meeting_id, name, person_id, pending FROM attendees WHERE meeting_id = ANY(%(meeting_ids)s) ORDER BY id

-- name: unsettled_rows
-- The names in a meeting that stand for nobody yet and do not wait either.
SELECT 'attendee' AS source, a.id, a.name, a.meeting_id, NULL::bigint AS decision_id, a.person_id, a.pending
FROM attendees a WHERE a.meeting_id = %(meeting_id)s AND a.person_id IS NULL AND NOT a.pending
UNION ALL
SELECT 'decision_maker', k.id, k.name, d.meeting_id, d.id, k.person_id, k.pending
FROM decision_makers k JOIN decisions d ON d.id = k.decision_id
WHERE d.meeting_id = %(meeting_id)s AND d.status <> 'replaced' AND k.person_id IS NULL AND NOT k.pending
UNION ALL
SELECT 'action_item', i.id, i.assignee_name, i.meeting_id, NULL, i.assignee_id, i.assignee_pending
FROM action_items i
WHERE i.meeting_id = %(meeting_id)s AND i.status <> 'replaced' AND i.assignee_id IS NULL AND NOT i.assignee_pending
  AND i.assignee_name <> ''
ORDER BY source, id

-- name: waiting_rows
-- Every name that waits for a person, with the place where it was said; for somebody present, the first words spoken.
SELECT 'attendee' AS source, a.id, a.name, m.id AS meeting_id, NULL::bigint AS decision_id, m.title AS meeting,
       m.held_on AS happened_on, m.project_id, p.name AS project, NULL AS text,
       substr(m.transcript, said.start + 1, said."end" - said.start) AS quote, said.turn, said.start, said."end"
FROM attendees a JOIN meetings m ON m.id = a.meeting_id LEFT JOIN projects p ON p.id = m.project_id
LEFT JOIN LATERAL (
    SELECT n::int - 1 AS turn, (t->>'start')::int AS start, least((t->>'end')::int, (t->>'start')::int + 300) AS "end"
    FROM jsonb_array_elements(m.turns) WITH ORDINALITY AS x (t, n)
    WHERE t->>'speaker' = a.name ORDER BY n LIMIT 1
) said ON true
WHERE a.pending AND m.status = 'active'
UNION ALL
SELECT 'decision_maker', k.id, k.name, d.meeting_id, d.id, m.title, d.happened_on, d.project_id, p.name, d.description,
       d.quote, d.turn, d.quote_start, d.quote_end
FROM decision_makers k JOIN decisions d ON d.id = k.decision_id
LEFT JOIN meetings m ON m.id = d.meeting_id LEFT JOIN projects p ON p.id = d.project_id
WHERE k.pending AND d.status IN ('active', 'superseded')
UNION ALL
SELECT 'action_item', i.id, i.assignee_name, i.meeting_id, NULL, m.title, i.happened_on, i.project_id, p.name,
       i.description, i.quote, i.turn, i.quote_start, i.quote_end
FROM action_items i LEFT JOIN meetings m ON m.id = i.meeting_id LEFT JOIN projects p ON p.id = i.project_id
WHERE i.assignee_pending AND i.assignee_name <> '' AND i.status IN ('open', 'done', 'cancelled')

-- name: waiting_names
-- The same rows without their places, to choose from before they are held.
SELECT 'attendee' AS source, a.id, a.name, a.meeting_id, NULL::bigint AS decision_id, a.person_id, a.pending, m.project_id
FROM attendees a JOIN meetings m ON m.id = a.meeting_id WHERE a.pending AND m.status = 'active'
UNION ALL
SELECT 'decision_maker', k.id, k.name, d.meeting_id, d.id, k.person_id, k.pending, d.project_id
FROM decision_makers k JOIN decisions d ON d.id = k.decision_id
WHERE k.pending AND d.status IN ('active', 'superseded')
UNION ALL
SELECT 'action_item', i.id, i.assignee_name, i.meeting_id, NULL, i.assignee_id, i.assignee_pending, i.project_id
FROM action_items i
WHERE i.assignee_pending AND i.assignee_name <> '' AND i.status IN ('open', 'done', 'cancelled')

-- name: rows_of_person
-- Everything that belongs to one person, under the name it was said by; earlier readings of a meeting too.
SELECT 'attendee' AS source, a.id, a.name, a.meeting_id, NULL::bigint AS decision_id, a.person_id, a.pending,
       m.title AS meeting, m.held_on AS happened_on, m.status <> 'replaced' AS current
FROM attendees a JOIN meetings m ON m.id = a.meeting_id WHERE a.person_id = %(person_id)s
UNION ALL
SELECT 'decision_maker', k.id, k.name, d.meeting_id, d.id, k.person_id, k.pending, m.title, d.happened_on,
       d.status <> 'replaced'
FROM decision_makers k JOIN decisions d ON d.id = k.decision_id LEFT JOIN meetings m ON m.id = d.meeting_id
WHERE k.person_id = %(person_id)s
UNION ALL
SELECT 'action_item', i.id, coalesce(i.assignee_name, ''), i.meeting_id, NULL, i.assignee_id, i.assignee_pending, m.title,
       i.happened_on, i.status <> 'replaced'
FROM action_items i LEFT JOIN meetings m ON m.id = i.meeting_id WHERE i.assignee_id = %(person_id)s

-- name: rows_by_id
-- How these rows stand now.
SELECT 'attendee' AS source, a.id, a.name, a.meeting_id, NULL::bigint AS decision_id, a.person_id, a.pending
FROM attendees a WHERE a.id = ANY(%(attendees)s)
UNION ALL
SELECT 'decision_maker', k.id, k.name, d.meeting_id, d.id, k.person_id, k.pending
FROM decision_makers k JOIN decisions d ON d.id = k.decision_id WHERE k.id = ANY(%(decision_makers)s)
UNION ALL
SELECT 'action_item', i.id, coalesce(i.assignee_name, ''), i.meeting_id, NULL, i.assignee_id, i.assignee_pending
FROM action_items i WHERE i.id = ANY(%(action_items)s)

-- name: hold_meetings
-- Meetings whose attendees are about to change: the index of a meeting is made from all of them.
SELECT id FROM meetings WHERE id = ANY(%(ids)s) ORDER BY id FOR NO KEY UPDATE

-- name: hold_decisions
-- Decisions whose makers are about to change, for the same reason.
SELECT id FROM decisions WHERE id = ANY(%(ids)s) ORDER BY id FOR NO KEY UPDATE

-- name: hold_action_items
-- Action items whose owner is about to change.
SELECT id FROM action_items WHERE id = ANY(%(ids)s) ORDER BY id FOR NO KEY UPDATE

-- name: set_attendees
-- Who the names of attendees stand for.
UPDATE attendees r SET person_id = s.person_id, pending = s.pending
FROM unnest(%(ids)s::bigint[], %(person_ids)s::bigint[], %(pending)s::boolean[]) AS s (id, person_id, pending)
WHERE r.id = s.id

-- name: set_decision_makers
-- Who the names of decision makers stand for.
UPDATE decision_makers r SET person_id = s.person_id, pending = s.pending
FROM unnest(%(ids)s::bigint[], %(person_ids)s::bigint[], %(pending)s::boolean[]) AS s (id, person_id, pending)
WHERE r.id = s.id

-- name: set_assignees
-- Who the names of assignees stand for.
UPDATE action_items r SET assignee_id = s.person_id, assignee_pending = s.pending
FROM unnest(%(ids)s::bigint[], %(person_ids)s::bigint[], %(pending)s::boolean[]) AS s (id, person_id, pending)
WHERE r.id = s.id
