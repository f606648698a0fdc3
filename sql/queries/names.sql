-- name: take_time
-- A capture may think longer than a page between two statements, and wait longer for others.
SELECT set_config('idle_in_transaction_session_timeout', '60s', true), set_config('lock_timeout', '15s', true)

-- name: hold_people_list
-- Nobody else adds or merges people until this transaction ends.
SELECT pg_advisory_xact_lock(1835363696, 1)

-- name: known_of_type
-- Every person, client or project.
SELECT id, name, nicknames, email FROM people WHERE %(type)s = 'person' AND merged_into IS NULL
UNION ALL
SELECT id, name, '{}', NULL FROM clients WHERE %(type)s = 'client'
UNION ALL
SELECT id, name, '{}', NULL FROM projects WHERE %(type)s = 'project'

-- name: mark_of_type
-- A number that changes with every change among the people, clients or projects.
SELECT count(*) || ':' || coalesce(sum(hashtextextended(concat_ws(chr(1), id, name, email, nicknames), 0)::numeric), 0)
FROM (
    SELECT id, name, nicknames::text AS nicknames, email FROM people WHERE %(type)s = 'person' AND merged_into IS NULL
    UNION ALL
    SELECT id, name, '', NULL FROM clients WHERE %(type)s = 'client'
    UNION ALL
    SELECT id, name, '', NULL FROM projects WHERE %(type)s = 'project'
) known

-- name: named_of_type
-- Every person, client or project by name.
SELECT id, name FROM (
    SELECT id, name FROM people WHERE %(type)s = 'person' AND merged_into IS NULL
    UNION ALL
    SELECT id, name FROM clients WHERE %(type)s = 'client'
    UNION ALL
    SELECT id, name FROM projects WHERE %(type)s = 'project'
) known ORDER BY lower(name), id

-- name: aliases_in_scope
-- Names that a person confirmed, everywhere or in one of these projects.
SELECT alias_key, entity_id, project_id FROM entity_aliases
WHERE entity_type = %(type)s AND revoked_at IS NULL AND NOT auto_resolved
  AND (project_id IS NULL OR project_id = ANY(%(project_ids)s))

-- name: revoked_aliases
-- What a person took back, and nobody has confirmed since: no longer to be taken for certain.
SELECT DISTINCT r.alias_key, r.entity_id FROM entity_aliases r
WHERE r.entity_type = %(type)s AND r.revoked_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM entity_aliases l WHERE l.revoked_at IS NULL AND l.entity_type = r.entity_type
                  AND l.alias_key = r.alias_key AND l.entity_id = r.entity_id)

-- name: meeting_in_words
-- What the names of a meeting are judged by: its project, its earlier readings, who speaks in it.
WITH RECURSIVE readings AS (
    SELECT id FROM meetings WHERE id = %(meeting_id)s
    UNION
    SELECT m.id FROM meetings m JOIN readings r ON m.replaced_by = r.id
)
SELECT m.project_id, (SELECT array_agg(id) FROM readings) AS readings,
       coalesce((SELECT array_agg(DISTINCT t->>'speaker') FROM jsonb_array_elements(m.turns) t
                 WHERE t->>'speaker' IS NOT NULL), '{}') AS speakers
FROM meetings m WHERE m.id = %(meeting_id)s

-- name: settled_names
-- What people said about names in these meetings, the oldest first; nobody (NULL) when none of the candidates was meant.
SELECT r.alias_key, coalesce(p.merged_into, r.entity_id) AS person_id
FROM name_receipts r LEFT JOIN people p ON p.id = r.entity_id
WHERE r.undone_at IS NULL AND r.kind IN ('confirm', 'dismiss') AND r.entity_type = 'person'
  AND r.meeting_ids && %(meeting_ids)s::bigint[]
ORDER BY r.id

-- name: lately
-- The newest things that each of these people had to do with, that one may see.
SELECT w.id AS person_id, f.fact_type, f.fact_id, coalesce(d.description, a.description, m.title) AS text, f.happened_on
FROM unnest(%(person_ids)s::bigint[]) AS w (id)
CROSS JOIN LATERAL (
    SELECT i.fact_type, i.fact_id, i.happened_on FROM fact_index i
    WHERE i.people @> ARRAY[w.id] AND i.status IN ('active', 'superseded', 'open', 'done')
    ORDER BY memo_day(i.happened_on) DESC, i.fact_type, i.fact_id DESC LIMIT %(limit)s
) f
LEFT JOIN decisions d ON f.fact_type = 'decision' AND d.id = f.fact_id
LEFT JOIN action_items a ON f.fact_type = 'action_item' AND a.id = f.fact_id
LEFT JOIN meetings m ON f.fact_type = 'meeting' AND m.id = f.fact_id
WHERE coalesce(d.description, a.description, m.title) IS NOT NULL

-- name: insert_person
-- Somebody new.
INSERT INTO people (name) VALUES (%(name)s) RETURNING id

-- name: hold_people
-- People who are about to be named: nobody merges or removes them meanwhile.
SELECT id, name, merged_into FROM people WHERE id = ANY(%(ids)s) ORDER BY id FOR SHARE

-- name: hold_people_to_change
-- People who are about to be merged or split.
SELECT id, name, email, slack_user_id, nicknames, merged_into FROM people WHERE id = ANY(%(ids)s) ORDER BY id FOR UPDATE

-- name: set_person
-- What is known of a person, and whether he or she is part of another.
UPDATE people SET email = %(email)s, slack_user_id = %(slack_user_id)s, nicknames = %(nicknames)s,
                  merged_into = %(merged_into)s
WHERE id = %(id)s

