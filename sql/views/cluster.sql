-- What belongs to the server rather than to the database, so that no backup holds it: made again on every rebuild.

-- The role that every page, command and worker reads and writes as. It owns nothing, so row-level security binds it.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'memo_app') THEN
        CREATE ROLE memo_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server made it just now
    WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'The role memo_app is missing and % may not create it. Let an administrator run: CREATE ROLE memo_app NOLOGIN; GRANT memo_app TO %;', current_user, current_user;
END
$$;

-- Since PostgreSQL 16 whoever created a role is a member of it that may grant it, and may still not act as it.
DO $$
DECLARE
    acting text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
    IF NOT pg_has_role(current_user, 'memo_app', acting) THEN
        EXECUTE format('GRANT memo_app TO %I', current_user);
    END IF;
EXCEPTION
    WHEN unique_violation THEN NULL; -- a concurrent migration of another database granted it
    WHEN insufficient_privilege THEN
        RAISE EXCEPTION '% may not act as memo_app. Let an administrator run: GRANT memo_app TO %;', current_user, current_user;
END
$$;

-- Row-level security lets an index serve a condition only when its operator is known not to leak. Full-text and array
-- matches raise no error that could show a hidden row, so say so where we may; elsewhere they are correct but slower.
DO $$
BEGIN
    ALTER FUNCTION pg_catalog.ts_match_vq(tsvector, tsquery) LEAKPROOF;
    ALTER FUNCTION pg_catalog.arraycontains(anyarray, anyarray) LEAKPROOF;
    ALTER FUNCTION pg_catalog.arrayoverlap(anyarray, anyarray) LEAKPROOF;
EXCEPTION
    WHEN insufficient_privilege THEN
        RAISE NOTICE 'keyword search will not use its index under row-level security: needs a superuser once';
END
$$;
