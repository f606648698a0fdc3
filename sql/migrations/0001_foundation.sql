-- People, captures, meetings, facts, the index that finds them, names, runs and what has to reach Slack.
-- One database is one team. Times are UTC. Every fact row knows who or what produced it and who may see it
-- (`audience`: NULL is the whole team; else groups such as 'member:7').

CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- The scope of the running transaction: set by the pool, empty means "sees nothing".
CREATE FUNCTION memo_scope() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT string_to_array(coalesce(current_setting('memo.audience', true), ''), ',')
$$;

CREATE FUNCTION memo_sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('memo.audience', true), '') = '*'
$$;

CREATE FUNCTION memo_has_scope() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('memo.audience', true), '') <> ''
$$;

-- English stems with accents folded: "Café" finds "cafe".
CREATE TEXT SEARCH CONFIGURATION memo_english (COPY = english);
ALTER TEXT SEARCH CONFIGURATION memo_english
    ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;

-- --- people, clients, projects, members ---------------------------------------------------------------------------

CREATE TABLE people (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text NOT NULL CHECK (name <> ''),
    email         text,
    slack_user_id text UNIQUE,
    nicknames     text[] NOT NULL DEFAULT '{}',
    merged_into   bigint REFERENCES people,
    created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX people_name ON people (lower(name));
CREATE UNIQUE INDEX people_email ON people (lower(email)) WHERE email IS NOT NULL AND merged_into IS NULL;

CREATE TABLE clients (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL CHECK (name <> ''),
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX clients_name ON clients (lower(name));

CREATE TABLE projects (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL CHECK (name <> ''),
    client_id  bigint REFERENCES clients,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX projects_name ON projects (lower(name));
CREATE INDEX projects_client ON projects (client_id);

CREATE TABLE members (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject    text UNIQUE, -- issuer and subject of the sign-in; an e-mail address proves nothing
    email      text,
    person_id  bigint REFERENCES people,
    role       text NOT NULL DEFAULT 'reader' CHECK (role IN ('reader', 'member', 'admin')),
    groups     text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz
);
CREATE UNIQUE INDEX members_email ON members (lower(email)) WHERE removed_at IS NULL;

-- --- captures -----------------------------------------------------------------------------------------------------

CREATE TABLE captures (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_key           text NOT NULL, -- 'file:<sha256>', 'note:<provider>:<id>'
    content_sha256       text NOT NULL, -- of the whole normalised text
    audience             text[],
    audience_key         text NOT NULL DEFAULT '', -- the audience as one word: the same text may be kept once per audience
    file_name            text,
    raw                  bytea,
    text                 text NOT NULL,
    format               text,
    requested            jsonb NOT NULL DEFAULT '{}', -- what the person typed: title, held_on, client, project
    held_on              date, -- what the person or the file says of the day; near-duplicates are of one day
    sketch               bigint[] NOT NULL DEFAULT '{}', -- shingle hashes, to notice near-duplicates
    state                text NOT NULL DEFAULT 'received'
        CHECK (state IN ('received', 'extracting', 'stored', 'partial', 'failed_retryable', 'failed_final')),
    lease                bigint NOT NULL DEFAULT 0, -- grows each time a worker takes the capture; a late worker's writes are refused
    lease_until          timestamptz, -- a worker that has not renewed its lease by then is taken for dead
    attempts             int NOT NULL DEFAULT 0,
    last_error           text,
    last_error_class     text,
    next_try_at          timestamptz,
    parts                int NOT NULL DEFAULT 0,
    parts_done           int NOT NULL DEFAULT 0,
    facts_so_far         int NOT NULL DEFAULT 0,
    extractor            text,
    model                text,
    coverage             jsonb,
    warnings             text[] NOT NULL DEFAULT '{}',
    meeting_id           bigint,
    replaces_meeting_id  bigint,
    carried_over         text[] NOT NULL DEFAULT '{}', -- what people had done to the replaced facts and the new ones kept
    not_carried_over     text[] NOT NULL DEFAULT '{}', -- and what found no place
    trigger_detail       text NOT NULL DEFAULT 'memo_capture',
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    received_at          timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT captures_source_key UNIQUE (source_key, audience_key),
    CONSTRAINT captures_content UNIQUE (content_sha256, audience_key),
    CONSTRAINT captures_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0)
);
CREATE INDEX captures_state ON captures (state, received_at DESC);
CREATE INDEX captures_received ON captures (received_at DESC);
CREATE INDEX captures_sketch ON captures USING gin (sketch);

CREATE FUNCTION captures_check_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state IS DISTINCT FROM OLD.state AND NOT (OLD.state, NEW.state) IN (
        ('received', 'extracting'), ('received', 'failed_final'), ('received', 'failed_retryable'),
        ('extracting', 'received'), -- taken back from a dead worker
        ('extracting', 'stored'), ('extracting', 'partial'), ('extracting', 'failed_retryable'), ('extracting', 'failed_final'),
        ('failed_retryable', 'extracting'), ('failed_retryable', 'received'), ('failed_retryable', 'failed_final'),
        ('failed_final', 'received'), -- a person asks again
        ('partial', 'received'), ('partial', 'extracting'), -- the missing parts are read
        ('stored', 'received') -- replaced by a new reading
    ) THEN
        RAISE EXCEPTION 'a capture cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    NEW.updated_at := now();
    RETURN NEW;
END
$$;
CREATE TRIGGER captures_state BEFORE UPDATE ON captures FOR EACH ROW EXECUTE FUNCTION captures_check_state();

-- What each part of a transcript gave; kept so that a retry pays only for the parts that are missing.
CREATE TABLE capture_parts (
    capture_id bigint NOT NULL REFERENCES captures ON DELETE CASCADE,
    part       int NOT NULL,
    own_start  int NOT NULL, -- offset where this part's own text begins (before it: overlap with the part before)
    part_start int NOT NULL,
    part_end   int NOT NULL,
    state      text NOT NULL CHECK (state IN ('done', 'failed')),
    extractor  text NOT NULL,
    model      text NOT NULL,
    draft      jsonb,
    error      text,
    PRIMARY KEY (capture_id, part)
);

-- Notes that were fetched from elsewhere; digesting one makes a capture of it.
CREATE TABLE notes (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider        text NOT NULL CHECK (provider IN ('folder', 'granola')),
    key             text NOT NULL, -- the provider's own name for the note
    title           text NOT NULL,
    held_on         date,
    content         text NOT NULL,
    content_sha256  text NOT NULL,
    changed_at      timestamptz, -- as the provider says, to fetch only what is newer
    synced_at       timestamptz NOT NULL DEFAULT now(),
    capture_id      bigint REFERENCES captures ON DELETE SET NULL,
    captured_sha256 text, -- the content that was captured
    audience        text[],
    CONSTRAINT notes_key UNIQUE (provider, key)
);
CREATE INDEX notes_capture ON notes (capture_id);

-- --- meetings -----------------------------------------------------------------------------------------------------

CREATE TABLE meetings (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    capture_id           bigint REFERENCES captures ON DELETE SET NULL,
    title                text NOT NULL,
    held_on              date,
    timezone             text,
    summary              text NOT NULL DEFAULT '',
    topics               text[] NOT NULL DEFAULT '{}',
    outcomes             text[] NOT NULL DEFAULT '{}',
    transcript           text NOT NULL DEFAULT '',
    turns                jsonb NOT NULL DEFAULT '[]',
    format               text,
    extractor            text,
    model                text,
    coverage             jsonb,
    client_id            bigint REFERENCES clients,
    project_id           bigint REFERENCES projects,
    audience             text[],
    status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'replaced', 'wrong')),
    replaced_by          bigint REFERENCES meetings ON DELETE SET NULL,
    source_type          text NOT NULL CHECK (source_type IN ('meeting', 'note', 'pulse', 'import', 'edit')),
    source_id            text NOT NULL,
    captured_at          timestamptz NOT NULL DEFAULT now(),
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    CONSTRAINT meetings_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0)
);
CREATE INDEX meetings_held ON meetings (held_on DESC, id DESC);
CREATE INDEX meetings_source ON meetings (source_type, source_id);
CREATE INDEX meetings_client ON meetings (client_id);
CREATE INDEX meetings_project ON meetings (project_id);
CREATE INDEX meetings_capture ON meetings (capture_id);
CREATE INDEX meetings_replaced_by ON meetings (replaced_by) WHERE replaced_by IS NOT NULL;
ALTER TABLE captures ADD CONSTRAINT captures_meeting FOREIGN KEY (meeting_id) REFERENCES meetings ON DELETE SET NULL;
ALTER TABLE captures ADD CONSTRAINT captures_replaces FOREIGN KEY (replaces_meeting_id) REFERENCES meetings ON DELETE SET NULL;

