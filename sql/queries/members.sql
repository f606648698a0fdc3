-- name: member_of_subject
-- Whose sign-in this is, removed members too.
SELECT id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in
FROM members WHERE subject = %(subject)s

-- name: members_of_email
-- Who has this address, held; the one who is not removed comes first.
SELECT id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in
FROM members WHERE lower(email) = %(email)s
ORDER BY removed_at IS NOT NULL, id DESC FOR UPDATE

-- name: member_by_id
-- One member, held.
SELECT id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in
FROM members WHERE id = %(id)s FOR UPDATE

-- name: list_members
-- Every member by address; those who were removed come last.
SELECT id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in
FROM members ORDER BY removed_at IS NOT NULL, lower(coalesce(email, name, subject)), id

-- name: insert_member
-- Somebody new, as the person who has the same address.
INSERT INTO members (subject, email, name, role, groups, person_id)
VALUES (%(subject)s, %(email)s, %(name)s, %(role)s, %(groups)s,
        (SELECT id FROM people WHERE lower(email) = lower(%(email)s) AND merged_into IS NULL))
RETURNING id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in

-- name: bind_member
-- A member who was invited signs in for the first time.
UPDATE members SET subject = %(subject)s, name = coalesce(%(name)s, name), role = %(role)s
WHERE id = %(id)s AND subject IS NULL AND removed_at IS NULL
RETURNING id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in

-- name: change_member
-- What a member may do, and to which groups he or she belongs; one who was removed is back.
UPDATE members SET role = %(role)s, groups = %(groups)s, removed_at = NULL WHERE id = %(id)s
RETURNING id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in

-- name: remove_member
-- A member is out with the next click; what he or she did keeps its author.
UPDATE members SET removed_at = now() WHERE id = %(id)s AND removed_at IS NULL
RETURNING id, name, email, role, groups, removed_at, subject IS NOT NULL AS signed_in

-- name: known_groups
-- The groups that members belong to.
SELECT DISTINCT unnest(groups) FROM members WHERE removed_at IS NULL ORDER BY 1

-- name: members_called
-- Members whom one of these names stands for, by the sign-in or as a person of this memory.
SELECT m.id, coalesce(p.name, m.name, m.email, '') AS name
FROM members m LEFT JOIN people p ON p.id = m.person_id
WHERE m.removed_at IS NULL
  AND (lower(m.name) = ANY(%(names)s) OR lower(p.name) = ANY(%(names)s)
       OR EXISTS (SELECT FROM entity_aliases a WHERE a.entity_type = 'person' AND a.entity_id = p.id
                  AND a.revoked_at IS NULL AND a.project_id IS NULL AND lower(a.alias) = ANY(%(names)s)))
ORDER BY m.id

-- name: member_names
-- What members are called.
SELECT m.id, coalesce(p.name, m.name, m.email, '') AS name
FROM members m LEFT JOIN people p ON p.id = m.person_id WHERE m.id = ANY(%(ids)s) ORDER BY m.id