-- name: delete_unused_person
-- A person whom nothing needs any more.
DELETE FROM people p WHERE p.id = %(id)s
  AND NOT EXISTS (SELECT FROM attendees WHERE person_id = p.id)
  AND NOT EXISTS (SELECT FROM decision_makers WHERE person_id = p.id)
  AND NOT EXISTS (SELECT FROM action_items WHERE assignee_id = p.id)
  AND NOT EXISTS (SELECT FROM members WHERE person_id = p.id)
  AND NOT EXISTS (SELECT FROM people WHERE merged_into = p.id)
  AND NOT EXISTS (SELECT FROM entity_aliases WHERE entity_type = 'person' AND entity_id = p.id)

-- name: members_of_person
-- Whose sign-in this person is.
SELECT id FROM members WHERE person_id = %(person_id)s ORDER BY id

-- name: set_members
-- Sign-ins belong to another person.
UPDATE members SET person_id = %(person_id)s WHERE id = ANY(%(ids)s)

-- name: entity_name
-- The name of a client or a project.
SELECT name FROM clients WHERE %(type)s = 'client' AND id = %(id)s
UNION ALL
SELECT name FROM projects WHERE %(type)s = 'project' AND id = %(id)s

-- name: insert_alias
-- Another name; no row when that name has an owner in that scope already. Waits for whoever is writing the same.
INSERT INTO entity_aliases (entity_type, entity_id, alias, alias_key, project_id, confidence, auto_resolved, confirmed_by)
VALUES (%(type)s, %(entity_id)s, %(alias)s, %(alias_key)s, %(project_id)s, %(confidence)s, %(auto_resolved)s,
        %(confirmed_by)s)
ON CONFLICT (entity_type, alias_key, project_id) WHERE revoked_at IS NULL DO NOTHING
RETURNING id

-- name: live_alias
-- Who owns a name in one scope.
SELECT id, entity_id, auto_resolved, confirmed_by, created_at FROM entity_aliases
WHERE entity_type = %(type)s AND alias_key = %(alias_key)s AND project_id IS NOT DISTINCT FROM %(project_id)s::bigint
  AND revoked_at IS NULL
FOR UPDATE

-- name: aliases
-- Every live alias with whom or what it stands for, the newest first.
SELECT a.id, a.entity_type AS type, a.entity_id, coalesce(p.name, c.name, j.name, '') AS name, a.alias, s.name AS project,
       a.confidence, a.auto_resolved, a.confirmed_by, a.created_at
FROM entity_aliases a
LEFT JOIN people p ON a.entity_type = 'person' AND p.id = a.entity_id
LEFT JOIN clients c ON a.entity_type = 'client' AND c.id = a.entity_id
LEFT JOIN projects j ON a.entity_type = 'project' AND j.id = a.entity_id
LEFT JOIN projects s ON s.id = a.project_id
WHERE a.revoked_at IS NULL
ORDER BY a.id DESC

-- name: aliases_of_person
-- The live aliases of one person.
SELECT id, alias_key FROM entity_aliases
WHERE entity_type = 'person' AND entity_id = %(person_id)s AND revoked_at IS NULL ORDER BY id FOR UPDATE

-- name: move_aliases
-- Aliases that now stand for somebody else.
UPDATE entity_aliases SET entity_id = %(to_id)s WHERE id = ANY(%(ids)s) AND entity_id = %(from_id)s

-- name: revoke_alias
-- An alias that no longer holds; no row when it was revoked before.
UPDATE entity_aliases SET revoked_at = now() WHERE id = %(id)s AND revoked_at IS NULL
RETURNING entity_type AS type, entity_id, alias, alias_key

-- name: restore_alias
-- An alias that holds again; no row when its name has another owner by now.
UPDATE entity_aliases a SET revoked_at = NULL
WHERE a.id = %(id)s AND a.revoked_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM entity_aliases l WHERE l.revoked_at IS NULL AND l.entity_type = a.entity_type
                  AND l.alias_key = a.alias_key AND l.project_id IS NOT DISTINCT FROM a.project_id)
RETURNING id

-- name: delete_alias
-- An alias that should never have been.
DELETE FROM entity_aliases WHERE id = %(id)s

-- name: insert_receipt
-- What a decision about a name changed.
INSERT INTO name_receipts (kind, entity_type, mention, alias_key, entity_id, meeting_ids, changes, done_by)
VALUES (%(kind)s, %(type)s, %(mention)s, %(alias_key)s, %(entity_id)s, %(meeting_ids)s, %(changes)s, %(done_by)s)
RETURNING id, kind, entity_type AS type, mention, alias_key, entity_id, meeting_ids, changes, done_by, done_at, undone_at

-- name: take_receipt
-- One receipt, for undoing it.
SELECT id, kind, entity_type AS type, mention, alias_key, entity_id, meeting_ids, changes, done_by, done_at, undone_at
FROM name_receipts WHERE id = %(id)s FOR UPDATE

-- name: mark_undone
-- The receipt no longer holds.
UPDATE name_receipts SET undone_at = now() WHERE id = %(id)s

-- name: recent_receipts
-- The newest decisions about names.
SELECT id, kind, entity_type AS type, mention, alias_key, entity_id, meeting_ids, changes, done_by, done_at, undone_at
FROM name_receipts ORDER BY id DESC LIMIT %(limit)s

-- name: last_word
-- The newest decision about a name, in one meeting when given.
SELECT id, kind, entity_type AS type, mention, alias_key, entity_id, meeting_ids, changes, done_by, done_at, undone_at
FROM name_receipts
WHERE entity_type = %(type)s AND alias_key = %(alias_key)s AND kind IN ('confirm', 'dismiss') AND undone_at IS NULL
  AND (%(meeting_id)s::bigint IS NULL OR meeting_ids @> ARRAY[%(meeting_id)s::bigint])
ORDER BY id DESC LIMIT 1