CREATE TABLE attendees (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    meeting_id bigint NOT NULL REFERENCES meetings ON DELETE CASCADE,
    name       text NOT NULL,
    person_id  bigint REFERENCES people,
    pending    boolean NOT NULL DEFAULT false,
    UNIQUE (meeting_id, name)
);
CREATE INDEX attendees_person ON attendees (person_id);
CREATE INDEX attendees_pending ON attendees (name) WHERE pending;

CREATE TABLE rejected_items (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    meeting_id  bigint NOT NULL REFERENCES meetings ON DELETE CASCADE,
    kind        text NOT NULL CHECK (kind IN ('decision', 'action_item', 'summary', 'outcome')),
    text        text NOT NULL,
    quote       text NOT NULL DEFAULT '',
    why         text NOT NULL,
    detail      jsonb NOT NULL DEFAULT '{}',
    accepted_at timestamptz,
    accepted_by text,
    accepted_as bigint
);
CREATE INDEX rejected_items_meeting ON rejected_items (meeting_id);

-- --- facts --------------------------------------------------------------------------------------------------------
-- Facts of a meeting carry a copy of its date, client, project and audience, so that the view stays flat and fast;
-- the trigger meetings_spread keeps the copies true. Imported facts may have no meeting and no quote.

CREATE TABLE decisions (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    meeting_id           bigint REFERENCES meetings ON DELETE CASCADE,
    description          text NOT NULL CHECK (description <> ''),
    reasoning            text,
    status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'superseded', 'wrong', 'replaced')),
    quote                text,
    turn                 int,
    quote_start          int,
    quote_end            int,
    happened_on          date,
    client_id            bigint REFERENCES clients,
    project_id           bigint REFERENCES projects,
    audience             text[],
    source_type          text NOT NULL CHECK (source_type IN ('meeting', 'note', 'pulse', 'import', 'edit')),
    source_id            text NOT NULL,
    captured_at          timestamptz NOT NULL DEFAULT now(),
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    CONSTRAINT decisions_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0),
    CONSTRAINT decisions_proof CHECK (source_type NOT IN ('meeting', 'note') OR (quote <> '' AND quote_start IS NOT NULL
        AND quote_end > quote_start AND turn IS NOT NULL AND meeting_id IS NOT NULL))
);
CREATE INDEX decisions_meeting ON decisions (meeting_id);
CREATE INDEX decisions_imported ON decisions (source_id) WHERE source_type = 'import';
CREATE INDEX decisions_happened ON decisions (happened_on DESC, id DESC);

