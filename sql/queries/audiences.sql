-- name: meeting_audience
-- Who may see a meeting, and which member handed it in.
SELECT m.id AS meeting_id, m.title, m.audience, coalesce(c.triggered_by_user_id, m.triggered_by_user_id) AS uploader
FROM meetings m LEFT JOIN captures c ON c.id = m.capture_id WHERE m.id = %(meeting_id)s

-- name: hold_captures
-- Captures whose audience is about to change, with where they stand: what is being read would be stored for the old one.
SELECT state FROM captures WHERE id = ANY(%(captures)s) ORDER BY id FOR UPDATE

-- name: set_captures_audience
-- Who may see captures.
UPDATE captures SET audience = %(audience)s::text[], audience_key = %(audience_key)s WHERE id = ANY(%(captures)s)

-- name: set_meetings_audience
-- Who may see meetings; their facts follow by trigger.
UPDATE meetings SET audience = %(audience)s::text[] WHERE id = ANY(%(meetings)s)

-- name: set_notes_audience
-- Who may see the notes that were captured: their text is the transcript.
UPDATE notes SET audience = %(audience)s::text[] WHERE capture_id = ANY(%(captures)s)

-- name: delete_unsent_messages
-- What Slack has not been told yet is told to nobody.
DELETE FROM outbox WHERE meeting_id = ANY(%(meetings)s) AND sent_at IS NULL
