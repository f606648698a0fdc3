-- name: keep_event
-- What was asked, once: a redelivery changes nothing, unless it brings the file that was missing so far.
INSERT INTO slack_inbox (key, event, wants_file, next_try_at)
VALUES (%(key)s, %(event)s, %(wants_file)s, now() + %(wait)s * interval '1 second')
ON CONFLICT (key) DO UPDATE
    SET event = EXCLUDED.event, wants_file = false, done_at = NULL, attempts = 0,
        -- Who is at it just now will see that there is more to do.
        next_try_at = CASE WHEN slack_inbox.attempts > 0 AND slack_inbox.done_at IS NULL THEN slack_inbox.next_try_at
                           ELSE now() END
    WHERE slack_inbox.wants_file AND NOT EXCLUDED.wants_file
RETURNING id

-- name: claim_event
-- What is due first becomes ours for `lease` seconds; who dies meanwhile leaves it to the next.
UPDATE slack_inbox i SET attempts = i.attempts + 1, next_try_at = now() + %(lease)s * interval '1 second'
FROM (SELECT id FROM slack_inbox WHERE done_at IS NULL AND next_try_at <= now()
      ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
WHERE i.id = due.id
RETURNING i.id, i.event, i.wants_file, i.reply_ts, i.attempts

-- name: renew_events
-- What is being worked on stays ours.
UPDATE slack_inbox SET next_try_at = now() + %(lease)s * interval '1 second'
WHERE id = ANY (%(ids)s::bigint[]) AND done_at IS NULL

-- name: event_replied
-- Which message tells how it goes.
UPDATE slack_inbox SET reply_ts = %(reply_ts)s WHERE id = %(id)s

-- name: event_done
-- It is over and what was asked is forgotten; no row when the missing file has come in meanwhile.
UPDATE slack_inbox SET done_at = now(), event = NULL, last_error = %(error)s
WHERE id = %(id)s AND wants_file = %(wants_file)s

-- name: put_event_off
-- It is tried again later.
UPDATE slack_inbox SET next_try_at = now() + %(seconds)s * interval '1 second', last_error = %(error)s
WHERE id = %(id)s

-- name: forget_events
-- The keys of what is long over: Slack repeats nothing after an hour.
DELETE FROM slack_inbox WHERE done_at < now() - %(days)s * interval '1 day'

-- name: take_turn
-- A channel is ours to write to, for `lease` seconds at most; no row while it is somebody else's, or has to rest.
INSERT INTO slack_turns AS t (channel, free_at)
VALUES (%(channel)s, clock_timestamp() + %(lease)s * interval '1 second')
ON CONFLICT (channel) DO UPDATE SET free_at = EXCLUDED.free_at WHERE t.free_at <= clock_timestamp()
RETURNING channel

-- name: turn_wait
-- The seconds until a channel may be free.
SELECT greatest(0, extract(epoch FROM free_at - clock_timestamp()))::float8 FROM slack_turns WHERE channel = %(channel)s

-- name: end_turn
-- A channel that was ours rests for so long.
UPDATE slack_turns SET free_at = clock_timestamp() + %(rest)s * interval '1 second' WHERE channel = %(channel)s

-- name: slack_member
-- The member behind a Slack user.
SELECT m.id AS member_id, p.name, m.role, m.groups
FROM people p JOIN members m ON m.person_id = p.id
WHERE p.slack_user_id = %(user_id)s AND p.merged_into IS NULL AND m.removed_at IS NULL

-- name: has_members
-- Whether people sign in here at all.
SELECT EXISTS (SELECT FROM members)

-- name: member_to_link
-- The member who signs in with an address, held.
SELECT id, coalesce(name, email) AS name, email, person_id FROM members
WHERE lower(email) = lower(%(email)s) AND removed_at IS NULL FOR UPDATE

-- name: person_to_link
-- The person a member is: by address, else by a name that only one has.
SELECT id FROM people
WHERE merged_into IS NULL
  AND (lower(email) = lower(%(email)s)
       OR (lower(name) = lower(%(name)s)
           AND (SELECT count(*) FROM people p WHERE lower(p.name) = lower(%(name)s) AND p.merged_into IS NULL) = 1))
ORDER BY lower(email) = lower(%(email)s) DESC NULLS LAST
LIMIT 1

-- name: unlink_slack_user
-- A Slack user is one person at most.
UPDATE people SET slack_user_id = NULL WHERE slack_user_id = %(user_id)s

-- name: link_slack_user
-- A person is this Slack user.
UPDATE people SET slack_user_id = %(user_id)s WHERE id = %(person_id)s

-- name: link_member
-- A member is this person.
UPDATE members SET person_id = %(person_id)s WHERE id = %(id)s