CREATE TABLE decision_makers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    decision_id bigint NOT NULL REFERENCES decisions ON DELETE CASCADE,
    name        text NOT NULL,
    person_id   bigint REFERENCES people,
    pending     boolean NOT NULL DEFAULT false,
    UNIQUE (decision_id, name)
);
CREATE INDEX decision_makers_person ON decision_makers (person_id);
CREATE INDEX decision_makers_pending ON decision_makers (name) WHERE pending;

CREATE TABLE action_items (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    meeting_id           bigint REFERENCES meetings ON DELETE CASCADE,
    description          text NOT NULL CHECK (description <> ''),
    assignee_name        text,
    assignee_id          bigint REFERENCES people,
    assignee_pending     boolean NOT NULL DEFAULT false,
    due_text             text,
    due_on               date,
    status               text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'cancelled', 'wrong', 'replaced')),
    status_changed_at    timestamptz,
    quote                text,
    turn                 int,
    quote_start          int,
    quote_end            int,
    happened_on          date,
    client_id            bigint REFERENCES clients,
    project_id           bigint REFERENCES projects,
    audience             text[],
    source_type          text NOT NULL CHECK (source_type IN ('meeting', 'note', 'pulse', 'import', 'edit')),
    source_id            text NOT NULL,
    captured_at          timestamptz NOT NULL DEFAULT now(),
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    CONSTRAINT action_items_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0),
    CONSTRAINT action_items_proof CHECK (source_type NOT IN ('meeting', 'note') OR (quote <> '' AND quote_start IS NOT NULL
        AND quote_end > quote_start AND turn IS NOT NULL AND meeting_id IS NOT NULL))
);
CREATE INDEX action_items_meeting ON action_items (meeting_id);
CREATE INDEX action_items_imported ON action_items (source_id) WHERE source_type = 'import';
CREATE INDEX action_items_happened ON action_items (happened_on DESC, id DESC);
CREATE INDEX action_items_open ON action_items (due_on) WHERE status = 'open';
CREATE INDEX action_items_assignee ON action_items (assignee_id);
CREATE INDEX action_items_pending ON action_items (assignee_name) WHERE assignee_pending;

