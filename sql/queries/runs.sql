-- name: insert_run
-- One call to a model and what it cost, recorded before its reply is read.
INSERT INTO agent_runs (trigger_detail, model, capture_id, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
                        cost_microdollars, latency_ms, outcome, stop_reason, error_class, request_id, asked_by, started_at)
VALUES (%(trigger_detail)s, %(model)s, %(capture_id)s, %(input_tokens)s, %(output_tokens)s, %(cache_read_tokens)s,
        %(cache_write_tokens)s, %(cost_microdollars)s, %(latency_ms)s, %(outcome)s, %(stop_reason)s, %(error_class)s,
        %(request_id)s, %(asked_by)s, %(started_at)s)
RETURNING id

-- name: recent_runs
-- The newest calls to a model.
SELECT id, trigger_detail, model, capture_id, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
       cost_microdollars, latency_ms, outcome, stop_reason, error_class, request_id, started_at
FROM agent_runs
WHERE (%(before)s::bigint IS NULL OR id < %(before)s)
ORDER BY id DESC
LIMIT %(limit)s

-- name: cost_per_day
-- What each day cost by kind of call, newest first; `unpriced` calls are not in `cost_microdollars`.
SELECT (started_at AT TIME ZONE %(timezone)s)::date AS day, trigger_detail, count(*) AS calls,
       count(*) FILTER (WHERE cost_microdollars IS NULL) AS unpriced,
       coalesce(sum(cost_microdollars), 0)::bigint AS cost_microdollars,
       sum(input_tokens + cache_read_tokens + cache_write_tokens)::bigint AS input_tokens, sum(output_tokens)::bigint AS output_tokens
FROM agent_runs
WHERE started_at >= (%(since)s::date)::timestamp AT TIME ZONE %(timezone)s
GROUP BY 1, 2
ORDER BY 1 DESC, 2
