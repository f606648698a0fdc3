-- name: captures_of_meetings
-- The captures that these meetings were read from, and those that were read in their place.
SELECT id FROM captures
WHERE meeting_id = ANY(%(meetings)s) OR replaces_meeting_id = ANY(%(meetings)s)
   OR id IN (SELECT capture_id FROM meetings WHERE id = ANY(%(meetings)s))

-- name: versions_of_meetings
-- The meetings that took the place of these, or whose place these took.
SELECT id FROM meetings WHERE replaced_by = ANY(%(meetings)s)
UNION SELECT replaced_by FROM meetings WHERE id = ANY(%(meetings)s) AND replaced_by IS NOT NULL

-- name: meetings_of_captures
-- The meetings that were read from these captures, earlier readings and what they replace among them.
SELECT id FROM meetings WHERE capture_id = ANY(%(captures)s)
UNION SELECT meeting_id FROM captures WHERE id = ANY(%(captures)s) AND meeting_id IS NOT NULL
UNION SELECT replaces_meeting_id FROM captures WHERE id = ANY(%(captures)s) AND replaces_meeting_id IS NOT NULL

-- name: held_by_meetings
-- What goes with these meetings by itself, in numbers.
SELECT (SELECT count(*) FROM decisions WHERE meeting_id = ANY(%(meetings)s)) AS decisions,
       (SELECT count(*) FROM action_items WHERE meeting_id = ANY(%(meetings)s)) AS action_items,
       (SELECT count(*) FROM fact_index WHERE meeting_id = ANY(%(meetings)s) AND embedding IS NOT NULL) AS vectors,
       (SELECT count(*) FROM rejected_items WHERE meeting_id = ANY(%(meetings)s)) AS rejected_items,
       (SELECT count(*) FROM outbox WHERE meeting_id = ANY(%(meetings)s)) AS messages

-- name: delete_digests_telling
-- Digests that repeat a sentence of these meetings; the day's digest can be made again without it.
DELETE FROM pulse_summaries s
WHERE EXISTS (SELECT FROM decisions d WHERE d.meeting_id = ANY(%(meetings)s)
              AND position(rtrim(d.description, '. ') IN s.text) > 0)
   OR EXISTS (SELECT FROM action_items a WHERE a.meeting_id = ANY(%(meetings)s)
              AND position(rtrim(a.description, '. ') IN s.text) > 0)

-- name: delete_answers_telling
-- Answers, whoever asked, that cite these meetings or nearly did, and what was asked after them in the same conversation.
DELETE FROM answers later USING (
    SELECT conversation, min(asked_at) AS since FROM answers a
    WHERE EXISTS (
        SELECT FROM jsonb_array_elements(coalesce(a.answer->'citations', '[]') || coalesce(a.answer->'near_misses', '[]')) told
        WHERE (told->>'meeting_id')::bigint = ANY(%(meetings)s)
    )
    GROUP BY conversation
) telling
WHERE later.conversation = telling.conversation AND later.asked_at >= telling.since

-- name: delete_notes_of_captures
-- Synced notes: their text is the transcript.
DELETE FROM notes WHERE capture_id = ANY(%(captures)s)

-- name: delete_jobs_of_captures
-- Work that waits.
DELETE FROM procrastinate_jobs WHERE (args->>'capture_id')::bigint = ANY(%(captures)s) AND status = 'todo'

-- name: delete_receipts_of_meetings
-- Decisions about names that were for these meetings alone.
DELETE FROM name_receipts WHERE meeting_ids <> '{}' AND meeting_ids <@ %(meetings)s::bigint[]

-- name: drop_meetings_of_receipts
-- Decisions about names that were for other meetings as well: these they keep.
UPDATE name_receipts SET meeting_ids = ARRAY(SELECT id FROM unnest(meeting_ids) AS said (id) WHERE id <> ALL(%(meetings)s))
WHERE meeting_ids && %(meetings)s::bigint[]

-- name: delete_meetings
-- Meetings with everything that hangs on them: facts and their history, links, vectors, attendees, messages.
DELETE FROM meetings WHERE id = ANY(%(meetings)s)

-- name: delete_captures
-- What was handed in: the file, its text and what the parts gave. Model runs stay, as sums of money without a source.
DELETE FROM captures WHERE id = ANY(%(captures)s)
