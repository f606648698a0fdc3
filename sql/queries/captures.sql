-- name: insert_capture
-- Keep one thing that was handed in; no row when its content or its source is already kept for this audience.
-- The unique constraints decide between simultaneous uploads, so the caller selects the other's row afterwards.
INSERT INTO captures (source_key, content_sha256, audience, audience_key, file_name, raw, text, format, requested, held_on,
                      sketch, warnings, replaces_meeting_id, trigger_detail, triggered_by_user_id, triggered_by_agent)
VALUES (%(source_key)s, %(content_sha256)s, %(audience)s, %(audience_key)s, %(file_name)s, %(raw)s, %(text)s, %(format)s,
        %(requested)s, %(held_on)s, %(sketch)s, %(warnings)s, %(replaces_meeting_id)s, %(trigger_detail)s,
        %(triggered_by_user_id)s, %(triggered_by_agent)s)
ON CONFLICT DO NOTHING
RETURNING id, state, meeting_id

-- name: find_capture
-- The capture that holds this content or came from this source, the same content first.
SELECT id, state, meeting_id, content_sha256 = %(content_sha256)s AS same_content
FROM captures
WHERE audience_key = %(audience_key)s AND (content_sha256 = %(content_sha256)s OR source_key = %(source_key)s)
ORDER BY content_sha256 = %(content_sha256)s DESC, id
LIMIT 1

-- name: similar_captures
-- Captures that share hashes with a sketch and may be of the same day, the most shared first.
SELECT c.id, c.meeting_id, c.text, coalesce(m.title, c.requested->>'title', c.file_name) AS title, c.held_on
FROM captures c
LEFT JOIN meetings m ON m.id = c.meeting_id
CROSS JOIN LATERAL (
    SELECT count(*) AS shared FROM unnest(c.sketch) AS h (hash) WHERE h.hash = ANY (%(sketch)s::bigint[])
) s
WHERE c.sketch && %(sketch)s::bigint[] AND c.content_sha256 <> %(content_sha256)s
  AND (c.held_on IS NULL OR %(held_on)s::date IS NULL OR c.held_on = %(held_on)s)
  AND s.shared >= %(at_least)s
ORDER BY s.shared DESC, c.id DESC
LIMIT 5

-- name: ask_again
-- A failed, partial or stored capture is to be read (again); no row when it is already waiting or being read.
-- With `fresh` nothing that was read before is reused and the stored meeting will be replaced.
UPDATE captures SET
    state = 'received', attempts = 0, next_try_at = NULL, last_error = NULL, last_error_class = NULL, lease_until = NULL,
    lease = lease + 1, parts = 0, parts_done = 0, facts_so_far = 0,
    requested = requested || %(requested)s::jsonb,
    held_on = coalesce(%(held_on)s, held_on),
    replaces_meeting_id = coalesce(meeting_id, replaces_meeting_id)
WHERE id = %(id)s AND state = ANY (%(states)s::text[])
RETURNING id

-- name: renew_content
-- The source of a capture has changed: its new text takes the old one's place, to be read afresh.
UPDATE captures SET content_sha256 = %(content_sha256)s, raw = %(raw)s, text = %(text)s, format = %(format)s,
    file_name = %(file_name)s, sketch = %(sketch)s, warnings = %(warnings)s
WHERE id = %(id)s AND state = 'received'
RETURNING id

-- name: forget_parts
-- Drop what was read of a capture, so that all of it is read again.
DELETE FROM capture_parts WHERE capture_id = %(capture_id)s

-- name: claim_capture
-- Take a capture: it is waiting, or failed and asked for again, or its holder has not renewed the lease.
-- Exactly one of several claimers gets the row, with a lease number that no earlier holder has.
UPDATE captures SET
    state = 'extracting', lease = lease + 1, lease_until = now() + %(seconds)s * interval '1 second',
    attempts = attempts + 1, next_try_at = NULL, last_error = NULL, last_error_class = NULL
WHERE id = %(id)s
  AND (state = 'received'
       OR (state = 'failed_retryable' AND next_try_at <= now())
       OR (state = 'extracting' AND lease_until < now()))
RETURNING id, lease, attempts, raw, text, file_name, source_key, requested, held_on, audience, replaces_meeting_id,
          trigger_detail, triggered_by_user_id, triggered_by_agent

-- name: renew_lease
-- The holder is alive; no row when somebody else holds the capture by now.
UPDATE captures SET lease_until = now() + %(seconds)s * interval '1 second'
WHERE id = %(id)s AND lease = %(lease)s AND state = 'extracting'
RETURNING id

-- name: release_capture
-- The holder gives the capture back unread (the process ends); it waits again, and this try does not count.
UPDATE captures SET state = 'received', lease = lease + 1, lease_until = NULL, attempts = greatest(attempts - 1, 0)
WHERE id = %(id)s AND lease = %(lease)s AND state = 'extracting'
RETURNING id

-- name: set_progress
-- How far the holder has come; no row when somebody else holds the capture by now.
UPDATE captures SET parts = %(parts)s, parts_done = %(parts_done)s, facts_so_far = %(facts_so_far)s
WHERE id = %(id)s AND lease = %(lease)s AND state = 'extracting'
RETURNING id

-- name: finish_capture
-- The holder has stored the meeting; no row when somebody else holds the capture by now, and then nothing may be stored.
UPDATE captures SET
    state = %(state)s, meeting_id = %(meeting_id)s, replaces_meeting_id = NULL, lease_until = NULL, extractor = %(extractor)s,
    model = %(model)s, coverage = %(coverage)s, warnings = %(warnings)s, carried_over = %(carried_over)s,
    not_carried_over = %(not_carried_over)s, facts_so_far = %(facts_so_far)s
