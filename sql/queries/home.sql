-- name: home_counts
-- What is open, overdue on a day, decided since another, each counted up to a number; what waits for a person; and whether
-- anything was ever handed in (a digest is made without that).
SELECT (SELECT count(*) FROM (SELECT FROM action_items WHERE status = 'open' LIMIT %(most)s) o) AS open,
       (SELECT count(*) FROM (
            SELECT FROM action_items WHERE status = 'open' AND due_on < %(today)s LIMIT %(most)s) o) AS overdue,
       (SELECT count(*) FROM (
            SELECT FROM decisions WHERE status = 'active' AND happened_on >= %(since)s LIMIT %(most)s) d) AS decided,
       (SELECT count(*) FROM (
            SELECT FROM decisions
            WHERE status = 'active' AND happened_on IS NULL AND source_type <> 'import' AND captured_at >= %(since)s
            LIMIT %(most)s) d) AS undated,
       (SELECT count(*) FROM (
            SELECT lower(assignee_name) FROM action_items WHERE assignee_pending AND status = 'open'
            UNION
            SELECT lower(k.name) FROM decision_makers k JOIN decisions d ON d.id = k.decision_id
            WHERE k.pending AND d.status IN ('active', 'superseded')
            UNION
            SELECT lower(t.name) FROM attendees t JOIN meetings m ON m.id = t.meeting_id WHERE t.pending AND m.status = 'active'
        ) waiting) AS names,
       (EXISTS (SELECT FROM captures) OR EXISTS (SELECT FROM fact_index WHERE fact_type <> 'pulse_summary')) AS anything

-- name: undated_decisions
-- The decisions without a day that were captured since one, the newest first; an import says nothing about when.
SELECT id FROM decisions
WHERE status = 'active' AND happened_on IS NULL AND source_type <> 'import' AND captured_at >= %(since)s
ORDER BY captured_at DESC, id DESC
LIMIT %(limit)s

-- name: open_items
-- Open action items by the day they are due; those without one come last, the newest first.
SELECT a.id, a.description, coalesce(p.name, a.assignee_name) AS assignee, a.assignee_pending, a.due_on, a.due_text,
       a.meeting_id, m.title AS meeting, a.turn
FROM action_items a LEFT JOIN people p ON p.id = a.assignee_id LEFT JOIN meetings m ON m.id = a.meeting_id
WHERE a.status = 'open'
ORDER BY a.due_on NULLS LAST, a.happened_on DESC NULLS LAST, a.id
LIMIT %(limit)s

-- name: captures_to_watch
-- The newest captures that are being read, wait, or ended without all of it being read.
SELECT c.id AS capture_id, c.meeting_id, c.state, c.file_name, coalesce(m.title, c.requested->>'title') AS title, c.attempts,
       c.last_error AS error, c.parts, c.parts_done, c.facts_so_far AS facts, c.received_at,
       NULL::bigint AS cost_microdollars
FROM captures c LEFT JOIN meetings m ON m.id = c.meeting_id
WHERE c.state <> 'stored'
ORDER BY c.received_at DESC, c.id DESC
LIMIT %(limit)s

-- name: set_action_status
-- An action item is open, done or cancelled from now on, and its history says who said so; no row when it was that already.
WITH old AS (
    SELECT id, status FROM action_items
    WHERE id = %(id)s AND status IN ('open', 'done', 'cancelled') AND status <> %(status)s FOR UPDATE
), noted AS (
    INSERT INTO fact_edits (fact_type, fact_id, before, after, reason, edited_by)
    SELECT 'action_item', id, jsonb_build_object('status', status), jsonb_build_object('status', %(status)s::text),
           %(reason)s, %(edited_by)s
    FROM old
)
UPDATE action_items a SET status = %(status)s, status_changed_at = now() FROM old WHERE a.id = old.id
RETURNING a.id

-- name: workers_alive
-- How many workers gave a sign of life within so many seconds.
SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - %(seconds)s * interval '1 second'