CREATE TABLE client_contexts (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    client_id            bigint NOT NULL REFERENCES clients ON DELETE CASCADE,
    text                 text NOT NULL CHECK (text <> ''),
    happened_on          date,
    status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'wrong', 'replaced')),
    audience             text[],
    source_type          text NOT NULL CHECK (source_type IN ('meeting', 'note', 'pulse', 'import', 'edit')),
    source_id            text NOT NULL,
    captured_at          timestamptz NOT NULL DEFAULT now(),
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    CONSTRAINT client_contexts_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0)
);
CREATE INDEX client_contexts_client ON client_contexts (client_id);

CREATE TABLE project_contexts (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id           bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    text                 text NOT NULL CHECK (text <> ''),
    happened_on          date,
    status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'wrong', 'replaced')),
    audience             text[],
    source_type          text NOT NULL CHECK (source_type IN ('meeting', 'note', 'pulse', 'import', 'edit')),
    source_id            text NOT NULL,
    captured_at          timestamptz NOT NULL DEFAULT now(),
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    CONSTRAINT project_contexts_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0)
);
CREATE INDEX project_contexts_project ON project_contexts (project_id);

CREATE TABLE pulse_summaries (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day                  date NOT NULL,
    text                 text NOT NULL CHECK (text <> ''),
    status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'wrong', 'replaced')),
    audience             text[],
    source_type          text NOT NULL CHECK (source_type IN ('meeting', 'note', 'pulse', 'import', 'edit')),
    source_id            text NOT NULL,
    captured_at          timestamptz NOT NULL DEFAULT now(),
    triggered_by_user_id bigint REFERENCES members,
    triggered_by_agent   text,
    CONSTRAINT pulse_summaries_provenance CHECK (num_nonnulls(triggered_by_user_id, triggered_by_agent) > 0)
);
CREATE UNIQUE INDEX pulse_summaries_day ON pulse_summaries (day) WHERE source_type = 'pulse' AND status = 'active';

CREATE TABLE fact_links (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL CHECK (kind IN ('supersedes', 'reaffirms', 'implements')),
    from_type  text NOT NULL CHECK (from_type IN ('decision', 'action_item')),
    from_id    bigint NOT NULL,
    to_type    text NOT NULL CHECK (to_type = 'decision'),
    to_id      bigint NOT NULL REFERENCES decisions ON DELETE CASCADE,
    evidence   text,
    state      text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'confirmed', 'rejected')),
    decided_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, from_type, from_id, to_id)
);
CREATE INDEX fact_links_to ON fact_links (to_id);

