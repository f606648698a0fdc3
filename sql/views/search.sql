-- What a search or a listing is narrowed to, said once: rebuilt on every migrate.
-- PostgreSQL puts the body in place of the call, and with the values known drops what does not apply, so that the index
-- of each column serves its condition.

DROP FUNCTION IF EXISTS memo_passes;
CREATE FUNCTION memo_passes(
    i fact_index, fact_types text[], client_id bigint, project_id bigint, person_id bigint, meeting_id bigint,
    since date, until date, statuses text[], hidden text[], words tsquery, without tsquery
) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT ($2 IS NULL OR i.fact_type = ANY($2))
       AND ($3 IS NULL OR i.client_id = $3)
       AND ($4 IS NULL OR i.project_id = $4)
       AND ($5 IS NULL OR i.people @> ARRAY[$5])
       AND ($6 IS NULL OR i.meeting_id = $6)
       AND ($7 IS NULL OR memo_day(i.happened_on) >= $7)
       AND ($8 IS NULL OR (memo_day(i.happened_on) <= $8 AND i.happened_on IS NOT NULL))
       AND ($9 IS NULL OR CASE cardinality($9) WHEN 1 THEN i.status = $9[1] ELSE i.status = ANY($9) END)
       AND ($10 IS NULL OR i.status <> ALL($10))
       AND ($11 IS NULL OR i.tsv @@ $11)
       AND ($12 IS NULL OR NOT i.tsv @@ $12)
$$;
