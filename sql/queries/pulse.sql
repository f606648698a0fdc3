-- name: day_decisions
-- What the team decided on a day, or learned on it of an earlier one; restricted meetings are nobody's news.
SELECT d.description, d.reasoning, m.title AS meeting,
       (SELECT string_agg(coalesce(p.name, k.name), ', ' ORDER BY k.id)
        FROM decision_makers k LEFT JOIN people p ON p.id = k.person_id WHERE k.decision_id = d.id) AS people
FROM decisions d LEFT JOIN meetings m ON m.id = d.meeting_id
WHERE d.audience IS NULL AND d.status = 'active'
  AND (d.happened_on = %(day)s
       OR (d.source_type <> 'import' AND (d.captured_at AT TIME ZONE %(timezone)s)::date = %(day)s
           AND (d.happened_on IS NULL OR d.happened_on <= %(day)s)))
ORDER BY m.title, d.meeting_id, d.quote_start, d.id

-- name: day_opened
-- Action items taken on a day, or learned of on it.
SELECT a.description, coalesce(p.name, a.assignee_name) AS people, a.due_on, a.due_text, m.title AS meeting
FROM action_items a LEFT JOIN meetings m ON m.id = a.meeting_id LEFT JOIN people p ON p.id = a.assignee_id
WHERE a.audience IS NULL AND a.status IN ('open', 'done', 'cancelled')
  AND (a.happened_on = %(day)s
       OR (a.source_type <> 'import' AND (a.captured_at AT TIME ZONE %(timezone)s)::date = %(day)s
           AND (a.happened_on IS NULL OR a.happened_on <= %(day)s)))
ORDER BY m.title, a.meeting_id, a.quote_start, a.id

-- name: day_closed
-- Action items that were done or cancelled on a day.
SELECT a.description, coalesce(p.name, a.assignee_name) AS people, a.due_on, a.due_text, m.title AS meeting
FROM action_items a LEFT JOIN meetings m ON m.id = a.meeting_id LEFT JOIN people p ON p.id = a.assignee_id
WHERE a.audience IS NULL AND a.status IN ('done', 'cancelled')
  AND (a.status_changed_at AT TIME ZONE %(timezone)s)::date = %(day)s
ORDER BY a.status_changed_at, a.id

-- name: day_overdue
-- Action items that are open although their day has passed, the longest overdue first.
SELECT a.description, coalesce(p.name, a.assignee_name) AS people, a.due_on, a.due_text, m.title AS meeting
FROM action_items a LEFT JOIN meetings m ON m.id = a.meeting_id LEFT JOIN people p ON p.id = a.assignee_id
WHERE a.audience IS NULL AND a.status = 'open' AND a.due_on < %(day)s
ORDER BY a.due_on, a.id

-- name: names_that_wait
-- Names in the team's meetings that wait for a person to say who they are, the most used first.
SELECT name FROM (
    SELECT a.assignee_name AS name FROM action_items a WHERE a.assignee_pending AND a.audience IS NULL AND a.status = 'open'
    UNION ALL
    SELECT k.name FROM decision_makers k JOIN decisions d ON d.id = k.decision_id
    WHERE k.pending AND d.audience IS NULL AND d.status IN ('active', 'superseded')
    UNION ALL
    SELECT t.name FROM attendees t JOIN meetings m ON m.id = t.meeting_id
    WHERE t.pending AND m.audience IS NULL AND m.status = 'active'
) waiting
GROUP BY name
ORDER BY count(*) DESC, name

-- name: stored_pulse
-- The digest that is kept for a day.
SELECT id, day, text, captured_at, triggered_by_user_id, triggered_by_agent, status, source_type, source_id,
       EXISTS (SELECT FROM fact_edits e WHERE e.fact_type = 'pulse_summary' AND e.fact_id = s.id) AS edited
FROM pulse_summaries s
WHERE day = %(day)s AND source_type = 'pulse' AND status = 'active'

-- name: known_before
-- Whether anything was remembered before a moment.
SELECT EXISTS (SELECT FROM fact_index WHERE captured_at < %(moment)s) AS known

-- name: retire_pulse
-- The day went on: its digest is made anew.
UPDATE pulse_summaries SET status = 'replaced' WHERE id = %(id)s

-- name: insert_pulse
-- Keep a day's digest; no row when there is one.
INSERT INTO pulse_summaries (day, text, source_type, source_id, triggered_by_user_id, triggered_by_agent)
VALUES (%(day)s, %(text)s, %(source_type)s, %(source_id)s, %(triggered_by_user_id)s, %(triggered_by_agent)s)
ON CONFLICT (day) WHERE source_type = 'pulse' AND status = 'active' DO NOTHING
RETURNING id