CREATE TABLE fact_edits (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    fact_type  text NOT NULL,
    fact_id    bigint NOT NULL,
    before     jsonb NOT NULL,
    after      jsonb NOT NULL,
    reason     text NOT NULL,
    edited_by  text NOT NULL,
    edited_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fact_edits_fact ON fact_edits (fact_type, fact_id);

-- --- the index behind the facts -----------------------------------------------------------------------------------

CREATE TABLE fact_index (
    fact_type       text NOT NULL,
    fact_id         bigint NOT NULL,
    search_text     text NOT NULL, -- what is embedded and searched: the fact with its reason and people
    heading         text NOT NULL DEFAULT '', -- its meeting's title: searched by word only, it is the same for all its facts
    client_id       bigint,
    project_id      bigint,
    meeting_id      bigint,
    turn            int, -- where in its meeting: what was said just before and after helps to rank it
    people          bigint[] NOT NULL DEFAULT '{}',
    happened_on     date,
    captured_at     timestamptz NOT NULL,
    status          text NOT NULL,
    audience        text[],
    embedding       vector(768),
    embedding_model text,
    tsv             tsvector GENERATED ALWAYS AS (to_tsvector('memo_english', search_text || ' ' || heading)) STORED,
    PRIMARY KEY (fact_type, fact_id)
);
-- Everything beside its row, nothing out of line while a page holds it: a filter that leaves some thousand facts reads
-- the vector of each, and the words of a question weigh some hundred rows.
ALTER TABLE fact_index ALTER COLUMN embedding SET STORAGE PLAIN;
ALTER TABLE fact_index SET (toast_tuple_target = 8160);
CREATE INDEX fact_index_embedding ON fact_index USING hnsw (embedding vector_cosine_ops);
CREATE INDEX fact_index_words ON fact_index USING gin (tsv, people);
CREATE INDEX fact_index_client ON fact_index (client_id);
CREATE INDEX fact_index_project ON fact_index (project_id);
CREATE INDEX fact_index_meeting ON fact_index (meeting_id, turn);
CREATE INDEX fact_index_newest ON fact_index (coalesce(happened_on, '-infinity'::date) DESC, fact_type DESC, fact_id DESC);
CREATE INDEX fact_index_unembedded ON fact_index (fact_type, fact_id) WHERE embedding IS NULL;

-- One word as it stands in a tsvector, as a query for it.
CREATE FUNCTION memo_word(word text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery
$$;

-- Writes the index row of one fact; an index row whose words changed loses its vector at once.
CREATE FUNCTION index_fact(
    p_type text, p_id bigint, p_text text, p_client bigint, p_project bigint, p_meeting bigint, p_people bigint[],
    p_happened date, p_captured timestamptz, p_status text, p_audience text[], p_turn int DEFAULT NULL,
    p_heading text DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
    INSERT INTO fact_index AS i (fact_type, fact_id, search_text, client_id, project_id, meeting_id, people, happened_on,
                                 captured_at, status, audience, turn, heading)
    VALUES (p_type, p_id, p_text, p_client, p_project, p_meeting, coalesce(p_people, '{}'), p_happened, p_captured,
            p_status, p_audience, p_turn, coalesce(p_heading, ''))
    ON CONFLICT (fact_type, fact_id) DO UPDATE SET
        search_text = excluded.search_text, client_id = excluded.client_id, project_id = excluded.project_id,
        meeting_id = excluded.meeting_id, people = excluded.people, happened_on = excluded.happened_on,
        captured_at = excluded.captured_at, status = excluded.status, audience = excluded.audience,
        turn = excluded.turn, heading = excluded.heading,
        embedding = CASE WHEN i.search_text = excluded.search_text THEN i.embedding END,
        embedding_model = CASE WHEN i.search_text = excluded.search_text THEN i.embedding_model END
$$;

CREATE FUNCTION index_decision(d decisions) RETURNS void LANGUAGE sql AS $$
    SELECT index_fact('decision', d.id,
        concat_ws(' · ', d.description, 'because ' || nullif(d.reasoning, ''), k.names),
        d.client_id, d.project_id, d.meeting_id, k.ids, d.happened_on, d.captured_at, d.status, d.audience, d.turn,
        m.title)
    FROM (SELECT string_agg(name, ', ' ORDER BY id) AS names,
                 array_agg(person_id) FILTER (WHERE person_id IS NOT NULL) AS ids
          FROM decision_makers WHERE decision_id = d.id) k
    LEFT JOIN meetings m ON m.id = d.meeting_id
$$;

CREATE FUNCTION index_action_item(a action_items) RETURNS void LANGUAGE sql AS $$
    SELECT index_fact('action_item', a.id,
        concat_ws(' · ', a.description, coalesce(p.name, a.assignee_name), 'due ' || nullif(a.due_text, '')),
        a.client_id, a.project_id, a.meeting_id, array_remove(ARRAY[a.assignee_id], NULL), a.happened_on,
        a.captured_at, a.status, a.audience, a.turn, (SELECT title FROM meetings WHERE id = a.meeting_id))
    FROM (SELECT 1) one LEFT JOIN people p ON p.id = a.assignee_id
$$;

CREATE FUNCTION index_meeting(m meetings) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF m.summary = '' THEN -- nothing to find: a meeting known only by its title
        DELETE FROM fact_index WHERE fact_type = 'meeting' AND fact_id = m.id;
        RETURN;
    END IF;
    PERFORM index_fact('meeting', m.id,
        concat_ws(' · ', m.title, m.summary, nullif(array_to_string(m.topics, ', '), ''),
                  nullif(array_to_string(m.outcomes, '; '), '')),
        m.client_id, m.project_id, m.id,
        (SELECT array_agg(person_id) FROM attendees WHERE meeting_id = m.id AND person_id IS NOT NULL),
        m.held_on, m.captured_at, m.status, m.audience);
END
$$;

CREATE FUNCTION decisions_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM index_decision(NEW);
    RETURN NULL;
END
$$;
CREATE TRIGGER decisions_index AFTER INSERT OR UPDATE ON decisions FOR EACH ROW EXECUTE FUNCTION decisions_index();

CREATE FUNCTION decision_makers_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    d decisions;
BEGIN
    SELECT * INTO d FROM decisions WHERE id = coalesce(NEW.decision_id, OLD.decision_id);
    IF d.id IS NOT NULL THEN
        PERFORM index_decision(d);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER decision_makers_index AFTER INSERT OR UPDATE OR DELETE ON decision_makers
    FOR EACH ROW EXECUTE FUNCTION decision_makers_index();

CREATE FUNCTION action_items_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM index_action_item(NEW);
    RETURN NULL;
END
$$;
CREATE TRIGGER action_items_index AFTER INSERT OR UPDATE ON action_items
    FOR EACH ROW EXECUTE FUNCTION action_items_index();

CREATE FUNCTION meetings_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM index_meeting(NEW);
    IF TG_OP = 'UPDATE' AND (OLD.title, OLD.held_on, OLD.client_id, OLD.project_id, OLD.audience)
            IS DISTINCT FROM (NEW.title, NEW.held_on, NEW.client_id, NEW.project_id, NEW.audience) THEN
        -- The copies that a meeting's facts carry follow it; a fact that a person moved elsewhere stays there.
        UPDATE decisions SET
            happened_on = CASE WHEN happened_on IS NOT DISTINCT FROM OLD.held_on THEN NEW.held_on ELSE happened_on END,
            client_id = CASE WHEN client_id IS NOT DISTINCT FROM OLD.client_id THEN NEW.client_id ELSE client_id END,
            project_id = CASE WHEN project_id IS NOT DISTINCT FROM OLD.project_id THEN NEW.project_id ELSE project_id END,
            audience = NEW.audience
        WHERE meeting_id = NEW.id;
        UPDATE action_items SET
            happened_on = CASE WHEN happened_on IS NOT DISTINCT FROM OLD.held_on THEN NEW.held_on ELSE happened_on END,
            client_id = CASE WHEN client_id IS NOT DISTINCT FROM OLD.client_id THEN NEW.client_id ELSE client_id END,
            project_id = CASE WHEN project_id IS NOT DISTINCT FROM OLD.project_id THEN NEW.project_id ELSE project_id END,
            audience = NEW.audience
        WHERE meeting_id = NEW.id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER meetings_index AFTER INSERT OR UPDATE ON meetings FOR EACH ROW EXECUTE FUNCTION meetings_index();

CREATE FUNCTION attendees_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    m meetings;
BEGIN
    SELECT * INTO m FROM meetings WHERE id = coalesce(NEW.meeting_id, OLD.meeting_id);
    IF m.id IS NOT NULL THEN
        PERFORM index_meeting(m);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER attendees_index AFTER INSERT OR UPDATE OR DELETE ON attendees
    FOR EACH ROW EXECUTE FUNCTION attendees_index();

CREATE FUNCTION client_contexts_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM index_fact('client_context', NEW.id,
        concat_ws(' · ', NEW.text, (SELECT name FROM clients WHERE id = NEW.client_id)),
        NEW.client_id, NULL, NULL, NULL, NEW.happened_on, NEW.captured_at, NEW.status, NEW.audience);
    RETURN NULL;
END
$$;
CREATE TRIGGER client_contexts_index AFTER INSERT OR UPDATE ON client_contexts
    FOR EACH ROW EXECUTE FUNCTION client_contexts_index();

CREATE FUNCTION project_contexts_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM index_fact('project_context', NEW.id,
        concat_ws(' · ', NEW.text, (SELECT name FROM projects WHERE id = NEW.project_id)),
        (SELECT client_id FROM projects WHERE id = NEW.project_id), NEW.project_id, NULL, NULL, NEW.happened_on,
        NEW.captured_at, NEW.status, NEW.audience);
    RETURN NULL;
END
$$;
CREATE TRIGGER project_contexts_index AFTER INSERT OR UPDATE ON project_contexts
    FOR EACH ROW EXECUTE FUNCTION project_contexts_index();

CREATE FUNCTION pulse_summaries_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM index_fact('pulse_summary', NEW.id, NEW.text, NULL, NULL, NULL, NULL, NEW.day, NEW.captured_at, NEW.status,
                       NEW.audience);
    RETURN NULL;
END
$$;
CREATE TRIGGER pulse_summaries_index AFTER INSERT OR UPDATE ON pulse_summaries
    FOR EACH ROW EXECUTE FUNCTION pulse_summaries_index();

-- A fact that is deleted leaves the index in the same statement. The fact type is the trigger's argument.
CREATE FUNCTION fact_unindex() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM fact_edits WHERE fact_type = TG_ARGV[0] AND fact_id = OLD.id;
    DELETE FROM fact_links WHERE from_type = TG_ARGV[0] AND from_id = OLD.id;
    DELETE FROM fact_index WHERE fact_type = TG_ARGV[0] AND fact_id = OLD.id; -- last: the two above are visible through it
    RETURN NULL;
END
$$;
CREATE TRIGGER decisions_unindex AFTER DELETE ON decisions FOR EACH ROW EXECUTE FUNCTION fact_unindex('decision');
CREATE TRIGGER action_items_unindex AFTER DELETE ON action_items FOR EACH ROW EXECUTE FUNCTION fact_unindex('action_item');
CREATE TRIGGER meetings_unindex AFTER DELETE ON meetings FOR EACH ROW EXECUTE FUNCTION fact_unindex('meeting');
CREATE TRIGGER client_contexts_unindex AFTER DELETE ON client_contexts
    FOR EACH ROW EXECUTE FUNCTION fact_unindex('client_context');
CREATE TRIGGER project_contexts_unindex AFTER DELETE ON project_contexts
    FOR EACH ROW EXECUTE FUNCTION fact_unindex('project_context');
CREATE TRIGGER pulse_summaries_unindex AFTER DELETE ON pulse_summaries
    FOR EACH ROW EXECUTE FUNCTION fact_unindex('pulse_summary');

-- --- names --------------------------------------------------------------------------------------------------------

CREATE TABLE entity_aliases (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entity_type   text NOT NULL CHECK (entity_type IN ('person', 'client', 'project')),
    entity_id     bigint NOT NULL,
    alias         text NOT NULL CHECK (alias <> ''),
    alias_key     text NOT NULL CHECK (alias_key <> ''),
    project_id    bigint REFERENCES projects ON DELETE CASCADE, -- scope; NULL is everywhere
    confidence    real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    auto_resolved boolean NOT NULL DEFAULT false,
    confirmed_by  text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    revoked_at    timestamptz
);
CREATE UNIQUE INDEX entity_aliases_live ON entity_aliases (entity_type, alias_key, project_id) NULLS NOT DISTINCT
    WHERE revoked_at IS NULL;
CREATE INDEX entity_aliases_entity ON entity_aliases (entity_type, entity_id);

-- What each decision about a name changed, so that it can be undone.
CREATE TABLE name_receipts (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text NOT NULL CHECK (kind IN ('confirm', 'dismiss', 'merge', 'split', 'revoke')),
    entity_type text NOT NULL CHECK (entity_type IN ('person', 'client', 'project')),
    mention     text NOT NULL,
    alias_key   text NOT NULL DEFAULT '', -- of the mention
    entity_id   bigint,
    meeting_ids bigint[] NOT NULL DEFAULT '{}', -- where it was said: a new reading of them asks no second time
    changes     jsonb NOT NULL,
    done_by     text NOT NULL,
    done_at     timestamptz NOT NULL DEFAULT now(),
    undone_at   timestamptz
);
CREATE INDEX name_receipts_meetings ON name_receipts USING gin (meeting_ids) WHERE undone_at IS NULL;

-- --- model runs, answers, outbox ----------------------------------------------------------------------------------

CREATE TABLE agent_runs (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    trigger_detail     text NOT NULL,
    model              text NOT NULL,
    capture_id         bigint REFERENCES captures ON DELETE SET NULL,
    input_tokens       int NOT NULL DEFAULT 0,
    output_tokens      int NOT NULL DEFAULT 0,
    cache_read_tokens  int NOT NULL DEFAULT 0,
    cache_write_tokens int NOT NULL DEFAULT 0,
    cost_microdollars  bigint, -- NULL: the price of this model is not known
    latency_ms         int NOT NULL,
    outcome            text NOT NULL,
    stop_reason        text,
    error_class        text,
    request_id         text,
    asked_by           text,
    started_at         timestamptz NOT NULL
);
CREATE INDEX agent_runs_started ON agent_runs (started_at DESC);
CREATE INDEX agent_runs_capture ON agent_runs (capture_id);

CREATE TABLE answers (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    conversation      uuid NOT NULL DEFAULT gen_random_uuid(),
    question          text NOT NULL,
    asked             text, -- the question as rewritten with the conversation
    answer            jsonb NOT NULL, -- the whole answer as shown
    abstained         boolean NOT NULL,
    asked_by          text NOT NULL, -- only this one reads it
    feedback          text,
    cost_microdollars bigint,
    asked_at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX answers_mine ON answers (asked_by, asked_at DESC);

CREATE TABLE outbox (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL,
    dedup_key  text NOT NULL UNIQUE,
    payload    jsonb NOT NULL,
    meeting_id bigint REFERENCES meetings ON DELETE CASCADE,
    attempts   int NOT NULL DEFAULT 0,
    last_error text,
    next_try_at timestamptz NOT NULL DEFAULT now(),
    sent_at    timestamptz,
    sent_as    text,
    failed_at  timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_due ON outbox (next_try_at) WHERE sent_at IS NULL AND failed_at IS NULL;
