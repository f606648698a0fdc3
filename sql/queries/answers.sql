-- name: known_names
-- Every client, project and person, as a question may name them.
SELECT 'client' AS type, id, name, '{}'::text[] AS nicknames, NULL AS email FROM clients
UNION ALL
SELECT 'project', id, name, '{}', NULL FROM projects
UNION ALL
SELECT 'person', id, name, nicknames, email FROM people WHERE merged_into IS NULL

-- name: known_aliases
-- What people say that clients, projects and people are also called, wherever it is said; what Memo itself was once
-- certain of is judged anew, because somebody else of that name may be known by now.
SELECT entity_type AS type, alias_key, entity_id AS id FROM entity_aliases
WHERE revoked_at IS NULL AND project_id IS NULL AND NOT auto_resolved

-- name: person_of_member
-- The person that a member is: as was settled, else by address, else by a name that only one has.
SELECT 'person' AS type, p.id, p.name, p.nicknames, p.email
FROM members m JOIN people p ON p.merged_into IS NULL
 AND (p.id = m.person_id
      OR (m.person_id IS NULL
          AND (lower(p.email) = lower(m.email)
               OR (lower(p.name) = lower(m.name)
                   AND (SELECT count(*) FROM people s WHERE lower(s.name) = lower(m.name) AND s.merged_into IS NULL) = 1))))
WHERE m.id = %(member_id)s
ORDER BY p.id = m.person_id DESC NULLS LAST, lower(p.email) = lower(m.email) DESC NULLS LAST
LIMIT 1

-- name: meetings_called
-- The meetings whose title holds all of these words (any title without words), newest first; none of a day after
-- `until` or before `since`. One without a day may be meant too, unless it is asked for since when.
SELECT id, title, held_on FROM meetings
WHERE status = 'active'
  AND (%(words)s = '' OR to_tsvector('memo_english', title) @@ plainto_tsquery('memo_english', %(words)s))
  AND (%(since)s::date IS NULL OR held_on >= %(since)s)
  AND (%(until)s::date IS NULL OR held_on <= %(until)s OR held_on IS NULL)
ORDER BY held_on DESC NULLS LAST, id DESC
LIMIT %(limit)s

-- name: save_answer
-- An answer as it was shown; only the one who asked reads it back.
INSERT INTO answers (conversation, question, asked, answer, abstained, asked_by, cost_microdollars)
VALUES (coalesce(%(conversation)s::uuid, gen_random_uuid()), %(question)s, %(asked)s, %(answer)s, %(abstained)s,
        %(asked_by)s, %(cost_microdollars)s)
RETURNING id, conversation

-- name: conversation_turns
-- The last questions and answers of a conversation, oldest first.
SELECT question, asked, answer FROM (
    SELECT id, question, asked, answer->>'answer' AS answer FROM answers
    WHERE conversation = %(conversation)s AND asked_by = %(asked_by)s ORDER BY id DESC LIMIT %(limit)s
) last ORDER BY id

-- name: my_answers
-- What one person asked, newest first.
SELECT id, conversation, question, asked, answer, feedback, asked_at FROM answers
WHERE asked_by = %(asked_by)s AND (%(before)s::bigint IS NULL OR id < %(before)s)
ORDER BY id DESC LIMIT %(limit)s

-- name: my_answer
-- One answer, for the one who asked.
SELECT id, conversation, question, asked, answer, feedback, asked_at FROM answers
WHERE id = %(answer_id)s AND asked_by = %(asked_by)s

-- name: my_conversation
-- What one person asked in a conversation, oldest first, up to a number of answers.
SELECT id, conversation, question, asked, answer, feedback, asked_at FROM (
    SELECT * FROM answers WHERE conversation = %(conversation)s AND asked_by = %(asked_by)s ORDER BY id DESC LIMIT %(limit)s
) last ORDER BY id

-- name: set_feedback
-- What the one who asked says about the answer.
UPDATE answers SET feedback = %(feedback)s WHERE id = %(answer_id)s AND asked_by = %(asked_by)s
