-- What a page lists, counts or charts is read from an index alone, so that pages stay quick however much is remembered.

-- A day to sort and compare by, where "no day" is before all others. Not coalesce: PostgreSQL does not take it for safe
-- under row-level security, so that no condition on it would be answered by an index.
CREATE FUNCTION memo_day(day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL THEN '-infinity'::date ELSE $1 END
$$;

DROP INDEX fact_index_newest;
CREATE INDEX fact_index_newest ON fact_index (memo_day(happened_on) DESC, fact_type DESC, fact_id DESC)
    INCLUDE (happened_on, status, audience);
CREATE INDEX fact_index_type ON fact_index (fact_type, memo_day(happened_on) DESC, fact_id DESC)
    INCLUDE (happened_on, status, audience);
CREATE INDEX fact_index_status ON fact_index (status, fact_type, memo_day(happened_on) DESC, fact_id DESC)
    INCLUDE (happened_on, audience);
DROP INDEX fact_index_client;
CREATE INDEX fact_index_client ON fact_index (client_id, fact_type, memo_day(happened_on) DESC, fact_id DESC)
    INCLUDE (happened_on, status, audience);
DROP INDEX fact_index_project;
CREATE INDEX fact_index_project ON fact_index (project_id, fact_type, memo_day(happened_on) DESC, fact_id DESC)
    INCLUDE (happened_on, status, audience);

-- Which facts have a vector of another model than the one in use.
CREATE INDEX fact_index_model ON fact_index (embedding_model);

-- The home page: what is open and overdue, what was decided lately, what is not wholly read.
DROP INDEX action_items_open;
CREATE INDEX action_items_open ON action_items (due_on) INCLUDE (audience) WHERE status = 'open';
DROP INDEX decisions_happened;
CREATE INDEX decisions_happened ON decisions (happened_on DESC, id DESC) INCLUDE (status, audience);
CREATE INDEX decisions_undated ON decisions (captured_at DESC, id DESC) INCLUDE (audience)
    WHERE status = 'active' AND happened_on IS NULL AND source_type <> 'import';
CREATE INDEX captures_watched ON captures (received_at DESC, id DESC) WHERE state <> 'stored';

-- The newest meetings; those without a day come last.
DROP INDEX meetings_held;
CREATE INDEX meetings_held ON meetings (held_on DESC NULLS LAST, id DESC);
