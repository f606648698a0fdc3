-- Who may see and do what: rebuilt on every migrate, so that a new table is covered as soon as it is listed here.
-- A test reads the catalogue and fails when a table or view is neither protected here nor named as open to the team.

DO $$
DECLARE
    t text;
    by_audience text := '((SELECT memo_sees_all()) OR ((SELECT memo_has_scope()) AND (audience IS NULL OR audience && (SELECT memo_scope()))))';
    -- Whoever sees all is asked no further: for each row that would be a look at another table, or at all of it.
    by_meeting text := '((SELECT memo_sees_all()) OR EXISTS (SELECT FROM meetings m WHERE m.id = meeting_id))';
BEGIN
    FOREACH t IN ARRAY ARRAY['captures', 'notes', 'meetings', 'decisions', 'action_items', 'client_contexts', 'project_contexts',
                             'pulse_summaries', 'fact_index'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('DROP POLICY IF EXISTS by_audience ON %I', t);
        EXECUTE format('CREATE POLICY by_audience ON %I USING (%s) WITH CHECK (%s)', t, by_audience, by_audience);
    END LOOP;
    FOREACH t IN ARRAY ARRAY['attendees', 'rejected_items', 'outbox'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('DROP POLICY IF EXISTS by_meeting ON %I', t);
        EXECUTE format('CREATE POLICY by_meeting ON %I USING (%s) WITH CHECK (%s)', t, by_meeting, by_meeting);
    END LOOP;
END
$$;

-- What has no meeting in the outbox is the team's.
DROP POLICY IF EXISTS by_meeting ON outbox;
CREATE POLICY by_meeting ON outbox
    USING ((SELECT memo_has_scope()) AND (meeting_id IS NULL OR EXISTS (SELECT FROM meetings m WHERE m.id = meeting_id)))
    WITH CHECK ((SELECT memo_has_scope()) AND (meeting_id IS NULL OR EXISTS (SELECT FROM meetings m WHERE m.id = meeting_id)));

ALTER TABLE capture_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE capture_parts FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_capture ON capture_parts;
CREATE POLICY by_capture ON capture_parts
    USING ((SELECT memo_sees_all()) OR EXISTS (SELECT FROM captures c WHERE c.id = capture_id));

ALTER TABLE decision_makers ENABLE ROW LEVEL SECURITY;
ALTER TABLE decision_makers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_decision ON decision_makers;
CREATE POLICY by_decision ON decision_makers
    USING ((SELECT memo_sees_all()) OR EXISTS (SELECT FROM decisions d WHERE d.id = decision_id));

ALTER TABLE fact_edits ENABLE ROW LEVEL SECURITY;
ALTER TABLE fact_edits FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_fact ON fact_edits;
CREATE POLICY by_fact ON fact_edits
    -- A meeting without a summary is not in the index, and has a history all the same.
    USING ((SELECT memo_sees_all())
           OR EXISTS (SELECT FROM fact_index i WHERE i.fact_type = fact_edits.fact_type AND i.fact_id = fact_edits.fact_id)
           OR (fact_type = 'meeting' AND EXISTS (SELECT FROM meetings m WHERE m.id = fact_id)));

ALTER TABLE fact_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE fact_links FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_fact ON fact_links;
CREATE POLICY by_fact ON fact_links
    USING ((SELECT memo_sees_all())
           OR (EXISTS (SELECT FROM decisions d WHERE d.id = to_id)
               AND EXISTS (SELECT FROM fact_index i WHERE i.fact_type = from_type AND i.fact_id = from_id)));

-- A call to a model tells how long a transcript was and when it was read: it is seen by those who see the capture.
ALTER TABLE agent_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_runs FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_capture ON agent_runs;
CREATE POLICY by_capture ON agent_runs
    USING ((SELECT memo_sees_all())
           OR ((SELECT memo_has_scope())
               AND (capture_id IS NULL OR EXISTS (SELECT FROM captures c WHERE c.id = capture_id))));

-- A decision about a name tells where it was said, and how often: it is seen by those who see all of these meetings.
ALTER TABLE name_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE name_receipts FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_meetings ON name_receipts;
CREATE POLICY by_meetings ON name_receipts
    USING ((SELECT memo_sees_all())
           OR ((SELECT memo_has_scope())
               AND NOT EXISTS (SELECT FROM unnest(meeting_ids) AS said (id)
                               WHERE NOT EXISTS (SELECT FROM meetings m WHERE m.id = said.id))));

-- An answer is read only by the one who asked.
ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE answers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS mine ON answers;
CREATE POLICY mine ON answers
    USING ((SELECT memo_sees_all()) OR asked_by = (SELECT current_setting('memo.asker', true)))
    WITH CHECK ((SELECT memo_sees_all()) OR asked_by = (SELECT current_setting('memo.asker', true)));

-- What was asked in Slack is read by nobody but the one who answers there.
ALTER TABLE slack_inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_inbox FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS only_memo ON slack_inbox;
CREATE POLICY only_memo ON slack_inbox USING ((SELECT memo_sees_all())) WITH CHECK ((SELECT memo_sees_all()));

GRANT USAGE ON SCHEMA public TO memo_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO memo_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memo_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO memo_app;

-- What no page, command or worker may change: the schema's record, who is a member (only whose sign-in a person is), and
-- what the queue's own connection keeps of its workers.
REVOKE INSERT, UPDATE, DELETE ON schema_migrations, members, procrastinate_workers FROM memo_app;
REVOKE INSERT, DELETE ON procrastinate_periodic_defers FROM memo_app; -- deleting a job updates it, by trigger
GRANT UPDATE (person_id) ON members TO memo_app;
