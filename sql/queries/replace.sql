-- name: retire_meeting
-- A meeting that a new reading replaces: kept, and out of every search.
UPDATE meetings SET status = 'replaced', replaced_by = %(new_id)s WHERE id = %(meeting_id)s AND status <> 'replaced' RETURNING id

-- name: retire_decisions
-- Its decisions likewise.
UPDATE decisions SET status = 'replaced' WHERE meeting_id = %(meeting_id)s AND status <> 'replaced'

-- name: retire_action_items
-- Its action items likewise; they no longer wait for a name.
UPDATE action_items SET status = 'replaced', assignee_pending = false
WHERE meeting_id = %(meeting_id)s AND status <> 'replaced'

-- name: settle_attendees
-- Names of a replaced meeting no longer wait for a person.
UPDATE attendees SET pending = false WHERE meeting_id = %(meeting_id)s AND pending

-- name: settle_decision_makers
-- Likewise those of its decisions.
UPDATE decision_makers SET pending = false
WHERE pending AND decision_id IN (SELECT id FROM decisions WHERE meeting_id = %(meeting_id)s)

-- name: old_decisions
-- The decisions of a meeting with what people did to them: `edited` are the columns they changed.
SELECT d.id, d.description, d.quote, d.status, d.source_type,
       coalesce((SELECT array_agg(DISTINCT k.key) FROM fact_edits e CROSS JOIN LATERAL jsonb_object_keys(e.after) AS k (key)
                 WHERE e.fact_type = 'decision' AND e.fact_id = d.id), '{}') AS edited,
       coalesce((SELECT (array_agg(e.before->>'description' ORDER BY e.id) FILTER (WHERE e.before ? 'description'))[1]
                 FROM fact_edits e WHERE e.fact_type = 'decision' AND e.fact_id = d.id), d.description) AS as_read,
       EXISTS (SELECT FROM fact_links l WHERE l.state <> 'proposed'
               AND ((l.from_type = 'decision' AND l.from_id = d.id) OR l.to_id = d.id)) AS linked
FROM decisions d
WHERE d.meeting_id = %(meeting_id)s AND d.status <> 'replaced'
ORDER BY d.id

-- name: old_action_items
-- The action items of a meeting with what people did to them.
SELECT a.id, a.description, a.quote, a.status, a.source_type, a.assignee_name, a.assignee_id, a.assignee_pending,
       coalesce((SELECT array_agg(DISTINCT k.key) FROM fact_edits e CROSS JOIN LATERAL jsonb_object_keys(e.after) AS k (key)
                 WHERE e.fact_type = 'action_item' AND e.fact_id = a.id), '{}') AS edited,
       coalesce((SELECT (array_agg(e.before->>'description' ORDER BY e.id) FILTER (WHERE e.before ? 'description'))[1]
                 FROM fact_edits e WHERE e.fact_type = 'action_item' AND e.fact_id = a.id), a.description) AS as_read,
       EXISTS (SELECT FROM fact_links l WHERE l.state <> 'proposed' AND l.from_type = 'action_item' AND l.from_id = a.id) AS linked
FROM action_items a
WHERE a.meeting_id = %(meeting_id)s AND a.status <> 'replaced'
ORDER BY a.id

-- name: carry_decision
-- What people did to the old decision is done to the new one.
UPDATE decisions n SET
    description = CASE WHEN 'description' = ANY (%(edited)s::text[]) THEN o.description ELSE n.description END,
    reasoning = CASE WHEN 'reasoning' = ANY (%(edited)s::text[]) THEN o.reasoning ELSE n.reasoning END,
    happened_on = CASE WHEN 'happened_on' = ANY (%(edited)s::text[]) THEN o.happened_on ELSE n.happened_on END,
    client_id = CASE WHEN 'client_id' = ANY (%(edited)s::text[]) THEN o.client_id ELSE n.client_id END,
    project_id = CASE WHEN 'project_id' = ANY (%(edited)s::text[]) THEN o.project_id ELSE n.project_id END,
    status = o.status
FROM decisions o WHERE o.id = %(old_id)s AND n.id = %(new_id)s

-- name: carry_action_item
-- What people did to the old action item is done to the new one.
UPDATE action_items n SET
    description = CASE WHEN 'description' = ANY (%(edited)s::text[]) THEN o.description ELSE n.description END,
    due_on = CASE WHEN %(edited)s::text[] && ARRAY['due_on', 'due_text'] THEN o.due_on ELSE n.due_on END,
    due_text = CASE WHEN %(edited)s::text[] && ARRAY['due_on', 'due_text'] THEN o.due_text ELSE n.due_text END,
    happened_on = CASE WHEN 'happened_on' = ANY (%(edited)s::text[]) THEN o.happened_on ELSE n.happened_on END,
    client_id = CASE WHEN 'client_id' = ANY (%(edited)s::text[]) THEN o.client_id ELSE n.client_id END,
    project_id = CASE WHEN 'project_id' = ANY (%(edited)s::text[]) THEN o.project_id ELSE n.project_id END,
    status = o.status, status_changed_at = o.status_changed_at,
    assignee_name = CASE WHEN %(keep_assignee)s THEN o.assignee_name ELSE n.assignee_name END,
    assignee_id = CASE WHEN %(keep_assignee)s THEN o.assignee_id ELSE n.assignee_id END,
    assignee_pending = CASE WHEN %(keep_assignee)s THEN o.assignee_pending ELSE n.assignee_pending END
