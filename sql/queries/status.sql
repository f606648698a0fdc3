-- name: database_state
-- What the database is and how much it holds that one may see; meetings are counted up to a number when given.
SELECT current_setting('server_version') AS server_version,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_version,
       (SELECT coalesce(max(name), '') FROM schema_migrations WHERE name NOT LIKE '%%/%%') AS schema_version,
       (SELECT count(*) FROM (SELECT FROM meetings WHERE status = 'active' LIMIT %(most)s) m) AS meetings,
       (SELECT count(*) FROM (
            SELECT lower(assignee_name) FROM action_items WHERE assignee_pending AND status = 'open'
            UNION
            SELECT lower(k.name) FROM decision_makers k JOIN decisions d ON d.id = k.decision_id
            WHERE k.pending AND d.status IN ('active', 'superseded')
        ) waiting) AS pending_names

-- name: capture_states
-- How many captures stand where, each state counted up to a number when given.
SELECT s.state, (SELECT count(*) FROM (SELECT FROM captures c WHERE c.state = s.state LIMIT %(most)s) c) AS count
FROM unnest(%(states)s::text[]) AS s (state)
