-- name: insert_message
-- Something has to reach Slack; the same thing (`dedup_key`) is never queued twice.
INSERT INTO outbox (kind, dedup_key, payload, meeting_id)
VALUES (%(kind)s, %(dedup_key)s, %(payload)s, %(meeting_id)s)
ON CONFLICT (dedup_key) DO NOTHING

-- name: claim_message
-- The message of these kinds that is due first becomes ours for `lease` seconds; who dies meanwhile leaves it to the next.
UPDATE outbox o SET attempts = o.attempts + 1, next_try_at = now() + %(lease)s * interval '1 second'
FROM (SELECT id FROM outbox
      WHERE sent_at IS NULL AND failed_at IS NULL AND next_try_at <= now() AND kind = ANY (%(kinds)s::text[])
      ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
WHERE o.id = due.id
RETURNING o.id, o.kind, o.payload, o.meeting_id, o.attempts, o.channel, o.sent_as, o.posted

-- name: message_posted
-- One more of its messages is out; the first one is what the others hang on.
UPDATE outbox SET channel = %(channel)s, sent_as = coalesce(sent_as, %(sent_as)s), posted = posted + 1,
                  next_try_at = now() + %(lease)s * interval '1 second'
WHERE id = %(id)s

-- name: message_sent
-- All of it is out, or there was nobody to tell (`sent_as` is null then).
UPDATE outbox SET sent_at = now(), last_error = NULL WHERE id = %(id)s

-- name: put_message_off
-- It is tried again later; `uncounted` when Slack only asked to wait.
UPDATE outbox SET next_try_at = now() + %(seconds)s * interval '1 second', last_error = %(error)s,
                  attempts = attempts - CASE WHEN %(uncounted)s THEN 1 ELSE 0 END
WHERE id = %(id)s

-- name: message_failed
-- It is not tried again before a person asks for it.
UPDATE outbox SET failed_at = now(), last_error = %(error)s WHERE id = %(id)s

-- name: retry_message
-- A person asks for a failed message to be sent again, from where it stopped.
UPDATE outbox SET failed_at = NULL, attempts = 0, next_try_at = now()
WHERE id = %(id)s AND sent_at IS NULL AND failed_at IS NOT NULL

-- name: outbox_failures
-- Messages that did not get through: given up (`failed_at`), or still tried.
SELECT o.id, o.kind, o.meeting_id, m.title AS meeting, o.attempts, o.last_error AS error, o.failed_at, o.next_try_at,
       o.created_at
FROM outbox o LEFT JOIN meetings m ON m.id = o.meeting_id
WHERE o.sent_at IS NULL AND o.last_error IS NOT NULL
ORDER BY o.created_at DESC, o.id DESC
LIMIT %(limit)s

-- name: meeting_place
-- Whom a meeting concerns, to choose the channel that hears of it.
SELECT m.status, m.audience, c.name AS client, p.name AS project
FROM meetings m LEFT JOIN clients c ON c.id = m.client_id LEFT JOIN projects p ON p.id = m.project_id
WHERE m.id = %(meeting_id)s
