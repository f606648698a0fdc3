-- name: fact_origin
-- Where a fact comes from: the file that its meeting was read from, and who set that off; who has an action item.
SELECT c.file_name, c.received_at, coalesce(p.name, m.email) AS member,
       (SELECT assignee_id FROM action_items WHERE id = %(action_item_id)s) AS assignee_id
FROM (SELECT %(meeting_id)s::bigint AS meeting_id, %(member_id)s::bigint AS member_id) asked
LEFT JOIN meetings t ON t.id = asked.meeting_id
LEFT JOIN captures c ON c.id = t.capture_id
LEFT JOIN members m ON m.id = asked.member_id
LEFT JOIN people p ON p.id = m.person_id

-- name: fact_history
-- What a fact said before, the newest change first, with the name of who made it.
SELECT e.before, e.after, e.reason, coalesce(p.name, m.email, e.edited_by) AS edited_by, e.edited_at
FROM fact_edits e
LEFT JOIN members m ON e.edited_by = 'member:' || m.id
LEFT JOIN people p ON p.id = m.person_id
WHERE e.fact_type = %(fact_type)s AND e.fact_id = %(fact_id)s
ORDER BY e.id DESC

-- name: links_of_fact
-- The links of a fact to others, in either direction; those that a person refused are left out.
SELECT id, kind, from_type, from_id, to_type, to_id, state FROM fact_links
WHERE state <> 'rejected'
  AND ((from_type = %(fact_type)s AND from_id = %(fact_id)s) OR (to_type = %(fact_type)s AND to_id = %(fact_id)s))
ORDER BY id

-- name: successors
-- The decisions that take, or may take, the place of others; what is wrong or was read anew takes nothing's place.
SELECT l.id AS link_id, l.to_id AS decision_id, l.state, d.id AS successor_id, d.description AS text, d.happened_on
FROM fact_links l JOIN decisions d ON d.id = l.from_id
WHERE l.kind = 'supersedes' AND l.from_type = 'decision' AND l.state <> 'rejected' AND l.to_id = ANY(%(ids)s)
  AND d.status IN ('active', 'superseded')
ORDER BY l.to_id, l.state, l.id

-- name: facts_beside
-- The decisions and action items of a meeting that were said nearest to a turn.
SELECT fact_type, fact_id FROM fact_index
WHERE meeting_id = %(meeting_id)s AND fact_type IN ('decision', 'action_item') AND status <> ALL(%(hidden)s)
  AND (fact_type, fact_id) <> (%(fact_type)s, %(fact_id)s)
ORDER BY abs(turn - %(turn)s::int), fact_type, fact_id
LIMIT %(limit)s

-- name: fact_weeks
-- How many of the newest facts that pass, at most so many, happened in each week that begins on Monday, by type.
SELECT newest.week, newest.fact_type, count(*) AS facts
FROM (
    SELECT i.happened_on - (i.happened_on - date '0001-01-01') %% 7 AS week, i.fact_type
    FROM fact_index i
    WHERE i.happened_on IS NOT NULL
      AND memo_passes(i, %(fact_types)s, %(client_id)s, %(project_id)s, %(person_id)s, %(meeting_id)s, %(since)s,
                      %(until)s, %(statuses)s, %(hidden)s,
                      websearch_to_tsquery('memo_english', %(text)s),
                      websearch_to_tsquery('memo_english', %(without)s))
    ORDER BY memo_day(i.happened_on) DESC
    LIMIT %(most)s
) newest
GROUP BY 1, 2
ORDER BY 1, 2

-- name: newest_meetings
-- The newest meetings by title.
SELECT id, title, held_on FROM meetings WHERE status <> 'replaced' ORDER BY held_on DESC NULLS LAST, id DESC LIMIT %(limit)s

-- name: names_of_ids
-- The names that ids in a fact's history stand for.
SELECT 'client_id' AS key, id, name FROM clients WHERE id = ANY(%(client_ids)s)
UNION ALL
SELECT 'project_id', id, name FROM projects WHERE id = ANY(%(project_ids)s)
UNION ALL
SELECT 'assignee_id', id, name FROM people WHERE id = ANY(%(people_ids)s)
