-- name: insert_message
-- Something has to reach Slack; the same thing (`dedup_key`) is never queued twice.
INSERT INTO outbox (kind, dedup_key, payload, meeting_id)
VALUES (%(kind)s, %(dedup_key)s, %(payload)s, %(meeting_id)s)
ON CONFLICT (dedup_key) DO NOTHING