WHERE id = %(id)s AND lease = %(lease)s AND state = 'extracting'
RETURNING id

-- name: wait_for_locks
-- Have the rest of the transaction wait longer for others than a page may.
SELECT set_config('lock_timeout', %(seconds)s || 's', true)

-- name: hold_capture
-- Lock the capture for the rest of the transaction if it is still ours; no row when somebody else holds it by now.
SELECT id FROM captures WHERE id = %(id)s AND lease = %(lease)s AND state = 'extracting' FOR UPDATE

-- name: fail_capture
-- The holder could not read it; `retry_in` (seconds) is when it is tried again by itself, NULL never.
UPDATE captures SET
    state = %(state)s, lease_until = NULL, last_error = %(error)s, last_error_class = %(error_class)s,
    next_try_at = now() + %(retry_in)s::double precision * interval '1 second'
WHERE id = %(id)s AND lease = %(lease)s AND state = 'extracting'
RETURNING id

-- name: give_up_on_dead
-- Captures whose readers died too often are left to a person.
UPDATE captures SET
    state = 'failed_retryable', lease = lease + 1, lease_until = NULL, next_try_at = NULL, last_error_class = 'WorkerDied',
    last_error = 'Reading it ended without a word ' || attempts || ' times; it is kept, and can be tried again.'
WHERE state = 'extracting' AND lease_until < now() AND attempts >= %(max_attempts)s
RETURNING id

-- name: captures_to_queue
-- Captures that should be worked on and have no job in the queue: taken back from the dead, or due for another try.
SELECT c.id
FROM captures c
WHERE (c.state = 'received'
       OR (c.state = 'failed_retryable' AND c.next_try_at <= now())
       OR (c.state = 'extracting' AND c.lease_until < now()))
  AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                  WHERE j.status = 'todo' AND j.queueing_lock = 'capture:' || c.id)
ORDER BY c.id

-- name: delete_finished_jobs
-- Jobs that are over, and those of workers that are gone, leave the queue: what is to be done is read from the captures.
DELETE FROM procrastinate_jobs
WHERE status IN ('succeeded', 'failed', 'cancelled', 'aborted')
   OR (status = 'doing' AND (worker_id IS NULL OR worker_id IN (
       SELECT id FROM procrastinate_workers WHERE last_heartbeat < now() - %(seconds)s * interval '1 second')))

-- name: save_part
-- What one part gave, or why it gave nothing; kept only while the lease is ours.
INSERT INTO capture_parts (capture_id, part, own_start, part_start, part_end, state, extractor, model, draft, error)
SELECT c.id, %(part)s, %(own_start)s, %(part_start)s, %(part_end)s, %(state)s, %(extractor)s, %(model)s, %(draft)s, %(error)s
FROM captures c WHERE c.id = %(capture_id)s AND c.lease = %(lease)s AND c.state = 'extracting'
ON CONFLICT (capture_id, part) DO UPDATE SET
    own_start = excluded.own_start, part_start = excluded.part_start, part_end = excluded.part_end, state = excluded.state,
    extractor = excluded.extractor, model = excluded.model, draft = excluded.draft, error = excluded.error

-- name: done_parts
-- The parts that were read before, by the same extractor and model.
SELECT part, part_start, part_end, draft FROM capture_parts
WHERE capture_id = %(capture_id)s AND state = 'done' AND extractor = %(extractor)s AND model = %(model)s
ORDER BY part

-- name: capture_progress
-- Where one capture stands.
SELECT c.id AS capture_id, c.meeting_id, c.state, c.file_name, coalesce(m.title, c.requested->>'title') AS title, c.attempts,
       c.last_error AS error, c.next_try_at, c.parts, c.parts_done, c.facts_so_far AS facts, c.received_at,
       (SELECT CASE WHEN bool_or(r.cost_microdollars IS NULL) THEN NULL ELSE coalesce(sum(r.cost_microdollars), 0) END::bigint
        FROM agent_runs r WHERE r.capture_id = c.id) AS cost_microdollars
FROM captures c LEFT JOIN meetings m ON m.id = c.meeting_id
WHERE c.id = %(id)s

-- name: recent_captures
-- Where the newest captures stand.
SELECT c.id AS capture_id, c.meeting_id, c.state, c.file_name, coalesce(m.title, c.requested->>'title') AS title, c.attempts,
       c.last_error AS error, c.next_try_at, c.parts, c.parts_done, c.facts_so_far AS facts, c.received_at,
       (SELECT CASE WHEN bool_or(r.cost_microdollars IS NULL) THEN NULL ELSE coalesce(sum(r.cost_microdollars), 0) END::bigint
        FROM agent_runs r WHERE r.capture_id = c.id) AS cost_microdollars
FROM captures c LEFT JOIN meetings m ON m.id = c.meeting_id
ORDER BY c.received_at DESC, c.id DESC
LIMIT %(limit)s

-- name: capture_head
-- What a capture's record says about the capture itself.
SELECT c.id, c.state, c.meeting_id, c.file_name, c.format, c.requested, c.held_on, c.extractor, c.model, c.coverage, c.warnings,
       c.last_error, c.carried_over, c.not_carried_over,
       (SELECT CASE WHEN bool_or(r.cost_microdollars IS NULL) THEN NULL ELSE coalesce(sum(r.cost_microdollars), 0) END::bigint
        FROM agent_runs r WHERE r.capture_id = c.id) AS cost_microdollars
FROM captures c WHERE c.id = %(id)s
