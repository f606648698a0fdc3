-- name: upsert_note
-- Keep a note as its provider has it now.
INSERT INTO notes AS n (provider, key, title, held_on, content, content_sha256, changed_at)
VALUES (%(provider)s, %(key)s, %(title)s, %(held_on)s, %(content)s, %(content_sha256)s, %(changed_at)s)
ON CONFLICT (provider, key) DO UPDATE SET
    title = excluded.title, held_on = excluded.held_on, content = excluded.content, content_sha256 = excluded.content_sha256,
    changed_at = excluded.changed_at, synced_at = now()
RETURNING n.id

-- name: note_versions
-- What is kept of a provider's notes, to see which have changed.
SELECT key, content_sha256, changed_at FROM notes WHERE provider = %(provider)s

-- name: list_notes
-- Every note, the newest meeting first; `state` says whether its present words were captured.
SELECT id, provider, key, title, held_on, length(content) AS chars, synced_at, capture_id,
       CASE WHEN capture_id IS NULL THEN 'new' WHEN captured_sha256 = content_sha256 THEN 'captured' ELSE 'changed' END AS state
FROM notes
ORDER BY coalesce(held_on, synced_at::date) DESC, id DESC

-- name: find_note
-- A note by its number, else by its provider's key, with or without the provider before it.
SELECT id, provider, key, title, held_on, content, content_sha256, captured_sha256
FROM notes
WHERE id::text = %(note)s OR key = %(note)s OR provider || ':' || key = %(note)s
ORDER BY id::text = %(note)s DESC, id
LIMIT 1

-- name: note_captured
-- A note's present words were handed in as a capture.
UPDATE notes SET capture_id = %(capture_id)s, captured_sha256 = %(content_sha256)s WHERE id = %(id)s
