-- name: insert_link
-- A link that rules propose; what a person has said about it before stands.
INSERT INTO fact_links (kind, from_type, from_id, to_type, to_id, evidence)
VALUES (%(kind)s, %(from_type)s, %(from_id)s, 'decision', %(to_id)s, %(evidence)s)
ON CONFLICT (kind, from_type, from_id, to_id) DO NOTHING

-- name: decisions_naming
-- The newest decisions that hold and use any of these words, made in other meetings on or before a day.
SELECT d.id, d.description FROM fact_index i JOIN decisions d ON d.id = i.fact_id
WHERE i.fact_type = 'decision' AND i.status = 'active' AND i.meeting_id IS DISTINCT FROM %(meeting_id)s
  AND i.tsv @@ websearch_to_tsquery('memo_english', %(words)s)
  AND (%(until)s::date IS NULL OR memo_day(i.happened_on) <= %(until)s)
  AND (i.audience IS NULL OR i.audience = %(audience)s::text[])
ORDER BY memo_day(i.happened_on) DESC, i.fact_id DESC
LIMIT %(limit)s
