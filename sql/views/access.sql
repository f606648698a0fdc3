-- Who may see and do what: rebuilt on every migrate, so that a new table is covered as soon as it is listed here.
-- A test reads the catalogue and fails when a table or view is neither protected here nor named as open to the team.

DO $$
DECLARE
    t text;
    by_audience text := '((SELECT memo_sees_all()) OR ((SELECT memo_has_scope()) AND (audience IS NULL OR audience && (SELECT memo_scope()))))';
    by_meeting text := 'EXISTS (SELECT FROM meetings m WHERE m.id = meeting_id)';
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
CREATE POLICY by_capture ON capture_parts USING (EXISTS (SELECT FROM captures c WHERE c.id = capture_id));

ALTER TABLE decision_makers ENABLE ROW LEVEL SECURITY;
ALTER TABLE decision_makers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_decision ON decision_makers;
CREATE POLICY by_decision ON decision_makers USING (EXISTS (SELECT FROM decisions d WHERE d.id = decision_id));

ALTER TABLE fact_edits ENABLE ROW LEVEL SECURITY;
ALTER TABLE fact_edits FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_fact ON fact_edits;
CREATE POLICY by_fact ON fact_edits
    USING (EXISTS (SELECT FROM fact_index i WHERE i.fact_type = fact_edits.fact_type AND i.fact_id = fact_edits.fact_id))
    WITH CHECK ((SELECT memo_has_scope()));

ALTER TABLE fact_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE fact_links FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS by_fact ON fact_links;
CREATE POLICY by_fact ON fact_links
    USING (EXISTS (SELECT FROM decisions d WHERE d.id = to_id)
           AND EXISTS (SELECT FROM fact_index i WHERE i.fact_type = from_type AND i.fact_id = from_id))
    WITH CHECK ((SELECT memo_has_scope()));

-- An answer is read only by the one who asked.
ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE answers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS mine ON answers;
CREATE POLICY mine ON answers
    USING ((SELECT memo_sees_all()) OR asked_by = (SELECT current_setting('memo.asker', true)))
    WITH CHECK ((SELECT memo_sees_all()) OR asked_by = (SELECT current_setting('memo.asker', true)));

GRANT USAGE ON SCHEMA public TO memo_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO memo_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memo_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO memo_app;
-- What was asked in Slack is read by nobody but the one who answers there.
ALTER TABLE slack_inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_inbox FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS only_memo ON slack_inbox;
CREATE POLICY only_memo ON slack_inbox USING ((SELECT memo_sees_all())) WITH CHECK ((SELECT memo_sees_all()));

