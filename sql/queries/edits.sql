-- name: decision_columns
-- What people may change of a decision, held until the transaction ends.
SELECT description, reasoning, happened_on, client_id, project_id, status FROM decisions WHERE id = %(id)s FOR UPDATE

-- name: action_item_columns
-- What people may change of an action item.
SELECT description, assignee_name, assignee_id, assignee_pending, due_text, due_on, happened_on, client_id, project_id, status
FROM action_items WHERE id = %(id)s FOR UPDATE

-- name: meeting_columns
-- What people may change of a meeting.
SELECT title, summary, held_on, client_id, project_id, status FROM meetings WHERE id = %(id)s FOR UPDATE

-- name: client_context_columns
-- What people may change of a note about a client.
SELECT text, happened_on, client_id, status FROM client_contexts WHERE id = %(id)s FOR UPDATE

-- name: project_context_columns
-- What people may change of a note about a project.
SELECT text, happened_on, project_id, status FROM project_contexts WHERE id = %(id)s FOR UPDATE

-- name: pulse_summary_columns
-- What people may change of a digest.
SELECT text, status FROM pulse_summaries WHERE id = %(id)s FOR UPDATE

-- name: edit_decision
-- Write a decision's columns anew; what changed of its words costs it its vector at once.
UPDATE decisions SET description = %(description)s, reasoning = %(reasoning)s, happened_on = %(happened_on)s,
    client_id = %(client_id)s, project_id = %(project_id)s, status = %(status)s
WHERE id = %(id)s

-- name: edit_action_item
-- Write an action item's columns anew.
UPDATE action_items SET description = %(description)s, assignee_name = %(assignee_name)s, assignee_id = %(assignee_id)s,
    assignee_pending = %(assignee_pending)s, due_text = %(due_text)s, due_on = %(due_on)s, happened_on = %(happened_on)s,
    client_id = %(client_id)s, project_id = %(project_id)s, status = %(status)s,
    status_changed_at = CASE WHEN status = %(status)s THEN status_changed_at ELSE now() END
WHERE id = %(id)s

-- name: edit_meeting
-- Write a meeting's columns anew; the copies that its facts carry follow.
UPDATE meetings SET title = %(title)s, summary = %(summary)s, held_on = %(held_on)s, client_id = %(client_id)s,
    project_id = %(project_id)s, status = %(status)s
WHERE id = %(id)s

-- name: edit_client_context
-- Write a note about a client anew.
UPDATE client_contexts SET text = %(text)s, happened_on = %(happened_on)s, client_id = %(client_id)s, status = %(status)s
WHERE id = %(id)s

-- name: edit_project_context
-- Write a note about a project anew.
UPDATE project_contexts SET text = %(text)s, happened_on = %(happened_on)s, project_id = %(project_id)s, status = %(status)s
WHERE id = %(id)s

-- name: edit_pulse_summary
-- Write a digest anew.
UPDATE pulse_summaries SET text = %(text)s, status = %(status)s WHERE id = %(id)s

-- name: insert_edit
-- Keep what a fact said before and after, who changed it and why.
INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by)
VALUES (%(fact_type)s, %(fact_id)s, %(before)s, %(after)s, %(reason)s, %(edited_by)s)

-- name: status_before_wrong
-- The status a fact had when it was last marked as wrong.
SELECT before->>'status' FROM fact_edits
WHERE fact_type = %(fact_type)s AND fact_id = %(fact_id)s AND after->>'status' = 'wrong'
ORDER BY id DESC LIMIT 1

-- name: delete_decision
-- Remove a decision; its history, links and vector go with it.
DELETE FROM decisions WHERE id = %(id)s

-- name: delete_action_item
-- Remove an action item.
DELETE FROM action_items WHERE id = %(id)s

-- name: delete_client_context
-- Remove a note about a client.
DELETE FROM client_contexts WHERE id = %(id)s

-- name: delete_project_context
-- Remove a note about a project.
DELETE FROM project_contexts WHERE id = %(id)s

-- name: delete_pulse_summary
-- Remove a digest.
DELETE FROM pulse_summaries WHERE id = %(id)s

-- name: delete_answers_citing
-- Answers, whoever asked, that cite a fact or nearly did, and what was asked after them in the same conversation.
DELETE FROM answers later USING (
    SELECT conversation, min(asked_at) AS since FROM answers a
    WHERE EXISTS (
        SELECT FROM jsonb_array_elements(coalesce(a.answer->'citations', '[]') || coalesce(a.answer->'near_misses', '[]')) told
        WHERE told->>'fact_type' = %(fact_type)s AND (told->>'fact_id')::bigint = %(fact_id)s
    )
    GROUP BY conversation
) telling
WHERE later.conversation = telling.conversation AND later.asked_at >= telling.since

-- name: delete_digests_repeating
-- Digests that repeat a sentence; the day's digest can be made again without it.
DELETE FROM pulse_summaries WHERE position(rtrim(%(sentence)s, '. ') IN text) > 0

-- name: decide_link
-- A person says whether a link holds.
UPDATE fact_links SET state = %(state)s, decided_by = %(decided_by)s WHERE id = %(link_id)s
RETURNING kind, from_type, from_id, to_id, state

-- name: confirm_successor
-- A person says that a decision takes the place of another.
INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id, state, decided_by)
VALUES ('supersedes', 'decision', %(successor_id)s, 'decision', %(decision_id)s, 'confirmed', %(decided_by)s)
ON CONFLICT (kind, from_type, from_id, to_id) DO UPDATE SET state = 'confirmed', decided_by = EXCLUDED.decided_by