FROM action_items o WHERE o.id = %(old_id)s AND n.id = %(new_id)s

-- name: carry_decision_makers
-- Settled names of the old decision's makers are settled in the new one.
UPDATE decision_makers n SET person_id = o.person_id, pending = false
FROM decision_makers o
WHERE o.decision_id = %(old_id)s AND n.decision_id = %(new_id)s AND o.name = n.name AND o.person_id IS NOT NULL AND NOT o.pending

-- name: carry_attendees
-- Settled names of the old meeting's attendees are settled in the new one.
UPDATE attendees n SET person_id = o.person_id, pending = false
FROM attendees o
WHERE o.meeting_id = %(old_id)s AND n.meeting_id = %(new_id)s AND o.name = n.name AND o.person_id IS NOT NULL AND NOT o.pending

-- name: carry_edits
-- The history of the old fact is the new one's too.
INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by, edited_at)
SELECT fact_type, %(new_id)s, before, after, reason, edited_by, edited_at
FROM fact_edits WHERE fact_type = %(fact_type)s AND fact_id = %(old_id)s ORDER BY id

-- name: carry_links_from
-- What people said about the old fact's links to earlier decisions holds for the new one.
INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id, evidence, state, decided_by, created_at)
SELECT kind, from_type, %(new_id)s, to_type, to_id, evidence, state, decided_by, created_at
FROM fact_links WHERE from_type = %(fact_type)s AND from_id = %(old_id)s AND state <> 'proposed'
ON CONFLICT (kind, from_type, from_id, to_id) DO UPDATE SET state = excluded.state, decided_by = excluded.decided_by

-- name: carry_links_to
-- Likewise the links of later facts to the old decision.
INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id, evidence, state, decided_by, created_at)
SELECT kind, from_type, from_id, to_type, %(new_id)s, evidence, state, decided_by, created_at
FROM fact_links WHERE to_id = %(old_id)s AND state <> 'proposed'
ON CONFLICT (kind, from_type, from_id, to_id) DO UPDATE SET state = excluded.state, decided_by = excluded.decided_by

-- name: move_decision
-- A decision that a person added stays, with the new reading of its meeting.
UPDATE decisions SET meeting_id = %(meeting_id)s, turn = %(turn)s, quote_start = %(quote_start)s, quote_end = %(quote_end)s
WHERE id = %(id)s

-- name: move_action_item
-- An action item that a person added stays, with the new reading of its meeting.
UPDATE action_items SET meeting_id = %(meeting_id)s, turn = %(turn)s, quote_start = %(quote_start)s, quote_end = %(quote_end)s
WHERE id = %(id)s

-- name: carry_rejected
-- A rejected item that a person accepted before does not ask again.
UPDATE rejected_items n SET accepted_at = o.accepted_at, accepted_by = o.accepted_by, accepted_as = o.accepted_as
FROM rejected_items o
WHERE o.meeting_id = %(old_id)s AND n.meeting_id = %(new_id)s AND o.accepted_at IS NOT NULL AND o.kind = n.kind AND o.text = n.text

-- name: edited_meeting
-- Which columns of a meeting people changed.
SELECT array_agg(DISTINCT k.key) FROM fact_edits e CROSS JOIN LATERAL jsonb_object_keys(e.after) AS k (key)
WHERE e.fact_type = 'meeting' AND e.fact_id = %(meeting_id)s

-- name: carry_meeting
-- What people changed of the old meeting is changed in the new one.
UPDATE meetings n SET
    title = CASE WHEN 'title' = ANY (%(edited)s::text[]) THEN o.title ELSE n.title END,
    held_on = CASE WHEN 'held_on' = ANY (%(edited)s::text[]) THEN o.held_on ELSE n.held_on END,
    client_id = CASE WHEN 'client_id' = ANY (%(edited)s::text[]) THEN o.client_id ELSE n.client_id END,
    project_id = CASE WHEN 'project_id' = ANY (%(edited)s::text[]) THEN o.project_id ELSE n.project_id END,
    summary = CASE WHEN %(edited)s::text[] && ARRAY['summary', 'text', 'description'] THEN o.summary ELSE n.summary END
FROM meetings o WHERE o.id = %(old_id)s AND n.id = %(new_id)s
